#pragma once
// The Story view: what a model does with one word, drawn as a picture that can be played and cut. Hidden
// until asked for: the heads' maps, the marked line in numbers, what the model needs, another sentence beside
// it.

#include "base/study.h"
#include "drawing/figures/story.h"
#include "learning/writing.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "ui/views/story/owed.h"
#include "workbench/studies/lens.h"
#include "workbench/studies/next_word.h"
#include "workbench/studies/patching.h"
#include "workbench/studies/real_story.h"
#include "workbench/studies/story.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace ui {

struct StoryChoices {
    bool maps = false;    ///< every head as a small matrix, beside its layer
    bool numbers = false; ///< the marked line in numbers, under the story
    bool needs = false;   ///< what is left when something is knocked out, at the right
    bool beside = false;  ///< a sentence with another answer, at the right
    bool carries = false; ///< … and which of its words carries the change, underneath
    learning::Instead instead =
        learning::Instead::zero;                ///< replaces a weight knocked out, on other sentences
    learning::Taste taste{.temperature = 0.7F}; ///< by which a next word is drawn
    base::Index draw = 1;                       ///< another number, other words by chance
    bool operator==(const StoryChoices&) const = default;
};

/// A pass, and what is told of one of its words.
struct ToldStory {
    std::shared_ptr<const workbench::Pass> pass;
    std::shared_ptr<const workbench::Story> story;
    workbench::Lens lens;
    // Of a model that writes:
    std::optional<workbench::NextWord> next = {}; ///< after the marked word
    /// Of one that fills gaps: what may stand in the gap that it answers for.
    std::optional<workbench::NextWord> in_gap = {};
    std::optional<std::size_t> first_break = {}; ///< the first word that breaks what the text has settled
    workbench::WritingTimes times = {};
};

/// What is computed beyond the pass.
struct StoryWork {
    base::Study<ToldStory, base::Index> told;
    /// By model and what is read instead: measuring resumes where it stopped when the view is opened again.
    struct Measuring {
        std::shared_ptr<workbench::KnockOutRun> run;
        std::shared_ptr<const workbench::KnockOuts> so_far;
    };
    std::map<std::string, Measuring> measuring;
    base::Study<workbench::KnockOuts, std::string> knock_outs;
    base::Study<workbench::KnockOuts, std::vector<learning::KnockOut>> by_hand;
    base::Study<ToldStory, std::pair<std::string, base::Index>> other; ///< by its sentence, and the word
    base::Study<workbench::PatchMap> carries;
};

/// What stands beside the story of a document, looked up once per pass.
struct StoryOffers {
    std::shared_ptr<const workbench::Pass> about;
    workbench::TaskPtr task; ///< null: unknown
    std::optional<workbench::Counterpart> counterpart;
    std::optional<workbench::OtherModel> other;
};

/// The moment that is on screen.
struct StoryMoment {
    float seconds = drawing::StoryPlay::length;
    bool playing = false;
};

inline constexpr base::Index most_draws = 1'000'000;
inline constexpr float hottest = 1.5F;                                 ///< temperature
inline constexpr const char* temperature_slider = "story/temperature"; ///< takes ← and → in its focus

inline constexpr float seconds_a_word = 0.5F; ///< while it writes on, or Space is held

/// A model that writes on by itself.
struct WritingOn {
    bool on = false;
    float waited = 0;        ///< seconds since its last word
    std::size_t written = 0; ///< bytes of the text when it wrote that
};

/// A word that chance has drawn, while the throw is seen.
struct Thrown {
    workbench::NextWord::Candidate word;
    std::size_t row = 0; ///< its place among the best; one more than the last: none of them
    float at = 0;        ///< on the shares of all words laid end to end, from 0 to 1
    std::shared_ptr<const workbench::Pass> of; ///< of the text that it goes on with
    float seconds = 0;                         ///< since then
};

/// A word that was taken, on its way into the picture; then the lines are drawn again.
struct Arriving {
    std::string word;
    drawing::Rect from;          ///< where it stood among the next words
    std::size_t words = 0;       ///< of the text before it
    drawing::StoryLayout before; ///< of that text
    float seconds = 0;           ///< since the story with the word is there
};

/// How words get into a text.
struct Taking {
    OwedWords owed = {};
    std::optional<Thrown> thrown = {};
    std::optional<Arriving> arriving = {};
    float since = 0; ///< seconds since the last one
};

/// What was drawn in the last frame.
struct StoryShown {
    std::shared_ptr<const ToldStory> told;
    std::shared_ptr<const ToldStory> other; ///< the sentence beside it; null: none
    drawing::StoryContent other_content;
    std::shared_ptr<const ToldStory> drawn; ///< in the last frame
    drawing::StoryLayout layout, came_from; ///< of it, and of the one before, from which arcs glide
    float glided = 1;                       ///< how much of the way
    std::shared_ptr<const workbench::PatchMap> carries;
    std::shared_ptr<const workbench::KnockOuts> knock_outs; ///< what the model needs; null: not asked
    std::shared_ptr<const workbench::KnockOuts>
        by_hand; ///< nothing off, and what is off now; null: not asked
    drawing::ColouredText title;
    /// Of the story, and of the one beside it: the word scrolled to, and the number of words.
    std::array<std::pair<base::Index, std::size_t>, 2> in_view = {{{-1, 0}, {-1, 0}}};
    drawing::StoryContent content;
    std::vector<drawing::Rect> next_rows = {}; ///< the names of the best next words; then that of all others
    std::array<float, 2> heights = {};         ///< of both figures, pixels
    std::array<float, 2> widths = {};
    std::array<int, 2> seeks = {}; ///< frames in which it is scrolled to the marked word
    /// The layer under the mouse, all of whose arcs are drawn where there are many layers.
    std::optional<std::size_t> pointed_layer = {};
    float seconds = drawing::StoryPlay::length; ///< the moment
    bool moves = false;                         ///< it is another than in the frame before
};

/// Of a model that turns a text into one vector: sentences beside the one that is read.
struct AlikeState {
    std::vector<std::string> sentences; ///< the newest first; none yet: those that the program offers
    std::string typed;
    bool takes_caret = false; ///< the field has it again in the next frame
    base::Study<std::vector<workbench::Alike>, std::vector<std::string>> study;
    std::shared_ptr<const std::vector<workbench::Alike>> found;
};

struct StoryState {
    StoryChoices chosen;
    StoryWork work;
    StoryOffers offers;
    StoryMoment moment;
    WritingOn writing;
    Taking taking;
    AlikeState alike;
    StoryShown shown;
    ChipsState chips{
        .tells_unknown = true,
        .left_out = {workbench::Subject::head, workbench::Subject::heads_off, workbench::Subject::numbers}};
    base::Index row = 0; ///< the answering word, while another view has a layer of the source open
    std::vector<learning::KnockOut> measures = {}; ///< what its cost was asked for; empty: nothing
    /// Of a model with many layers: those that were opened, since nothing in them is told.
    std::set<std::size_t> opened_layers = {};
    std::string opened_in = {}; ///< the model's name
    /// The place and the point that were clicked; none: the changed word, before any layer.
    std::optional<std::pair<std::size_t, base::Index>> patched = {};
};

class StoryView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// Space plays, H shows the heads, ↑ ↓ the marked word.
    void keys(ViewFrame& frame) override;
    /// Stops what runs in the background.
    void leave() override;
    /// The story, and all heads on one sheet.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    /// "play": from the beginning.
    bool open(const std::string& page) override;
    std::vector<std::string> pages(const attention::Trace&) const override { return {"all"}; }
    /// {"title":…,"row":7,"answers":[…],"steps":[…],"knocked_out":[…],"knock_outs":[…],"seconds":6}
    nlohmann::json shown() const override;

private:
    StoryState state_;
};

// What the parts of the view share during a frame.

struct StoryFrame : ViewFrame {
    StoryState& state;
    const ToldStory& told;

    const workbench::Pass& pass() const { return *told.pass; }
    const workbench::Story& story() const { return *told.story; }

    // Its layers: those of a model, else one.

    bool is_model() const { return pass().has_learned(); } ///< trained by this program, or a real one
    bool is_trained() const { return pass().reading != nullptr; }
    bool has_line() const { return story().stream.numbers != nullptr; }          ///< that numbers tell
    const workbench::TrainedReading& reading() const { return *pass().reading; } ///< asserts is_trained()
    const learning::Trained& model() const { return *reading().model; }
    std::size_t layers() const { return story().remarks.size(); }
    model::Place place(std::size_t layer) const;
    const attention::Trace& trace(std::size_t layer) const;
    /// The one that is open in other views.
    std::size_t open_layer() const {
        return static_cast<std::size_t>(workbench::shown_layer(scene.pass().document));
    }
    /// Its queries are the words that answer; otherwise those of the source.
    bool answers(std::size_t layer) const;
    /// Its keys are words of the source.
    bool reads_source(std::size_t layer) const;
    base::Index row(std::size_t layer) const;
    bool is_on(std::size_t layer, base::Index head) const { return trace(layer).options.is_on(head); }
    /// "layer 2", "cross 1".
    std::string layer_name(std::size_t layer) const;
    /// The one that a band of the figure stands for.
    std::size_t layer_of(bool in_source, std::size_t band) const;
    bool is_changed() const { return !story().usual.empty(); }
    /// A real model with so many layers that only the strongest arcs are drawn, and little is said of each.
    bool is_deep() const { return pass().real && layers() > 4; }
    bool is_opened(std::size_t layer) const { return state.opened_layers.contains(layer); }
    /// It names the next word of a text, which can be taken.
    bool writes() const { return told.next.has_value(); }
    /// The story on screen is that of the text as it is now; until then a click would mean another document.
    bool is_current() const { return told.pass == scene.shown && !scene.bench.computing(); }
    /// It turns the text into one vector.
    bool encodes() const { return pass().real && pass().real->model->is_sentence_encoder(); }
    /// Words at the end that the model wrote. A session from elsewhere may say that there are more: the first
    /// is always the user's.
    base::Index written() const {
        return std::min<base::Index>(pass().document.written, std::ssize(story().words) - 1);
    }
    /// The marked word is the last one: what comes next is still open.
    bool at_end() const { return !told.next->written; }
    /// There the text most likely ends.
    bool is_over() const { return at_end() && told.next->best.front().ends; }

    /// A text with words filled in.
    std::string say(const std::string& name, const std::map<std::string, std::string>& words = {}) const;
    std::string quoted(const std::string& word) const;   ///< “cat”
    std::string word_of(base::Index id) const;           ///< that the model may answer
    std::string answered(const std::string& word) const; ///< the same, or the end of the text
    std::string named(const std::string& word) const;    ///< without quotes: cat, or the end of the text
    bool is_end(const std::string& word) const;          ///< with which the text would end
    base::RowVector tasted(const base::RowVector& probabilities) const; ///< as it is drawn
    /// What the model named before something was cut, given the probabilities of then; empty: nothing is cut.
    std::string before_cut(const base::RowVector& usually) const;

    // What a click asks for.

    /// Opens a head of a layer everywhere, with the story's word marked in it.
    void open(std::size_t layer, base::Index head);
    /// Selects this in a layer, which is then the one on screen.
    void show(std::size_t layer, const workbench::Selection& selection);
    /// Marks a word that answers, or one of the source.
    void mark(base::Index word, bool in_source);
    void switch_head(std::size_t layer, base::Index head);
    void switch_layer(std::size_t layer);
    /// Sets a weight to 0, or puts it back.
    void cut(const workbench::Read& read, bool back);
    /// Puts back all arcs that were cut, and switches all heads on.
    void restore();
    /// Writes a word at the end of the text, which is then marked. Nothing where the text would end.
    void take(const workbench::NextWord::Candidate& word);
    /// The same for the likeliest word, or the one that chance draws, as soon as the story is that of the
    /// text as it is now. `held`: by a key that is held, two words a second.
    void take_likeliest(bool held);
    void take_by_chance();
    /// A word that was taken flies into its box.
    bool is_arriving() const;
    /// Writes a word in place of the gap.
    void fill_gap(const workbench::NextWord::Candidate& word);
};

/// Probabilities of the next word, as it is drawn.
base::RowVector tasted(const workbench::Pass& pass, const base::RowVector& probabilities,
                       const learning::Taste& taste);

// The story in words.

std::string plain_text(const drawing::ColouredText& line);
/// “it”, with its number if the word occurs more than once. `source`: a word of the source.
std::string story_word(const StoryFrame& frame, base::Index word, bool source = false);
/// “How does “it” find “cat”? In two steps”.
drawing::ColouredText story_title(const StoryFrame& frame);
/// Where the numbers come from, and whether there was a hint; of a story that was cut, what that did.
std::string story_about(const StoryFrame& frame);
/// After a cut, the first layer above it whose heads read another word than usual; none: all read the same.
std::optional<std::size_t> layer_that_follows(const StoryFrame& frame);
/// "from it: cat 0.98".
std::string remark_text(const StoryFrame& frame, std::size_t layer, base::Index head);
/// That a head reads a word strongly, and could do without.
std::string spare_text(const StoryFrame& frame, const workbench::SpareRead& spare);
/// A piece that goes on with the word before it: "ting", named "-ting".
bool goes_on_with_word(const workbench::NextWord::Candidate& word);
/// Everything that the figure shows.
drawing::StoryContent story_content(const StoryFrame& frame);

// The parts.

inline constexpr float story_side = 32, above_story = 88; ///< design pixels: beside and above the figure

/// The figure, whose words and arcs respond, with the heads' maps beside their layers.
void draw_story_figure(StoryFrame& frame, const drawing::Rect& area);
/// The figure of the sentence beside it, without names of layers.
void draw_other_figure(StoryFrame& frame, const drawing::Rect& area);
/// Computes the other sentence and what carries the change, as far as that is on screen.
void ask_beside(StoryFrame& frame);
/// Both sentences, and underneath what carries the change.
void draw_story_beside(StoryFrame& frame, const drawing::Rect& area);
/// The heads of a layer, within the place beside its band.
void draw_story_maps(StoryFrame& frame, std::size_t layer, const drawing::Rect& area);
/// The width of that place, pixels.
float story_maps_width(const StoryFrame& frame);
/// The least height of a layer in which they can be told apart and switched, pixels.
float story_maps_height(const StoryFrame& frame);
/// Beside a model that writes: the words that may come next, and how one of them is chosen.
void draw_next_words(StoryFrame& frame, const drawing::Rect& area);
/// Their bars alone, as many as the slide has room for; the marked line leads into the first.
void draw_next_words_on_slide(StoryFrame& frame, const drawing::Rect& area);
/// Beside one that fills gaps: the words that may stand in the gap.
void draw_gap_words(StoryFrame& frame, const drawing::Rect& area);
/// The bar under a model that writes: the text so far, each word of which can be clicked.
void draw_writing_bar(StoryFrame& frame, const drawing::Rect& area);
/// Lets it write on, if it does.
void write_on(StoryFrame& frame);
/// Moves what is on its way.
void follow_taking(StoryFrame& frame);
/// Takes the first word that is owed.
void take_owed(StoryFrame& frame);
/// How far it is on its way, from 0 to 1.
float fallen(const Thrown& thrown);
float flown(const Arriving& arriving);
/// The moment of the play at which the figure is drawn: after a word has come the lines are drawn again.
float drawn_moment(const StoryFrame& frame);
/// The word that is on its way, over everything else.
void draw_arriving_word(StoryFrame& frame);
/// Beside a model that turns a text into one vector: other sentences, and how alike they are.
void ask_alike(StoryFrame& frame);
void draw_alike(StoryFrame& frame, const drawing::Rect& area);
/// The bar at the bottom: play, where one is, and what else can be seen.
void draw_story_bar(StoryFrame& frame, const drawing::Rect& area);
/// The marked line in numbers.
void draw_story_numbers(StoryFrame& frame, const drawing::Rect& area);
/// What is left of the right answers when something is knocked out, and the other model.
void draw_story_needs(StoryFrame& frame, const drawing::Rect& area);

Exportables story_exports(StoryFrame& frame);

} // namespace ui
