#pragma once
// The program's only numeric type: float matrices with one row per token.

#include <Eigen/Core>

namespace base {

using Matrix = Eigen::Matrix<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using RowVector = Eigen::Matrix<float, 1, Eigen::Dynamic>;
using ColumnVector = Eigen::Matrix<float, Eigen::Dynamic, 1>;
using BoolMatrix = Eigen::Matrix<bool, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
using Eigen::Index;

} // namespace base
