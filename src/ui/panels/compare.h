#pragma once
// The Compare view: two documents at the same stage, A and B, each of them live; what differs between them in
// a table, or cell by cell.

#include "ui/panels/board.h"
#include "ui/panels/document_bar.h"
#include "ui/panels/export_card.h"
#include "ui/panels/scrubber.h"
#include "workbench/comparison.h"
#include "workbench/study.h"

namespace ui {

/// One of the two cards.
struct CompareSide {
    DocumentBarState document{.fills = true};
    BoardState board;
    std::string source; ///< the last source of cross-attention: to go back to it
};

struct CompareState {
    CompareSide a, b;
    ScrubberState scrubber;
    std::string chosen = "self-cross"; ///< the comparison that was opened last
    bool difference = false;           ///< A − B is shown
    workbench::Study<workbench::Difference> study;
    std::shared_ptr<const workbench::Difference>
        shown; ///< A − B as drawn in the last frame; null: it was not
};

/// Draws the view into `area`, and its menu into `bar`: A is the first document, B the second.
void draw_compare(Ui& ui, CompareState& state, const Scene& a, Actions& a_actions, const Scene& b,
                  Actions& b_actions, const drawing::Rect& bar, const drawing::Rect& area, double seconds);

/// The keys of the Walkthrough, for A; B follows.
void compare_keys(Ui& ui, CompareState& state, const Scene& a, Actions& a_actions, const Scene& b,
                  Actions& b_actions);

/// What stands in both cards, and A − B while it is shown.
Exportables compare_exports(Ui& ui, CompareState& state, const Scene& a, const Scene& b);

} // namespace ui
