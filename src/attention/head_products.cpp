#include "attention/fused_kernels.h"

#ifdef ATTENTION_LAB_HIGHWAY

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "attention/head_products.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include "base/tile-inl.h"

// What all instruction sets share.
#ifndef ATTENTION_LAB_HEAD_PRODUCTS_ONCE
#define ATTENTION_LAB_HEAD_PRODUCTS_ONCE
namespace attention {

// Rows of keys and of values read together, so that they wait for memory at the same time.
constexpr size_t keys_together = 8, values_together = 16;

} // namespace attention
#endif

HWY_BEFORE_NAMESPACE();
namespace attention::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using base::HWY_NAMESPACE::lanes;
using base::HWY_NAMESPACE::panel_floats;
using base::HWY_NAMESPACE::Tile;
using base::HWY_NAMESPACE::vector_floats;

// Heads that read the same keys go through them together, so that a key is loaded once for all of them.
constexpr size_t most_heads = 4;
#if (HWY_ARCH_X86 && HWY_TARGET <= HWY_AVX3) || HWY_ARCH_ARM_A64
constexpr size_t keys_of_heads = 4; // 16 sums in 32 registers
#else
constexpr size_t keys_of_heads = 2; // 8 sums in 16
#endif

// The scores of one query in the heads of a group, against some keys.
struct GroupScores {
    const float* q; ///< (group, d_k)
    const float* k; ///< (keys, d_k)
    size_t k_stride, d_k;
    float* s; ///< (group, keys)
    size_t s_stride;

    /// Q heads from `head` on, R keys from `key` on.
    template <size_t Q, size_t R>
    HWY_INLINE void tile(size_t head, size_t key) const {
        base::HWY_NAMESPACE::dot_rows<Q, R>(q + head * d_k, d_k, k + key * k_stride, k_stride, d_k,
                                            s + head * s_stride + key, s_stride);
    }
};

// `keys` = 1, or a multiple of keys_of_heads.
template <size_t keys>
HWY_INLINE void score_group(const GroupScores& scores, size_t group) {
    size_t head = 0;
    for (; head + most_heads <= group; head += most_heads)
        for (size_t key = 0; key < keys; key += keys_of_heads)
            scores.tile<most_heads, HWY_MIN(keys, keys_of_heads)>(head, key);
    for (; head < group; ++head)
        scores.tile<1, keys>(head, 0);
}

// The scores of some keys from the j-th on.
template <size_t keys>
HWY_INLINE void score_keys(const base::Block& q, const base::Block& k, size_t heads, size_t kv_heads,
                           size_t j, const base::MutableBlock& s) {
    const auto queries = static_cast<size_t>(q.rows), d_k = static_cast<size_t>(k.cols) / kv_heads;
    const auto q_stride = static_cast<size_t>(q.stride), k_stride = static_cast<size_t>(k.stride),
               s_stride = static_cast<size_t>(s.stride);
    const size_t group = heads / kv_heads;
    for (size_t head = 0; head < heads; head += group)
        for (size_t i = 0; i < queries; ++i)
            score_group<keys>({q.data + i * q_stride + head * d_k, k.data + j * k_stride + head / group * d_k,
                               k_stride, d_k, s.data + (i * heads + head) * s_stride + j, s_stride},
                              group);
}

// row ← alpha·row
HWY_INLINE void multiply_row(float* row, size_t count, float alpha) {
    const auto factor = hn::Set(lanes, alpha);
    size_t j = 0;
    for (; j + vector_floats <= count; j += vector_floats)
        hn::StoreU(hn::Mul(factor, hn::LoadU(lanes, row + j)), lanes, row + j);
    for (; j < count; ++j)
        row[j] *= alpha;
}

void score_heads(const base::Block& q, const base::Block& k, size_t heads, size_t kv_heads,
                 const base::MutableBlock& s, float alpha) {
    const auto count = static_cast<size_t>(k.rows);
    size_t j = 0;
    for (; j + keys_together <= count; j += keys_together)
        score_keys<keys_together>(q, k, heads, kv_heads, j, s);
    for (; j < count; ++j)
        score_keys<1>(q, k, heads, kv_heads, j, s);
    for (size_t row = 0; row < static_cast<size_t>(s.rows); ++row)
        multiply_row(s.data + row * static_cast<size_t>(s.stride), count, alpha);
}

// sums_h += Σ_j p_hj·v_j for one query in H heads that read the same values: `count` of them in rows of d
// numbers.
template <size_t H>
struct WeightedSum {
    size_t count;
    const float* p; ///< (H, count)
    size_t p_stride;
    const float* v;
    size_t v_stride;
    float* sums; ///< (H, d)
    size_t d;

    /// V vectors of columns from `first` on.
    template <size_t V>
    HWY_INLINE void columns(size_t first) const {
        Tile<H, V> added; // which starts from 0: adding each value to all before it would round more
        added.clear();
        added.accumulate(count, p, p_stride, 1, v + first, v_stride);
        HWY_UNROLL(4)
        for (size_t h = 0; h < H; ++h) {
            HWY_UNROLL(4)
            for (size_t c = 0; c < V; ++c) {
                float* const at = sums + h * d + first + c * vector_floats;
                hn::StoreU(hn::Add(hn::LoadU(lanes, at), added.acc[h][c]), lanes, at);
            }
        }
    }

    HWY_INLINE void add() const {
        const size_t whole = d / vector_floats * vector_floats;
        for (size_t first = 0; first < whole; first += panel_floats)
            base::HWY_NAMESPACE::with_vectors(HWY_MIN(panel_floats, whole - first) / vector_floats,
                                              Columns{*this, first});
        for (size_t h = 0; h < H; ++h)
            for (size_t c = whole; c < d; ++c)
                for (size_t j = 0; j < count; ++j)
                    sums[h * d + c] += p[h * p_stride + j] * v[j * v_stride + c];
    }

    struct Columns {
        const WeightedSum& sum;
        size_t first;
        template <size_t V>
        HWY_INLINE void panel() const {
            sum.columns<V>(first);
        }
    };
};

void add_values(const base::Block& p, const base::Block& v, size_t heads, size_t kv_heads,
                const base::MutableBlock& sums) {
    const auto queries = static_cast<size_t>(sums.rows), count = static_cast<size_t>(v.rows);
    const auto p_stride = static_cast<size_t>(p.stride), v_stride = static_cast<size_t>(v.stride),
               stride = static_cast<size_t>(sums.stride);
    const size_t d_v = static_cast<size_t>(v.cols) / kv_heads, group = heads / kv_heads;
    const auto add = [&]<size_t H>(size_t j, size_t i, size_t head) HWY_ATTR {
        WeightedSum<H>{HWY_MIN(values_together, count - j),
                       p.data + (i * heads + head) * p_stride + j,
                       p_stride,
                       v.data + j * v_stride + head / group * d_v,
                       v_stride,
                       sums.data + i * stride + head * d_v,
                       d_v}
            .add();
    };
    for (size_t j = 0; j < count; j += values_together)
        for (size_t first = 0; first < heads; first += group)
            for (size_t i = 0; i < queries; ++i) {
                size_t head = first;
                for (; head + most_heads <= first + group; head += most_heads)
                    add.template operator()<most_heads>(j, i, head);
                for (; head < first + group; ++head)
                    add.template operator()<1>(j, i, head);
            }
}

} // namespace attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention {
namespace {

HWY_EXPORT(score_heads);
HWY_EXPORT(add_values);

void score_together(const base::Block& q, const base::Block& k, Index heads, Index kv_heads,
                    const base::MutableBlock& s, float alpha) {
    HWY_DYNAMIC_DISPATCH(score_heads)
    (q, k, static_cast<size_t>(heads), static_cast<size_t>(kv_heads), s, alpha);
    base::count_multiply_adds(static_cast<std::uint64_t>(q.rows * k.rows * q.cols));
}

void add_together(const base::Block& p, const base::Block& v, Index heads, Index kv_heads,
                  const base::MutableBlock& sums) {
    HWY_DYNAMIC_DISPATCH(add_values)
    (p, v, static_cast<size_t>(heads), static_cast<size_t>(kv_heads), sums);
    base::count_multiply_adds(static_cast<std::uint64_t>(sums.rows * v.rows * sums.cols));
}

} // namespace
} // namespace attention
#endif

#else // without Highway: head by head

namespace attention {
namespace {

void score_together(const base::Block& q, const base::Block& k, Index heads, Index kv_heads,
                    const base::MutableBlock& s, float alpha) {
    const Index d_k = k.cols / kv_heads, group = heads / kv_heads;
    for (Index head = 0; head < heads; ++head)
        base::multiply_transposed({q.data + head * d_k, q.rows, d_k, q.stride},
                                  {k.data + head / group * d_k, k.rows, d_k, k.stride},
                                  {s.data + head * s.stride, q.rows, k.rows, heads * s.stride}, alpha);
}

void add_together(const base::Block& p, const base::Block& v, Index heads, Index kv_heads,
                  const base::MutableBlock& sums) {
    const Index d_v = v.cols / kv_heads, group = heads / kv_heads;
    for (Index head = 0; head < heads; ++head)
        base::multiply({p.data + head * p.stride, sums.rows, v.rows, heads * p.stride},
                       {v.data + head / group * d_v, v.rows, d_v, v.stride},
                       {sums.data + head * d_v, sums.rows, d_v, sums.stride}, 1, base::Add::yes);
}

} // namespace
} // namespace attention

#endif

#if !defined(ATTENTION_LAB_HIGHWAY) || HWY_ONCE
namespace attention {

// One head, perhaps with many queries, is a product like any other.

void score_heads(const base::Block& q, const base::Block& k, Index heads, Index kv_heads,
                 const base::MutableBlock& s, float alpha) {
    if (heads == 1)
        base::multiply_transposed(q, k, s, alpha);
    else
        score_together(q, k, heads, kv_heads, s, alpha);
}

void add_values(const base::Block& p, const base::Block& v, Index heads, Index kv_heads,
                const base::MutableBlock& sums) {
    if (heads == 1)
        base::multiply(p, v, sums, 1, base::Add::yes);
    else
        add_together(p, v, heads, kv_heads, sums);
}

} // namespace attention
#endif
