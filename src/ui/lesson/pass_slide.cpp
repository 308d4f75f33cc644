#include "ui/lesson/pass_slide.h"

#include "drawing/figures/arcs.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/words.h"
#include "ui/lesson/reading_slide.h"
#include "ui/lesson/row_slide.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float origin_letters = 13, origin_line = 20; // design pixels

/// The smallest size in which a line on a slide can be read, subscripts included: a fortieth of the height,
/// design pixels.
float least_size(const std::string& text) {
    constexpr float least_letters = 11; // of the 440 design pixels that a lecture is high
    return drawing::symbol_parts(text).size() > 1 ? least_letters / drawing::subscript_size : least_letters;
}

/// The height of the line above matrices that says which layer and head they are of; 0 where there is one.
float origin_height(const Ui& ui, const Scene& scene, attention::Quantity matrix) {
    return origin_name(ui, scene, matrix).empty() ? 0 : ui.px(origin_line);
}

/// That line; returns what is left of the area.
Rect draw_origin(Ui& ui, const Scene& scene, attention::Quantity matrix, const Rect& area) {
    const float high = origin_height(ui, scene, matrix);
    if (high > 0)
        ui.canvas.text({area.x, area.y + high / 2}, origin_name(ui, scene, matrix), Font::sans,
                       ui.px(origin_letters), ui[Role::quiet]);
    return {area.x, area.y + high, area.width, area.height - high};
}

// A matrix in design pixels: rows with digits of 11 in them, and what stands above and below them.
constexpr float readable_row = 19.5F, row_among_others = 36, beside_rows = column_names_height + 8;
constexpr CellSize cell_on_slide{128, 72}; // read from the last row
constexpr float words_gap = 6;
// Bars reach into the line of numbers below the words, for they carry their own.
constexpr float weight_line_taken = arc_sizes::weight_line - 4;
constexpr float least_boxes_row = 60;                // boxes and their names, design pixels
constexpr float least_self = 112, least_cross = 201; // for the words and one row, design pixels
constexpr float side_names = 38;                     // "Left", "Right", design pixels
// Two passes have no letters of 11 design pixels: in these, more words find room on a line.
constexpr float letters_of_two = 11 / 11.5F;
// On a narrow screen, smaller letters rather than words left out: any of them may be the answer.
constexpr float smaller = 0.96F, smallest = 0.72F;
constexpr float high_picture = 250; // room for high arcs above the words, design pixels

/// The least height of the words at the stage.
float least_words(const Ui& ui, const Scene& scene) {
    const bool cross = scene.trace().input.is_cross();
    if (cross || scene.selection.stage >= attention::StageId::scores)
        return arc_height(cross, false, ui.theme.scale);
    return ui.px(arc_sizes::box + arc_sizes::weight_line);
}

base::Index shown_rows(const Scene& scene) {
    return scene.trace().matrix(shown_product(scene).result, scene.selection.head).rows();
}

/// The theme in the largest letters that leave out no word of a sentence, where there are such.
Theme with_all_words(const Ui& ui, const Scene& scene, float width, bool tight) {
    Theme theme = ui.theme;
    for (float share = 1; share >= smallest; share *= smaller) {
        theme.scale = share * ui.theme.scale;
        if (all_words_fit(ui.in(theme), scene, width, tight)) return theme;
    }
    return ui.theme;
}

/// The words, with high arcs where that leaves room for what is `below`. The room for arcs is left out at a
/// stage that has none, and where `bars` say the same and would be too low. Returns the height.
float draw_sentence(Ui& ui, const Scene& scene, const Rect& area, float below, bool one_of_two,
                    std::optional<BarAxis> bars, bool tight) {
    Actions none;
    const auto fits = [&](bool high_arcs, float needed) {
        const bool cross = scene.trace().input.is_cross();
        return area.height - arc_height(cross, high_arcs, ui.theme.scale) - ui.px(words_gap) >= needed;
    };
    const WordsLook look{.high_arcs = area.height > ui.px(high_picture) && fits(true, below),
                         .numbers = !bars,
                         .tight = tight};
    const bool no_arcs = scene.selection.stage < attention::StageId::scores;
    const bool low = bars && !fits(false, ui.px(least_bars_height(*bars) - weight_line_taken));
    if (low || (no_arcs && (one_of_two || !fits(false, below))))
        return draw_words_alone(ui, scene, area, none, look);
    return draw_words(ui, scene, area, none, look);
}

/// The result and its factors.
void draw_factors(Ui& ui, BoardState& board, const Scene& scene, const Rect& area) {
    board.look = {.factors = true, .controls = true, .foot = false, .largest = cell_on_slide};
    Actions none;
    draw_board(ui, board, scene, draw_origin(ui, scene, shown_product(scene).result, area), none);
}

/// One matrix in this area, with its symbol.
void draw_matrix(Ui& ui, BoardState& board, const Scene& scene, const Rect& area,
                 std::optional<attention::Quantity> factor) {
    board.look = {
        .factors = false, .only = factor, .controls = true, .foot = false, .largest = cell_on_slide};
    const attention::Quantity matrix = factor.value_or(shown_product(scene).result);
    Actions none;
    draw_board(ui, board, scene, draw_origin(ui, scene, matrix, area), none);
}

/// The weighted sum z_i = Σ_j a_ij·v_j as one would write it on a board: behind each value its share, below
/// the line what comes of it.
void draw_sum(Ui& ui, BoardState& board, const Scene& scene, const Rect& area) {
    using attention::Quantity;
    constexpr float shares = 84, foot = 38, gap = 10, letters = 15, name_letters = 13; // design pixels
    draw_matrix(ui, board, scene, {area.x, area.y, area.width - ui.px(shares), area.height - ui.px(foot)},
                Quantity::v);
    ui.anchors.name_now();
    const base::Index query = scene.selection.query, head = scene.selection.head;
    const attention::Trace& trace = scene.trace();
    const auto& a = trace.matrix(Quantity::dropped, head);
    const auto& z = trace.matrix(Quantity::head_output, head);
    const auto place_of = [&](base::Index row, base::Index column) {
        return ui.anchors.find(
            cell_anchor({.quantity = Quantity::v, .head = head, .row = row, .column = column}));
    };
    const base::Index last = z.cols() - 1;
    for (base::Index j = 0; j < a.cols(); ++j) {
        const Rect* end = place_of(j, last);
        if (!end) continue;
        const Rect share{end->right() + ui.px(gap), end->y, ui.px(shares - gap), end->height};
        ui.canvas.text({share.x, share.centre().y}, "× " + number_text(a(query, j), 2), Font::mono_bold,
                       ui.px(letters), ui[Role::weight]);
        ui.anchors.add(cell_anchor({.quantity = Quantity::weights, .head = head, .row = query, .column = j}),
                       share);
    }
    const Rect *first = place_of(a.cols() - 1, 0), *end = place_of(a.cols() - 1, last);
    if (!first || !end) return;
    const float line = first->bottom() + ui.px(5), high = ui.px(foot - gap);
    ui.canvas.line({first->x, line}, {end->right(), line}, ui[Role::text], ui.px(1));
    const Coloured coloured = board.last.ranges.of(scene.shown, Quantity::head_output, head);
    for (base::Index c = 0; c <= last; ++c) {
        const Rect* above = place_of(a.cols() - 1, c);
        const Rect box{above->x, line + ui.px(5), above->width, high};
        const Rgba colour = colour_of(z(query, c), coloured.range, coloured.map, ui.theme.palette().dark);
        ui.canvas.fill(box, colour, ui.px(3));
        ui.canvas.text(box.centre(), narration::decimal(z(query, c)), Font::mono_bold, ui.px(letters),
                       readable_on(colour), Align::centre);
        ui.anchors.add(
            cell_anchor({.quantity = Quantity::head_output, .head = head, .row = query, .column = c}), box);
    }
    const std::string reads =
        ui.plain("lecture.reads", {{"word", {{scene.pass().names.row(Quantity::head_output, query)}}}});
    const float room = first->x - ui.px(gap) - area.x, size = ui.px(name_letters);
    const float wide = ui.canvas.width(Font::sans_bold, size, reads);
    ui.canvas.text({first->x - ui.px(gap), line + ui.px(5) + high / 2}, reads, Font::sans_bold,
                   size * std::min(1.0F, room / wide), ui[Role::query], Align::right);
}

/// The height in which digits of the stage's result can be read, with what stands above it.
float needed_by_matrix(const Ui& ui, const Scene& scene) {
    return ui.px(static_cast<float>(shown_rows(scene)) * readable_row + beside_rows) +
           origin_height(ui, scene, shown_product(scene).result);
}

/// The words, and what the stage makes of them.
void draw_stage(Ui& large, BoardState& board, const Scene& scene, const BarAxis& axis, const Rect& area,
                const PassOnSlide& pass, bool one_of_two) {
    const auto wants_bars = [&](const Ui& ui) {
        return has_bars(scene) &&
               (one_of_two || area.height - least_words(ui, scene) < needed_by_matrix(ui, scene));
    };
    const bool tight = wants_bars(large) || scene.selection.stage < attention::StageId::scores;
    const Theme theme = with_all_words(large, scene, area.width, tight);
    Ui ui = large.in(theme);
    if (pass.factor && shown_product(scene).result == attention::Quantity::head_output &&
        pass.factor == attention::Quantity::v)
        return draw_sum(ui, board, scene, area);
    if (pass.factor) return draw_matrix(ui, board, scene, area, pass.factor);
    const float matrix = needed_by_matrix(ui, scene);
    // A whole matrix has the words as its names: it does without them above.
    const bool alone = !one_of_two && !pass.clicks && area.height >= matrix;
    const bool bars = !alone && wants_bars(ui);
    const float words = alone ? 0
                              : draw_sentence(ui, scene, area, matrix, one_of_two,
                                              bars ? std::optional(axis) : std::nullopt, tight);
    const float gap =
        ui.px(bars && !scene.trace().input.is_cross() ? words_gap - weight_line_taken : words_gap);
    const float top = area.y + (alone ? 0 : words + gap);
    const Rect rest{area.x, top, area.width, area.bottom() - top};
    if (pass.clicks && !bars && rest.height < ui.px(least_boxes_row)) return; // its numbers could not be read
    if ((one_of_two || bars || rest.height < matrix) && suits_row(ui, scene, area.width))
        return draw_lecture_row(ui, board.last.ranges, scene, axis, rest);
    draw_matrix(ui, board, scene, rest, {});
}

} // namespace

bool have_room_for_factors(const Ui& ui, const Scene& scene, float height) {
    const ProductShape shape = board_shape(ui, scene);
    const float rows = static_cast<float>(shape.result.rows + (shape.top ? shape.top->rows : 0));
    const float above = beside_rows * (shape.top ? 2 : 1);
    return height - origin_height(ui, scene, shown_product(scene).result) >=
           ui.px(rows * readable_row + above);
}

void draw_pass(Ui& ui, BoardState& board, const Scene& scene, const Rect& area, const PassOnSlide& pass) {
    if (pass.look == PassLook::factors && have_room_for_factors(ui, scene, area.height))
        return draw_factors(ui, board, scene, area);
    const float matrix = needed_by_matrix(ui, scene);
    const float words = pass.clicks ? least_words(ui, scene) + ui.px(words_gap) : 0;
    const bool matrix_fits = area.height - words >= matrix;
    // One row of many is the subject: it is shown alone.
    const bool many =
        pass.look == PassLook::any &&
        area.height - words < ui.px(static_cast<float>(shown_rows(scene)) * row_among_others + beside_rows);
    const bool one_row = has_bars(scene) ? pass.look == PassLook::any || !matrix_fits
                                         : (many || !matrix_fits) && has_boxes(ui, scene, area.width);
    if (one_row && !pass.factor && suits_reading(ui, scene, area.width))
        return draw_reading(ui, board.last.ranges, scene, area, {.growth = pass.growth});
    draw_stage(ui, board, scene, bar_axis(scene, {}), area, pass, false);
}

void draw_mask_on_slide(Ui& ui, BoardState& board, const Scene& scene, const Rect& area, bool answered) {
    using attention::Quantity, attention::StageId;
    workbench::Selection selection = scene.selection;
    selection.stage = answered ? StageId::softmax : StageId::mask;
    selection.product = 0;
    draw_matrix(ui, board, {scene.bench, scene.shown, scene.before, selection}, area,
                answered ? Quantity::weights : Quantity::masked);
}

void draw_both_passes(Ui& ui, BoardState& left_board, const Scene& left, BoardState& right_board,
                      const Scene& right, const std::array<std::string, 2>& names_of_sides,
                      const Rect& area) {
    // Two rows of words need more height than one.
    const auto least = [](const Scene& scene) {
        return scene.trace().input.is_cross() ? least_cross : least_self;
    };
    const float gap = ui.px(10), whole = area.height - gap;
    const float upper = whole * least(left) / (least(left) + least(right));
    float names = ui.px(side_names);
    for (const std::string& own : names_of_sides)
        names = std::max(names, ui.canvas.width(Font::sans_medium, ui.px(least_size(own)), own) + ui.px(3));
    const BarAxis axis = bar_axis(left, right);
    const auto draw = [&](const char* side, BoardState& board, const Scene& scene, float y, float high) {
        // Beside a long question there is less height: letters shrink rather than overlap.
        Theme theme = ui.theme;
        theme.scale *= std::min(letters_of_two, high / ui.px(least(scene)));
        Ui scoped = ui.in(theme);
        const Scope scope(scoped, std::string(side) + "/");
        const Rect half{area.x + names, y, area.width - names, high};
        const bool is_left = side[0] == 'l';
        ui.canvas.text({area.x, y + ui.px(14)}, ui.text(is_left ? "compare.left" : "compare.right"),
                       Font::sans_bold, ui.px(label_size), ui[Role::quiet]);
        if (const std::string& own = names_of_sides[is_left ? 0 : 1]; !own.empty()) {
            const float letters = ui.px(std::max(label_size, least_size(own)));
            const float wide = ui.canvas.width(Font::sans_medium, letters, own);
            subscripted(ui, {area.x, y + ui.px(14) + 1.3F * letters}, own, Font::sans_medium,
                        letters * std::min(1.0F, names / wide), ui[Role::text]);
        }
        draw_stage(scoped, board, scene, axis, half, {}, true);
    };
    draw("left", left_board, left, area.y, upper);
    ui.canvas.line({area.x, area.y + upper + gap / 2}, {area.right(), area.y + upper + gap / 2},
                   ui[Role::hairline], ui.px(1));
    draw("right", right_board, right, area.y + upper + gap, whole - upper);
}

} // namespace ui
