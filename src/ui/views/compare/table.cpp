#include "ui/views/compare/table.h"

#include "narration/comparison_table.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float edge = 14, gap = 12,
                space = 2; // design pixels: around all, between columns, above a row's texts
constexpr std::array<float, 4> columns{0, 0.25F, 0.625F, 1}; // where they begin, as shares of the width

std::string heading_of(const Ui& ui, const char* side, const Scene& scene) {
    return ui.text(side) + "  " + ui.text(scene.trace().input.is_cross() ? "compare.cross" : "compare.self");
}

} // namespace

ComparisonTable::ComparisonTable(Ui& ui, const Scene& left, const Scene& right) : ui_(ui) {
    rows_.push_back({{"", heading_of(ui, "compare.left", left), heading_of(ui, "compare.right", right)},
                     "",
                     Role::quiet});
    for (const auto& row : narration::comparison_table(ui.texts, left.trace(), right.trace()))
        rows_.push_back({{row.name, row.values[0], row.values[1]},
                         "compare/" + row.key,
                         row.values[0] == row.values[1] ? Role::quiet : Role::text});
}

float ComparisonTable::texts(const Row& row, Point at, float width, bool measure_only) const {
    float high = 0;
    for (std::size_t i = 0; i < row.texts.size(); ++i) {
        const float begin = columns[i] * width;
        const float end = columns[i + 1] * width - (i + 2 < columns.size() ? ui_.px(gap) : 0);
        high = std::max(high, paragraph(ui_, {at.x + begin, at.y}, end - begin, {{row.texts[i]}}, note_size,
                                        measure_only, i == 0 ? Role::quiet : row.colour, 1.25F));
    }
    return high;
}

float ComparisonTable::height(float width) const {
    float high = 2 * ui_.px(edge);
    for (const Row& row : rows_)
        high += texts(row, {0, 0}, width - 2 * ui_.px(edge), true) + 2 * ui_.px(space);
    return high;
}

void ComparisonTable::draw(const Rect& area) const {
    card(ui_, area);
    ui_.anchors.add("compare/table", area);
    const Rect inner = area.inset(ui_.px(edge));
    const float above =
        ui_.px(space) + (area.height - height(area.width)) / static_cast<float>(2 * rows_.size());
    float y = inner.y;
    for (const Row& row : rows_) {
        if (y > inner.y) ui_.canvas.line({inner.x, y}, {inner.right(), y}, ui_[Role::hairline], ui_.px(1));
        const float high = texts(row, {inner.x, y + above}, inner.width, false) + 2 * above;
        if (!row.anchor.empty()) ui_.anchors.add(row.anchor, {inner.x, y, inner.width, high});
        y += high;
    }
}

} // namespace ui
