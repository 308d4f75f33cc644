#include "base/product_kernel.h"

#include <numeric>

namespace base {

namespace kernel {

namespace {

using Steps = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
using Numbers = Eigen::Map<const Matrix, 0, Steps>;

} // namespace

void product(const Left& a, Index depth, const Block& b, bool b_transposed, const MutableBlock& c,
             float alpha, Add add) {
    const Numbers left(a.data, c.rows, depth, Steps(a.row, a.step));
    const Numbers right(b.data, b.rows, b.cols, Steps(b.stride, 1));
    Eigen::Map<Matrix, 0, Eigen::OuterStride<>> result(c.data, c.rows, c.cols,
                                                       Eigen::OuterStride<>(c.stride));
    if (add == Add::no) result.setZero();
    if (b_transposed)
        result.noalias() += alpha * left * right.transpose();
    else
        result.noalias() += alpha * left * right;
}

Index scratch_floats(Index, Index, Index, bool) {
    return 0; // Eigen's own, freed at the end of each product
}

Index panel_columns() {
    return 1;
}

AlignedFloats packed(const Block& b) {
    AlignedFloats floats(b.rows * b.cols);
    for (Index i = 0; i < b.rows; ++i)
        std::copy_n(b.data + i * b.stride, b.cols, floats.data() + i * b.cols);
    return floats;
}

void product(const Left& a, Index depth, const float* packed, Index cols, Index first, const MutableBlock& c,
             float alpha, Add add) {
    product(a, depth, {packed + first, depth, c.cols, cols}, false, c, alpha, add);
}

} // namespace kernel

double multiply_add_loop(Index rounds) {
    constexpr int numbers = 48;
    volatile const float f = 0.5F;
    const float factor = f;
    float x[numbers];
    std::iota(x, x + numbers, 0.0F);
    for (Index round = 0; round < rounds; ++round)
        for (float& number : x) // left to the compiler to vectorise
            number = number * factor + factor;
    float sum = 0;
    for (const float number : x)
        sum += number;
    [[maybe_unused]] volatile const float used = sum;
    return static_cast<double>(rounds) * numbers;
}

} // namespace base
