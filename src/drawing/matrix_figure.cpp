#include "drawing/matrix_figure.h"

#include "drawing/fitted_text.h"
#include "drawing/matrix_names.h"

#include <algorithm>
#include <array>
#include <cassert>
#include <cmath>

namespace drawing {
namespace {

constexpr float gap = cell_gap, corner = 2; // pixels at scale 1
constexpr float least_cell = 14;            // smaller cells are not drawn singly
constexpr Index most_cells = 3000;          // nor are more than these
constexpr float detail_width = 90, detail_height = 44;
constexpr float dimmed_fill = 0.68F; // how far dimmed cells fade into the ground
constexpr float dimmed_ink = 0.62F;  // how far dimmed digits keep from it

struct CellColours {
    Rgba fill, ink;
};

class MatrixPainter {
public:
    MatrixPainter(const std::shared_ptr<const attention::Matrix>& matrix, const MatrixLayout& layout,
                  const MatrixOptions& options, const Palette& palette, const TextMeasure& measure)
        : matrix_(matrix), layout_(layout), options_(options), palette_(palette), measure_(measure),
          block_(visible_cells(layout)), scale_(options.scale) {}

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
        paint_frames();
        return std::move(figure_);
    }

private:
    float value(CellPlace at) const {
        return options_.transposed ? (*matrix_)(at.column, at.row) : (*matrix_)(at.row, at.column);
    }
    bool has_marks() const { return options_.marked_row || options_.marked_column; }
    bool is_dimmed(CellPlace at) const {
        return options_.dim_others && has_marks() && at.row != options_.marked_row &&
               at.column != options_.marked_column;
    }
    Rect fill_rect(CellPlace at) const { return cell_rect(layout_, at).inset(gap / 2 * scale_); }

    // One picture, and a veil over what no mark covers.
    void paint_as_one() {
        figure_.push_back(Heat{layout_.area, matrix_, visible_part(layout_), options_.range, options_.map, 1,
                               options_.transposed});
        if (!options_.dim_others || !has_marks()) return;
        const Rect area = layout_.area;
        const Rgba veil = palette_[options_.ground].faded(dimmed_fill);
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
        prepare_colours();
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
                paint_cell({row, column}, digits, with_detail);
    }

    void paint_cell(CellPlace at, Digits digits, bool with_detail) {
        const Rect rect = fill_rect(at);
        const float number = value(at);
        const bool dimmed = is_dimmed(at), masked = number == -INFINITY;
        const CellColours colours =
            (dimmed ? dimmed_ : full_)[table_index(masked ? 0 : number, options_.range, options_.map)];
        figure_.push_back(Fill{rect, colours.fill, corner * scale_});
        if (masked)
            figure_.push_back(Hatch{rect, palette_[Role::masked].faded(dimmed ? 0.25F : 0.5F), 6 * scale_});
        if (digits.size == 0) return;
        const Point centre = rect.centre();
        const float lift = with_detail ? 0.14F * rect.height : 0;
        // The sign ∞ is small beside digits.
        label({centre.x, centre.y - lift}, Font::mono, masked ? 1.3F * digits.size : digits.size, colours.ink,
              number_text(number, digits.decimals), rect.width);
        if (with_detail) {
            const float size = std::max(9 * scale_, std::floor(0.72F * digits.size));
            figure_.push_back(
                Label{{centre.x, centre.y + 0.24F * rect.height},
                      Align::centre,
                      Font::mono,
                      size,
                      mix(colours.fill, colours.ink, 0.8F),
                      elided(options_.detail(at), rect.width - 8 * scale_, Font::mono, size, measure_)});
        }
    }

    /// A number; in the rare cell whose number is outside the range and wider than the cell, as large as
    /// fits.
    void label(Point at, Font font, float size, Rgba colour, std::string text, float width) {
        const float wide = measure_.width(font, size, text);
        if (wide > width) size *= width / wide;
        figure_.push_back(Label{at, Align::centre, font, size, colour, std::move(text)});
    }

    // Every cell takes one of the map's 256 colours: fade them once, not cell by cell.
    void prepare_colours() {
        const auto colours = table(options_.map, palette_.dark), digits = inks(options_.map, palette_.dark);
        const Rgba ground = palette_[options_.ground], text = palette_[Role::text];
        for (std::size_t i = 0; i < colours.size(); ++i) {
            full_[i] = {colours[i], digits[i]};
            if (!options_.dim_others || !has_marks()) continue;
            const Rgba faded = mix(colours[i], ground, dimmed_fill);
            dimmed_[i] = {faded, mix(faded, text, dimmed_ink)};
        }
    }

    void paint_overridden() {
        for (const CellPlace at : options_.overridden) {
            if (at.row < block_.row || at.row >= block_.row + block_.rows || at.column < block_.column ||
                at.column >= block_.column + block_.columns)
                continue;
            const Rect rect = fill_rect(at);
            const float leg = std::min(8 * scale_, 0.4F * rect.height);
            if (leg < 2) continue;
            const Rgba ink =
                inks(options_.map, palette_.dark)[table_index(value(at), options_.range, options_.map)];
            figure_.push_back(Triangle{{rect.right() - leg, rect.y},
                                       {rect.right(), rect.y},
                                       {rect.right(), rect.y + leg},
                                       is_dimmed(at) ? palette_[Role::text] : ink});
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

    /// The part of a cell that is in sight.
    Rect seen(CellPlace at) const {
        const Rect row = row_rect(layout_, at.row), column = column_rect(layout_, at.column);
        return {column.x, row.y, column.width, row.height};
    }

    const std::shared_ptr<const attention::Matrix>& matrix_;
    const MatrixLayout& layout_;
    const MatrixOptions& options_;
    const Palette& palette_;
    const TextMeasure& measure_;
    CellBlock block_;
    float scale_;
    Figure figure_;
    std::array<CellColours, 256> full_, dimmed_;
};

} // namespace

Figure matrix_figure(const std::shared_ptr<const attention::Matrix>& matrix, const MatrixLayout& layout,
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
