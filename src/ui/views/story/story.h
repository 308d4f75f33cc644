#pragma once
// The Heads view of a trained model: a map of all its heads, the story of one word, and what knocking
// something out does.

#include "base/study.h"
#include "drawing/figures/story.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "workbench/studies/story.h"

#include <map>
#include <string>

namespace ui {

struct StoryChoices {
    bool numbers = false; ///< the marked line in numbers, under the story
    learning::Instead instead =
        learning::Instead::zero; ///< replaces a weight knocked out, on other sentences
    bool operator==(const StoryChoices&) const = default;
};

/// What is computed beyond the pass.
struct StoryWork {
    base::Study<workbench::Story, base::Index> story;
    /// By model and what is read instead: measuring resumes where it stopped when the view is opened again.
    std::map<std::string, std::shared_ptr<workbench::KnockOutRun>> runs;
    base::Study<workbench::KnockOuts, std::string> knock_outs;
    base::Study<workbench::KnockOuts, std::vector<learning::KnockOut>> by_hand;
};

/// What stands beside the story of a document, looked up once per edit.
struct StoryOffers {
    workbench::History::Step about;
    workbench::TaskPtr task; ///< null: unknown
    std::optional<workbench::Counterpart> counterpart;
    std::optional<workbench::OtherModel> other;
};

/// What was drawn in the last frame.
struct StoryShown {
    std::shared_ptr<const workbench::Pass> pass; ///< the one that the story is about
    std::shared_ptr<const workbench::Story> story;
    std::map<std::string, std::shared_ptr<const workbench::KnockOuts>> measured; ///< as StoryWork::runs
    std::shared_ptr<const workbench::KnockOuts> by_hand;                         ///< null: nothing is off
    std::string title;
    std::pair<base::Index, std::size_t> in_view = {-1, 0}; ///< the word scrolled to, and the number of words
    drawing::StoryContent content;
};

struct StoryState {
    StoryChoices chosen;
    StoryWork work;
    StoryOffers offers;
    StoryShown shown;
    ChipsState chips;
    base::Index row = 0; ///< the answering word, while another view has a layer of the source open
};

class StoryPage {
public:
    /// The pass must be by a trained model.
    void draw(ViewFrame& frame);
    /// ↑ ↓ the marked word, H the next head of the model.
    void keys(ViewFrame& frame);
    /// Stops what runs in the background.
    void leave();
    /// The story, and all heads on one sheet.
    Exportables exports(ViewFrame& frame);
    void visit(workbench::ChoiceVisitor& choices);
    /// {"title":…,"row":7,"answers":[…],"steps":[…],"knocked_out":[…],"knock_outs":[…]}
    nlohmann::json shown() const;

private:
    StoryState state_;
};

// What the cards share during a frame.

/// The key in StoryWork::runs.
std::string knock_outs_id(const std::string& model, learning::Instead instead);

struct StoryFrame : ViewFrame {
    StoryState& state;
    std::shared_ptr<const workbench::Pass> pass; ///< the one that the story is about
    std::shared_ptr<const workbench::Story> story;

    const workbench::TrainedReading& reading() const { return *pass->reading; }
    const learning::Trained& model() const { return *reading().model; }
    const std::string& model_id() const {
        return std::get<workbench::TrainedWeights>(pass->document.weights).id;
    }
    /// The key of what is shown.
    std::string knock_outs_id() const { return ui::knock_outs_id(model_id(), state.chosen.instead); }
    const attention::Trace& trace(std::size_t layer) const {
        return reading().run.at(reading().places[layer]).trace;
    }
    bool is_on(std::size_t layer, base::Index head) const { return trace(layer).options.is_on(head); }
    /// "layer 2", "cross 1".
    std::string layer_name(std::size_t layer) const;

    /// Opens a head of a layer everywhere, with the story's word marked in it.
    void open(std::size_t layer, base::Index head);
    /// Selects this in a layer, which is then the one on screen.
    void show(std::size_t layer, const workbench::Selection& selection);
    /// Marks a word that answers, or one of the source.
    void mark(base::Index word, bool in_source);
    void switch_head(std::size_t layer, base::Index head);
    void switch_layer(std::size_t layer);
    /// Sets a weight to 0, or puts it back.
    void knock(const workbench::Read& read, bool back);
};

// The story in words.

/// “it”, with its number if the word occurs more than once. `source`: a word of the source.
std::string story_word(const StoryFrame& frame, base::Index word, bool source = false);
/// “How does “it” find “cat”? In two steps”.
std::string story_title(const StoryFrame& frame);
/// Where the numbers come from, and whether there was a hint.
std::string story_origin(const StoryFrame& frame);
/// "from it: cat 0.98".
std::string remark_text(const StoryFrame& frame, std::size_t layer, base::Index head);
/// Everything that the figure shows.
drawing::StoryContent story_content(const StoryFrame& frame);

// The cards.

/// On the left: every head, and what is left when something is knocked out.
void draw_story_map(StoryFrame& frame, const drawing::Rect& area);
void draw_story(StoryFrame& frame, const drawing::Rect& area);

} // namespace ui
