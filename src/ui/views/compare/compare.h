#pragma once
// The Compare view: two live documents at the same stage, Left and Right, and their differences in words, in
// a table, and cell by cell.

#include "base/study.h"
#include "ui/board/board.h"
#include "ui/chrome/chips.h"
#include "ui/chrome/navigation.h"
#include "ui/chrome/top_bar.h"
#include "ui/chrome/view.h"
#include "workbench/document/comparison.h"

#include <array>
#include <string>
#include <vector>

namespace ui {

/// One of the two cards.
struct CompareSide {
    DocumentBarState document{.fills = true};
    BoardState board;
    ChipsState chips{.tells_unknown = true};
    std::string source; ///< the last source of cross-attention, for switching back
};

/// Which of the offered comparisons the two documents form, looked up once per edit; null: the user's own
/// pair.
struct OfferOnScreen {
    workbench::History::Step left, right;
    const workbench::Comparison* offer = nullptr;
};

/// The differences between the two sides, looked up once per pass.
struct DifferencesOnScreen {
    std::weak_ptr<const workbench::Pass> left, right;
    base::Index left_head = 0, right_head = 0;
    std::vector<workbench::Difference> found;
};

/// The user's own pair, kept while another is shown.
struct OwnPair {
    std::string code =
        {}; ///< both documents and the selections in them (workbench/session/session.h); empty: none
    bool difference = false; ///< with Left − Right
    bool operator==(const OwnPair&) const = default;
};

struct CompareChoices {
    bool difference = false; ///< show Left − Right
    OwnPair yours = {};
    bool operator==(const CompareChoices&) const = default;
};

struct CompareState {
    CompareChoices chosen;
    CompareSide left, right;
    workbench::Player player;
    base::Study<workbench::MatrixDifference, std::tuple<attention::Quantity, base::Index, base::Index>>
        study; ///< of the heads on the left and on the right

    // What was on screen in the last frame.
    OfferOnScreen offer;
    DifferencesOnScreen differences;
    std::shared_ptr<const workbench::MatrixDifference> shown; ///< Left − Right; null: not drawn
};

/// The first document of the frame is on the left, the second on the right.
struct CompareFrame : ViewFrame {
    CompareState& state;

    const Scene& left() const { return scene; }
    const Scene& right() const { return *second; }
    /// The same with the two documents swapped, in the area `there`.
    ViewFrame seen_from_right(const drawing::Rect& there) const {
        return {ui,    *second, second_actions, scene,  actions, earlier, bar,
                there, seconds, course,         guided, trains,  on_slide};
    }
};

class CompareView : public View {
public:
    /// Draws the cards, and the menu into the frame's `bar`.
    void draw(ViewFrame& frame) override;
    /// The Walkthrough's keys, applied to Left; Right follows.
    void keys(ViewFrame& frame) override;
    /// The matrices of both cards, and Left − Right while it is shown.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    void use(const workbench::Settings& settings) override;
    /// {"offer":"word","differs":["words"]}; the user's own pair has no offer.
    nlohmann::json shown() const override;

private:
    CompareState state_;
};

// The text above the cards.

/// The offered comparison that the two documents form; null: the user's own pair.
const workbench::Comparison* offer_on_screen(CompareFrame& frame);
/// The question, the Left − Right switch and the differences, from the top of `area`; returns the height
/// used.
float draw_compare_words(CompareFrame& frame, const drawing::Rect& area);

// A card: what is computed, which sequence feeds what, and the stage's result.

inline constexpr float compare_card_padding = 16; ///< design pixels

/// One side as a view of its own: its document is the frame's first, the other side's the second.
struct CompareCard : ViewFrame {
    CompareSide& side;
    bool is_left;
    /// Heights of the chips and of the marked cell's explanation in pixels, equal in both cards.
    float chips, explanation;

    /// The other side, whose document can be copied.
    const Scene& other() const { return *second; }
};

/// The height of the marked cell's explanation in a card of this inner width.
float compare_explanation_height(Ui& ui, const Scene& scene, float width);
/// All names in the card begin with "left/" or "right/".
void draw_compare_card(const CompareCard& frame);

/// What differs between the two sides, as a table: what feeds Q, K and V, shapes, work.
class ComparisonTable {
public:
    ComparisonTable(Ui& ui, const Scene& left, const Scene& right);

    /// The height needed at this width, in pixels; a text too long for its column takes several lines.
    float height(float width) const;
    /// Draws it as a card over all of `area`, which must be at least that high; the rows share spare height.
    void draw(const drawing::Rect& area) const;

private:
    struct Row {
        std::array<std::string, 3> texts; ///< what is compared, and its value on each side
        std::string anchor;
        drawing::Role colour;
    };
    /// Draws (or with `measure_only` just measures) a row's texts; returns the height of the highest.
    float texts(const Row& row, drawing::Point at, float width, bool measure_only) const;

    Ui& ui_;
    std::vector<Row> rows_; ///< the first has the names of the sides
};

} // namespace ui
