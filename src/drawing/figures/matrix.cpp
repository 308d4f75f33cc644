#include "drawing/figures/matrix.h"

#include "drawing/figures/matrix_layout.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawing {

namespace {

// The names beside the rows and above the columns.

constexpr float axis_height = 18; // of the line with the axis names, pixels at scale 1
constexpr float row_size = 15, column_size = 14.5F, index_size = 12; // pixels at scale 1
constexpr float least_column = 28; // narrower columns have no room for words
constexpr float name_gap = 12;     // from a name to its cells
constexpr float pill_margin = 8;   // around the name of the marked query

/// The first of 1, 2, 5, 10, 20, 50 … that leaves at least `least` pixels between numbers; more than `count`
/// when no step up to it leaves that much, as in a window barely taller than its bars.
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
        const float room = 1.6F * index_size * scale_;
        const Index step = round_step(layout_.cell_height, 1.6F * room, block_.row + block_.rows);
        each_step(block_.row, block_.rows, step, [&](Index row) {
            if (marked && std::abs(row_middle(row) - row_middle(*marked)) < room) return;
            row_text(row, Font::mono, index_size * scale_, palette_[Role::quiet], std::to_string(row + 1));
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
            column_text(column, Font::mono, index_size * scale_, palette_[Role::quiet],
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
        axis(options_.row_axis, " ↓", layout_.area.x - name_gap * scale_, Align::right, options_.row_role);
        axis(options_.column_axis, " →", layout_.area.x, Align::left, options_.column_role);
    }

private:
    static std::optional<Index> in_sight(std::optional<Index> marked, Index first, Index count) {
        return marked && *marked >= first && *marked < first + count ? marked : std::nullopt;
    }
    float row_middle(Index row) const { return cell_rect(layout_, {row, 0}).centre().y; }
    float column_middle(Index column) const { return cell_rect(layout_, {0, column}).centre().x; }

    /// The marked query looks like its word in the sentence.
    void row_name(Index row, bool marked) {
        const Font font = marked ? Font::sans_bold : Font::sans;
        const float size = row_size * scale_;
        std::string text = elided(options_.row_name(row), options_.row_name_width, font, size, measure_);
        if (!marked || options_.row_role != Role::query || row_is_cut(row))
            return row_text(row, font, size, palette_[marked ? options_.row_role : Role::text],
                            std::move(text));
        const float wide = measure_.width(font, size, text) + 2 * pill_margin * scale_;
        const float high = std::min(layout_.cell_height - 2 * scale_, 26 * scale_);
        const float right = layout_.area.x - (name_gap - pill_margin) * scale_, y = row_middle(row);
        const Rgba fill = palette_[Role::query_fill];
        figure_.push_back(
            Fill{{right - wide, y - high / 2, wide, high}, fill, std::min(7 * scale_, high / 3)});
        figure_.push_back(Label{
            {right - pill_margin * scale_, y}, Align::right, font, size, readable_on(fill), std::move(text)});
    }

    /// A partly visible row keeps its name only while its middle is visible.
    bool row_is_cut(Index row) const {
        const float y = row_middle(row);
        return y < layout_.area.y || y > layout_.area.bottom();
    }

    void row_text(Index row, Font font, float size, Rgba colour, std::string text) {
        if (row_is_cut(row)) return;
        figure_.push_back(Label{{layout_.area.x - name_gap * scale_, row_middle(row)},
                                Align::right,
                                font,
                                size,
                                colour,
                                std::move(text)});
    }

    /// One size for all visible names: the largest at which the longest fits, down to 9.5.
    float size_of_columns(float room) const {
        const float size = column_size * scale_;
        float widest = 1;
        each_step(block_.column, block_.columns, 1, [&](Index column) {
            widest = std::max(widest, measure_.width(Font::sans_bold, size, options_.column_name(column)));
        });
        return std::clamp(std::floor(2 * size * room / widest) / 2, 9.5F * scale_, size);
    }

    Label column_name(Index column, bool marked, float size, float width) {
        const Font font = marked ? Font::sans_bold : Font::sans;
        return column_text(column, font, size, palette_[marked ? options_.column_role : Role::quiet],
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

/// Names every visible row and column where there is room; where rows or columns are too thin, shows their
/// numbers (counted from 1) at round steps. The marked row and column are always named.
void add_matrix_names(Figure& figure, const MatrixLayout& layout, const MatrixOptions& options,
                      const Palette& palette, const TextMeasure& measure) {
    NamePainter painter(figure, layout, options, palette, measure);
    if (options.row_name) painter.rows();
    if (options.column_name) painter.columns();
    painter.axes();
}

/// Adds "Σ" and the sum of every visible row to the right of the matrix, where rows are tall enough.
void add_row_sums(Figure& figure, const base::Matrix& matrix, const MatrixLayout& layout,
                  const MatrixOptions& options, const Palette& palette) {
    assert(!options.transposed);
    const float scale = options.scale, size = 14.5F * scale;
    if (layout.cell_height < 1.3F * size) return;
    const Rect area = layout.area;
    const float x = area.right() + 0.5F * row_sums_width * scale + 2 * scale;
    figure.push_back(
        Label{{x, area.y - 12 * scale}, Align::centre, Font::sans_bold, size, palette[Role::quiet], "Σ"});
    const CellBlock block = visible_cells(layout);
    for (Index row = block.row; row < block.row + block.rows; ++row) {
        const float y = cell_rect(layout, {row, 0}).centre().y;
        if (y < area.y || y > area.bottom()) continue;
        const bool marked = row == options.marked_row;
        // In double: a sum shown as 1.00 must be the sum of the weights, not of rounding errors.
        const double sum = matrix.row(row).cast<double>().sum();
        figure.push_back(Label{{x, y},
                               Align::centre,
                               marked ? Font::mono_bold : Font::mono,
                               size,
                               palette[marked ? Role::text : Role::quiet],
                               number_text(static_cast<float>(sum), 2)});
    }
}

// The cells.

constexpr float corner = 3;        // pixels at scale 1
constexpr float least_cell = 14;   // smaller cells are not drawn individually
constexpr Index most_cells = 3000; // nor are more cells than this
constexpr float detail_width = 90, detail_height = 44;
// How strongly the digits outside the marked row and column still stand out, dark ones and light ones.
constexpr float receding_ink = 0.62F, receding_light_ink = 0.78F;
constexpr double least_contrast = 4.5;

class MatrixPainter {
public:
    MatrixPainter(const std::shared_ptr<const base::Matrix>& matrix, const MatrixLayout& layout,
                  const MatrixOptions& options, const Palette& palette, const TextMeasure& measure)
        : matrix_(matrix), layout_(layout), options_(options), palette_(palette), measure_(measure),
          block_(visible_cells(layout)), scale_(options.scale), fills_(table(options.map, palette.dark)),
          inks_(inks(options.map, palette.dark)) {}

    Figure paint() {
        if (block_.count() == 0) return {};
        const bool scrolled = reaches_beyond(layout_);
        if (scrolled) figure_.push_back(ClipStart{layout_.area});
        if (std::min(layout_.cell_width, layout_.cell_height) < least_cell * scale_ ||
            block_.count() > most_cells)
            paint_as_one();
        else
            paint_cells();
        paint_overridden();
        if (scrolled) figure_.push_back(ClipEnd{});
        add_matrix_names(figure_, layout_, options_, palette_, measure_);
        if (options_.row_sums) add_row_sums(figure_, *matrix_, layout_, options_, palette_);
        paint_frames();
        return std::move(figure_);
    }

private:
    float value(CellPlace at) const {
        return options_.transposed ? (*matrix_)(at.column, at.row) : (*matrix_)(at.row, at.column);
    }
    bool is_marked(CellPlace at) const {
        return at.row == options_.marked_row || at.column == options_.marked_column;
    }
    Rect fill_rect(CellPlace at) const { return cell_rect(layout_, at).inset(options_.gap / 2 * scale_); }

    bool is_there(CellPlace at) const {
        return !options_.there ||
               std::any_of(options_.there->begin(), options_.there->end(), [&](const CellBlock& b) {
                   return at.row >= b.row && at.row < b.row + b.rows && at.column >= b.column &&
                          at.column < b.column + b.columns;
               });
    }

    /// The visible part of `block`, as a picture.
    void paint_block(const CellBlock& block) {
        const Rect seen = visible_part(layout_);
        const auto clipped = [](Index start, Index count, float from, float length) {
            const float low = std::max(static_cast<float>(start), from);
            const float high = std::min(static_cast<float>(start + count), from + length);
            return std::pair{low, std::max(0.0F, high - low)};
        };
        const auto [x, width] = clipped(block.column, block.columns, seen.x, seen.width);
        const auto [y, height] = clipped(block.row, block.rows, seen.y, seen.height);
        if (width <= 0 || height <= 0) return;
        const Rect place{layout_.area.x + (x - seen.x) * layout_.cell_width,
                         layout_.area.y + (y - seen.y) * layout_.cell_height, width * layout_.cell_width,
                         height * layout_.cell_height};
        figure_.push_back(Heat{
            place, matrix_, {x, y, width, height}, options_.range, options_.map, 1, options_.transposed});
    }

    void paint_as_one() {
        if (!options_.there) {
            figure_.push_back(Heat{layout_.area, matrix_, visible_part(layout_), options_.range, options_.map,
                                   1, options_.transposed});
            return;
        }
        figure_.push_back(Stroke{layout_.area, palette_[Role::hairline], scale_});
        for (const CellBlock& block : *options_.there)
            paint_block(block);
    }

    void paint_cells() {
        Digits digits;
        if (options_.digits)
            digits = digits_for(options_.range, layout_.cell_width - options_.gap * scale_,
                                layout_.cell_height - options_.gap * scale_, options_.digit_limits * scale_,
                                measure_);
        const bool with_detail = options_.detail && digits.size > 0 &&
                                 layout_.cell_width >= detail_width * scale_ &&
                                 layout_.cell_height >= detail_height * scale_;
        figure_.reserve(figure_.size() + static_cast<std::size_t>(block_.count()) * 2 + 32);
        for (Index row = block_.row; row < block_.row + block_.rows; ++row)
            for (Index column = block_.column; column < block_.column + block_.columns; ++column)
                paint_cell({row, column}, digits, with_detail ? detail_size(digits.size) : 0);
    }

    /// The same size in every cell: one at which "−1.30 ÷ 2.00" fits everywhere.
    float detail_size(float digits) const {
        constexpr float characters = 14, least = 9;
        const float character = measure_.width(Font::mono, 100, "0") / 100;
        const float fitting = (layout_.cell_width - 10 * scale_) / (characters * character);
        return std::max(least * scale_, std::floor(2 * std::min(fitting, 0.72F * digits)) / 2);
    }

    void paint_cell(CellPlace at, Digits digits, float small) {
        const Rect rect = fill_rect(at);
        if (!is_there(at)) {
            figure_.push_back(Stroke{rect, palette_[Role::hairline], scale_, corner * scale_});
            return;
        }
        if (options_.unfinished)
            if (std::string text = options_.unfinished(at); !text.empty()) {
                figure_.push_back(Fill{rect, palette_[Role::card], corner * scale_});
                if (digits.size > 0)
                    label(rect.centre(), Font::mono_bold, digits.size, palette_[Role::text], std::move(text),
                          rect.width);
                return;
            }
        const float number = value(at);
        const bool masked = number == -INFINITY;
        const std::size_t colour = table_index(masked ? 0 : number, options_.range, options_.map);
        const Rgba fill = fills_[colour];
        figure_.push_back(Fill{rect, fill, corner * scale_});
        const bool hidden = options_.hidden && options_.hidden(at);
        if (masked || hidden) figure_.push_back(Hatch{rect, palette_[Role::masked].faded(0.5F), 6 * scale_});
        if (digits.size == 0 || (!options_.digits_in_every_row && at.row != options_.marked_row)) return;
        const bool zero = number == 0;
        const Rgba ink = zero ? palette_[Role::quiet] : ink_of(at, fill, inks_[colour]);
        const bool bold = options_.bold_marks && !zero && is_marked(at);
        const Font font = bold ? Font::mono_bold : Font::mono;
        std::string detail = small > 0 ? detail_of(at, rect.width - 8 * scale_, small) : std::string();
        // Number and arithmetic together are centred in the cell.
        const float apart = detail.empty() ? 0 : 0.5F * (digits.size + small) + 0.06F * rect.height;
        const float lift = detail.empty() ? 0 : apart * small / (digits.size + small);
        const Point centre = rect.centre();
        // The sign ∞ is smaller than digits of the same size.
        label({centre.x, centre.y - lift}, font, masked ? 1.3F * digits.size : digits.size, ink,
              zero ? "0" : number_text(number, digits.decimals), rect.width);
        if (!detail.empty())
            figure_.push_back(Label{{centre.x, centre.y - lift + apart},
                                    Align::centre,
                                    Font::mono,
                                    small,
                                    mix(fill, ink, 0.8F),
                                    std::move(detail)});
    }

    Rgba ink_of(CellPlace at, Rgba fill, Rgba ink) const {
        if (!options_.recede || is_marked(at)) return ink;
        const bool light = contrast(ink, {0, 0, 0}) > contrast(ink, {255, 255, 255});
        // Between two colours of middling lightness it recedes less, so that it can still be read.
        for (float share = light ? receding_light_ink : receding_ink; share < 1; share += 0.08F)
            if (const Rgba quiet = mix(fill, ink, share); contrast(quiet, fill) >= least_contrast)
                return quiet;
        return ink;
    }

    /// The longest text that fits; empty when none does.
    std::string detail_of(CellPlace at, float width, float size) const {
        for (std::string& text : options_.detail(at))
            if (measure_.width(Font::mono, size, text) <= width) return std::move(text);
        return {};
    }

    /// A number; shrunk in the rare cell where it lies outside the range and would be too wide.
    void label(Point at, Font font, float size, Rgba colour, std::string text, float width) {
        const float wide = measure_.width(font, size, text);
        if (wide > width) size *= width / wide;
        figure_.push_back(Label{at, Align::centre, font, size, colour, std::move(text)});
    }

    void paint_overridden() {
        for (const CellPlace at : options_.overridden) {
            if (at.row < block_.row || at.row >= block_.row + block_.rows || at.column < block_.column ||
                at.column >= block_.column + block_.columns)
                continue;
            const Rect rect = fill_rect(at);
            const float leg = std::min(8 * scale_, 0.4F * rect.height);
            if (leg < 2) continue;
            const Rgba ink = inks_[table_index(value(at), options_.range, options_.map)];
            figure_.push_back(Triangle{
                {rect.right() - leg, rect.y}, {rect.right(), rect.y}, {rect.right(), rect.y + leg}, ink});
        }
    }

    void paint_frames() {
        const Rgba ink = palette_[Role::text];
        const auto framed = [&](Rect rect, Rgba colour) {
            if (rect.width > 0 && rect.height > 0) figure_.push_back(mark_frame(rect, colour, scale_));
        };
        const Role column_line = options_.column_role == Role::key ? Role::key_line : options_.column_role;
        if (options_.hovered) {
            const Rect rect = seen(*options_.hovered);
            if (rect.width > 0 && rect.height > 0)
                figure_.push_back(Stroke{rect, ink.faded(0.55F), scale_, (corner + 1) * scale_});
        }
        if (options_.marked_column && options_.frame_column)
            framed(column_rect(layout_, *options_.marked_column), palette_[column_line]);
        if (options_.marked_row && options_.frame_row)
            framed(row_rect(layout_, *options_.marked_row), palette_[options_.row_role]);
        if (options_.marked_row && options_.marked_column && options_.frame_cell)
            framed(seen({*options_.marked_row, *options_.marked_column}), ink);
    }

    /// The visible part of a cell.
    Rect seen(CellPlace at) const {
        const Rect row = row_rect(layout_, at.row), column = column_rect(layout_, at.column);
        return {column.x, row.y, column.width, row.height};
    }

    const std::shared_ptr<const base::Matrix>& matrix_;
    const MatrixLayout& layout_;
    const MatrixOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    CellBlock block_;
    float scale_;
    std::span<const Rgba, 256> fills_, inks_; ///< each cell uses one of the map's 256 colours
    Figure figure_;
};

} // namespace

Figure matrix_figure(const std::shared_ptr<const base::Matrix>& matrix, const MatrixLayout& layout,
                     const MatrixOptions& options, const Palette& palette, const TextMeasure& measure) {
    assert(matrix && "a figure needs its matrix");
    assert((options.transposed ? matrix->cols() : matrix->rows()) == layout.rows);
    assert((options.transposed ? matrix->rows() : matrix->cols()) == layout.columns);
    return MatrixPainter(matrix, layout, options, palette, measure).paint();
}

Shape mark_frame(Rect marked, Rgba colour, float scale) {
    return Stroke{marked.inset(-scale), colour, 2 * scale, 5 * scale};
}

float names_width(Index count, const NameOf& name, float scale, const TextMeasure& measure) {
    constexpr Index most_measured = 200;
    float width = 0;
    for (Index i = 0; i < std::min(count, most_measured); ++i)
        width = std::max(width, measure.width(Font::sans_bold, row_size * scale, name(i)));
    return std::min(width, widest_row_name * scale) + (name_gap + pill_margin) * scale;
}

MatrixLayout fit_with_names(Rect area, Index rows, Index columns, const MatrixOptions& options,
                            float largest_width, float largest_height, const TextMeasure& measure) {
    const float left = options.row_name ? names_width(rows, options.row_name, options.scale, measure) : 0;
    const bool axes = !options.row_axis.empty() || !options.column_axis.empty();
    const float above =
        ((options.column_name ? column_names_height : 0) + (axes ? axis_height : 0)) * options.scale;
    const float right = options.row_sums ? row_sums_width * options.scale : 0;
    return fit({area.x + left, area.y + above, area.width - left - right, area.height - above}, rows, columns,
               largest_width, largest_height);
}

namespace {

constexpr int legend_steps = 32;
constexpr float bar_in_sizes = 7; // bar width, in text heights
constexpr float gap_in_sizes = 0.5F;

/// Enough decimals to tell the number from zero.
std::string end_text(float value) {
    const float size = std::abs(value);
    return number_text(value, size == 0 || size >= 10 ? 0 : size >= 0.1F ? 1 : 3);
}

} // namespace

float legend_width(ColourMap, Range range, float size, const TextMeasure& measure) {
    return measure.width(Font::mono, size, end_text(range.low)) +
           measure.width(Font::mono, size, end_text(range.high)) + (bar_in_sizes + 2 * gap_in_sizes) * size;
}

Figure legend_figure(ColourMap map, Range range, const Rect& area, float size, const Palette& palette,
                     const TextMeasure& measure) {
    Figure figure;
    const std::string low = end_text(range.low), high = end_text(range.high);
    const float middle = area.centre().y, height = 0.7F * size, width = bar_in_sizes * size;
    float x = area.right() - legend_width(map, range, size, measure);
    figure.push_back(Label{{x, middle}, Align::left, Font::mono, size, palette[Role::quiet], low});
    x += measure.width(Font::mono, size, low) + gap_in_sizes * size;
    const auto colours = table(map, palette.dark);
    for (int i = 0; i < legend_steps; ++i) {
        const float from = std::round(x + width * static_cast<float>(i) / legend_steps);
        const float to = std::round(x + width * static_cast<float>(i + 1) / legend_steps);
        const auto place = static_cast<std::size_t>(255 * i / (legend_steps - 1));
        figure.push_back(Fill{{from, middle - height / 2, to - from, height}, colours[place]});
    }
    const Rect bar{std::round(x), middle - height / 2, std::round(x + width) - std::round(x), height};
    figure.push_back(Stroke{bar, palette[Role::hairline], 1});
    if (range.low < 0 && range.high > 0) {
        const float zero = x + width * -range.low / (range.high - range.low);
        figure.push_back(
            Line{{zero, bar.y - 0.15F * size}, {zero, bar.bottom() + 0.15F * size}, palette[Role::quiet], 1});
    }
    x += width + gap_in_sizes * size;
    figure.push_back(Label{{x, middle}, Align::left, Font::mono, size, palette[Role::quiet], high});
    return figure;
}

} // namespace drawing
