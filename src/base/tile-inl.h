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

/// dots[r] = Σ_k a_k·b[r·b_row + k], k < depth: a row against R rows, each in the order of memory.
template <size_t R>
HWY_INLINE void dot_rows(const float* HWY_RESTRICT a, const float* HWY_RESTRICT b, size_t b_row, size_t depth,
                         float* HWY_RESTRICT dots) {
    Vector sums[R];
    HWY_UNROLL(8)
    for (size_t r = 0; r < R; ++r)
        sums[r] = hn::Zero(lanes);
    size_t k = 0;
    for (; k + vector_floats <= depth; k += vector_floats) {
        const Vector x = hn::LoadU(lanes, a + k);
        HWY_UNROLL(8)
        for (size_t r = 0; r < R; ++r)
            sums[r] = hn::MulAdd(x, hn::LoadU(lanes, b + r * b_row + k), sums[r]);
    }
    HWY_UNROLL(8)
    for (size_t r = 0; r < R; ++r) {
        dots[r] = hn::GetLane(hn::SumOfLanes(lanes, sums[r]));
        for (size_t rest = k; rest < depth; ++rest)
            dots[r] += a[rest] * b[r * b_row + rest];
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
/// to = scale · fromᵀ for 4 × 4 numbers.
HWY_INLINE void transpose_four(const float* HWY_RESTRICT from, size_t from_stride, float scale,
                               float* HWY_RESTRICT to, size_t to_stride) {
    const hn::FixedTag<float, 4> four;
    const hn::Repartition<double, decltype(four)> pairs;
    const auto s = hn::Set(four, scale);
    const auto row = [&](size_t r) HWY_ATTR { return hn::Mul(s, hn::LoadU(four, from + r * from_stride)); };
    const auto x0 = row(0), x1 = row(1), x2 = row(2), x3 = row(3);
    const auto a = hn::BitCast(pairs, hn::InterleaveLower(four, x0, x1));
    const auto b = hn::BitCast(pairs, hn::InterleaveLower(four, x2, x3));
    const auto c = hn::BitCast(pairs, hn::InterleaveUpper(four, x0, x1));
    const auto d = hn::BitCast(pairs, hn::InterleaveUpper(four, x2, x3));
    hn::StoreU(hn::BitCast(four, hn::InterleaveLower(pairs, a, b)), four, to);
    hn::StoreU(hn::BitCast(four, hn::InterleaveUpper(pairs, a, b)), four, to + to_stride);
    hn::StoreU(hn::BitCast(four, hn::InterleaveLower(pairs, c, d)), four, to + 2 * to_stride);
    hn::StoreU(hn::BitCast(four, hn::InterleaveUpper(pairs, c, d)), four, to + 3 * to_stride);
}
#endif

/// to (cols, to_stride) = scale · from (rows, cols)ᵀ, 0 beyond rows.
HWY_INLINE void copy_transposed(const float* HWY_RESTRICT from, size_t from_stride, size_t rows, size_t cols,
                                float scale, float* HWY_RESTRICT to, size_t to_stride) {
    size_t r = 0;
#if HWY_TARGET != HWY_SCALAR
    for (; r + 4 <= rows; r += 4) {
        size_t c = 0;
        for (; c + 4 <= cols; c += 4)
            transpose_four(from + r * from_stride + c, from_stride, scale, to + c * to_stride + r, to_stride);
        for (; c < cols; ++c)
            for (size_t i = r; i < r + 4; ++i)
                to[c * to_stride + i] = scale * from[i * from_stride + c];
    }
#endif
    for (; r < rows; ++r)
        for (size_t c = 0; c < cols; ++c)
            to[c * to_stride + r] = scale * from[r * from_stride + c];
    if (rows < to_stride)
        for (size_t c = 0; c < cols; ++c)
            std::fill(to + c * to_stride + rows, to + (c + 1) * to_stride, 0.0F);
}

} // namespace base::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#endif
