#pragma once
// Heat maps to draw, and the colours that are to be seen in them.

#include "render/canvas.h"
#include "source_folder.h"

#include <array>
#include <cmath>

namespace heat_map_test {

using render::HeatMap;
using render::HeatPicture;
using render::Index;
using render::Matrix;

inline const std::filesystem::path shaders = source_folder() / "shaders";

/// Red counts up with the number, blue down, so that a pixel tells which colour of the table it has.
inline std::array<render::Colour, 256> ramp() {
    std::array<render::Colour, 256> colours;
    for (std::size_t i = 0; i < 256; ++i)
        colours[i] = {static_cast<std::uint8_t>(i), 40, static_cast<std::uint8_t>(255 - i), 255};
    return colours;
}
inline const auto colours = ramp();

inline Pixel colour_of(float share) {
    const int i = static_cast<int>(std::lround(255 * share));
    return {i, 40, 255 - i};
}

inline bool near(Pixel a, Pixel b, int by = 2) {
    return std::abs(a.r - b.r) <= by && std::abs(a.g - b.g) <= by && std::abs(a.b - b.b) <= by;
}

/// Cell (i, j) holds a number of its own between 0 and 1.
inline std::shared_ptr<Matrix> numbered(Index rows, Index columns) {
    auto matrix = std::make_shared<Matrix>(rows, columns);
    for (Index i = 0; i < matrix->size(); ++i)
        matrix->data()[i] =
            static_cast<float>(i) / static_cast<float>(std::max<Index>(1, matrix->size() - 1));
    return matrix;
}

inline HeatPicture whole(const Canvas& canvas, const Matrix& matrix) {
    return {.place = canvas.all(),
            .clip = canvas.all(),
            .columns = static_cast<float>(matrix.cols()),
            .rows = static_cast<float>(matrix.rows()),
            .colours = colours,
            .gap = 0};
}

/// Draws until everything is uploaded, and reads the pixels.
inline void show(HeatMap& map, Canvas& canvas, const std::shared_ptr<const Matrix>& matrix,
                 const HeatPicture& picture) {
    for (int i = 0; i < 1000 && !map.draw(matrix, picture, canvas.width(), canvas.height()); ++i)
        canvas.clear();
    canvas.read();
    CHECK(glGetError() == GL_NO_ERROR);
}

} // namespace heat_map_test
