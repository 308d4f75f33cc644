#pragma once
// Mipmap levels of a matrix: each cell is the mean of the cells it covers.

#include "base/matrix.h"

namespace render {

using base::Index;
using base::Matrix;

/// Half as many rows and columns, rounded down but at least one, as in OpenGL's texture levels; the last row
/// and column absorb the remainder. Each cell is the mean of the 2 × 2 (at edges up to 3 × 3) cells it
/// covers, ignoring −∞ and NaN; −∞ when no others remain.
Matrix halved(const Eigen::Ref<const Matrix>& finer);

/// How often a rows × columns texture is halved: until it is one cell, at most `most` times.
int level_count(Index rows, Index columns, int most);

} // namespace render
