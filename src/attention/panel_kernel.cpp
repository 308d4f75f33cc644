#include "attention/fused_kernels.h"

// Highway compiles this file once per instruction set; the first call picks the best one for the processor.
#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "attention/panel_kernel.cpp"
#include <hwy/foreach_target.h> // IWYU pragma: keep
//
#include "base/tile-inl.h"

#include <limits>

HWY_BEFORE_NAMESPACE();
namespace attention::HWY_NAMESPACE {

namespace hn = hwy::HWY_NAMESPACE;
using base::HWY_NAMESPACE::lanes;
using base::HWY_NAMESPACE::padded;
using base::HWY_NAMESPACE::panel_floats;
using base::HWY_NAMESPACE::Tile;
using base::HWY_NAMESPACE::tile_sums;
using base::HWY_NAMESPACE::Vector;
using base::HWY_NAMESPACE::vector_floats;
using base::HWY_NAMESPACE::vectors_of;

constexpr float log2_e = 1.44269504F;

// 2^x for x ≤ 0; 0 where that would be subnormal; NaN stays NaN. Relative error 2·10⁻⁷: x = t + f with an
// integer t and |f| ≤ ½, 2^f by a polynomial fitted for the smallest relative error, 2^t by adding t to the
// exponent.
HWY_INLINE Vector exp2_below_zero(Vector x) {
    const hn::RebindToSigned<decltype(lanes)> integers;
    const Vector rounding =
        hn::Set(lanes, 12582912.0F); // 1.5·2²³: a sum with it has no digits after the point
    const Vector t = hn::Add(x, rounding);
    const Vector f = hn::Sub(x, hn::Sub(t, rounding));
    Vector p = hn::Set(lanes, 0.00132646516F);
    p = hn::MulAdd(p, f, hn::Set(lanes, 0.00967151902F));
    p = hn::MulAdd(p, f, hn::Set(lanes, 0.0555073399F));
    p = hn::MulAdd(p, f, hn::Set(lanes, 0.24022242F));
    p = hn::MulAdd(p, f, hn::Set(lanes, 0.693146977F));
    p = hn::MulAdd(p, f, hn::Set(lanes, 1.0F));
    const auto scaled = hn::Add(hn::BitCast(integers, p), hn::ShiftLeft<23>(hn::BitCast(integers, t)));
    return hn::IfThenZeroElse(hn::Lt(x, hn::Set(lanes, -126.0F)), hn::BitCast(lanes, scaled));
}

// sᵀ = k·qᵀ + bias, which may be null, and the largest score of each query.
struct Scores {
    size_t count, d_k, k_stride;
    const float *k, *q, *bias;
    float *s, *largest;

    template <size_t V>
    HWY_INLINE void panel() const;
};

// A tile is R keys and V vectors of queries.
template <size_t V>
struct ScoreTiles {
    const Scores& of;

    template <size_t R>
    HWY_INLINE void tile(size_t key) const {
        Tile<R, V> scores;
        scores.clear();
        scores.accumulate(of.d_k, of.k + key * of.k_stride, of.k_stride, 1, of.q, V * vector_floats);
        if (of.bias) add_bias(scores, key);
        HWY_UNROLL(4)
        for (size_t v = 0; v < V; ++v) {
            Vector most = hn::Load(lanes, of.largest + v * vector_floats);
            HWY_UNROLL(32)
            for (size_t r = 0; r < R; ++r) {
                most = hn::Max(most, scores.acc[r][v]);
                hn::Store(scores.acc[r][v], lanes, of.s + ((key + r) * V + v) * vector_floats);
            }
            hn::Store(most, lanes, of.largest + v * vector_floats);
        }
    }

    template <size_t R>
    HWY_INLINE void add_bias(Tile<R, V>& scores, size_t key) const {
        HWY_UNROLL(32)
        for (size_t r = 0; r < R; ++r) {
            HWY_UNROLL(4)
            for (size_t v = 0; v < V; ++v)
                scores.acc[r][v] =
                    hn::Add(scores.acc[r][v], hn::Load(lanes, of.bias + ((key + r) * V + v) * vector_floats));
        }
    }
};

template <size_t V>
HWY_INLINE void Scores::panel() const {
    for (size_t v = 0; v < V; ++v)
        hn::Store(hn::Set(lanes, -HUGE_VALF), lanes, largest + v * vector_floats);
    base::HWY_NAMESPACE::in_tiles<tile_sums / V>(0, count, ScoreTiles<V>{*this});
}

void panel_scores(size_t queries, size_t d_k, const float* q, const float* k, size_t k_stride, size_t count,
                  const float* bias, float* s, float* largest) {
    base::HWY_NAMESPACE::with_vectors(vectors_of(queries),
                                      Scores{count, d_k, k_stride, k, q, bias, s, largest});
}

// tanh(x) = 1 − 2/(e^2x + 1), by e^2x = 2^(2x·log₂ e); beyond ±9 it is ±1 in floats.
HWY_INLINE Vector tanh_of(Vector x) {
    const Vector one = hn::Set(lanes, 1.0F);
    const Vector below = hn::Neg(hn::Min(hn::Abs(x), hn::Set(lanes, 9.0F)));
    const Vector e = exp2_below_zero(hn::Mul(hn::Set(lanes, 2 * log2_e), below)); // e^−2|x|
    const Vector large = hn::Div(hn::Sub(one, e), hn::Add(one, e));
    // Near 0 the difference 1 − e has few digits left: x − x³/3 + 2x⁵/15 − 17x⁷/315.
    const Vector square = hn::Mul(x, x);
    Vector series = hn::Set(lanes, -17.0F / 315);
    series = hn::MulAdd(series, square, hn::Set(lanes, 2.0F / 15));
    series = hn::MulAdd(series, square, hn::Set(lanes, -1.0F / 3));
    series = hn::MulAdd(hn::Mul(series, square), x, x);
    const Vector result =
        hn::IfThenElse(hn::Lt(hn::Abs(x), hn::Set(lanes, 0.25F)), series, hn::CopySign(large, x));
    return hn::IfThenElse(hn::IsFinite(x), result, x);
}

void panel_cap(size_t queries, size_t count, float c, float* s) {
    const Vector cap = hn::Set(lanes, c), share = hn::Set(lanes, 1 / c);
    for (size_t i = 0; i < count * padded(queries); i += vector_floats)
        hn::Store(hn::Mul(cap, tanh_of(hn::Mul(share, hn::Load(lanes, s + i)))), lanes, s + i);
}

void panel_add(size_t queries, size_t count, const float* bias, float* s) {
    for (size_t i = 0; i < count * padded(queries); i += vector_floats)
        hn::Store(hn::Add(hn::Load(lanes, s + i), hn::Load(lanes, bias + i)), lanes, s + i);
}

void transpose_rows(const float* from, size_t from_stride, size_t rows, size_t cols, float* to,
                    size_t stride) {
    base::HWY_NAMESPACE::copy_transposed(from, from_stride, rows, cols, 1, to, stride);
}

void panel_maximum(size_t queries, size_t count, const float* s, float* largest) {
    const size_t width = padded(queries);
    for (size_t i = 0; i < width; i += vector_floats) {
        Vector most = hn::Set(lanes, -HUGE_VALF);
        for (size_t j = 0; j < count; ++j)
            most = hn::Max(most, hn::Load(lanes, s + j * width + i));
        hn::Store(most, lanes, largest + i);
    }
}

// s becomes 2^(s·log₂ e − reference), with reference and l those of all keys so far; `shrink` (W) is the
// factor for the sums over earlier keys. The reference is rounded once and then used for all keys, so its
// rounding cancels.
struct Softmax {
    size_t count;
    float *s, *reference, *l, *shrink;
    const float* largest;

    template <size_t V>
    HWY_INLINE void panel() const {
        const Vector to_log2 = hn::Set(lanes, log2_e);
        Vector now[V], sum[V];
        HWY_UNROLL(4)
        for (size_t v = 0; v < V; ++v) {
            const size_t at = v * vector_floats;
            const Vector before = hn::Load(lanes, reference + at);
            now[v] = hn::Max(before, hn::Mul(to_log2, hn::Load(lanes, largest + at)));
            hn::Store(now[v], lanes, reference + at);
            hn::Store(exp2_below_zero(hn::Sub(before, now[v])), lanes, shrink + at);
            sum[v] = hn::Zero(lanes);
        }
        for (size_t j = 0; j < count; ++j) {
            HWY_UNROLL(4)
            for (size_t v = 0; v < V; ++v) {
                float* at = s + (j * V + v) * vector_floats;
                const Vector e = exp2_below_zero(hn::MulSub(to_log2, hn::Load(lanes, at), now[v]));
                hn::Store(e, lanes, at);
                sum[v] = hn::Add(sum[v], e);
            }
        }
        HWY_UNROLL(4)
        for (size_t v = 0; v < V; ++v) {
            float* at = l + v * vector_floats;
            hn::Store(hn::MulAdd(hn::Load(lanes, shrink + v * vector_floats), hn::Load(lanes, at), sum[v]),
                      lanes, at);
        }
    }
};

// sums = shrink·sums + pᵀ·v, with the weights p that have replaced the scores.
struct Values {
    size_t queries, count;
    const float* s;
    const float* v;
    size_t v_stride;
    const float* shrink;
    float* sums;
    size_t stride;

    template <size_t V>
    HWY_INLINE void panel() const;
};

// A tile is R queries, which are columns of s, and V vectors of columns of v. The sums over these keys start
// from 0, which rounds less than adding each key to all before it.
template <size_t V>
struct ValueTiles {
    const Values& of;
    size_t width = padded(of.queries);

    template <size_t R>
    HWY_INLINE void tile(size_t query) const {
        Tile<R, V> added;
        added.clear();
        added.accumulate(of.count, of.s + query, 1, width, of.v, of.v_stride);
        HWY_UNROLL(32)
        for (size_t r = 0; r < R; ++r) {
            const Vector factor = hn::Set(lanes, of.shrink[query + r]);
            HWY_UNROLL(4)
            for (size_t c = 0; c < V; ++c) {
                float* at = of.sums + (query + r) * of.stride + c * vector_floats;
                hn::Store(hn::MulAdd(factor, hn::Load(lanes, at), added.acc[r][c]), lanes, at);
            }
        }
    }
};

template <size_t V>
HWY_INLINE void Values::panel() const {
    base::HWY_NAMESPACE::in_tiles<tile_sums / V>(0, queries, ValueTiles<V>{*this});
}

void accumulate(size_t queries, size_t d_v, const float* v, size_t v_stride, size_t count, float* s,
                const float* largest, float* reference, float* l, float* sums) {
    HWY_ALIGN float shrink[panel_floats];
    base::HWY_NAMESPACE::with_vectors(vectors_of(queries), Softmax{count, s, reference, l, shrink, largest});
    const size_t stride = padded(d_v);
    for (size_t c = 0; c < stride; c += panel_floats)
        base::HWY_NAMESPACE::with_vectors(
            HWY_MIN(panel_floats, stride - c) / vector_floats,
            Values{queries, count, s, v + c, v_stride, shrink, sums + c, stride});
}

void begin(const float* from, size_t from_stride, size_t queries, size_t d_k, size_t d_v, float scale,
           float* q, float* reference, float* l, float* sums) {
    const size_t width = padded(queries);
    base::HWY_NAMESPACE::copy_transposed(from, from_stride, queries, d_k, scale, q, width);
    std::fill_n(reference, width, std::numeric_limits<float>::lowest()); // finite: −∞ − −∞ is NaN
    std::fill_n(l, width, 0.0F);
    std::fill_n(sums, queries * padded(d_v), 0.0F);
}

void write(size_t queries, size_t d_v, const float* l, const float* sums, float* to, size_t to_stride) {
    const size_t stride = padded(d_v);
    for (size_t i = 0; i < queries; ++i, sums += stride, to += to_stride) {
        const float share = l[i] > 0 ? 1 / l[i] : 0;
        size_t c = 0;
        for (; c + vector_floats <= d_v; c += vector_floats)
            hn::StoreU(hn::Mul(hn::Set(lanes, share), hn::Load(lanes, sums + c)), lanes, to + c);
        for (; c < d_v; ++c)
            to[c] = share * sums[c];
    }
}

void copy_rows(const float* from, size_t from_stride, size_t rows, size_t cols, float* to, size_t stride) {
    base::HWY_NAMESPACE::copy_rows(from, from_stride, rows, cols, to, stride);
}

size_t most_queries() {
    return panel_floats;
}

size_t padded_count(size_t count) {
    return padded(count);
}

} // namespace attention::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace attention {
namespace {

HWY_EXPORT(most_queries);
HWY_EXPORT(padded_count);
HWY_EXPORT(begin);
HWY_EXPORT(copy_rows);
HWY_EXPORT(panel_scores);
HWY_EXPORT(panel_cap);
HWY_EXPORT(panel_add);
HWY_EXPORT(transpose_rows);
HWY_EXPORT(panel_maximum);
HWY_EXPORT(accumulate);
HWY_EXPORT(write);

size_t count_of(Index n) {
    return static_cast<size_t>(n);
}

} // namespace

Index most_panel_queries() {
    return static_cast<Index>(HWY_DYNAMIC_DISPATCH(most_queries)());
}

Index padded_to_vectors(Index count) {
    return static_cast<Index>(HWY_DYNAMIC_DISPATCH(padded_count)(count_of(count)));
}

Index Panel::size(Index queries, Index d_k, Index d_v) {
    return padded_to_vectors(queries) * (d_k + 2) + queries * padded_to_vectors(d_v);
}

Panel Panel::in(float* memory, Index queries, Index d_k, Index d_v) {
    const Index width = padded_to_vectors(queries);
    float *reference = memory + width * d_k, *l = reference + width;
    return {queries, d_k, d_v, memory, reference, l, l + width};
}

void begin(const Panel& p, const base::Block& q, float divisor) {
    HWY_DYNAMIC_DISPATCH(begin)
    (q.data, count_of(q.stride), count_of(p.queries), count_of(p.d_k), count_of(p.d_v), 1 / divisor, p.q,
     p.reference, p.l, p.sums);
}

void copy_keys(const base::Block& from, float* to, Index stride) {
    HWY_DYNAMIC_DISPATCH(copy_rows)
    (from.data, count_of(from.stride), count_of(from.rows), count_of(from.cols), to, count_of(stride));
}

void panel_scores(const Panel& p, const PanelKeys& keys, const float* bias, float* s, float* largest) {
    HWY_DYNAMIC_DISPATCH(panel_scores)
    (count_of(p.queries), count_of(p.d_k), p.q, keys.k.data, count_of(keys.k.stride), count_of(keys.k.rows),
     bias, s, largest);
}

void panel_cap(const Panel& p, Index count, float c, float* s) {
    HWY_DYNAMIC_DISPATCH(panel_cap)(count_of(p.queries), count_of(count), c, s);
}

void panel_add(const Panel& p, Index count, const float* bias, float* s) {
    HWY_DYNAMIC_DISPATCH(panel_add)(count_of(p.queries), count_of(count), bias, s);
}

void transpose(const base::Block& from, float* to, Index stride) {
    HWY_DYNAMIC_DISPATCH(transpose_rows)
    (from.data, count_of(from.stride), count_of(from.rows), count_of(from.cols), to, count_of(stride));
}

void panel_maximum(const Panel& p, Index count, const float* s, float* largest) {
    HWY_DYNAMIC_DISPATCH(panel_maximum)(count_of(p.queries), count_of(count), s, largest);
}

void accumulate(const Panel& p, const PanelKeys& keys, float* s, const float* largest) {
    HWY_DYNAMIC_DISPATCH(accumulate)
    (count_of(p.queries), count_of(p.d_v), keys.v.data, count_of(keys.v.stride), count_of(keys.k.rows), s,
     largest, p.reference, p.l, p.sums);
}

void write(const Panel& p, const base::MutableBlock& output) {
    HWY_DYNAMIC_DISPATCH(write)
    (count_of(p.queries), count_of(p.d_v), p.l, p.sums, output.data, count_of(output.stride));
}

} // namespace attention
#endif
