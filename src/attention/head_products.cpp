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

// The scores of R keys from the j-th on.
template <size_t R>
HWY_INLINE void score_keys(const base::Block& q, const base::Block& k, size_t heads, size_t kv_heads,
                           size_t j, const base::MutableBlock& s, float alpha) {
    const auto queries = static_cast<size_t>(q.rows), d_k = static_cast<size_t>(k.cols) / kv_heads;
    const size_t group = heads / kv_heads;
    const auto q_stride = static_cast<size_t>(q.stride), k_stride = static_cast<size_t>(k.stride);
    for (size_t head = 0; head < heads; ++head)
        for (size_t i = 0; i < queries; ++i) {
            const float* const keys = k.data + j * k_stride + head / group * d_k;
            float* const to = s.data + (i * heads + head) * static_cast<size_t>(s.stride) + j;
            base::HWY_NAMESPACE::dot_rows<R>(q.data + i * q_stride + head * d_k, keys, k_stride, d_k, to);
            for (size_t r = 0; r < R; ++r)
                to[r] *= alpha;
        }
}

void score_heads(const base::Block& q, const base::Block& k, size_t heads, size_t kv_heads,
                 const base::MutableBlock& s, float alpha) {
    const auto count = static_cast<size_t>(k.rows);
    size_t j = 0;
    for (; j + keys_together <= count; j += keys_together)
        score_keys<keys_together>(q, k, heads, kv_heads, j, s, alpha);
    for (; j < count; ++j)
        score_keys<1>(q, k, heads, kv_heads, j, s, alpha);
}

// sums += Σ_j p_j·v_j for one query and head: `count` values in rows of d numbers.
struct WeightedSum {
    size_t count;
    const float *p, *v;
    size_t v_stride;
    float* sums;

    template <size_t V>
    HWY_INLINE void panel() const {
        Tile<1, V> added; // which starts from 0: adding each value to all before it would round more
        added.clear();
        added.accumulate(count, p, 0, 1, v, v_stride);
        HWY_UNROLL(4)
        for (size_t c = 0; c < V; ++c) {
            float* const at = sums + c * vector_floats;
            hn::StoreU(hn::Add(hn::LoadU(lanes, at), added.acc[0][c]), lanes, at);
        }
    }
};

HWY_INLINE void add_head(const WeightedSum& sum, size_t d) {
    const size_t whole = d / vector_floats * vector_floats;
    for (size_t c = 0; c < whole; c += panel_floats)
        base::HWY_NAMESPACE::with_vectors(
            HWY_MIN(panel_floats, whole - c) / vector_floats,
            WeightedSum{sum.count, sum.p, sum.v + c, sum.v_stride, sum.sums + c});
    for (size_t c = whole; c < d; ++c)
        for (size_t j = 0; j < sum.count; ++j)
            sum.sums[c] += sum.p[j] * sum.v[j * sum.v_stride + c];
}

void add_values(const base::Block& p, const base::Block& v, size_t heads, size_t kv_heads,
                const base::MutableBlock& sums) {
    const auto queries = static_cast<size_t>(sums.rows), count = static_cast<size_t>(v.rows);
    const auto p_stride = static_cast<size_t>(p.stride), v_stride = static_cast<size_t>(v.stride);
    const size_t d_v = static_cast<size_t>(v.cols) / kv_heads, group = heads / kv_heads;
    for (size_t j = 0; j < count; j += values_together)
        for (size_t head = 0; head < heads; ++head)
            for (size_t i = 0; i < queries; ++i)
                add_head({HWY_MIN(values_together, count - j), p.data + (i * heads + head) * p_stride + j,
                          v.data + j * v_stride + head / group * d_v, v_stride,
                          sums.data + i * static_cast<size_t>(sums.stride) + head * d_v},
                         d_v);
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
