#pragma once
// The Walkthrough view: one sentence, from words to output, stage by stage.

#include "narration/prediction.h"
#include "ui/board/board.h"
#include "ui/board/words.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/view.h"
#include "workbench/playback.h"
#include "workbench/studies/bridge.h"

#include <array>
#include <nlohmann/json_fwd.hpp>

namespace ui {

/// Texts about a whole pass, built once: they are the same for all its cells.
struct PassTexts {
    std::weak_ptr<const workbench::Pass> pass;
    std::vector<narration::Listing> listings;
    std::string formula;
};

/// The parts of the explanation that are folded below the arithmetic.
enum class FoldedPart { none, more, predict, formula, code };

struct ExplanationChoices {
    FoldedPart open = FoldedPart::none; ///< while it is "predict", what it asks for is hidden
    bool all_terms = false;             ///< show all terms of a long sum
    int language = 0;                   ///< index of the code listing
    bool operator==(const ExplanationChoices&) const = default;
};

struct ExplanationState {
    ExplanationChoices chosen;
    PassTexts texts;
    attention::StageId read = {};      ///< the stage whose explanation was drawn last
    std::array<float, 5> heights = {}; ///< of the folded parts in the last frame, pixels
    bool copied = false;               ///< the copy button says "Copied"
    double copied_until = 0;           ///< at least until then, in ImGui's time
    narration::Answers answers;
    std::optional<narration::Prediction> question; ///< about the marked cell, in this frame
    narration::Clues hidden;                       ///< in this frame
    std::optional<attention::Cell> covered;        ///< its number would give the answer away, in this frame
    attention::Cell explained;                     ///< its arithmetic is shown, in this frame
};

struct PlayState {
    workbench::Player player;
    std::optional<long> last_step = {}; ///< in the last frame; empty: no stage was being played
    /// What was on screen in the last frame, for tests.
    struct Shown {
        std::string phase;
        long step = 0, steps = 0; ///< of the playback
        double seconds = 0;       ///< duration of the whole stage
        workbench::Moment moment;
        bool over = false;   ///< the last stage has been played: suggest what to try next
        bool arrived = true; ///< the factors of the step are where they meet
    } shown;
};

/// From this layer to a trained model.
struct BridgeState {
    std::weak_ptr<const workbench::Pass> pass = {}; ///< the pass that `found` belongs to
    std::optional<workbench::Bridge> found = {};
};

/// A side panel that can be folded to a strip, by the user or for lack of room.
struct Fold {
    bool folded = false; ///< the user folded it
    bool opened = false; ///< there is no room for it, but the user opened it anyway
    bool fits = true;    ///< there is room for it

    /// Whether only the strip is shown in this frame.
    bool is_folded(bool has_room) {
        fits = has_room;
        if (fits) opened = false; // no exception needed any more
        return fits ? folded : !opened;
    }
};

struct WalkthroughState {
    BoardState board;
    ExplanationState explanation;
    PlayState play;
    ChipsState chips;
    BridgeState bridge;
    Fold rail_fold, explanation_fold;
};

struct WalkthroughFrame : ViewFrame {
    WalkthroughState& state;

    /// What the words, the explanation and the board are about: the pass shown, or the one before it.
    Scene seen() const { return on_show(state.board, scene); }
};

class WalkthroughView : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The keys of a stage and of playing it; Alt ← → swaps the marked word with its neighbour.
    void keys(ViewFrame& frame) override;
    /// The matrices on the board, the arcs over the words, the formula.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    /// The playback speed, and which panels are folded.
    void use(const workbench::Settings& settings) override;
    /// {"question":…,"state":…,"hidden":[…],"play":…}: the question and what it hides, and what is played.
    nlohmann::json shown() const override;

private:
    WalkthroughState state_;
};

// The parts of the view.

/// Updates the stage's question; returns what the whole view hides while it is asked.
narration::Clues clues_hidden(WalkthroughFrame& frame);
/// The card on the right: the stage in two sentences and its arithmetic; folded below, more about it, a
/// question about the next one, the whole formula and the code. Hides what clues_hidden() found in this
/// frame.
void draw_explanation(WalkthroughFrame& frame, const drawing::Rect& area);

/// One line and a button, where a trained model reads the marked word differently from this layer set by
/// hand; returns their height with the space below, 0 where there is nothing to say.
float draw_bridge(WalkthroughFrame& frame, drawing::Point at, float width);

/// Draws the stage being played where its board is, and within `page` the card with the products; clicking
/// the board, or the card's cross, shows the whole stage again.
void draw_play(WalkthroughFrame& frame, const workbench::Playback& playback, const drawing::Rect& board,
               const drawing::Rect& page);
/// Space plays and pauses, comma and period step one product back or forward, Escape shows the whole stage.
void play_keys(WalkthroughFrame& frame);
nlohmann::json play_report(const PlayState& state);

// The terms of the cell being computed, as shown on a card while playing; the numbers are those of its
// explanation.

/// left × right = product, or the parts of it that the form has.
struct PlayTerm {
    enum State { done, now, ahead };

    std::string name = {}, left = {}, sign = {}, right = {}, product = {};
    bool exact = true; ///< the product is exact for the numbers as written
    drawing::Role left_role = drawing::Role::text, right_role = drawing::Role::text;
    drawing::Role bar_role = drawing::Role::positive;
    float bar = 0; ///< −1 to 1; of a sum of products, relative to full_bar()
    State state = done;
};

struct PlayTerms {
    std::vector<PlayTerm> rows = {};     ///< of a long sum, those around the last one added
    std::vector<std::string> added = {}; ///< terms of the sum so far; of a long sum, the last ones
    std::string sum = {};                ///< empty: there is no sum
    bool exact = true;                   ///< `added` gives exactly `sum`, as written
    bool complete = false;               ///< `sum` is the result
};

/// At most `room` rows.
PlayTerms play_terms(const Ui& ui, const Scene& scene, const workbench::Moment& moment, base::Index room);
/// The number of rows for a cell.
base::Index play_rows(const Scene& scene, const attention::Cell& cell);

// The factors of a term on their way into the cell.

/// How far the factors of this step have flown, 0 to 1. They take 180 ms after a step forward; after any
/// other step they are there at once. Must be called in every frame in which a stage is played.
float flown(Ui& ui, PlayState& state, long step);
/// Where they meet: above the cell.
drawing::Rect meeting_place(const Ui& ui, const drawing::Rect& cell, const PlayTerm& term);
/// The factors on their way from `left` and `right`; once there, the product.
void draw_flight(Ui& ui, const PlayTerm& term, drawing::Point left, drawing::Point right,
                 const drawing::Rect& cell, float way);

// Going on.

/// Draws the suggestions of what to try after the last stage, on a card of their own.
void draw_what_next(WalkthroughFrame& frame, drawing::Point at, float width);
/// The same within a column that is about `scene`; returns the height.
float what_next(WalkthroughFrame& frame, const Scene& scene, drawing::Point at, float width);

} // namespace ui
