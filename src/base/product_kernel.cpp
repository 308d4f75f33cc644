#include "base/product_kernel.h"

#include "base/scratch.h"

#include <algorithm>
#include <numeric>

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/product_kernel.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include "base/tile-inl.h"

// What all instruction sets share.
#ifndef ATTENTION_LAB_PRODUCT_ONCE
#define ATTENTION_LAB_PRODUCT_ONCE
namespace base {

// Rows of a panel of b, which (64 KB at most) stays in the L2 cache while the rows of a are multiplied with
// it; short sums also round less.
constexpr size_t panel_rows = 256;
// Rows of a that meet all panels before the next rows do: as deep as a panel (512 KB), they stay in the cache
// as well, and are enough to make the copy of each panel for every block of rows cheap.
constexpr size_t block_rows = 512;
// With fewer rows of a, copying b does not pay. A transposed b is copied for fewer rows, since summing the
// lanes of each dot product costs more.
constexpr size_t rows_worth_packing = 32, rows_worth_transposing = 6;

// c (rows, cols) = alpha·a·b, or added to it.
struct Result {
    float* data;
    size_t rows, cols, stride;
    float alpha;
    bool add;
};
// Numbers of b: b_k of vector v is data[k·step + v·L …].
struct Right {
    const float* data;
    size_t depth, step;
};

} // namespace base
#endif

HWY_BEFORE_NAMESPACE();
namespace base::HWY_NAMESPACE {

// A panel of V vectors of columns, of which the last may reach beyond c, against all rows of a.
template <size_t V>
struct PanelTiles {
    const kernel::Left& a;
    const Right& b;
    const Result& c;

    template <size_t R>
    HWY_INLINE void tile(size_t first) const {
        Tile<R, V> sums;
        sums.clear();
        const auto row = static_cast<size_t>(a.row);
        sums.accumulate(b.depth, a.data + first * row, row, static_cast<size_t>(a.step), b.data, b.step);
        float* to = c.data + first * c.stride;
        if (c.cols >= V * vector_floats)
            store(sums, to, c.stride);
        else
            store_edge(sums, to);
    }

private:
    template <size_t R>
    HWY_INLINE void store(const Tile<R, V>& sums, float* to, size_t stride) const {
        const Vector alpha = hn::Set(lanes, c.alpha);
        HWY_UNROLL(32)
        for (size_t r = 0; r < R; ++r) {
            HWY_UNROLL(4)
            for (size_t v = 0; v < V; ++v) {
                float* at = to + r * stride + v * vector_floats;
                const Vector before = c.add ? hn::LoadU(lanes, at) : hn::Zero(lanes);
                hn::StoreU(hn::MulAdd(alpha, sums.acc[r][v], before), lanes, at);
            }
        }
    }

    // Through a copy, since c ends within a vector.
    template <size_t R>
    HWY_INLINE void store_edge(const Tile<R, V>& sums, float* to) const {
        HWY_ALIGN float edge[R * V * vector_floats];
        for (size_t r = 0; r < R; ++r) {
            std::fill_n(edge + r * V * vector_floats, V * vector_floats, 0.0F);
            if (c.add) std::copy_n(to + r * c.stride, c.cols, edge + r * V * vector_floats);
        }
        store(sums, edge, V * vector_floats);
        for (size_t r = 0; r < R; ++r)
            std::copy_n(edge + r * V * vector_floats, c.cols, to + r * c.stride);
    }
};

struct Panel {
    const kernel::Left& a;
    const Right& b;
    const Result& c;

    template <size_t V>
    HWY_INLINE void panel() const {
        in_tiles<tile_sums / V>(0, c.rows, PanelTiles<V>{a, b, c});
    }
};

// A panel of c's columns, from `column` on.
void multiply_panel(const kernel::Left& a, const Right& b, const Result& c, size_t column) {
    const size_t cols = HWY_MIN(panel_floats, c.cols - column);
    const Result part{c.data + column, c.rows, cols, c.stride, c.alpha, c.add};
    with_vectors(vectors_of(cols), Panel{a, b, part});
}

// to (depth, padded cols) = b's rows from `row` and columns from `column` on.
void pack_panel(const Block& b, bool transposed, size_t row, size_t depth, size_t column, size_t cols,
                float* to) {
    const auto stride = static_cast<size_t>(b.stride);
    if (transposed)
        copy_transposed(b.data + column * stride + row, stride, cols, depth, 1, to, padded(cols));
    else
        copy_rows(b.data + row * stride + column, stride, depth, cols, to, padded(cols));
}

// b's rows [row, row + depth), panel after panel.
void pack_panels(const Block& b, size_t row, size_t depth, float* to) {
    const auto all = static_cast<size_t>(b.cols);
    for (size_t column = 0; column < all; column += panel_floats)
        pack_panel(b, false, row, depth, column, HWY_MIN(panel_floats, all - column), to + column * depth);
}

// c = a·(some rows of b), its panels packed one by one into `panel`.
void multiply_packing(const kernel::Left& a, const Block& b, bool transposed, size_t row, size_t depth,
                      const Result& c, float* panel) {
    for (size_t column = 0; column < c.cols; column += panel_floats) {
        const size_t cols = HWY_MIN(panel_floats, c.cols - column);
        pack_panel(b, transposed, row, depth, column, cols, panel);
        multiply_panel(a, {panel, depth, padded(cols)}, c, column);
    }
}

// c = a·(some rows of b): `packed` holds its panels from c's first column on, of `packed_cols` columns.
void multiply_packed(const kernel::Left& a, const float* packed, size_t depth, size_t packed_cols,
                     const Result& c) {
    for (size_t column = 0; column < c.cols; column += panel_floats) {
        const size_t wide = HWY_MIN(panel_floats, padded(packed_cols - column));
        multiply_panel(a, {packed + column * depth, depth, wide}, c, column);
    }
}

// Few rows of a, with b left in place: only the columns that fill no vector are copied, to `edge` (depth, L).
void multiply_in_place(const kernel::Left& a, const Block& b, const Result& c, float* edge) {
    const auto depth = static_cast<size_t>(b.rows), stride = static_cast<size_t>(b.stride);
    const size_t whole = c.cols / vector_floats * vector_floats;
    const Result vectors{c.data, c.rows, whole, c.stride, c.alpha, c.add};
    for (size_t column = 0; column < whole; column += panel_floats)
        multiply_panel(a, {b.data + column, depth, stride}, vectors, column);
    if (whole == c.cols) return;
    copy_rows(b.data + whole, stride, depth, c.cols - whole, edge, vector_floats);
    const Result rest{c.data + whole, c.rows, c.cols - whole, c.stride, c.alpha, c.add};
    multiply_panel(a, {edge, depth, vector_floats}, rest, 0);
}

// c's numbers [j, j + R) of a row: dot products of a's row with R rows of b.
template <size_t R>
HWY_INLINE void multiply_row(const float* HWY_RESTRICT a, const Block& b, size_t j, const Result& c,
                             float* to) {
    const auto stride = static_cast<size_t>(b.stride);
    float dots[R];
    dot_rows<1, R>(a, 0, b.data + j * stride, stride, static_cast<size_t>(b.cols), dots, R);
    for (size_t r = 0; r < R; ++r)
        to[j + r] = (c.add ? to[j + r] : 0) + c.alpha * dots[r];
}

// A few contiguous rows of a against the rows of b: each number is the dot product of two rows in memory.
void multiply_dots(const kernel::Left& a, const Block& b, const Result& c) {
    constexpr size_t together = 8;
    for (size_t i = 0; i < c.rows; ++i) {
        const float* row = a.data + i * static_cast<size_t>(a.row);
        size_t j = 0;
        for (; j + together <= c.cols; j += together)
            multiply_row<together>(row, b, j, c, c.data + i * c.stride);
        for (; j < c.cols; ++j)
            multiply_row<1>(row, b, j, c, c.data + i * c.stride);
    }
}

size_t padded_floats(size_t cols) {
    return padded(cols);
}

size_t panel_floats_here() {
    return panel_floats;
}

// x = x·f + f tends to f/(1 − f): neither overflow nor subnormal numbers.
double bare_loop(size_t rounds, float f) {
    constexpr size_t vectors = 12; // fit into 16 registers and are more than two units need
    const Vector factor = hn::Set(lanes, f);
    Vector x[vectors];
    HWY_UNROLL(12)
    for (size_t i = 0; i < vectors; ++i)
        x[i] = hn::Iota(lanes, static_cast<float>(i)); // all different, or a compiler would compute only one
    for (size_t round = 0; round < rounds; ++round) {
        HWY_UNROLL(12)
        for (size_t i = 0; i < vectors; ++i)
            x[i] = hn::MulAdd(x[i], factor, factor);
    }
    Vector sum = x[0];
    HWY_UNROLL(12)
    for (size_t i = 1; i < vectors; ++i)
        sum = hn::Add(sum, x[i]);
    [[maybe_unused]] volatile const float used = hn::GetLane(hn::SumOfLanes(lanes, sum));
    return static_cast<double>(rounds) * static_cast<double>(vectors * vector_floats);
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace base {
namespace {

HWY_EXPORT(padded_floats);
HWY_EXPORT(panel_floats_here);
HWY_EXPORT(pack_panels);
HWY_EXPORT(multiply_packing);
HWY_EXPORT(multiply_packed);
HWY_EXPORT(multiply_in_place);
HWY_EXPORT(multiply_dots);
HWY_EXPORT(bare_loop);

Result result(const MutableBlock& c, float alpha, Add add) {
    return {c.data,
            static_cast<size_t>(c.rows),
            static_cast<size_t>(c.cols),
            static_cast<size_t>(c.stride),
            alpha,
            add == Add::yes};
}

struct Scratch {
    AlignedFloats floats;
};

// Each thread keeps its memory from call to call: for small products, allocating would cost more than the
// arithmetic.
float* scratch(size_t count) {
    AlignedFloats& floats = per_thread<Scratch>().floats;
    floats.reserve(static_cast<Index>(count));
    return floats.data();
}

// Calls part(first row of b, number of rows, the part of a, the rows of c) for all panels of rows of b and
// all blocks of rows of c.
template <class Part>
void for_parts(const kernel::Left& a, Index depth, const Result& c, const Part& part) {
    for (size_t first = 0; first < c.rows; first += block_rows) {
        Result rows{c.data + first * c.stride,
                    std::min(block_rows, c.rows - first),
                    c.cols,
                    c.stride,
                    c.alpha,
                    c.add};
        size_t k = 0;
        do { // once for a depth of 0 as well, to write zeros
            const size_t count = std::min(panel_rows, static_cast<size_t>(depth) - k);
            const float* from = a.data + static_cast<Index>(first) * a.row + static_cast<Index>(k) * a.step;
            part(k, count, kernel::Left{from, a.row, a.step}, rows);
            rows.add = true;
            k += count;
        } while (k < static_cast<size_t>(depth));
    }
}

// The size of the largest panel of b.
size_t panel_numbers(Index depth, size_t cols) {
    const size_t wide =
        std::min(HWY_DYNAMIC_DISPATCH(padded_floats)(cols), HWY_DYNAMIC_DISPATCH(panel_floats_here)());
    return std::min(static_cast<size_t>(depth), panel_rows) * wide;
}

} // namespace

namespace kernel {

void product(const Left& a, Index depth, const Block& b, bool b_transposed, const MutableBlock& c,
             float alpha, Add add) {
    const Result to = result(c, alpha, add);
    if (to.rows < rows_worth_transposing && b_transposed && a.step == 1) {
        HWY_DYNAMIC_DISPATCH(multiply_dots)(a, b, to);
    } else if (to.rows < rows_worth_packing && !b_transposed) {
        const bool whole = HWY_DYNAMIC_DISPATCH(padded_floats)(to.cols) == to.cols;
        float* edge =
            whole ? nullptr : scratch(static_cast<size_t>(depth) * HWY_DYNAMIC_DISPATCH(padded_floats)(1));
        HWY_DYNAMIC_DISPATCH(multiply_in_place)(a, b, to, edge);
    } else {
        float* panel = scratch(panel_numbers(depth, to.cols));
        for_parts(a, depth, to, [&](size_t row, size_t count, const Left& left, const Result& rows) {
            HWY_DYNAMIC_DISPATCH(multiply_packing)(left, b, b_transposed, row, count, rows, panel);
        });
    }
}

Index scratch_floats(Index rows, Index depth, Index cols, bool b_transposed) {
    if (rows < static_cast<Index>(b_transposed ? rows_worth_transposing : rows_worth_packing)) return 0;
    return static_cast<Index>(panel_numbers(depth, static_cast<size_t>(cols)));
}

Index panel_columns() {
    return static_cast<Index>(HWY_DYNAMIC_DISPATCH(panel_floats_here)());
}

AlignedFloats packed(const Block& b) {
    const auto depth = static_cast<size_t>(b.rows);
    const size_t wide = HWY_DYNAMIC_DISPATCH(padded_floats)(static_cast<size_t>(b.cols));
    AlignedFloats floats(static_cast<Index>(depth * wide));
    for (size_t row = 0; row < depth; row += panel_rows)
        HWY_DYNAMIC_DISPATCH(pack_panels)
    (b, row, std::min(panel_rows, depth - row), floats.data() + row * wide);
    return floats;
}

void product(const Left& a, Index depth, const float* packed, Index cols, Index first, const MutableBlock& c,
             float alpha, Add add) {
    const auto column = static_cast<size_t>(first), all = static_cast<size_t>(cols);
    const size_t wide = HWY_DYNAMIC_DISPATCH(padded_floats)(all);
    for_parts(a, depth, result(c, alpha, add),
              [&](size_t row, size_t count, const Left& left, const Result& rows) {
                  HWY_DYNAMIC_DISPATCH(multiply_packed)
                  (left, packed + row * wide + column * count, count, all - column, rows);
              });
}

} // namespace kernel

double multiply_add_loop(Index rounds) {
    volatile const float f = 0.5F;
    return HWY_DYNAMIC_DISPATCH(bare_loop)(static_cast<size_t>(rounds), f);
}

} // namespace base
#endif

#else // without Highway: Eigen's products, for the instruction set chosen at compile time

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

#endif
