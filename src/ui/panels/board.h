#pragma once
// The matrices of a stage, laid out as they are multiplied. Every cell can be pointed at, marked, typed over
// and dragged.

#include "drawing/matrix_figure.h"
#include "drawing/product_layout.h"
#include "ui/actions.h"
#include "ui/panels/export_card.h"
#include "ui/panels/quantity_look.h"
#include "ui/ui.h"
#include "workbench/change.h"
#include "workbench/study.h"

#include <functional>
#include <set>

namespace ui {

/// One matrix that stands on the board in this frame.
struct OnBoard {
    attention::Quantity quantity;
    attention::Index head = 0;
    bool transposed = false;      ///< Kᵀ: its cell (row, column) is K(column, row)
    drawing::MatrixLayout layout; ///< where it is in this frame, perhaps on its way
    drawing::MatrixLayout target; ///< where it comes to rest
    float opacity = 1;

    attention::Cell cell(drawing::CellPlace place) const;
    std::optional<drawing::CellPlace>
    place(const attention::Cell& cell) const; ///< nothing for another matrix's cell
};

/// What a view shows of the board.
struct BoardLook {
    bool factors = true;  ///< what the result is made from stands beside it
    bool caption = true;  ///< a line under the result says what it is
    bool controls = true; ///< symbol and the stage's choices; without: only what zoom and edits need
    drawing::Role ground = drawing::Role::background; ///< what the matrices stand on
    std::optional<Coloured> coloured = {}; ///< the colours of the result, when it shares them with another
};

/// A stage that is being played shows only what has been made of it.
struct Played {
    attention::Cell cell; ///< being worked on: it takes the place of the marked one
    /// Has the last word on how a matrix looks.
    std::function<void(drawing::MatrixOptions& options, const OnBoard& matrix)> dress;
};

struct BoardState {
    BoardLook look;
    std::optional<Played> played; ///< in this frame; nothing can be pointed at or changed then
    drawing::ProductView view;    ///< zoom and place, shared by the matrices of the stage
    std::optional<attention::Cell>
        pointed;                           ///< under the mouse in the last frame: another view may hover, too
    std::optional<attention::Cell> edited; ///< the cell whose number is being typed
    std::string edit_text, edit_began;     ///< what stands in the field, and what stood there at first
    bool edit_opens = false;               ///< in this frame
    bool edit_seen = false;                ///< the field had the caret
    std::optional<attention::Cell> dragged; ///< the cell under the held mouse button
    float drag_value = 0, drag_y = 0;       ///< where the drag began
    bool drag_moves = false;                ///< far enough to be a drag and not a click
    bool panning = false;
    drawing::Point pan_from, pan_start; ///< where the mouse was in the last frame, and when it was pressed
    bool show_before = false;           ///< the pass before the last step is shown
    attention::StageId before_at{};     ///< the stage at which that was asked for
    std::weak_ptr<const workbench::Pass> before_of = {}; ///< and that pass
    Ranges ranges;
    workbench::Study<std::optional<workbench::Change>> change; ///< what the last step did to the matrix shown
    std::set<attention::Quantity> there;                       ///< in the last frame: the others fade in
    drawing::Rect area;                      ///< of the last frame: a new size is no reason to glide
    drawing::MatrixLayout result;            ///< of the last frame: a new shape starts unzoomed
    float whole = 1;                         ///< the zoom at which all of it is in sight
    std::optional<attention::Cell> revealed; ///< the marked cell of the last frame: a new one is scrolled to,
    drawing::CellSize least;                 ///< and the same one where cells have grown
    float digits = 0;                        ///< size of the result's digits, pixels; 0: its cells have none
};

/// The product of the stage that is chosen (project has three).
const attention::Product& shown_product(const Scene& scene);
/// The sizes of its matrices, and of the names beside them.
drawing::ProductShape board_shape(const Ui& ui, const Scene& scene);

/// The scene that the board shows: with the pass before the last step while “Show before” is on. What stands
/// beside the board is to show the same.
Scene on_show(const BoardState& state, Scene scene);

void draw_board(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);

/// The matrices of the stage: the result, and what it is made from.
Exportables board_exports(Ui& ui, BoardState& state, const Scene& scene);

} // namespace ui
