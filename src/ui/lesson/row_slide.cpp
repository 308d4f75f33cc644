#include "ui/lesson/row_slide.h"

#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/chrome/weights_menu.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr float bar_share = 0.63F;                                         // of the room from word to word
constexpr float number_size = 11.5F, number_height = 15, least_number = 7; // design pixels
constexpr float widest_bar = 52, name_of_row = 11.5F;                      // design pixels
constexpr float least_box = 46, row_label_width = 90;                      // design pixels
constexpr float least_height = 24;  // of the highest and the lowest bar together, design pixels
constexpr float strong_from = 0.1F; // weights from here on stand out

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
    ui.anchors.add(cell_anchor({.quantity = row.quantity, .row = row.index, .column = column}), place);
}

} // namespace

std::string layer_name(const Ui& ui, const Scene& scene) {
    const auto layers = layer_names(ui, scene.pass());
    if (layers.size() < 2) return {};
    return layers[static_cast<std::size_t>(workbench::shown_layer(scene.pass().document))];
}

std::string origin_name(const Ui& ui, const Scene& scene, attention::Quantity quantity) {
    const std::string name = layer_name(ui, scene);
    const std::size_t heads = scene.trace().heads.size();
    if (heads < 2 || !attention::is_per_head(quantity)) return name;
    const std::string head = ui.plain("lecture.head", {{"head", {{std::to_string(scene.selection.head + 1)}}},
                                                       {"heads", {{std::to_string(heads)}}}});
    return name.empty() ? head : name + " · " + head;
}

namespace {

/// "Weights of “it” · head 2 of 2", "Key of “cat”"
std::string row_name(const Ui& ui, const Scene& scene, const Row& row) {
    const std::string own = "lecture.row_" + std::string(attention::key(row.quantity));
    std::string name = ui.plain(ui.texts.has(own) ? own : "lecture.row_other",
                                {{"word", {{scene.pass().names.row(row.quantity, row.index)}}},
                                 {"symbol", {{std::string(attention::symbol(row.quantity))}}}});
    const attention::Scale& scale = scene.trace().options.scale;
    const bool divided = row.quantity == attention::Quantity::scaled ||
                         attention::family(row.quantity) == attention::Family::weight;
    if (divided && scale.kind == attention::ScaleKind::number)
        name += " · " + ui.plain("lecture.divided", {{"divisor", {{narration::short_number(scale.number)}}}});
    if (const std::string of = origin_name(ui, scene, row.quantity); !of.empty()) name += " · " + of;
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

/// Weights with two decimals, or three where all are small; others as everywhere.
std::string number_of(const Row& row, Index column) {
    if (attention::family(row.quantity) != attention::Family::weight)
        return narration::decimal(row.at(column));
    const float largest = row.matrix.row(row.index).maxCoeff();
    constexpr float nothing = 0.0005F; // all of them, once what was read is cut
    return number_text(row.at(column), largest >= strong_from || largest < nothing ? 2 : 3);
}

/// The colour of a bar: weights in three steps, others the deeper the larger they are.
Rgba bar_colour(const Ui& ui, bool weights, float number, const BarAxis& axis) {
    const float depth = weights ? (number > 0.5F           ? 0.9F
                                   : number >= strong_from ? 0.55F
                                                           : 0.3F)
                                : 0.45F + 0.55F * std::abs(number) / std::max(axis.high, -axis.low);
    const Role role = weights ? Role::weight : number < 0 ? Role::negative : Role::positive;
    return mix(ui[Role::background], ui[role], std::min(depth, 1.0F));
}

/// The letters of the numbers, as large as the room from word to word allows.
float fitting(const Ui& ui, const Row& row, float size, float pitch) {
    float widest = 1;
    for (Index j = 0; j < row.matrix.cols(); ++j)
        widest = std::max(widest, ui.canvas.width(Font::mono_bold, size, number_of(row, j)));
    return std::max(size * std::min(1.0F, 0.94F * pitch / widest), ui.px(least_number));
}

} // namespace

void draw_bars(Ui& ui, const Scene& scene, const BarAxis& axis, const Rect& area, const BarLook& look) {
    const Row row = row_of(scene);
    const Index count = row.matrix.cols();
    const float line = look.line;
    if (look.named)
        ui.canvas.text({area.x, area.y + line / 2}, row_name(ui, scene, row), Font::sans, look.name,
                       ui[Role::quiet]);
    // A number stands above the highest bar, and below the lowest where one hangs.
    const float top = area.y + (look.named ? 2 : 1) * line,
                bottom = area.bottom() - (axis.low < 0 ? line : ui.px(2));
    const float unit = std::max(bottom - top, 1.0F) / (axis.high - axis.low), zero = bottom + axis.low * unit;
    const auto at = [&](float number) { return zero - number * unit; };
    for (const float end : std::set{axis.low, 0.0F, axis.high}) {
        ui.canvas.line({area.x, at(end)}, {area.right(), at(end)}, ui[end == 0 ? Role::edge : Role::hairline],
                       ui.px(end == 0 ? 1 : 0.5F));
        if (end != 0 && std::abs(at(end) - zero) < line) continue; // no room for its name
        ui.canvas.text({area.x - ui.px(6), at(end)}, narration::short_number(end), Font::mono, look.name,
                       ui[Role::quiet], Align::right);
    }
    const bool weights = attention::family(row.quantity) == attention::Family::weight;
    const float pitch = pitch_of(ui, scene, count), wide = std::min(bar_share * pitch, ui.px(widest_bar));
    const float strong_size = fitting(ui, row, look.strong, pitch),
                usual_size = std::min(look.number, strong_size);
    for (Index j = 0; j < count; ++j) {
        const Rect* word = word_box(ui, scene, j);
        if (!word) continue;
        const float x = word->centre().x, number = row.at(j);
        const bool finite = std::isfinite(number), marked = j == scene.selection.key;
        const bool strong = finite && (weights ? number >= strong_from : marked);
        float end = zero;
        if (finite) {
            end = at(look.grown * number);
            const Rect bar{x - wide / 2, std::min(end, zero), wide, std::max(std::abs(end - zero), ui.px(1))};
            ui.canvas.fill(bar, bar_colour(ui, weights, number, axis),
                           bar.height > ui.px(4) ? ui.px(2.5F) : 0);
        }
        const bool below = finite && number < 0;
        if (look.grown > 0)
            ui.canvas.text({x, end + (below ? 1.0F : -1.0F) * line / 2}, number_of(row, j),
                           strong || marked ? Font::mono_bold : Font::mono, strong ? strong_size : usual_size,
                           ui[marked   ? Role::key
                              : strong ? Role::text
                                       : Role::quiet],
                           Align::centre);
        const float half = std::max(wide, std::min(pitch, 4 * usual_size)) / 2;
        add_anchor(
            ui, row, j,
            {x - half, std::min(end, zero) - (below ? 0 : line), 2 * half, std::abs(end - zero) + line});
    }
}

BarLook bars_of_two(const Ui& ui) {
    return {ui.px(number_size), ui.px(number_size), ui.px(number_height), ui.px(name_of_row)};
}

void draw_boxes(Ui& ui, Ranges& ranges, const Scene& scene, const Rect& area, const BoxLook& look) {
    const Row row = row_of(scene);
    const Index count = row.matrix.cols();
    const float label = ui.px(row_label_width), room = area.width - label;
    const float wide = std::min(room / static_cast<float>(count), look.widest);
    const float left = area.x + label + (room - wide * static_cast<float>(count)) / 2;
    const float above = 2.2F * look.name_line, high = std::min(look.high, area.height - above);
    const float y = area.y + std::max(above, (area.height - high) / 2);
    const Coloured coloured = ranges.of(scene.shown, row.quantity, row.head);
    const language::Names& names = scene.pass().names;
    const bool dark = ui.theme.palette().dark;
    for (Index j = 0; j < count; ++j) {
        const Rect box{left + static_cast<float>(j) * wide, y, wide - ui.px(2), high};
        const Rgba colour = colour_of(row.at(j), coloured.range, coloured.map, dark);
        ui.canvas.fill(box, colour, ui.px(3));
        ui.canvas.text(box.centre(), narration::decimal(row.at(j)), Font::mono_bold, look.digits,
                       readable_on(colour), Align::centre);
        ui.canvas.text_within({box.centre().x, y - 0.6F * look.name_line}, box.width,
                              names.column(row.quantity, j), Font::sans_medium, look.name, ui[Role::quiet],
                              Align::centre);
        add_anchor(ui, row, j, box);
    }
    ui.canvas.text({area.x, y - look.name_line * 1.6F}, row_name(ui, scene, row), Font::sans, look.name,
                   ui[Role::quiet]);
    ui.canvas.text_within({left - ui.px(10), y + high / 2}, label, names.row(row.quantity, row.index),
                          Font::sans_bold, look.digits, ui[Role::query], Align::right);
}

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

bool has_boxes(const Ui& ui, const Scene& scene, float width) {
    const Row row = row_of(scene);
    return row.matrix.size() > 0 &&
           width - ui.px(row_label_width) >= ui.px(least_box) * static_cast<float>(row.matrix.cols());
}

bool suits_row(const Ui& ui, const Scene& scene, float width) {
    if (!has_bars(scene)) return has_boxes(ui, scene, width);
    const Row row = row_of(scene);
    return row.matrix.size() > 0 && word_box(ui, scene, row.matrix.cols() - 1) != nullptr;
}

void draw_lecture_row(Ui& ui, Ranges& ranges, const Scene& scene, const BarAxis& axis, const Rect& area) {
    if (has_bars(scene))
        draw_bars(ui, scene, axis, area, bars_of_two(ui));
    else
        draw_boxes(ui, ranges, scene, area,
                   {.widest = ui.px(84),
                    .high = ui.px(44),
                    .digits = ui.px(14),
                    .name = ui.px(name_of_row),
                    .name_line = ui.px(16)});
}

float least_bars_height(const BarAxis& axis) {
    return least_height + 2 * number_height + (axis.low < 0 ? number_height : 4);
}

} // namespace ui
