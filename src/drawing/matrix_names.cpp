#include "drawing/matrix_names.h"

#include "drawing/fitted_text.h"

#include <algorithm>
#include <cmath>

namespace drawing {
namespace {

constexpr float row_size = 13.5F, column_size = 12, number_size = 12; // pixels at scale 1
constexpr float least_column = 28; // narrower columns have no room for words
constexpr float distance = 8;      // from a name to its cells

/// The first of 1, 2, 5, 10, 20, 50 … that leaves at least `least` pixels between numbers; more than `count`
/// where there is no room for any of those up to it, in a window as low as its bars.
Index round_step(float cell, float least, Index count) {
    for (Index power = 1; power <= count; power *= 10)
        for (const Index step : {power, 2 * power, 5 * power})
            if (cell * static_cast<float>(step) >= least) return step;
    return count + 1;
}

/// Calls show(i) for those of `count` indices from `first` whose number, counted from 1, is a multiple of
/// `step`.
template <class Show>
void each_step(Index first, Index count, Index step, const Show& show) {
    for (Index i = (first + step) / step * step - 1; i < first + count; i += step)
        show(i);
}

class NamePainter {
public:
    NamePainter(Figure& figure, const MatrixLayout& layout, const MatrixOptions& options,
                const Palette& palette, const TextMeasure& measure)
        : figure_(figure), layout_(layout), options_(options), palette_(palette), measure_(measure),
          block_(visible_cells(layout)), scale_(options.scale) {}

    void rows() {
        const auto marked = in_sight(options_.marked_row, block_.row, block_.rows);
        if (layout_.cell_height >= 1.2F * row_size * scale_) {
            each_step(block_.row, block_.rows, 1, [&](Index row) { row_name(row, row == marked); });
            return;
        }
        if (marked) row_name(*marked, true);
        const float room = 1.6F * number_size * scale_;
        const Index step = round_step(layout_.cell_height, 1.6F * room, block_.row + block_.rows);
        each_step(block_.row, block_.rows, step, [&](Index row) {
            if (marked && std::abs(row_middle(row) - row_middle(*marked)) < room) return;
            row_text(row, Font::mono, number_size * scale_, palette_[Role::quiet], std::to_string(row + 1));
        });
    }

    void columns() {
        const auto marked = in_sight(options_.marked_column, block_.column, block_.columns);
        const float room = layout_.cell_width - 2 * scale_;
        if (layout_.cell_width >= least_column * scale_) {
            const float size = size_of_columns(room);
            each_step(block_.column, block_.columns, 1, [&](Index column) {
                const float in_sight = column_rect(layout_, column).width; // less at the edge
                column_name(column, column == marked, size, std::min(room, in_sight));
            });
            return;
        }
        Label marked_label;
        if (marked) marked_label = column_name(*marked, true, column_size * scale_, options_.row_name_width);
        const float beside =
            marked ? measure_.width(marked_label.font, marked_label.size, marked_label.text) / 2 + 18 * scale_
                   : 0;
        const Index step = round_step(layout_.cell_width, 48 * scale_, block_.column + block_.columns);
        each_step(block_.column, block_.columns, step, [&](Index column) {
            if (marked && std::abs(column_middle(column) - marked_label.at.x) < beside) return;
            column_text(column, Font::mono, number_size * scale_, palette_[Role::quiet],
                        std::to_string(column + 1));
        });
    }

    /// "query ↓" beside the row names, "key →" above the column names.
    void axes() {
        const float size = column_size * scale_, y = layout_.area.y - axis_height * scale_ - 12 * scale_;
        const auto axis = [&](const std::string& name, const char* arrow, float x, Align align, Role role) {
            if (name.empty()) return;
            figure_.push_back(Label{{x, y}, align, Font::sans_medium, size, palette_[role], name + arrow});
        };
        axis(options_.row_axis, " ↓", layout_.area.x - distance * scale_, Align::right, options_.row_role);
        axis(options_.column_axis, " →", layout_.area.x, Align::left, options_.column_role);
    }

private:
    static std::optional<Index> in_sight(std::optional<Index> marked, Index first, Index count) {
        return marked && *marked >= first && *marked < first + count ? marked : std::nullopt;
    }
    float row_middle(Index row) const { return cell_rect(layout_, {row, 0}).centre().y; }
    float column_middle(Index column) const { return cell_rect(layout_, {0, column}).centre().x; }

    void row_name(Index row, bool marked) {
        const Font font = marked ? Font::sans_bold : Font::sans;
        const float size = row_size * scale_;
        row_text(row, font, size, palette_[marked ? options_.row_role : Role::text],
                 elided(options_.row_name(row), options_.row_name_width, font, size, measure_));
    }

    /// A partly visible row keeps its name only while its middle is visible.
    void row_text(Index row, Font font, float size, Rgba colour, std::string text) {
        const float y = row_middle(row);
        if (y < layout_.area.y || y > layout_.area.bottom()) return;
        figure_.push_back(Label{
            {layout_.area.x - distance * scale_, y}, Align::right, font, size, colour, std::move(text)});
    }

    /// One size for all visible names: the largest at which the longest fits, down to 9.5.
    float size_of_columns(float room) const {
        const float size = column_size * scale_;
        float widest = 1;
        each_step(block_.column, block_.columns, 1, [&](Index column) {
            widest = std::max(widest, measure_.width(Font::sans_medium, size, options_.column_name(column)));
        });
        return std::clamp(std::floor(2 * size * room / widest) / 2, 9.5F * scale_, size);
    }

    Label column_name(Index column, bool marked, float size, float width) {
        const Font font = marked ? Font::sans_bold : Font::sans_medium;
        return column_text(column, font, size, palette_[marked ? options_.column_role : Role::text],
                           elided(options_.column_name(column), width, font, size, measure_));
    }

    Label column_text(Index column, Font font, float size, Rgba colour, std::string text) {
        const Rect area = layout_.area;
        const float x = column_middle(column), y = area.y - 12 * scale_;
        Label label{{x, y}, Align::centre, font, size, colour, std::move(text)};
        if (x < area.x || x > area.right()) return label;
        const float half = measure_.width(font, size, label.text) / 2;
        if (area.width > 2 * half) label.at.x = std::clamp(x, area.x + half, area.right() - half);
        figure_.push_back(label);
        return label;
    }

    Figure& figure_;
    const MatrixLayout& layout_;
    const MatrixOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    CellBlock block_;
    float scale_;
};

} // namespace

void add_matrix_names(Figure& figure, const MatrixLayout& layout, const MatrixOptions& options,
                      const Palette& palette, const TextMeasure& measure) {
    NamePainter painter(figure, layout, options, palette, measure);
    if (options.row_name) painter.rows();
    if (options.column_name) painter.columns();
    painter.axes();
}

} // namespace drawing
