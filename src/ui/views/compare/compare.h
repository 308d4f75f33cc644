#pragma once
// The Compare view: two live documents at the same stage, Left and Right: their words with what reads what,
// their matrices of equal cells, and what differs between the two.

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
    ChipsState chips{.tells_unknown = true, .most_lines = 2};
    std::string source; ///< the last source of cross-attention, for switching back
    std::optional<attention::Cell> pointed_at = {}; ///< by the word under the mouse, in the last frame
};

/// Which of the offered comparisons the two documents form, looked up once per edit; null: the user's own
/// pair.
struct OfferOnScreen {
    workbench::History::Step left, right;
    const workbench::Comparison* offer = nullptr;
};

/// Something in which the two sides differ, in words.
struct DifferenceRow {
    std::string left, name, right;
};

/// The differences between the two sides, looked up once per pass.
struct DifferencesOnScreen {
    std::weak_ptr<const workbench::Pass> left, right;
    base::Index left_head = 0, right_head = 0;
    std::vector<workbench::Difference> found;
    std::vector<DifferenceRow> rows; ///< the most important first
};

struct CompareChoices {
    bool more = false; ///< everything that differs lies over the cards
    /// Code of the user's own pair while another is shown: both documents and the selections in them
    /// (workbench/session/session.h); empty: none.
    std::string yours = {};
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
        return {ui,    *second, second_actions, scene,  actions, earlier,
                there, seconds, course,         guided, trains,  on_slide};
    }
};

class CompareView : public View {
public:
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

// Above the cards: which pair.

/// The question of the pair, the menu of pairs, and the button for all that differs.
void draw_compare_title(CompareFrame& frame, const drawing::Rect& line);
/// The kept pair of the user's own, as a choice of the view.
void visit_own_pair(workbench::ChoiceVisitor& choices, std::string& yours);
/// The offered comparison that the two documents form; null: the user's own pair.
const workbench::Comparison* offer_on_screen(CompareFrame& frame);

inline constexpr float compare_edge = 28; ///< inside the cards, design pixels

// A card: the words of one side, and the stage's result below them.

/// One side as a view of its own: its document is the frame's first, the other side's the second.
struct CompareCard : ViewFrame {
    CompareSide& side;
    bool is_left;

    /// The other side, whose document can be copied.
    const Scene& other() const { return *second; }
};

/// The cells of a card, pixels.
struct CompareCells {
    drawing::CellSize size; ///< of a cell, with half a gap on each side
    float top = 0;          ///< of the matrices, from the top of a card
    /// In self-attention the words stand over the columns that they name; otherwise they are a picture of
    /// their own.
    bool headed = false;
};
/// The largest cells that fit into two cards of this size, the same at every stage: equal on both sides, so
/// that the matrices can be compared, unless one is so large that the cells of the other would vanish, too.
std::array<CompareCells, 2> compare_cells(Ui& ui, const Scene& left, const Scene& right,
                                          const drawing::Rect& card);

/// All names in the card begin with "left/" or "right/".
void draw_compare_card(const CompareCard& frame, const CompareCells& cells);

/// The language that all words of the queries, or of the source, belong to: "English"; empty: none is sure.
std::string language_name(const Ui& ui, const Scene& scene, bool of_source);

// Below the cards: up to three things that differ.

inline constexpr float differences_height = 112; ///< design pixels
void draw_differences(CompareFrame& frame, const drawing::Rect& area);

// Over the cards, on demand: everything.

/// The two documents, which can be edited, all that a table says about them, and Left − Right.
void draw_more(CompareFrame& frame, const drawing::Rect& area);

/// The matrix that a side shows: the result of its stage.
const base::Matrix& shown_result(const Scene& scene);
/// True if both sides show matrices that can be subtracted cell by cell.
bool same_shape(const Scene& left, const Scene& right);
/// A row or column name where the two sides' words differ: "tired / comfortable".
std::string both_names(const std::string& left, const std::string& right);

/// The two sides as a table: what feeds Q, K and V, shapes, work.
class ComparisonTable {
public:
    ComparisonTable(Ui& ui, const Scene& left, const Scene& right);

    /// The height needed at this width, in pixels; a text too long for its column takes several lines.
    float height(float width) const;
    /// Draws it over all of `area`, which must be at least that high; the rows share spare height.
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
