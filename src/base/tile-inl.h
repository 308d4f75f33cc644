// A tile of a product: the one loop that products and attention are made of. For source files that Highway
// compiles once per instruction set.
//
// A tile is R rows of a times V vectors of columns of b, its R·V sums held in registers:
//
//     acc[r][v] += a[r]_k · b_k[v]        for every k
//
// Each k takes V loads of b and R broadcasts of a for R·V multiply-adds. The processor starts two
// multiply-adds and two loads at a time, so R·V ≥ R + V keeps it from waiting for loads, and since a
// multiply-add takes four or five steps, some ten sums are needed to keep it from waiting for sums. Registers
// hold the sums, V vectors of b and one broadcast, and in WebAssembly, which has no multiply-add, a product:
//
//     32 registers (AVX-512, ARM)             6·4 + 4 + 1 = 29
//     16 registers (others)                   4·3 + 3 + 1 = 16
//     15 registers (WebAssembly on x86-64)    5·2 + 2 + 1 + 1 = 14

#if defined(ATTENTION_LAB_BASE_TILE_INL) == defined(HWY_TARGET_TOGGLE)
#ifdef ATTENTION_LAB_BASE_TILE_INL
#undef ATTENTION_LAB_BASE_TILE_INL
#else
#define ATTENTION_LAB_BASE_TILE_INL
#endif

#include <hwy/highway.h>

#include <algorithm>
#include <cstddef>

HWY_BEFORE_NAMESPACE();
namespace base::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;

using Lanes = hn::ScalableTag<float>;
constexpr Lanes lanes;
using Vector = hn::Vec<Lanes>;
constexpr size_t vector_floats = HWY_LANES(float);

#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) || HWY_ARCH_ARM_A64
constexpr size_t tile_sums = 24, tile_vectors = 4;
#elif HWY_TARGET == HWY_WASM
constexpr size_t tile_sums = 10, tile_vectors = 2;
#else
constexpr size_t tile_sums = 12, tile_vectors = 3;
#endif
/// The columns of the widest tile, and of the panels in which b is read.
constexpr size_t panel_floats = tile_vectors * vector_floats;

constexpr size_t vectors_of(size_t floats) {
    return (floats + vector_floats - 1) / vector_floats;
}
constexpr size_t padded(size_t floats) {
    return vectors_of(floats) * vector_floats;
}

template <size_t R, size_t V>
struct Tile {
    Vector acc[R][V];

    HWY_INLINE void clear() {
        HWY_UNROLL(32)
        for (size_t r = 0; r < R; ++r) {
            HWY_UNROLL(4)
            for (size_t v = 0; v < V; ++v)
                acc[r][v] = hn::Zero(lanes);
        }
    }

    /// acc[r][v] += Σ_k a[r·a_row + k·a_step] · b[k·b_step + v·L …], k < count. With its two strides, a needs
    /// neither copying nor transposing.
    HWY_INLINE void accumulate(size_t count, const float* HWY_RESTRICT a, size_t a_row, size_t a_step,
                               const float* HWY_RESTRICT b, size_t b_step) {
        for (size_t k = 0; k < count; ++k, a += a_step, b += b_step) {
            Vector x[V];
            HWY_UNROLL(4)
            for (size_t v = 0; v < V; ++v)
                x[v] = hn::LoadU(lanes, b + v * vector_floats);
            HWY_UNROLL(32)
            for (size_t r = 0; r < R; ++r) {
                const Vector y = hn::Set(lanes, a[r * a_row]);
                HWY_UNROLL(4)
                for (size_t v = 0; v < V; ++v)
                    acc[r][v] = hn::MulAdd(y, x[v], acc[r][v]);
            }
        }
    }
};

#if HWY_TARGET != HWY_SCALAR
/// The four numbers x_b + x_(b+4) + x_(b+8) + …
template <class D>
HWY_INLINE hn::Vec<hn::FixedTag<float, 4>> sums_of_blocks(D, hn::Vec<D> x) {
    if constexpr (hn::MaxLanes(D()) > 4) {
        const hn::Half<D> half;
        return sums_of_blocks(half, hn::Add(hn::LowerHalf(half, x), hn::UpperHalf(half, x)));
    } else {
        return x;
    }
}

/// sums[i] = the sum of the lanes of x[i], for four vectors: together, since a sum on its own takes as long
/// as a row of some length.
HWY_INLINE void sum_four(const Vector* x, float* HWY_RESTRICT sums) {
    const hn::Repartition<double, Lanes> pairs;
    const auto halved = [](Vector a, Vector b) HWY_ATTR { // a, b, a, b in each block of four lanes
        return hn::BitCast(hn::Repartition<double, Lanes>(),
                           hn::Add(hn::InterleaveLower(lanes, a, b), hn::InterleaveUpper(lanes, a, b)));
    };
    const auto one = halved(x[0], x[1]), other = halved(x[2], x[3]);
    const Vector all = hn::Add(hn::BitCast(lanes, hn::InterleaveLower(pairs, one, other)),
                               hn::BitCast(lanes, hn::InterleaveUpper(pairs, one, other)));
    hn::StoreU(sums_of_blocks(lanes, all), hn::FixedTag<float, 4>(), sums);
}
#endif

/// sums[i] = the sum of the lanes of x[i], i < count.
template <size_t count>
HWY_INLINE void sum_lanes(const Vector* x, float* HWY_RESTRICT sums) {
    size_t i = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; i + 4 <= count; i += 4)
        sum_four(x + i, sums + i);
#endif
    for (; i < count; ++i)
        sums[i] = hn::GetLane(hn::SumOfLanes(lanes, x[i]));
}

/// dots[q·dots_row + r] = Σ_k a[q·a_row + k]·b[r·b_row + k], k < depth: Q rows against R, each in the order
/// of memory.
template <size_t Q, size_t R>
HWY_INLINE void dot_rows(const float* HWY_RESTRICT a, size_t a_row, const float* HWY_RESTRICT b, size_t b_row,
                         size_t depth, float* HWY_RESTRICT dots, size_t dots_row) {
    Vector sums[Q][R];
    HWY_UNROLL(8)
    for (size_t q = 0; q < Q; ++q) {
        HWY_UNROLL(8)
        for (size_t r = 0; r < R; ++r)
            sums[q][r] = hn::Zero(lanes);
    }
    size_t k = 0;
    for (; k + vector_floats <= depth; k += vector_floats) {
        Vector x[Q];
        HWY_UNROLL(8)
        for (size_t q = 0; q < Q; ++q)
            x[q] = hn::LoadU(lanes, a + q * a_row + k);
        HWY_UNROLL(8)
        for (size_t r = 0; r < R; ++r) {
            const Vector y = hn::LoadU(lanes, b + r * b_row + k);
            HWY_UNROLL(8)
            for (size_t q = 0; q < Q; ++q)
                sums[q][r] = hn::MulAdd(x[q], y, sums[q][r]);
        }
    }
    HWY_UNROLL(8)
    for (size_t q = 0; q < Q; ++q) {
        float* const row = dots + q * dots_row;
        sum_lanes<R>(sums[q], row);
        for (size_t rest = k; rest < depth; ++rest)
            for (size_t r = 0; r < R; ++r)
                row[r] += a[q * a_row + rest] * b[r * b_row + rest];
    }
}

/// Calls job.tile<R>(first) for the rows [first, end), R at a time, the rest in smaller tiles.
template <size_t R, class Job>
HWY_INLINE void in_tiles(size_t first, size_t end, const Job& job) {
    for (; first + R <= end; first += R)
        job.template tile<R>(first);
    if constexpr (R > 1) in_tiles<R == 6 ? 4 : R / 2>(first, end, job);
}

/// Calls run.panel<V>() with the V of 1 … tile_vectors that is `vectors`.
template <class Run>
HWY_INLINE void with_vectors(size_t vectors, const Run& run) {
    if (vectors == 1)
        run.template panel<1>();
    else if (vectors == 2)
        run.template panel<2>();
    else if (vectors == 3)
        run.template panel<3>();
    else
        run.template panel<tile_vectors>();
}

/// to (rows, to_stride) = from (rows, cols), 0 beyond cols.
HWY_INLINE void copy_rows(const float* HWY_RESTRICT from, size_t from_stride, size_t rows, size_t cols,
                          float* HWY_RESTRICT to, size_t to_stride) {
    for (size_t r = 0; r < rows; ++r, from += from_stride, to += to_stride) {
        size_t c = 0;
        for (; c + vector_floats <= cols; c += vector_floats)
            hn::StoreU(hn::LoadU(lanes, from + c), lanes, to + c);
        for (; c < cols; ++c)
            to[c] = from[c];
        for (; c < to_stride; ++c)
            to[c] = 0;
    }
}

#if HWY_TARGET != HWY_SCALAR
/// Blocks of four numbers from the rows 0, 4, 8, …: as many as a vector holds.
template <class D>
HWY_INLINE hn::Vec<D> load_blocks(D d, const float* HWY_RESTRICT from, size_t from_stride) {
    if constexpr (hn::MaxLanes(D()) > 4) {
        const hn::Half<D> half;
        constexpr size_t rows = hn::MaxLanes(D()) / 2;
        return hn::Combine(d, load_blocks(half, from + rows * from_stride, from_stride),
                           load_blocks(half, from, from_stride));
    } else {
        return hn::LoadU(d, from);
    }
}

/// to (4, rows) = scale · fromᵀ for as many rows as a vector of d has lanes, and four columns.
template <class D>
HWY_INLINE void transpose_rows(D d, const float* HWY_RESTRICT from, size_t from_stride, float scale,
                               float* HWY_RESTRICT to, size_t to_stride) {
    const hn::Repartition<double, D> pairs;
    const auto s = hn::Set(d, scale);
    // Block i of x_r is row 4i + r: 4 × 4 numbers are transposed in each block of lanes.
    const auto row = [&](size_t r)
                         HWY_ATTR { return hn::Mul(s, load_blocks(d, from + r * from_stride, from_stride)); };
    const auto x0 = row(0), x1 = row(1), x2 = row(2), x3 = row(3);
    const auto a = hn::BitCast(pairs, hn::InterleaveLower(d, x0, x1));
    const auto b = hn::BitCast(pairs, hn::InterleaveLower(d, x2, x3));
    const auto c = hn::BitCast(pairs, hn::InterleaveUpper(d, x0, x1));
    const auto e = hn::BitCast(pairs, hn::InterleaveUpper(d, x2, x3));
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, a, b)), d, to);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, a, b)), d, to + to_stride);
    hn::StoreU(hn::BitCast(d, hn::InterleaveLower(pairs, c, e)), d, to + 2 * to_stride);
    hn::StoreU(hn::BitCast(d, hn::InterleaveUpper(pairs, c, e)), d, to + 3 * to_stride);
}

/// copy_transposed() for as many rows as a vector of d has lanes.
template <class D>
HWY_INLINE void copy_rows_transposed(D d, const float* HWY_RESTRICT from, size_t from_stride, size_t cols,
                                     float scale, float* HWY_RESTRICT to, size_t to_stride) {
    size_t c = 0;
    for (; c + 4 <= cols; c += 4)
        transpose_rows(d, from + c, from_stride, scale, to + c * to_stride, to_stride);
    for (; c < cols; ++c)
        for (size_t r = 0; r < hn::MaxLanes(d); ++r)
            to[c * to_stride + r] = scale * from[r * from_stride + c];
}
#endif

/// to (cols, to_stride) = scale · from (rows, cols)ᵀ, 0 beyond rows.
HWY_INLINE void copy_transposed(const float* HWY_RESTRICT from, size_t from_stride, size_t rows, size_t cols,
                                float scale, float* HWY_RESTRICT to, size_t to_stride) {
    // Zeros first, in whole vectors, which the rows overwrite in part: to fill up the columns one by one
    // takes longer than to transpose a few rows.
    for (size_t c = 0; rows < to_stride && c < cols; ++c) {
        size_t zero = rows / vector_floats * vector_floats;
        for (; zero + vector_floats <= to_stride; zero += vector_floats)
            hn::StoreU(hn::Zero(lanes), lanes, to + c * to_stride + zero);
        for (; zero < to_stride; ++zero)
            to[c * to_stride + zero] = 0;
    }
    size_t r = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; r + vector_floats <= rows; r += vector_floats)
        copy_rows_transposed(lanes, from + r * from_stride, from_stride, cols, scale, to + r, to_stride);
    for (; r + 4 <= rows; r += 4)
        copy_rows_transposed(hn::FixedTag<float, 4>(), from + r * from_stride, from_stride, cols, scale,
                             to + r, to_stride);
#endif
    for (; r < rows; ++r)
        for (size_t c = 0; c < cols; ++c)
            to[c * to_stride + r] = scale * from[r * from_stride + c];
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
