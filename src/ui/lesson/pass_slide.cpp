#include "ui/lesson/pass_slide.h"

#include "drawing/figures/arcs.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/board.h"
#include "ui/board/words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr float bar_share = 0.7F; // of the room from word to word
constexpr float widest_bar = 46, number_size = 11.5F, number_height = 15, least_number = 7; // design pixels
constexpr float least_box = 46, widest_box = 84, box_height = 44, name_height = 16;         // design pixels
constexpr float digits = 14, name_size = 11.5F, row_label_width = 90;
constexpr float least_height = 24; // of the highest and the lowest bar together, design pixels

/// The row on show, and what its numbers are called.
struct Row {
    attention::Quantity quantity;
    Index head, index;
    const base::Matrix& matrix;

    float at(Index column) const { return matrix(index, column); }
};

Row row_of(const Scene& scene) {
    const auto cell = workbench::marked_cell(scene.selection, scene.trace());
    return {cell.quantity, cell.head, cell.row, scene.trace().matrix(cell.quantity, cell.head)};
}

/// The least of 1, 2, 3, 4, 5, 6, 8, 10 and these times a power of 10 that is not below the number.
float round_above(float number) {
    if (number <= 0) return 0;
    const float power = std::pow(10.0F, std::floor(std::log10(number)));
    for (const float step : {1.0F, 2.0F, 3.0F, 4.0F, 5.0F, 6.0F, 8.0F})
        if (number <= step * power * 1.0001F) return step * power;
    return 10 * power;
}

const Rect* word_box(const Ui& ui, const Scene& scene, Index key) {
    const bool cross = scene.trace().input.is_cross();
    return ui.anchors.find(ui.scope + (cross ? "source/" : "token/") + std::to_string(key));
}

void add_anchor(Ui& ui, const Row& row, Index column, const Rect& place) {
    ui.anchors.add("cell/" + std::string(attention::key(row.quantity)) + "/" + std::to_string(row.index) +
                       "/" + std::to_string(column),
                   place);
}

/// "Head 2 of 2"; empty where there is one.
std::string head_name(const Ui& ui, const Scene& scene) {
    const std::size_t heads = scene.trace().heads.size();
    const auto cell = workbench::marked_cell(scene.selection, scene.trace());
    if (heads < 2 || !attention::is_per_head(cell.quantity)) return {};
    return ui.plain("lecture.head",
                    {{"head", {{std::to_string(cell.head + 1)}}}, {"heads", {{std::to_string(heads)}}}});
}

/// "Weights of “it” · head 2 of 2", "Key of “cat”"
std::string row_name(const Ui& ui, const Scene& scene, const Row& row) {
    const std::string own = "lecture.row_" + std::string(attention::key(row.quantity));
    std::string name = ui.plain(ui.texts.has(own) ? own : "lecture.row_other",
                                {{"word", {{scene.pass().names.row(row.quantity, row.index)}}},
                                 {"symbol", {{std::string(attention::symbol(row.quantity))}}}});
    if (const std::string head = head_name(ui, scene); !head.empty()) name += " · " + head;
    return name;
}

/// The least distance from word to word.
float pitch_of(const Ui& ui, const Scene& scene, Index count) {
    float least = ui.px(widest_bar) / bar_share;
    for (Index j = 1; j < count; ++j) {
        const Rect *left = word_box(ui, scene, j - 1), *right = word_box(ui, scene, j);
        if (left && right) least = std::min(least, std::abs(right->centre().x - left->centre().x));
    }
    return least;
}

/// Bars of one width stand on a line, or hang from it where numbers are negative; the ends of the axis are
/// named at the left.
void draw_bars(Ui& ui, const Scene& scene, const Row& row, const BarAxis& axis, const Rect& area) {
    const Index count = row.matrix.cols();
    const float line = ui.px(number_height);
    ui.canvas.text({area.x, area.y + line / 2}, row_name(ui, scene, row), Font::sans, ui.px(number_size),
                   ui[Role::quiet]);
    // A number stands above the highest bar, and below the lowest where one hangs.
    const float top = area.y + 2 * line, bottom = area.bottom() - (axis.low < 0 ? line : ui.px(4));
    const float unit = std::max(bottom - top, 1.0F) / (axis.high - axis.low), zero = bottom + axis.low * unit;
    const auto at = [&](float number) { return zero - number * unit; };
    for (const float end : std::set{axis.low, 0.0F, axis.high}) {
        ui.canvas.line({area.x, at(end)}, {area.right(), at(end)}, ui[Role::hairline],
                       ui.px(end == 0 ? 1.2F : 0.6F));
        if (end != 0 && std::abs(at(end) - zero) < line) continue; // no room for its name
        ui.canvas.text({area.x - ui.px(4), at(end)}, narration::short_number(end), Font::mono,
                       ui.px(number_size), ui[Role::quiet], Align::right);
    }
    const bool weights = attention::family(row.quantity) == attention::Family::weight;
    const float pitch = pitch_of(ui, scene, count), wide = std::min(bar_share * pitch, ui.px(widest_bar));
    float letters = ui.px(number_size);
    for (Index j = 0; j < count; ++j) {
        const float needed = ui.canvas.width(Font::mono_bold, letters, narration::decimal(row.at(j)));
        letters = std::max(letters * std::min(1.0F, 0.94F * pitch / needed), ui.px(least_number));
    }
    for (Index j = 0; j < count; ++j) {
        const Rect* word = word_box(ui, scene, j);
        if (!word) continue;
        const float x = word->centre().x, number = row.at(j);
        const bool finite = std::isfinite(number), marked = j == scene.selection.key;
        float end = zero;
        if (finite) {
            end = at(number);
            const Rect bar{x - wide / 2, std::min(end, zero), wide, std::max(std::abs(end - zero), ui.px(1))};
            const Role role = weights ? Role::weight : number < 0 ? Role::negative : Role::positive;
            const float depth = 0.45F + 0.55F * std::abs(number) / std::max(axis.high, -axis.low);
            ui.canvas.fill(bar, mix(ui[Role::background], ui[role], std::min(depth, 1.0F)), ui.px(2));
        }
        const bool below = finite && number < 0;
        ui.canvas.text({x, end + (below ? 1.0F : -1.0F) * line / 2}, narration::decimal(number),
                       marked ? Font::mono_bold : Font::mono, letters, ui[marked ? Role::key : Role::text],
                       Align::centre);
        const float half = std::max(wide, std::min(pitch, 4 * letters)) / 2;
        add_anchor(
            ui, row, j,
            {x - half, std::min(end, zero) - (below ? 0 : line), 2 * half, std::abs(end - zero) + line});
    }
}

void draw_boxes(Ui& ui, Ranges& ranges, const Scene& scene, const Row& row, const Rect& area) {
    const Index count = row.matrix.cols();
    const float room = area.width - ui.px(row_label_width);
    const float wide = std::min(room / static_cast<float>(count), ui.px(widest_box));
    const float left = area.x + ui.px(row_label_width) + (room - wide * static_cast<float>(count)) / 2;
    const float high = std::min(ui.px(box_height), area.height - ui.px(2.2F * name_height));
    const float y = area.y + std::max(ui.px(2.2F * name_height), (area.height - high) / 2);
    const Coloured coloured = ranges.of(scene.shown, row.quantity, row.head);
    const language::Names& names = scene.pass().names;
    const bool dark = ui.theme.palette().dark;
    for (Index j = 0; j < count; ++j) {
        const Rect box{left + static_cast<float>(j) * wide, y, wide - ui.px(2), high};
        const Rgba colour = colour_of(row.at(j), coloured.range, coloured.map, dark);
        ui.canvas.fill(box, colour, ui.px(3));
        ui.canvas.text(box.centre(), narration::decimal(row.at(j)), Font::mono_bold, ui.px(digits),
                       readable_on(colour), Align::centre);
        ui.canvas.text_within({box.centre().x, y - ui.px(name_height / 2 + 3)}, box.width,
                              names.column(row.quantity, j), Font::sans_medium, ui.px(name_size),
                              ui[Role::quiet], Align::centre);
        add_anchor(ui, row, j, box);
    }
    ui.canvas.text({area.x, y - ui.px(name_height) * 1.6F}, row_name(ui, scene, row), Font::sans,
                   ui.px(number_size), ui[Role::quiet]);
    ui.canvas.text_within({left - ui.px(10), y + high / 2}, ui.px(row_label_width),
                          names.row(row.quantity, row.index), Font::sans_bold, ui.px(digits), ui[Role::query],
                          Align::right);
}

} // namespace

BarAxis bar_axis(const Scene& scene, const std::optional<Scene>& second) {
    using attention::Quantity;
    const auto quantity = workbench::marked_cell(scene.selection, scene.trace()).quantity;
    if (attention::family(quantity) == attention::Family::weight) return {0, 1};
    BarAxis axis{0, 0};
    const auto take = [&](float number) {
        if (!std::isfinite(number)) return;
        axis.low = std::min(axis.low, number);
        axis.high = std::max(axis.high, number);
    };
    const auto widen_by_row = [&](const Scene& side) { // there is little height: the two rows fill it
        const Row row = row_of(side);
        for (Index j = 0; j < row.matrix.cols(); ++j)
            take(row.at(j));
    };
    const auto widen = [&](const attention::Trace& t) {
        for (Index head = 0; head < static_cast<Index>(t.heads.size()); ++head)
            for (const Quantity each : {Quantity::scores, Quantity::scaled}) {
                const base::Matrix& numbers = t.matrix(each, head);
                for (Index i = 0; i < numbers.size(); ++i)
                    take(numbers.data()[i]);
            }
    };
    if (second) {
        widen_by_row(scene);
        widen_by_row(*second);
    } else {
        widen(scene.trace());
    }
    return {-round_above(-axis.low), std::max(round_above(axis.high), 1e-3F)};
}

bool has_bars(const Scene& scene) {
    return attention::is_queries_by_keys(workbench::marked_cell(scene.selection, scene.trace()).quantity);
}

bool suits_row(const Ui& ui, const Scene& scene, float width) {
    const Row row = row_of(scene);
    if (row.matrix.size() == 0) return false;
    if (attention::is_queries_by_keys(row.quantity))
        return word_box(ui, scene, row.matrix.cols() - 1) != nullptr;
    return width - ui.px(row_label_width) >= ui.px(least_box) * static_cast<float>(row.matrix.cols());
}

void draw_lecture_row(Ui& ui, Ranges& ranges, const Scene& scene, const BarAxis& axis, const Rect& area) {
    const Row row = row_of(scene);
    if (attention::is_queries_by_keys(row.quantity))
        draw_bars(ui, scene, row, axis, area);
    else
        draw_boxes(ui, ranges, scene, row, area);
}

float least_size(const std::string& text) {
    constexpr float least_letters = 11; // of the 440 design pixels that a lecture is high
    return drawing::symbol_parts(text).size() > 1 ? least_letters / drawing::subscript_size
                                                     : least_letters;
}

float least_bars_height(const BarAxis& axis) {
    return least_height + 2 * number_height + (axis.low < 0 ? number_height : 4);
}

void name_head(Ui& ui, const Scene& scene, std::optional<attention::Quantity> matrix, Point at) {
    std::string name = matrix ? std::string(attention::symbol(*matrix)) : std::string();
    const std::string head = head_name(ui, scene);
    name += (name.empty() || head.empty() ? "" : " · ") + head;
    const float size = std::max(number_size, least_size(name));
    if (!name.empty()) subscripted(ui, at, name, Font::sans, ui.px(size), ui[Role::quiet]);
}

namespace {

// A matrix in design pixels: rows with digits of 11 in them, and what stands above and below them.
constexpr float readable_row = 21.5F, beside_rows = column_names_height + 8;
constexpr CellSize cell_on_slide{128, 72}; // read from the last row
constexpr float words_gap = 6;
// Bars reach into the line of numbers below the words, for they carry their own.
constexpr float weight_line_taken = arc_sizes::weight_line - 4;
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

/// The result and its factors, if their digits can be read in this area.
bool drew_factors(Ui& ui, BoardState& board, const Scene& scene, const Rect& area) {
    const ProductShape shape = board_shape(ui, scene);
    const float rows = static_cast<float>(shape.result.rows + (shape.top ? shape.top->rows : 0));
    const float above = shape.top ? beside_rows : 0;
    if (area.height < ui.px(rows * readable_row + beside_rows + above)) return false;
    board.look = {.factors = true, .controls = true, .foot = false, .largest = cell_on_slide};
    Actions none;
    draw_board(ui, board, scene, area, none);
    return true;
}

/// One matrix in this area, under its name or that of its head.
void draw_matrix(Ui& ui, BoardState& board, const Scene& scene, const Rect& area,
                 std::optional<attention::Quantity> factor, bool no_words) {
    // Beside the names of the columns, or above them where those of the rows are short.
    name_head(ui, scene, factor, {area.x, area.y + ui.px(no_words ? -7 : 8)});
    board.look = {
        .factors = false, .only = factor, .controls = false, .foot = false, .largest = cell_on_slide};
    Actions none;
    draw_board(ui, board, scene, area, none);
}

} // namespace

void draw_pass(Ui& large, BoardState& board, const Scene& scene, const BarAxis& axis, const Rect& area,
               PassLook look, std::optional<attention::Quantity> factor) {
    const bool one_of_two = look == PassLook::one_of_two;
    const auto needed_by_matrix = [&](const Ui& ui) {
        return ui.px(static_cast<float>(shown_rows(scene)) * readable_row + beside_rows);
    };
    const auto wants_bars = [&](const Ui& ui) {
        return has_bars(scene) && (one_of_two || area.height - least_words(ui, scene) < needed_by_matrix(ui));
    };
    const bool tight = wants_bars(large) || scene.selection.stage < attention::StageId::scores;
    const Theme theme = with_all_words(large, scene, area.width, tight);
    Ui ui = large.in(theme);
    if (look == PassLook::factors && drew_factors(ui, board, scene, area)) return;
    if (factor) { // its name stands above it, apart from the slide's title
        const float name = ui.px(9);
        return draw_matrix(ui, board, scene, {area.x, area.y + name, area.width, area.height - name}, factor,
                           true);
    }
    const float matrix = needed_by_matrix(ui);
    // A whole matrix has the words as its names: it may do without them above.
    const bool alone = (look == PassLook::matrix || look == PassLook::factors) && area.height >= matrix &&
                       area.height - least_words(ui, scene) - ui.px(words_gap) < matrix;
    const bool bars = !alone && wants_bars(ui);
    const float words = alone ? 0
                              : draw_sentence(ui, scene, area, matrix, one_of_two,
                                              bars ? std::optional(axis) : std::nullopt, tight);
    const float gap =
        ui.px(bars && !scene.trace().input.is_cross() ? words_gap - weight_line_taken : words_gap);
    const float top = area.y + (alone ? 0 : words + gap);
    const Rect rest{area.x, top, area.width, area.bottom() - top};
    if ((one_of_two || bars || rest.height < matrix) && suits_row(ui, scene, area.width))
        return draw_lecture_row(ui, board.last.ranges, scene, axis, rest);
    draw_matrix(ui, board, scene, rest, {}, alone);
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
        draw_pass(scoped, board, scene, axis, half, PassLook::one_of_two);
    };
    draw("left", left_board, left, area.y, upper);
    ui.canvas.line({area.x, area.y + upper + gap / 2}, {area.right(), area.y + upper + gap / 2},
                   ui[Role::hairline], ui.px(1));
    draw("right", right_board, right, area.y + upper + gap, whole - upper);
}

} // namespace ui
