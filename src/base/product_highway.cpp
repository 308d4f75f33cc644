#include "base/product_kernel.h"

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "base/product_highway.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include "base/tile-inl.h"

// What all instruction sets share.
#ifndef ATTENTION_LAB_PRODUCT_ONCE
#define ATTENTION_LAB_PRODUCT_ONCE
namespace base {

// b is read in slabs of as many rows: a panel of a slab (64 KB at most) stays in the L2 cache while all rows
// of a pass by, and short sums round less.
constexpr size_t slab_rows = 256;
// Rows of a that meet all panels of a slab before the next ones do: their part of the slab's depth (256 KB)
// stays in the L2 cache as well.
constexpr size_t block_rows = 256;
// With fewer rows of a than this, b is not worth copying; a transposed b is copied for fewer, since adding up
// the lanes of each dot product costs more.
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

// A panel of V vectors of columns, the last perhaps beyond c: against all rows of a.
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

    // By way of a copy, since c ends within a vector.
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

// c's columns from `column` on, as many as a panel holds.
void multiply_panel(const kernel::Left& a, const Right& b, const Result& c, size_t column) {
    const size_t cols = HWY_MIN(panel_floats, c.cols - column);
    const Result part{c.data + column, c.rows, cols, c.stride, c.alpha, c.add};
    with_vectors(vectors_of(cols), Panel{a, b, part});
}

size_t padded_floats(size_t cols) {
    return padded(cols);
}

size_t panel_floats_here() {
    return panel_floats;
}

// The rows [first, first + depth) of b's columns [column, end), panel after panel.
void pack_slab(const Block& b, bool transposed, size_t first, size_t depth, size_t column, size_t end,
               float* to) {
    const auto stride = static_cast<size_t>(b.stride);
    for (; column < end; column += panel_floats) {
        const size_t cols = HWY_MIN(panel_floats, end - column), wide = padded(cols);
        if (transposed)
            copy_transposed(b.data + column * stride + first, stride, cols, depth, 1, to, wide);
        else
            copy_rows(b.data + first * stride + column, stride, depth, cols, to, wide);
        to += depth * wide;
    }
}

// c = a·(one slab): packed holds it from c's first column on, in `packed_cols` columns.
void multiply_slab(const kernel::Left& a, const float* packed, size_t depth, size_t packed_cols,
                   const Result& c) {
    for (size_t row = 0; row < c.rows; row += block_rows) {
        const kernel::Left rows{a.data + row * static_cast<size_t>(a.row), a.row, a.step};
        const Result part{
            c.data + row * c.stride, HWY_MIN(block_rows, c.rows - row), c.cols, c.stride, c.alpha, c.add};
        for (size_t column = 0; column < c.cols; column += panel_floats) {
            const size_t wide = HWY_MIN(panel_floats, padded(packed_cols - column));
            multiply_panel(rows, {packed + column * depth, depth, wide}, part, column);
        }
    }
}

// Few rows of a, b where it lies: only the columns that fill no vector are copied, to `edge` (depth, L).
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

// Σ_k a_k·b_k for the rows [first, first + R) of b.
template <size_t R>
HWY_INLINE void dot_rows(const float* HWY_RESTRICT a, const Block& b, size_t first, const Result& c,
                         float* to) {
    const auto depth = static_cast<size_t>(b.cols), stride = static_cast<size_t>(b.stride);
    const float* rows = b.data + first * stride;
    Vector sums[R];
    HWY_UNROLL(8)
    for (size_t r = 0; r < R; ++r)
        sums[r] = hn::Zero(lanes);
    size_t k = 0;
    for (; k + vector_floats <= depth; k += vector_floats) {
        const Vector x = hn::LoadU(lanes, a + k);
        HWY_UNROLL(8)
        for (size_t r = 0; r < R; ++r)
            sums[r] = hn::MulAdd(x, hn::LoadU(lanes, rows + r * stride + k), sums[r]);
    }
    HWY_UNROLL(8)
    for (size_t r = 0; r < R; ++r) {
        float sum = hn::GetLane(hn::SumOfLanes(lanes, sums[r]));
        for (size_t rest = k; rest < depth; ++rest)
            sum += a[rest] * rows[r * stride + rest];
        to[first + r] = (c.add ? to[first + r] : 0) + c.alpha * sum;
    }
}

// A few contiguous rows of a against the rows of b: each number is the dot product of two rows in memory.
void multiply_dots(const kernel::Left& a, const Block& b, const Result& c) {
    constexpr size_t together = 8;
    for (size_t i = 0; i < c.rows; ++i) {
        const float* row = a.data + i * static_cast<size_t>(a.row);
        size_t j = 0;
        for (; j + together <= c.cols; j += together)
            dot_rows<together>(row, b, j, c, c.data + i * c.stride);
        for (; j < c.cols; ++j)
            dot_rows<1>(row, b, j, c, c.data + i * c.stride);
    }
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace base {
namespace {

HWY_EXPORT(padded_floats);
HWY_EXPORT(panel_floats_here);
HWY_EXPORT(pack_slab);
HWY_EXPORT(multiply_slab);
HWY_EXPORT(multiply_in_place);
HWY_EXPORT(multiply_dots);

Result result(const MutableBlock& c, float alpha, Add add) {
    return {c.data,
            static_cast<size_t>(c.rows),
            static_cast<size_t>(c.cols),
            static_cast<size_t>(c.stride),
            alpha,
            add == Add::yes};
}

// Each thread keeps its own from call to call: for small products, allocating would cost more than the
// arithmetic.
float* scratch(size_t count) {
    thread_local AlignedFloats floats;
    floats.need(static_cast<Index>(count));
    return floats.data();
}

// Calls slab(first row of b, rows, whether c is added to).
template <class Slab>
void for_slabs(Index depth, bool add, const Slab& slab) {
    size_t first = 0;
    do { // once for a depth of 0 as well, to write zeros
        const size_t rows = std::min(slab_rows, static_cast<size_t>(depth) - first);
        slab(first, rows, add || first > 0);
        first += rows;
    } while (first < static_cast<size_t>(depth));
}

// Columns of b that are packed together: all, so that block after block of rows can meet them, or a panel
// where all rows are one block.
Index together(Index rows, Index cols) {
    if (rows > static_cast<Index>(block_rows)) return cols;
    return std::min(cols, static_cast<Index>(HWY_DYNAMIC_DISPATCH(panel_floats_here)()));
}

// What a slab of some of b's columns takes.
Index packed_numbers(Index depth, Index cols, Index columns_together) {
    const size_t wide =
        HWY_DYNAMIC_DISPATCH(padded_floats)(static_cast<size_t>(std::min(cols, columns_together)));
    return std::min(depth, static_cast<Index>(slab_rows)) * static_cast<Index>(wide);
}

} // namespace

namespace kernel {

void product(const Left& a, Index depth, const Block& b, bool b_transposed, const MutableBlock& c,
             float alpha, Add add) {
    Result to = result(c, alpha, add);
    if (to.rows < rows_worth_transposing && b_transposed && a.step == 1) {
        HWY_DYNAMIC_DISPATCH(multiply_dots)(a, b, to);
    } else if (to.rows < rows_worth_packing && !b_transposed) {
        float* edge = scratch(static_cast<size_t>(depth) * HWY_DYNAMIC_DISPATCH(padded_floats)(1));
        HWY_DYNAMIC_DISPATCH(multiply_in_place)(a, b, to, edge);
    } else {
        const auto cols = static_cast<size_t>(together(c.rows, c.cols));
        float* slab = scratch(static_cast<size_t>(packed_numbers(depth, c.cols, together(c.rows, c.cols))));
        for_slabs(depth, to.add, [&](size_t first, size_t rows, bool added) {
            const Left part{a.data + static_cast<Index>(first) * a.step, a.row, a.step};
            for (size_t column = 0; column < to.cols; column += cols) {
                const size_t end = std::min(column + cols, to.cols);
                HWY_DYNAMIC_DISPATCH(pack_slab)(b, b_transposed, first, rows, column, end, slab);
                const Result columns{to.data + column, to.rows, end - column, to.stride, alpha, added};
                HWY_DYNAMIC_DISPATCH(multiply_slab)(part, slab, rows, end - column, columns);
            }
        });
    }
}

Index working_numbers(Index rows, Index depth, Index cols, bool b_transposed) {
    if (rows < static_cast<Index>(b_transposed ? rows_worth_transposing : rows_worth_packing)) return 0;
    return packed_numbers(depth, cols, together(rows, cols));
}

Index panel_columns() {
    return static_cast<Index>(HWY_DYNAMIC_DISPATCH(panel_floats_here)());
}

AlignedFloats packed(const Block& b) {
    const auto cols = static_cast<size_t>(b.cols), wide = HWY_DYNAMIC_DISPATCH(padded_floats)(cols);
    AlignedFloats floats(b.rows * static_cast<Index>(wide));
    for_slabs(b.rows, false, [&](size_t first, size_t rows, bool) {
        HWY_DYNAMIC_DISPATCH(pack_slab)(b, false, first, rows, 0, cols, floats.data() + first * wide);
    });
    return floats;
}

void product(const Left& a, Index depth, const float* packed, Index cols, Index first_column,
             const MutableBlock& c, float alpha, Add add) {
    Result to = result(c, alpha, add);
    const auto column = static_cast<size_t>(first_column), all = static_cast<size_t>(cols);
    const size_t wide = HWY_DYNAMIC_DISPATCH(padded_floats)(all);
    for_slabs(depth, to.add, [&](size_t first, size_t rows, bool added) {
        to.add = added;
        const Left part{a.data + static_cast<Index>(first) * a.step, a.row, a.step};
        HWY_DYNAMIC_DISPATCH(multiply_slab)
        (part, packed + first * wide + column * rows, rows, all - column, to);
    });
}

} // namespace kernel
} // namespace base
#endif
