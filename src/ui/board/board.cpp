#include "ui/board/board.h"

#include "drawing/figures/matrix.h"
#include "narration/wording.h"
#include "ui/board/arithmetic.h"
#include "ui/board/quantity_look.h"
#include "ui/board/words.h"
#include "ui/chrome/chips.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using attention::Axis;
using attention::Cell;
using attention::Quantity;
using base::Index;
using Part = OnBoard::Part;

Cell OnBoard::cell(CellPlace place) const {
    return transposed ? Cell{quantity, head, place.column, place.row}
                      : Cell{quantity, head, place.row, place.column};
}

std::optional<CellPlace> OnBoard::place(const Cell& cell) const {
    if (cell.quantity != quantity || cell.head != head) return {};
    return transposed ? CellPlace{cell.column, cell.row} : CellPlace{cell.row, cell.column};
}

// Which matrices, and how large.

attention::Product shown_product(const Scene& scene) {
    const auto products = scene.stage().products(scene.trace());
    return products[std::min(scene.selection.product, products.size() - 1)];
}

Scene on_show(const BoardState& state, Scene scene) {
    if (state.chosen.show_before && scene.before) scene.shown = scene.before;
    return scene;
}

namespace {

/// The product shown, without its factors when the look omits them, or one of its matrices alone.
attention::Product product_of(const BoardLook& look, const Scene& scene) {
    const attention::Product product = shown_product(scene);
    if (look.only) return {.result = *look.only};
    if (look.factors) return product;
    return {.result = product.result};
}

Size size_of(const base::Matrix& matrix, bool transposed) {
    return transposed ? Size{matrix.cols(), matrix.rows()} : Size{matrix.rows(), matrix.cols()};
}

/// Shown beside weights that are readable one by one: the sum of each row, computed before rounding.
bool shows_row_sums(const attention::Trace& t, Quantity quantity) {
    constexpr Index most_rows = 40;
    return t.n() <= most_rows && attention::family(quantity) == attention::Family::weight;
}

ProductShape shape_of(const Ui& ui, const workbench::Pass& pass, const attention::Product& product,
                      Index head, bool sums) {
    const auto& t = pass.trace;
    ProductShape shape;
    const auto& result = t.matrix(product.result, head);
    shape.result = size_of(result, false);
    if (product.left) shape.left = size_of(t.matrix(*product.left, head), false);
    if (product.top) shape.top = size_of(t.matrix(*product.top, head), product.top_transposed);
    const Quantity outer = product.left.value_or(product.result);
    shape.row_names = names_width(
        shape.result.rows, [&](Index i) { return row_label(pass, outer, i); }, ui.theme.reading_scale(),
        ui.canvas);
    if (product.top)
        shape.top_names = names_width(
            shape.top->rows,
            [&](Index i) {
                return product.top_transposed ? column_label(pass, *product.top, i)
                                              : row_label(pass, *product.top, i);
            },
            ui.theme.reading_scale(), ui.canvas);
    if (sums && shows_row_sums(t, product.result)) shape.row_sums = ui.theme.read(row_sums_width);
    return shape;
}

/// The matrix whose columns are the words of the keys; empty: none is.
std::optional<Part> part_with_words(const attention::Product& product) {
    if (product.left && column_axis(*product.left) == Axis::keys && product.top) return Part::left;
    if (column_axis(product.result) != Axis::keys) return {};
    return product.top ? Part::top : Part::result;
}

/// The smallest and the largest number on the board.
Range numbers_on_board(BoardState& state, const Scene& scene, const attention::Product& product) {
    Range all =
        state.last.ranges.of(scene.shown, product.result, own_head(product.result, scene.selection.head))
            .range;
    for (const auto& factor : {product.left, product.top}) {
        if (!factor) continue;
        const Range own =
            state.last.ranges.of(scene.shown, *factor, own_head(*factor, scene.selection.head)).range;
        all = {std::min(all.low, own.low), std::max(all.high, own.high)};
    }
    return all;
}

constexpr float least_named = 30; // design pixels: narrower columns show a number instead of their name

/// The board's rectangle at the usual zoom, when the controls around it would be smaller by the same factor.
Rect usual_board(const Ui& ui, const Rect& board, int abreast) {
    const float grown = ui.theme.zoom / ui.theme.reading;
    const auto usual = [&](float window, float boards) { return window - (window - boards) / grown; };
    const auto count = static_cast<float>(abreast);
    return {board.x, board.y, usual(ui.window.width, count * board.width) / count,
            usual(ui.window.height, board.height)};
}

ProductShape usual_shape(ProductShape shape, float zoom) {
    shape.row_names /= zoom;
    shape.top_names /= zoom;
    shape.row_sums /= zoom;
    shape.words /= zoom;
    shape.word_boxes /= zoom;
    return shape;
}

/// The cell and digit sizes that the user's zoom calls for.
struct AskedSize {
    CellSize cell = {}; ///< minimum size: what does not fit then is reached by scrolling
    float most_digits = DigitLimits{}.largest; ///< in design pixels
};

/// The size of digits at the usual zoom, times the zoom. Zoomed in, cells always have room for such digits;
/// zoomed out, digits do not grow into the room that smaller controls leave. `abreast`: boards side by side
/// in the window.
AskedSize asked_size(const Ui& ui, const ProductShape& shape, const Rect& board, int abreast, Range numbers) {
    const float zoom = ui.theme.zoom;
    if (zoom == 1) return {};
    const float usual = ui.theme.reading_scale() / zoom, gap = cell_gap * usual;
    const MatrixLayout result =
        lay_out(usual_shape(shape, zoom), usual_board(ui, board, abreast), usual).result;
    const DigitLimits limits = DigitLimits{} * usual;
    const Digits digits =
        digits_for(numbers, result.cell_width - gap, result.cell_height - gap, limits, ui.canvas);
    if (zoom < 1) return {.most_digits = digits.size > 0 ? digits.size / usual : DigitLimits{}.largest};
    // Too many to be readable at the usual size: the coloured cells grow like everything else.
    if (digits.size == 0) return {.cell = {result.cell_width * zoom, result.cell_height * zoom}};
    // Digit sizes are in half-pixel steps: adds back the half that rounding may have lost.
    const CellSize cell = cell_for({digits.size + 0.5F, digits.decimals}, numbers, limits, ui.canvas);
    // Column names keep the room they have at the usual size.
    const float width = std::max(cell.width + gap, std::min(result.cell_width, least_named * usual));
    return {.cell = {width * zoom, (cell.height + gap) * zoom}};
}

// Which part of them.

float whole_width(const MatrixLayout& m) {
    return m.cell_width * static_cast<float>(m.columns);
}
float whole_height(const MatrixLayout& m) {
    return m.cell_height * static_cast<float>(m.rows);
}

/// The centre of the visible part, as a share of the matrix.
float centre_column(const MatrixLayout& m) {
    return (m.offset_x + m.area.width / 2) / whole_width(m);
}
float centre_row(const MatrixLayout& m) {
    return (m.offset_y + m.area.height / 2) / whole_height(m);
}

/// Scrolls as little as needed to make `place` visible in the result.
ProductView revealing(ProductView view, const MatrixLayout& result, CellPlace place) {
    const MatrixLayout moved = drawing::revealing(result, place);
    if (moved.offset_x != result.offset_x) view.centre_column = centre_column(moved);
    if (moved.offset_y != result.offset_y) view.centre_row = centre_row(moved);
    return view;
}

/// Scrolls to a cell that was marked since the last frame.
ProductLayout lay_out_with_marked(const Ui& ui, BoardState& state, const Scene& scene,
                                  const ProductShape& shape, const Rect& board) {
    const float scale = ui.theme.reading_scale();
    const ProductLayout layout = lay_out(shape, board, scale, state.chosen.view);
    const Cell marked = workbench::marked_cell(scene.selection, scene.trace());
    if (state.last.revealed == marked && state.last.least == shape.least) return layout;
    state.last.revealed = marked;
    state.last.least = shape.least;
    state.chosen.view = revealing(state.chosen.view, layout.result, {marked.row, marked.column});
    return lay_out(shape, board, scale, state.chosen.view);
}

/// Scroll bars for matrices that are not fully visible, outside the `row_sums` pixels taken by the result's
/// row sums.
void draw_scroll_bars(Ui& ui, BoardState& state, const ProductLayout& layout, float row_sums) {
    const float room = scroll_bar_room * ui.theme.reading_scale(), thick = room * 0.55F;
    const auto across = [&](const char* name, const MatrixLayout& m, float& centre) {
        if (whole_width(m) <= m.area.width + 0.5F) return;
        const Rect track{m.area.x, m.area.bottom() + (room - thick) / 2, m.area.width, thick};
        if (const auto moved = scroll_bar(ui, name, track, centre_column(m), m.area.width / whole_width(m)))
            centre = *moved;
    };
    const auto down = [&](const char* name, const MatrixLayout& m, float& centre) {
        if (whole_height(m) <= m.area.height + 0.5F) return;
        const Rect track{m.area.right() + row_sums + (room - thick) / 2, m.area.y, thick, m.area.height};
        if (const auto moved = scroll_bar(ui, name, track, centre_row(m), m.area.height / whole_height(m)))
            centre = *moved;
    };
    across("scroll/columns", layout.result, state.chosen.view.centre_column);
    down("scroll/rows", layout.result, state.chosen.view.centre_row);
    const bool elementwise = layout.left && !layout.top; // then both matrices show the same part
    if (layout.left && !elementwise) across("scroll/left", *layout.left, state.chosen.view.centre_inner);
    if (layout.top) down("scroll/top", *layout.top, state.chosen.view.centre_inner);
}

// Where they are in this frame.

/// Moves a matrix smoothly from its last place to its target.
OnBoard placed(Ui& ui, const BoardState& state, Part part, Quantity quantity, Index head, bool transposed,
               const MatrixLayout& target) {
    const std::string name = "board/" + std::string(attention::key(quantity)) + (transposed ? "T" : "");
    OnBoard matrix{.part = part,
                   .quantity = quantity,
                   .head = own_head(quantity, head),
                   .transposed = transposed,
                   .layout = target,
                   .target = target};
    // Zooming and scrolling follow the mouse directly, without gliding.
    if (state.chosen.view.zoom != 1 || state.pan.active || reaches_beyond(target)) return matrix;
    const Rect now = ui.motion.glide(name, target.area);
    if (now != target.area) {
        matrix.layout.area = now;
        matrix.layout.cell_width = now.width / static_cast<float>(target.columns);
        matrix.layout.cell_height = now.height / static_cast<float>(target.rows);
    }
    matrix.opacity =
        ui.motion.glide_from(name + "/fade", state.last.there.contains(quantity) ? 1.0F : 0.0F, 1);
    return matrix;
}

std::vector<OnBoard> place_all(Ui& ui, BoardState& state, const Scene& scene,
                               const attention::Product& product, const ProductLayout& layout,
                               std::optional<Part> headed) {
    const Index head = scene.selection.head;
    std::vector<OnBoard> all;
    if (product.left) all.push_back(placed(ui, state, Part::left, *product.left, head, false, *layout.left));
    if (product.top)
        all.push_back(placed(ui, state, Part::top, *product.top, head, product.top_transposed, *layout.top));
    all.push_back(placed(ui, state, Part::result, product.result, head, false, layout.result));
    // Cell by cell, both matrices have the columns of the result: they are named once.
    const auto named_above = [&](Part part) {
        return part == headed || (part == Part::left && !product.top && headed == Part::result);
    };
    for (auto& matrix : all)
        matrix.names_columns =
            !named_above(matrix.part) && !state.look.headed && !(matrix.part == Part::result && product.top);
    std::set<Quantity> now;
    for (const auto& matrix : all)
        now.insert(matrix.quantity);
    for (Quantity gone : state.last.there)
        if (!now.contains(gone))
            for (const char* ending : {".x", ".y", ".w", ".h", "/fade", "T.x", "T.y", "T.w", "T.h", "T/fade"})
                ui.motion.forget("board/" + std::string(attention::key(gone)) + ending);
    state.last.there = std::move(now);
    return all;
}

/// How far a matrix has come on its way, 0 to 1: a title does not travel over other matrices.
float arrived(const OnBoard& matrix) {
    const Rect &now = matrix.layout.area, &target = matrix.target.area;
    const float away = std::hypot(now.x - target.x, now.y - target.y);
    return matrix.opacity * std::clamp(1 - away / std::max(1.0F, target.height), 0.0F, 1.0F);
}

// What each of them shows.

// Beside a step, the controls that it needs stand below the matrices and their labels.
constexpr float above_controls = 40; // design pixels
// Beneath words: the digits' share of the height of a cell, and the space between cells in design pixels.
constexpr float digits_beneath_words = 0.72F, gap_beneath_words = 4;

float gap_of(const BoardLook& look) {
    return look.beneath_words ? gap_beneath_words : cell_gap;
}

/// Digits stay visible while legible, even when the zoom enlarges everything else; the wheel enlarges them
/// with their cells.
DigitLimits digit_limits(const Ui& ui, const BoardState& state) {
    DigitLimits limits;
    limits.smallest /= std::max(1.0F, ui.theme.zoom);
    limits.largest = state.chosen.most_digits * std::clamp(state.chosen.view.zoom, 1.0F, 1.8F);
    if (state.look.beneath_words) limits.share_of_low_cell = digits_beneath_words;
    return limits;
}

/// The result's rows are named at its left factor, if there is one.
bool names_rows(const OnBoard& matrix, const attention::Product& product) {
    return matrix.part != Part::result || !product.left;
}

/// The marks of one matrix: the row and column of the marked result cell, and the cells it is computed from.
void mark(MatrixOptions& options, const OnBoard& matrix, const attention::Product& product,
          const Cell& marked) {
    const bool is_left = matrix.part == Part::left;
    // A row of the left factor times a column of the top one; cell by cell when there is no top factor.
    if (matrix.part != Part::top) options.marked_row = marked.row;
    if (!is_left || !product.top) options.marked_column = marked.column;
    if (row_axis(product.result) == Axis::keys) options.row_role = Role::key;
    options.column_role = column_axis(product.result) == Axis::keys ? Role::key : Role::text;
}

/// The operand whose arithmetic is shown in place of the result's.
void frame_pinned(Ui& ui, const workbench::Selection& selection, const OnBoard& matrix) {
    const auto place = selection.pinned ? matrix.place(*selection.pinned) : std::nullopt;
    if (!place) return;
    const Rect cell = cell_rect(matrix.layout, *place);
    if (matrix.layout.area.contains(cell.centre()))
        ui.canvas.stroke(cell, ui[Role::text], ui.theme.read(2), ui.theme.read(4));
}

/// With the numbers of `pass`, in the colours of the scene's.
void draw_matrix(Ui& ui, BoardState& state, const Scene& scene,
                 const std::shared_ptr<const workbench::Pass>& pass, const attention::Product& product,
                 const OnBoard& matrix, const Cell& marked) {
    const std::shared_ptr<const base::Matrix> numbers(pass,
                                                      &pass->trace.matrix(matrix.quantity, matrix.head));
    MatrixOptions options;
    const bool is_result = matrix.part == Part::result;
    const bool own_colours = !is_result || !state.look.coloured;
    const Coloured coloured =
        own_colours ? state.last.ranges.of(scene.shown, matrix.quantity, matrix.head) : *state.look.coloured;
    options.map = coloured.map;
    options.range = coloured.range;
    options.transposed = matrix.transposed;
    options.scale = ui.theme.reading_scale();
    options.digit_limits = digit_limits(ui, state);
    // Cell by cell, the two matrices are read side by side: in digits of one size.
    if (!product.top && product.left && state.last.digits > 0)
        options.digit_limits.largest =
            std::min(options.digit_limits.largest, state.last.digits / ui.theme.reading_scale());
    options.gap = gap_of(state.look);
    options.digits_in_every_row = state.look.digits_in_every_row;
    options.row_sums = is_result && !state.look.beneath_words && shows_row_sums(pass->trace, product.result);
    const auto row = [&pass, &matrix](Index i) {
        return matrix.transposed ? column_label(*pass, matrix.quantity, i)
                                 : row_label(*pass, matrix.quantity, i);
    };
    const auto column = [&pass, &matrix](Index i) {
        return matrix.transposed ? row_label(*pass, matrix.quantity, i)
                                 : column_label(*pass, matrix.quantity, i);
    };
    if (names_rows(matrix, product)) options.row_name = row;
    if (matrix.names_columns) options.column_name = column;
    options.row_name_width = ui.theme.read(widest_row_name);
    mark(options, matrix, product, marked);
    const bool on_slide = !state.look.foot && !state.look.beneath_words; // read from the last row
    options.recede = !on_slide;
    options.bold_marks = !options.recede;
    if (state.look.beneath_words) options.frame_column = false;
    if (!on_slide && !state.look.needed) // where it could not be read, or tells what is asked for
        options.detail = [&](CellPlace place) {
            Cell cell = matrix.cell(place);
            cell.quantity = name_of(scene.pass(), cell.quantity);
            return cell_detail(pass->trace, cell);
        };
    const bool is_weights = attention::family(matrix.quantity) == attention::Family::weight;
    if (const auto& allowed = pass->trace.allowed; is_weights && allowed.size() > 0)
        options.hidden = [&allowed](CellPlace place) { return !allowed(place.row, place.column); };
    std::vector<CellPlace> overridden;
    for (const auto& entry : pass->trace.overrides)
        if (const auto place = matrix.place(entry.cell)) overridden.push_back(*place);
    options.overridden = overridden;
    if (scene.selection.hovered)
        if (const auto place = matrix.place(*scene.selection.hovered)) options.hovered = *place;

    if (state.look.covered)
        if (const auto place = matrix.place(*state.look.covered))
            options.unfinished = [covered = *place](CellPlace at) {
                return std::string(at == covered ? "?" : "");
            };
    if (state.played) state.played->dress(options, matrix);

    ui.canvas.set_opacity(matrix.opacity);
    ui.canvas.paint(matrix_figure(numbers, matrix.layout, options, ui.theme.palette(), ui.canvas));
    if (!state.played && !scene.selection.hovered) frame_pinned(ui, scene.selection, matrix);
    ui.canvas.set_opacity(1);
}

void name_cells(Anchors& anchors, const OnBoard& matrix) {
    if (matrix.layout.cell_width < 4 || matrix.layout.cell_height < 4) return;
    const CellBlock seen = visible_cells(matrix.layout);
    for (Index r = seen.row; r < seen.row + seen.rows; ++r)
        for (Index c = seen.column; c < seen.column + seen.columns; ++c)
            anchors.add(cell_anchor(matrix.cell({r, c})), cell_rect(matrix.layout, {r, c}));
}

/// Anchors for the matrix, its names and its cells.
void name_matrix(Ui& ui, const OnBoard& matrix, const attention::Product& product,
                 const ProductShape& shape) {
    const std::string key(attention::key(matrix.quantity));
    const Rect& cells = matrix.layout.area;
    ui.anchors.add("matrix/" + key, cells);
    if (matrix.names_columns) {
        const float high = ui.theme.read(column_names_height);
        ui.anchors.add("names/columns/" + key, {cells.x, cells.y - high, cells.width, high});
    }
    if (names_rows(matrix, product)) {
        const float wide = matrix.part == Part::top ? shape.top_names : shape.row_names;
        ui.anchors.add("names/rows/" + key, {cells.x - wide, cells.y, wide, cells.height});
    }
    if (matrix.part == Part::result && shape.row_sums > 0)
        ui.anchors.add("names/sums/" + key, {cells.right(), cells.y, shape.row_sums, cells.height});
    if (ui.anchors.wanted())
        ui.anchors.add_later([matrix](Anchors& anchors) { name_cells(anchors, matrix); });
}

// The words over them, and the room that all this leaves.

constexpr float most_arcs = 102, least_arcs = 44; // design pixels at reading size: the height of the arcs
constexpr float words_pitch = 72, words_gap = 22; // of words that are no headings, and below them

/// Of the board, from top to bottom: the words, if they are no headings; the formula, if no corner is free
/// for it; the matrices.
struct Plan {
    std::optional<Part> headed = {}; ///< by the words
    float arcs = 0;                  ///< their height
    float words = 0, formula = 0;    ///< pixels for them above the matrices
};

/// Arcs give way before cells do.
float arcs_for(const Ui& ui, const Scene& scene, const ProductShape& shape, bool over_left, float height) {
    const float most = ui.theme.read(most_arcs), least = ui.theme.read(least_arcs);
    const auto rows = static_cast<float>(shape.result.rows + (shape.top && !over_left ? shape.top->rows : 0));
    const float between = shape.top && !over_left ? column_names_height + 10 : 0;
    const float room = height - ui.theme.read(rows * shape.most.height + between);
    return std::clamp(room - heading_room(ui, scene, 0), std::min(least, most), most);
}

/// Beside a step of a lesson that is about scores, arcs would show the weights, which come later.
bool shows_arcs(const BoardLook& look, const Scene& scene) {
    return !look.needed || scene.trace().input.is_cross() ||
           scene.selection.stage >= attention::StageId::softmax;
}

/// Words that are no headings stand alone if they all fit; a long text has its strip.
bool stand_alone(const Ui& ui, const Scene& scene, float width) {
    const float each = width / static_cast<float>(std::max<Index>(scene.trace().m(), 1));
    return !scene.trace().input.is_cross() && each >= least_headed(ui, scene);
}

void head_with_words(ProductShape& shape, const Ui& ui, const Scene& scene, float arcs, bool over_left) {
    shape.words = heading_room(ui, scene, arcs);
    shape.word_boxes = ui.theme.read(heading_height + heading_gap + 6);
    shape.words_left = over_left;
}

Plan plan_of(Ui& ui, const Scene& scene, const attention::Product& product, ProductShape shape,
             const Rect& board, bool arcs) {
    Plan plan{.headed = part_with_words(product)};
    const bool over_left = plan.headed == Part::left;
    if (plan.headed) {
        if (arcs) plan.arcs = arcs_for(ui, scene, shape, over_left, board.height);
        head_with_words(shape, ui, scene, plan.arcs, over_left);
        const ProductLayout layout = lay_out(shape, board, ui.theme.reading_scale());
        const MatrixLayout& columns = over_left ? *layout.left : layout.result;
        if (columns.cell_width >= least_headed(ui, scene)) return plan;
        plan = {};
    }
    plan.words = stand_alone(ui, scene, board.width)
                     ? ui.theme.read(heading_height + words_gap)
                     : words_height(ui, scene, board.height) + ui.theme.read(words_gap / 2);
    if (product.top) return plan;
    const float rows = static_cast<float>(shape.result.rows) * shape.most.height + column_names_height;
    const float formula = stage_formula_height(ui);
    if (board.height - plan.words - ui.theme.read(rows) >= formula) plan.formula = formula;
    return plan;
}

void draw_words_of(Ui& ui, const Scene& scene, const Plan& plan, const std::vector<OnBoard>& matrices,
                   const Rect& board, Actions& actions) {
    const auto headed =
        std::ranges::find_if(matrices, [&](const OnBoard& matrix) { return matrix.part == plan.headed; });
    if (headed != matrices.end()) {
        draw_headings(ui, scene, headed->layout, headed->layout.area.y - heading_room(ui, scene, plan.arcs),
                      actions);
        return;
    }
    if (!stand_alone(ui, scene, board.width)) {
        draw_words(ui, scene, {board.x, board.y, board.width, board.height}, actions,
                   {.high_arcs = high_words(ui, board.height)});
        return;
    }
    const Index count = scene.trace().m();
    MatrixLayout row = fit({board.x, board.y + ui.theme.read(heading_height + heading_gap), board.width, 1},
                           1, count, ui.theme.read(words_pitch), 1);
    row.area.x += std::round((board.width - row.area.width) / 2);
    draw_headings(ui, scene, row, board.y, actions);
}

/// The corner that the matrices leave free for the formula.
Rect free_corner(const Ui& ui, const Scene& scene, const Plan& plan, const ProductLayout& layout,
                 const ProductShape& shape, const Rect& board) {
    const float names = ui.theme.read(column_names_height);
    const float y = board.y + plan.words;
    if (plan.formula > 0)
        return {layout.result.area.x, y, board.right() - layout.result.area.x, plan.formula};
    if (!layout.left) return {};
    const Rect& left = layout.left->area;
    const float over_left = plan.headed == Part::left ? heading_room(ui, scene, plan.arcs) : names;
    const float gap = ui.theme.read(16);
    const float right =
        layout.top ? layout.top->area.x - (plan.headed == Part::top ? gap : shape.top_names) : left.right();
    return {left.x, y, right - left.x, left.y - over_left - gap - y};
}

} // namespace

ProductShape board_shape(const Ui& ui, const Scene& scene) {
    return shape_of(ui, scene.pass(), shown_product(scene), scene.selection.head, true);
}

void draw_board(Ui& ui, BoardState& state, const Scene& scene, const Rect& area, Actions& actions) {
    const attention::Product product = product_of(state.look, scene);
    const bool below = state.look.foot && state.look.needed && !state.played; // the matrices, near the eye
    if (below)
        state.last.foot = ui.px(control_height + above_controls);
    else if (!state.played)
        state.last.foot = state.look.foot ? draw_stage_controls(ui, state, scene, area, actions) : 0;
    const Rect all{area.x, area.y, area.width, area.height - state.last.foot - ui.px(8)};

    ProductShape shape = shape_of(ui, scene.pass(), product, scene.selection.head, !state.look.beneath_words);
    shape.most = state.look.largest;
    Plan plan;
    if (state.look.words) plan = plan_of(ui, scene, product, shape, all, shows_arcs(state.look, scene));
    if (plan.headed) {
        head_with_words(shape, ui, scene, plan.arcs, plan.headed == Part::left);
    }
    const float above = plan.words + plan.formula;
    const Rect board{all.x, all.y + above, all.width, all.height - above};
    if (shape.result != Size{state.last.result.rows, state.last.result.columns}) state.chosen.view = {};
    const Range numbers = numbers_on_board(state, scene, product);
    const AskedSize asked = asked_size(ui, shape, board, state.look.abreast, numbers);
    shape.least = asked.cell;
    state.chosen.most_digits = asked.most_digits;
    const ProductLayout layout = lay_out_with_marked(ui, state, scene, shape, board);
    state.last.result = layout.result;
    state.last.whole = layout.whole;
    const float gap = ui.theme.read(gap_of(state.look));
    state.last.digits = digits_for(numbers, layout.result.cell_width - gap, layout.result.cell_height - gap,
                                   digit_limits(ui, state) * ui.theme.reading_scale(), ui.canvas)
                            .size;
    if (state.last.area != area) ui.motion.forget_all("board/");
    state.last.area = area;

    const auto matrices = place_all(ui, state, scene, product, layout, plan.headed);
    const Cell marked = state.played
                            ? state.played->cell
                            : workbench::marked_cell(workbench::pointed(scene.selection), scene.trace());
    Rect touched = board;
    if (state.look.headed) { // the words above take their own clicks
        touched.y = matrices.back().layout.area.y;
        touched.height = board.bottom() - touched.y;
    }
    if (!state.played) handle_board_input(ui, state, scene, touched, matrices, actions);
    const Scene seen = on_show(state, scene);
    for (const auto& matrix : matrices) {
        draw_matrix(ui, state, scene, seen.shown, product, matrix, marked);
        name_matrix(ui, matrix, product, shape);
        const bool is_result = matrix.part == Part::result;
        // On a slide there is none, and beside a step somebody may not see what it names.
        const bool in_formula = is_result && product.top && state.look.foot && !state.look.needed;
        if (!state.look.controls || in_formula) continue;
        ui.canvas.set_opacity(arrived(matrix));
        draw_symbol(ui, seen, matrix, is_result && product.left, is_result ? 0 : area.x);
        ui.canvas.set_opacity(1);
    }
    if (state.look.words) {
        draw_words_of(ui, seen, plan, matrices, all, actions);
        const Rect corner = free_corner(ui, seen, plan, layout, shape, all);
        const float used = draw_stage_formula(ui, seen, corner, state.played ? state.played->meaning : "",
                                              !state.look.needed);
        state.last.corner = {corner.x, corner.y + used, corner.width, corner.height - used};
    }
    draw_scroll_bars(ui, state, layout, shape.row_sums);
    if (below) {
        const float x = (layout.left ? *layout.left : layout.result).area.x;
        const float end = layout.result.area.bottom() + ui.px(above_controls + control_height);
        draw_stage_controls(ui, state, scene,
                            {x, area.y, area.right() - x, std::min(area.bottom(), end) - area.y}, actions);
    }
    draw_cell_editor(ui, state, matrices, actions);
}

} // namespace ui
