#pragma once
// Coarser and coarser pictures of a matrix, each cell the mean of those it stands for.

#include "attention/matrix.h"

namespace render {

using attention::Index;
using attention::Matrix;

/// Half as many rows and columns, rounded down but at least one, as OpenGL counts the levels of a texture;
/// the last row and column take in what is left over. Each cell is the mean of the 2 × 2 (at edges up to 3 ×
/// 3) cells it stands for, without those that are −∞ or NaN; −∞ when there are no others.
Matrix halved(const Eigen::Ref<const Matrix>& finer);

/// How many times a rows × columns texture is halved: until it is one cell or `most` times.
int level_count(Index rows, Index columns, int most);

} // namespace render
