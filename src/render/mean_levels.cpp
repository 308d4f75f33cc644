#include "render/mean_levels.h"

#include <algorithm>
#include <limits>

namespace render {

Matrix halved(const Eigen::Ref<const Matrix>& finer) {
    const Index rows = std::max<Index>(1, finer.rows() / 2), columns = std::max<Index>(1, finer.cols() / 2);
    Matrix coarser(rows, columns);
    for (Index i = 0; i < rows; ++i) {
        const Index bottom = i + 1 == rows ? finer.rows() : 2 * i + 2;
        for (Index j = 0; j < columns; ++j) {
            const Index right = j + 1 == columns ? finer.cols() : 2 * j + 2;
            float sum = 0, count = 0;
            for (Index y = 2 * i; y < bottom; ++y)
                for (Index x = 2 * j; x < right; ++x) {
                    const float number = finer(y, x);
                    const bool counts = number >= std::numeric_limits<float>::lowest(); // neither −∞ nor NaN
                    sum += counts ? number : 0;
                    count += counts ? 1.0F : 0.0F;
                }
            coarser(i, j) = count > 0 ? sum / count : -std::numeric_limits<float>::infinity();
        }
    }
    return coarser;
}

int level_count(Index rows, Index columns, int most) {
    int levels = 0;
    for (Index side = std::max(rows, columns); side > 1 && levels < most; side /= 2)
        ++levels;
    return levels;
}

} // namespace render
