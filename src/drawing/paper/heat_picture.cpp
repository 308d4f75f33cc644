#include "drawing/paper/heat_picture.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

using base::Index;

constexpr float large_cell = 4; // pixels of the figure; cells at least this large are hatched one by one

/// The matrix in picture coordinates.
struct Cells {
    const Heat& heat;

    Index rows() const { return heat.transposed ? heat.matrix->cols() : heat.matrix->rows(); }
    Index columns() const { return heat.transposed ? heat.matrix->rows() : heat.matrix->cols(); }
    float at(Index row, Index column) const {
        return heat.transposed ? (*heat.matrix)(column, row) : (*heat.matrix)(row, column);
    }
};

bool is_masked(float number) {
    return std::isinf(number) && number < 0;
}

/// A range of cells, from first to one past the last.
struct Stretch {
    Index first, end;
};
Stretch stretch(float from, float length, Index count) {
    return {std::clamp(static_cast<Index>(std::floor(from)), Index{0}, count),
            std::clamp(static_cast<Index>(std::ceil(from + length)), Index{0}, count)};
}

class HeatPainter {
public:
    HeatPainter(const Heat& heat, bool dark, float sharpness)
        : heat_(heat), cells_{heat}, dark_(dark), sharpness_(sharpness),
          masked_((dark ? dark_palette() : light_palette())[Role::masked]),
          wide_(heat.rect.width / heat.view.width), high_(heat.rect.height / heat.view.height) {}

    HeatPicture paint() const {
        return std::min(wide_, high_) >= large_cell ? cell_by_cell() : pixel_by_pixel();
    }

private:
    Rgba colour(float number) const { return colour_of(number, heat_.range, heat_.map, dark_); }

    HeatPicture cell_by_cell() const {
        const Stretch columns = stretch(heat_.view.x, heat_.view.width, cells_.columns());
        const Stretch rows = stretch(heat_.view.y, heat_.view.height, cells_.rows());
        const auto place = [&](Index row, Index column, Index high, Index wide) {
            return Rect{heat_.rect.x + (static_cast<float>(column) - heat_.view.x) * wide_,
                        heat_.rect.y + (static_cast<float>(row) - heat_.view.y) * high_,
                        static_cast<float>(wide) * wide_, static_cast<float>(high) * high_};
        };
        HeatPicture picture{.width = columns.end - columns.first, .height = rows.end - rows.first};
        picture.place = place(rows.first, columns.first, picture.height, picture.width);
        for (Index row = rows.first; row < rows.end; ++row)
            for (Index column = columns.first; column < columns.end; ++column) {
                const float number = cells_.at(row, column);
                picture.pixels.push_back(colour(is_masked(number) ? 0 : number));
                if (is_masked(number)) picture.hatched.push_back(place(row, column, 1, 1));
            }
        return picture;
    }

    HeatPicture pixel_by_pixel() const {
        const auto count = [&](float side) {
            return std::max(Index{1}, static_cast<Index>(std::lround(side * sharpness_)));
        };
        HeatPicture picture{
            .place = heat_.rect, .width = count(heat_.rect.width), .height = count(heat_.rect.height)};
        const float wide = heat_.view.width / static_cast<float>(picture.width),
                    high = heat_.view.height / static_cast<float>(picture.height);
        for (Index y = 0; y < picture.height; ++y)
            for (Index x = 0; x < picture.width; ++x)
                picture.pixels.push_back(pixel(x, y,
                                               {heat_.view.x + static_cast<float>(x) * wide,
                                                heat_.view.y + static_cast<float>(y) * high, wide, high}));
        return picture;
    }

    /// The mean of the cells of `part`, as a colour.
    Rgba pixel(Index x, Index y, Rect part) const {
        const Stretch columns = stretch(part.x, part.width, cells_.columns());
        const Stretch rows = stretch(part.y, part.height, cells_.rows());
        const auto overlap = [](float from, float to, Index cell) {
            const auto start = static_cast<float>(cell);
            return std::max(std::min(to, start + 1) - std::max(from, start), 1e-6F);
        };
        float sum = 0, shown = 0, hidden = 0;
        for (Index row = rows.first; row < rows.end; ++row) {
            const float high = overlap(part.y, part.bottom(), row);
            for (Index column = columns.first; column < columns.end; ++column) {
                const float weight = high * overlap(part.x, part.right(), column);
                const float number = cells_.at(row, column);
                if (is_masked(number)) {
                    hidden += weight;
                } else {
                    sum += weight * number;
                    shown += weight;
                }
            }
        }
        const Rgba cell = colour(shown > 0 ? sum / shown : 0);
        if (hidden == 0) return cell;
        return mix(cell, mix(colour(0), masked_, heat_hatching.strength * hatching(x, y)),
                   hidden / (shown + hidden));
    }

    /// Diagonal lines rising to the right.
    float hatching(Index x, Index y) const {
        const float spacing = heat_hatching.spacing * sharpness_;
        const float place = std::fmod(static_cast<float>(x + y) + 0.5F, spacing);
        return std::clamp(0.5F * sharpness_ + 0.4F - std::abs(place - 0.5F * spacing), 0.0F, 1.0F);
    }

    const Heat& heat_;
    Cells cells_;
    bool dark_;
    float sharpness_;
    Rgba masked_;
    float wide_, high_; ///< of a cell, pixels of the figure
};

} // namespace

HeatPicture heat_picture(const Heat& heat, bool dark, float sharpness) {
    const bool is_something = heat.matrix && heat.matrix->size() > 0 && heat.view.width > 0 &&
                              heat.view.height > 0 && heat.rect.width > 0 && heat.rect.height > 0;
    return is_something ? HeatPainter(heat, dark, sharpness).paint() : HeatPicture{};
}

} // namespace drawing
