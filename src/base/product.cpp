#include "base/product.h"

#include "base/product_kernel.h"

#include <atomic>
#include <cassert>

namespace base {

namespace {

std::atomic<std::uint64_t> done{0};

// Counts a product over `depth`; false if it has nothing to write.
bool counted(const MutableBlock& c, Index depth) {
    count_multiply_adds(static_cast<std::uint64_t>(c.rows * c.cols * depth));
    return c.rows > 0 && c.cols > 0;
}

} // namespace

void multiply(const Block& a, const Block& b, const MutableBlock& c, float alpha, Add add) {
    assert(c.rows == a.rows && c.cols == b.cols && a.cols == b.rows);
    if (counted(c, a.cols)) kernel::product({a.data, a.stride, 1}, a.cols, b, false, c, alpha, add);
}

void multiply_transposed(const Block& a, const Block& b, const MutableBlock& c, float alpha, Add add) {
    assert(c.rows == a.rows && c.cols == b.rows && a.cols == b.cols);
    if (counted(c, a.cols)) kernel::product({a.data, a.stride, 1}, a.cols, b, true, c, alpha, add);
}

void transposed_multiply(const Block& a, const Block& b, const MutableBlock& c, float alpha, Add add) {
    assert(c.rows == a.cols && c.cols == b.cols && a.rows == b.rows);
    if (counted(c, a.rows)) kernel::product({a.data, 1, a.stride}, a.rows, b, false, c, alpha, add);
}

PackedMatrix::PackedMatrix(const Block& b) : rows_(b.rows), cols_(b.cols), floats_(kernel::packed(b)) {}

Index PackedMatrix::panel_columns() {
    return kernel::panel_columns();
}

void multiply(const Block& a, const PackedMatrix& b, Index first, const MutableBlock& c, float alpha,
              Add add) {
    assert(c.rows == a.rows && a.cols == b.rows() && first + c.cols <= b.cols());
    assert(first % PackedMatrix::panel_columns() == 0);
    if (counted(c, a.cols))
        kernel::product({a.data, a.stride, 1}, a.cols, b.floats_.data(), b.cols(), first, c, alpha, add);
}

Index multiply_numbers(Index rows, Index inner, Index cols) {
    return kernel::scratch_floats(rows, inner, cols, false);
}

Index multiply_transposed_numbers(Index rows, Index inner, Index cols) {
    return kernel::scratch_floats(rows, inner, cols, true);
}

std::uint64_t multiply_adds_done() {
    return done.load(std::memory_order_relaxed);
}

void count_multiply_adds(std::uint64_t count) {
    done.fetch_add(count, std::memory_order_relaxed);
}

} // namespace base
