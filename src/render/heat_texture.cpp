#include "render/heat_texture.h"

#include <algorithm>
#include <glad/gl.h>
#include <utility>

namespace render {
namespace {

// 256 cells per texel side are coarse enough: 4096 cells in 16 pixels. A band of 256 rows then divides evenly
// at every level.
constexpr int most_levels = 8;
constexpr Index band = Index{1} << most_levels;

int gl(Index number) {
    return static_cast<int>(number);
}

} // namespace

HeatTexture::HeatTexture(Index row, Index column, Index rows, Index columns)
    : row_(row), column_(column), rows_(rows), columns_(columns),
      levels_(level_count(rows, columns, most_levels)) {
    glGenTextures(1, &id_);
    glBindTexture(GL_TEXTURE_2D, id_);
    // ES 3.0 cannot filter R32F: the shader fetches single texels.
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MIN_FILTER, GL_NEAREST_MIPMAP_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAG_FILTER, GL_NEAREST);
    glTexParameteri(GL_TEXTURE_2D, GL_TEXTURE_MAX_LEVEL, levels_);
    for (int level = 0; level <= levels_; ++level)
        glTexImage2D(GL_TEXTURE_2D, level, GL_R32F, gl(std::max<Index>(1, columns >> level)),
                     gl(std::max<Index>(1, rows >> level)), 0, GL_RED, GL_FLOAT, nullptr);
}

HeatTexture::~HeatTexture() {
    if (id_) glDeleteTextures(1, &id_);
}

HeatTexture::HeatTexture(HeatTexture&& other) noexcept
    : id_(std::exchange(other.id_, 0)), row_(other.row_), column_(other.column_), rows_(other.rows_),
      columns_(other.columns_), ready_rows_(other.ready_rows_), levels_(other.levels_) {}

Index HeatTexture::upload(const Matrix& matrix, Index budget) {
    Index spent = 0;
    glBindTexture(GL_TEXTURE_2D, id_);
    while (!is_complete() && (spent == 0 || spent < budget)) {
        // The last band includes the remainder, so that its coarser levels do too.
        const Index left = rows_ - ready_rows_, count = left < 2 * band ? left : band;
        upload_band(matrix, ready_rows_, count);
        ready_rows_ += count;
        spent += count * columns_;
    }
    return spent;
}

void HeatTexture::upload_band(const Matrix& matrix, Index first, Index count) {
    glPixelStorei(GL_UNPACK_ROW_LENGTH, gl(matrix.cols()));
    glTexSubImage2D(GL_TEXTURE_2D, 0, 0, gl(first), gl(columns_), gl(count), GL_RED, GL_FLOAT,
                    matrix.data() + (row_ + first) * matrix.cols() + column_);
    glPixelStorei(GL_UNPACK_ROW_LENGTH, 0);
    Matrix coarser;
    for (int level = 1; level <= levels_; ++level) {
        coarser = level == 1 ? halved(matrix.block(row_ + first, column_, count, columns_)) : halved(coarser);
        glTexSubImage2D(GL_TEXTURE_2D, level, 0, gl(first >> level), gl(coarser.cols()), gl(coarser.rows()),
                        GL_RED, GL_FLOAT, coarser.data());
    }
}

std::size_t HeatTexture::bytes() const {
    return static_cast<std::size_t>(rows_ * columns_) * sizeof(float) * 4 / 3;
}

} // namespace render
