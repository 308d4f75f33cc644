#pragma once
// The Compare view: two live documents at the same stage, Left and Right, and their differences in words, in
// a table, and cell by cell.

#include "ui/panels/board.h"
#include "ui/panels/chips.h"
#include "ui/panels/document_bar.h"
#include "ui/panels/export_card.h"
#include "ui/panels/scrubber.h"
#include "workbench/comparison.h"
#include "workbench/differences.h"
#include "workbench/study.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

/// One of the two cards.
struct CompareSide {
    DocumentBarState document{.fills = true};
    BoardState board;
    ChipsState chips;
    std::string source; ///< the last source of cross-attention, for switching back
};

/// Which of the offered comparisons the two documents form, looked up once per step; null: the user's own
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

struct CompareState {
    CompareSide left, right;
    workbench::Player player;
    OfferOnScreen on_screen;
    DifferencesOnScreen differences;
    std::optional<workbench::Comparison> yours; ///< the user's own pair, kept while another is shown
    bool difference = false;                    ///< show Left − Right
    workbench::Study<workbench::MatrixDifference> study;
    std::shared_ptr<const workbench::MatrixDifference>
        shown; ///< Left − Right as drawn in the last frame; null: not drawn
};

/// Draws the view into `area`, and its menu into `bar`; the first document is on the left.
void draw_compare(Ui& ui, CompareState& state, const Scene& left, Actions& left_actions, const Scene& right,
                  Actions& right_actions, const drawing::Rect& bar, const drawing::Rect& area,
                  double seconds);

/// The Walkthrough's keys, applied to Left; Right follows.
void compare_keys(Ui& ui, CompareState& state, const Scene& left, Actions& left_actions, const Scene& right,
                  Actions& right_actions);

/// {"offer":"word","differs":["words"]}: what is on screen, for tests; the user's own pair has no offer.
nlohmann::json compare_report(const CompareState& state);

/// The matrices of both cards, and Left − Right while it is shown.
Exportables compare_exports(Ui& ui, CompareState& state, const Scene& left, const Scene& right);

} // namespace ui
