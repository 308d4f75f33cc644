#pragma once
// The Heads view of a trained model: a map of all its heads, the story of one word, and what knocking
// something out does.

#include "drawing/story_figure.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "workbench/knock_out_study.h"
#include "workbench/story_offers.h"
#include "workbench/study.h"

#include <map>

namespace ui {

struct StoryChoices {
    bool numbers = false;                                ///< the marked line in numbers, under the story
    learning::Instead instead = learning::Instead::zero; ///< of a weight knocked out on other sentences
    bool operator==(const StoryChoices&) const = default;
};

/// What is computed beyond the pass.
struct StoryWork {
    workbench::Study<workbench::Story, base::Index> story;
    /// By model and what is read instead: the measuring goes on where it was when the view is opened again.
    std::map<std::string, std::shared_ptr<workbench::KnockOutRun>> runs;
    workbench::Study<workbench::KnockOuts, std::string> knock_outs;
    workbench::Study<workbench::KnockOuts, std::vector<learning::KnockOut>> by_hand;
};

/// What stands beside the story of a document, looked up once per step.
struct StoryOffers {
    workbench::History::Step about;
    workbench::TaskPtr task; ///< null: what the model was trained for is not known
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
    std::pair<base::Index, std::size_t> in_view = {-1, 0}; ///< the word, of how many, that was scrolled to
    drawing::StoryContent content;
};

struct StoryState {
    StoryChoices chosen;
    StoryWork work;
    StoryOffers offers;
    StoryShown shown;
    ChipsState chips;
    base::Index row = 0; ///< of the words that answer, while a layer of the source is open elsewhere
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

} // namespace ui
