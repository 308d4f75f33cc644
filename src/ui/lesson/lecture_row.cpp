#include "ui/lesson/lecture_row.h"

#include "narration/wording.h"
#include "ui/board/board.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr float bar_width = 0.8F;                                                   // share of the word's box
constexpr float least_box = 46, widest_box = 84, box_height = 44, name_height = 16; // design pixels
constexpr float digits = 14, name_size = 11.5F, label_width = 90;

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

const Rect* word_box(const Ui& ui, const Scene& scene, Index key) {
    const bool cross = scene.trace().input.is_cross();
    return ui.anchors.find(ui.scope + (cross ? "source/" : "token/") + std::to_string(key));
}

void add_anchor(Ui& ui, const Row& row, Index column, const Rect& place) {
    ui.anchors.add("cell/" + std::string(attention::key(row.quantity)) + "/" + std::to_string(row.index) +
                       "/" + std::to_string(column),
                   place);
}

/// Bars stand on a line, or hang from it where numbers are negative.
void draw_bars(Ui& ui, const Scene& scene, const Row& row, const Rect& area) {
    float least = 0, most = 0;
    for (Index j = 0; j < row.matrix.cols(); ++j)
        if (std::isfinite(row.at(j))) {
            least = std::min(least, row.at(j));
            most = std::max(most, row.at(j));
        }
    const float span = std::max(most - least, 1e-6F), unit = area.height / span,
                zero = area.bottom() + least * unit;
    const bool weights = attention::family(row.quantity) == attention::Family::weight;
    ui.canvas.line({area.x, zero}, {area.right(), zero}, ui[Role::hairline], ui.px(1.2F));
    for (Index j = 0; j < row.matrix.cols(); ++j) {
        const Rect* word = word_box(ui, scene, j);
        if (!word || !std::isfinite(row.at(j))) continue;
        const float size = std::abs(row.at(j)) * unit, wide = bar_width * word->width;
        const Rect bar{word->centre().x - wide / 2, row.at(j) < 0 ? zero : zero - size, wide,
                       std::max(size, ui.px(1))};
        const Role role = weights ? Role::weight : row.at(j) < 0 ? Role::negative : Role::positive;
        const float depth = 0.45F + 0.55F * std::abs(row.at(j)) / std::max(most, -least);
        ui.canvas.fill(bar, mix(ui[Role::background], ui[role], depth), ui.px(2));
        add_anchor(ui, row, j, {bar.x, area.y, bar.width, area.height});
    }
}

void draw_boxes(Ui& ui, Ranges& ranges, const Scene& scene, const Row& row, const Rect& area) {
    const Index count = row.matrix.cols();
    const float room = area.width - ui.px(label_width);
    const float wide = std::min(room / static_cast<float>(count), ui.px(widest_box));
    const float left = area.x + ui.px(label_width) + (room - wide * static_cast<float>(count)) / 2;
    const float high = std::min(ui.px(box_height), area.height - ui.px(name_height));
    const float y = area.y + std::max(ui.px(name_height), (area.height - high) / 2);
    const Coloured coloured = ranges.of(scene.shown, row.quantity, row.head);
    const language::Names& names = scene.pass().names;
    const bool dark = ui.theme.palette().dark;
    for (Index j = 0; j < count; ++j) {
        const Rect box{left + static_cast<float>(j) * wide, y, wide - ui.px(2), high};
        const Rgba colour = colour_of(row.at(j), coloured.range, coloured.map, dark);
        ui.canvas.fill(box, colour, ui.px(3));
        ui.canvas.text(box.centre(), narration::decimal(row.at(j)), Font::mono_bold, ui.px(digits),
                       readable_on(colour), Align::centre);
        ui.canvas.text_within({box.centre().x, y - ui.px(name_height) / 2}, box.width,
                              names.column(row.quantity, j), Font::sans_medium, ui.px(name_size),
                              ui[Role::quiet], Align::centre);
        add_anchor(ui, row, j, box);
    }
    ui.canvas.text_within({left - ui.px(10), y + high / 2}, ui.px(label_width),
                          names.row(row.quantity, row.index), Font::sans_bold, ui.px(digits), ui[Role::query],
                          Align::right);
}

} // namespace

bool suits_row(const Ui& ui, const Scene& scene, float width) {
    const Row row = row_of(scene);
    if (row.matrix.size() == 0) return false;
    if (attention::is_queries_by_keys(row.quantity))
        return word_box(ui, scene, row.matrix.cols() - 1) != nullptr;
    return width - ui.px(label_width) >= ui.px(least_box) * static_cast<float>(row.matrix.cols());
}

void draw_lecture_row(Ui& ui, Ranges& ranges, const Scene& scene, const Rect& area) {
    const Row row = row_of(scene);
    if (attention::is_queries_by_keys(row.quantity))
        draw_bars(ui, scene, row, area);
    else
        draw_boxes(ui, ranges, scene, row, area);
}

} // namespace ui
