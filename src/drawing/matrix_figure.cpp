#include "drawing/matrix_figure.h"

#include "drawing/fitted_text.h"
#include "drawing/matrix_names.h"
#include "drawing/row_sums.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace drawing {
namespace {

constexpr float gap = cell_gap, corner = 2; // pixels at scale 1
constexpr float least_cell = 14;            // smaller cells are not drawn individually
constexpr Index most_cells = 3000;          // nor are more cells than this
constexpr float detail_width = 90, detail_height = 44;
constexpr float faded_fill = 0.68F; // how strongly faded cells blend into the background
constexpr float faded_ink = 0.62F;  // how strongly their digits still stand out

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
    Rect fill_rect(CellPlace at) const { return cell_rect(layout_, at).inset(gap / 2 * scale_); }

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

    // One picture; while a product is played, a veil covers everything unmarked.
    void paint_as_one() {
        if (options_.there) {
            figure_.push_back(Stroke{layout_.area, palette_[Role::hairline], scale_});
            for (const CellBlock& block : *options_.there)
                paint_block(block);
        } else {
            figure_.push_back(Heat{layout_.area, matrix_, visible_part(layout_), options_.range, options_.map,
                                   1, options_.transposed});
        }
        if (!options_.fade_others) return;
        const Rect area = layout_.area;
        const Rgba veil = palette_[options_.ground].faded(faded_fill);
        const Rect row =
            options_.marked_row ? row_rect(layout_, *options_.marked_row) : Rect{area.x, area.y, 0, 0};
        const Rect column = options_.marked_column ? column_rect(layout_, *options_.marked_column)
                                                   : Rect{area.x, area.y, 0, 0};
        const float xs[] = {area.x, column.x, column.right(), area.right()};
        const float ys[] = {area.y, row.y, row.bottom(), area.bottom()};
        for (const int i : {0, 2})
            for (const int j : {0, 2}) {
                const Rect part{xs[i], ys[j], xs[i + 1] - xs[i], ys[j + 1] - ys[j]};
                if (part.width > 0 && part.height > 0) figure_.push_back(Fill{part, veil});
            }
    }

    void paint_cells() {
        Digits digits;
        if (options_.digits)
            digits = digits_for(options_.range, layout_.cell_width - gap * scale_,
                                layout_.cell_height - gap * scale_, options_.digit_limits * scale_, measure_);
        const bool with_detail = options_.detail && digits.size > 0 &&
                                 layout_.cell_width >= detail_width * scale_ &&
                                 layout_.cell_height >= detail_height * scale_;
        figure_.reserve(figure_.size() + static_cast<std::size_t>(block_.count()) * 2 + 32);
        for (Index row = block_.row; row < block_.row + block_.rows; ++row)
            for (Index column = block_.column; column < block_.column + block_.columns; ++column)
                paint_cell({row, column}, digits, with_detail ? detail_size(digits.size) : 0);
    }

    /// The same size in every cell, so that "−1.30 ÷ 2.00" fits everywhere.
    float detail_size(float digits) const {
        constexpr float letters = 14, least = 9;
        const float letter = measure_.width(Font::mono, 100, "0") / 100;
        const float fitting = (layout_.cell_width - 10 * scale_) / (letters * letter);
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
        Rgba fill = fills_[colour], ink = inks_[colour];
        if (options_.fade_others && !is_marked(at)) {
            fill = mix(fill, palette_[options_.ground], faded_fill);
            ink = mix(fill, palette_[Role::text], faded_ink);
        }
        figure_.push_back(Fill{rect, fill, corner * scale_});
        const bool hidden = options_.hidden && options_.hidden(at);
        if (masked || hidden) figure_.push_back(Hatch{rect, palette_[Role::masked].faded(0.5F), 6 * scale_});
        if (digits.size == 0) return;
        const Font font = options_.bold_marks && is_marked(at) ? Font::mono_bold : Font::mono;
        std::string detail = small > 0 ? detail_of(at, rect.width - 8 * scale_, small) : std::string();
        // Number and arithmetic are centred in the cell together.
        const float apart = detail.empty() ? 0 : 0.5F * (digits.size + small) + 0.06F * rect.height;
        const float lift = detail.empty() ? 0 : apart * small / (digits.size + small);
        const Point centre = rect.centre();
        // The ∞ sign is small next to digits.
        label({centre.x, centre.y - lift}, font, masked ? 1.3F * digits.size : digits.size, ink,
              number_text(number, hidden && number == 0 ? 0 : digits.decimals), rect.width);
        if (!detail.empty())
            figure_.push_back(Label{{centre.x, centre.y - lift + apart},
                                    Align::centre,
                                    Font::mono,
                                    small,
                                    mix(fill, ink, 0.8F),
                                    std::move(detail)});
    }

    /// The longest text that fits; empty when none does.
    std::string detail_of(CellPlace at, float width, float size) const {
        for (std::string& text : options_.detail(at))
            if (measure_.width(Font::mono, size, text) <= width) return std::move(text);
        return {};
    }

    /// A number, shrunk to fit in the rare cell where it lies outside the range and is wider than the cell.
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

} // namespace drawing
