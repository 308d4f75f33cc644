#pragma once
// The board: the matrices of a stage, laid out as they are multiplied. Cells can be hovered, marked, typed
// into and dragged.

#include "base/study.h"
#include "drawing/figures/matrix.h"
#include "drawing/figures/matrix_layout.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/file_cards.h"
#include "ui/chrome/needed.h"
#include "ui/chrome/scene.h"
#include "workbench/document/selection.h"

#include <functional>
#include <set>

namespace ui {

/// One matrix on the board in this frame.
struct OnBoard {
    enum class Part { left, top, result }; ///< of the product
    Part part;
    attention::Quantity quantity;
    base::Index head = 0;
    bool transposed = false;      ///< Kᵀ: its cell (row, column) is K(column, row)
    bool names_columns = true;    ///< false: words, or the factor above it, name its columns
    drawing::MatrixLayout layout; ///< position in this frame, possibly still moving
    drawing::MatrixLayout target; ///< final position
    float opacity = 1;

    attention::Cell cell(drawing::CellPlace place) const;
    std::optional<drawing::CellPlace>
    place(const attention::Cell& cell) const; ///< empty for another matrix's cell
};

/// What a view shows of the board.
struct BoardLook {
    bool factors = true;                          ///< the factors are shown beside the result
    std::optional<attention::Quantity> only = {}; ///< one of the stage's matrices instead of all of them
    bool words = false; ///< the words with their arcs stand over their columns, and the stage's formula with
                        ///< a sentence where the matrices leave room
    /// The result alone, below words that the view draws: low cells further apart, no sums, and digits
    /// outside the marked row and column recede.
    bool beneath_words = false;
    bool digits_in_every_row = true; ///< false: the marked row's alone, where cells are low
    bool headed = false;             ///< these words stand over its columns, which need no names
    const Needed* needed = nullptr;  ///< by a lesson's step: its controls, and no narration; null: all
    bool controls = true; ///< symbols and the stage's controls; without: only what zooming and editing need
    bool all_choices = true;                     ///< of the stage; without: those of the usual computation
    bool foot = true;                            ///< what zooming and editing need
    int abreast = 1;                             ///< boards side by side in the window
    std::optional<Coloured> coloured = {};       ///< the result's colours, when shared with another matrix
    std::optional<attention::Cell> covered = {}; ///< its number would give an answer away
    drawing::CellSize largest = {drawing::usual_cell_width, drawing::usual_cell_height}; ///< design pixels
};

/// A stage during playback, which shows only what has been computed so far.
struct Played {
    attention::Cell cell; ///< the cell being computed; replaces the marked one
    std::string meaning;  ///< of the unfinished result; empty: as usual
    /// Makes the final changes to how a matrix looks.
    std::function<void(drawing::MatrixOptions& options, const OnBoard& matrix)> dress;
};

struct BoardChoices {
    drawing::ProductView view;                          ///< zoom and position, shared by the stage's matrices
    float most_digits = drawing::DigitLimits{}.largest; ///< design pixels: limit set by the user's zoom
    bool show_before = false;                           ///< shows the pass before the last step
    attention::StageId before_at{};                     ///< the stage for which that was requested
    std::weak_ptr<const workbench::Pass> before_of = {}; ///< and the pass
};

/// A number being typed into a cell.
struct CellEdit {
    std::optional<attention::Cell> cell; ///< empty: none
    std::optional<attention::Cell> next; ///< was clicked, in this pass: a digit opens the field
    std::weak_ptr<const workbench::Pass> next_in;
    bool typed = false;      ///< it has been typed, and others may follow before the caret comes
    std::string text, began; ///< in the field, now and at the start
    bool opens = false;      ///< the field opens in this frame
    bool seen = false;       ///< the field has had the caret
};

/// A cell's number as it is typed: four digits at most, "2", "0.125".
std::string typed_number(float number);

/// A cell under the held mouse button.
struct CellDrag {
    std::optional<attention::Cell> cell; ///< empty: none
    float value = 0, y = 0;              ///< its number and the mouse at the start
    bool moves = false;                  ///< moved far enough to be a drag, not a click
};

struct Panning {
    bool active = false;
    drawing::Point from, start; ///< the mouse in the last frame, and when it was pressed
};

/// State kept from the last frame.
struct BoardLast {
    Ranges ranges;
    std::optional<attention::Cell> pointed;  ///< under the mouse: another view may also set the hovered cell
    drawing::Point mouse;                    ///< what comes to lie under it where it rests is not pointed at
    std::set<attention::Quantity> there;     ///< shown: others fade in
    drawing::Rect area;                      ///< after a resize nothing glides
    drawing::Rect corner;                    ///< what the formula and its sentence leave of their room
    drawing::MatrixLayout result;            ///< a new shape starts unzoomed
    float whole = 1;                         ///< the zoom at which all of the result is visible
    std::optional<attention::Cell> revealed; ///< the marked cell: a new one is scrolled to,
    drawing::CellSize least;                 ///< as is the same one after cells have grown
    float foot = 0;   ///< height of the controls, which keep their place during playback
    float digits = 0; ///< size of the result's digits, pixels; 0: no digits
};

struct BoardState {
    BoardLook look;
    std::optional<Played> played; ///< set for this frame; no hovering or editing then
    BoardChoices chosen;
    CellEdit edit;
    CellDrag drag;
    Panning pan;
    /// The effect of the last step on the matrix shown.
    base::Study<std::optional<workbench::Change>, std::pair<attention::Quantity, base::Index>> change;
    BoardLast last;
};

/// The selected product of the stage (project has three).
attention::Product shown_product(const Scene& scene);
/// The sizes of its matrices and of the names beside them.
drawing::ProductShape board_shape(const Ui& ui, const Scene& scene);

/// The scene shown on the board: with the pass before the last step while “Show before” is on. Everything
/// beside the board must use it too.
Scene on_show(const BoardState& state, Scene scene);

void draw_board(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area, Actions& actions);

// What stands around its matrices.

/// The symbol of a matrix beside its heading, not further left than `left`. Pointed at, it says what the
/// matrix holds and its shape.
void draw_symbol(Ui& ui, const Scene& scene, const OnBoard& matrix, bool beside_another, float left);

/// The formula of the stage and a sentence about it: in `room`, as large as fits; and the sentence's own
/// words during playback, unless empty. Returns the height used.
float draw_stage_formula(Ui& ui, const Scene& scene, const drawing::Rect& room, const std::string& own_words,
                         bool with_sentence = true);
/// The height of these in a column of their own, pixels.
float stage_formula_height(const Ui& ui);

// Its input: what the mouse and typing do to the matrices and their cells.

/// Hovering, marking, dragging, zooming and panning.
void handle_board_input(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& board,
                        const std::vector<OnBoard>& matrices, Actions& actions);

/// Zooms by `factor` about `fixed`, a point of the result.
void zoom_board(BoardState& state, const drawing::MatrixLayout& result, drawing::Point fixed, float factor,
                float largest_cell);

/// The field over the cell being edited.
void draw_cell_editor(Ui& ui, BoardState& state, const std::vector<OnBoard>& matrices, Actions& actions);

/// Parses a finite number as people type it: U+2212 minus and a decimal comma are accepted. Empty for
/// anything else.
std::optional<float> parsed_number(std::string text);

// The controls of the current stage, below its matrices.

/// The kinds of mask, here and in the mask lab, with `now` in force, in one line from `start`, or in two when
/// `pitch` is not 0: none, causal, window, padding; a drawing can be cleared, which leaves the others. Counts
/// that do not fit before `right` are narrower, or left out. Control names begin with `name`. Returns where
/// the line ends.
float draw_mask_choices(Ui& ui, const Scene& scene, const workbench::MaskChoice& now, const std::string& name,
                        drawing::Point start, float right, float pitch, Actions& actions);

/// Which product, score function, scale, mask, dropout; zoom; what the last step changed; what was set by
/// hand. Draws at the bottom of `area`; returns the height used.
float draw_stage_controls(Ui& ui, BoardState& state, const Scene& scene, const drawing::Rect& area,
                          Actions& actions);

/// The first half of them alone: which product, score function, scale, mask, dropout, in a line from `at`.
void draw_stage_choices(Ui& ui, const Scene& scene, drawing::Point at, float right, Actions& actions);
/// Those that a lesson's step needs, and which layer, head and sentence of a batch.
void draw_needed_choices(Ui& ui, const Scene& scene, const Needed& needed, drawing::Point at, float right,
                         Actions& actions);

} // namespace ui
