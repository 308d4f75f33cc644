#pragma once
// Attention by its definition, cell by cell in double: what every pass is compared with. Written from the
// equations and sources named in src/attention, with nothing of its code.

#include "attention/layer.h"

#include <algorithm>
#include <cmath>
#include <complex>
#include <limits>
#include <optional>
#include <random>
#include <vector>

namespace by_definition {

using attention::Index;
using Numbers = Eigen::MatrixXd;
using Row = Eigen::RowVectorXd;

struct Pass {
    std::vector<Numbers> weights; ///< (h) of (n, m), before dropout
    Numbers output;               ///< (n, d_out)
};

/// X·W + b, the columns of one head.
inline Numbers projected(const Numbers& x, const base::Matrix& w, const base::RowVector& b, Index head,
                         Index width) {
    Numbers y = x * w.middleCols(head * width, width).cast<double>();
    if (b.size() > 0) y.rowwise() += Row(b.segment(head * width, width).cast<double>());
    return y;
}

/// a_j / √(mean of the squares + 10⁻⁶) · gain_j.
inline Numbers normed(Numbers a, const base::RowVector& gain) {
    if (gain.size() == 0) return a;
    for (Index i = 0; i < a.rows(); ++i) {
        double squares = 0;
        for (Index j = 0; j < a.cols(); ++j)
            squares += a(i, j) * a(i, j);
        constexpr double epsilon = 0.000001;
        const double length = std::sqrt(squares / static_cast<double>(a.cols()) + epsilon);
        for (Index j = 0; j < a.cols(); ++j)
            a(i, j) *= static_cast<double>(gain[j]) / length;
    }
    return a;
}

/// Each pair of columns is a complex number, multiplied by e^(iθ).
inline Numbers turned(Numbers a, const std::optional<attention::Rotary>& rotary, Index first_place) {
    if (!rotary) return a;
    const Index dims = rotary->dims > 0 ? rotary->dims : a.cols();
    for (Index i = 0; i < a.rows(); ++i)
        for (Index pair = 0; pair < dims / 2; ++pair) {
            const Index one = rotary->interleaved ? 2 * pair : pair;
            const Index other = rotary->interleaved ? 2 * pair + 1 : pair + dims / 2;
            const double speed = std::pow(static_cast<double>(rotary->base),
                                          -2.0 * static_cast<double>(pair) / static_cast<double>(dims));
            const std::complex<double> z = std::complex<double>(a(i, one), a(i, other)) *
                                           std::polar(1.0, static_cast<double>(first_place + i) * speed);
            a(i, one) = z.real();
            a(i, other) = z.imag();
        }
    return a;
}

inline Numbers below(const Numbers& past, const Numbers& made) {
    Numbers all(past.rows() + made.rows(), made.cols());
    for (Index j = 0; j < all.rows(); ++j)
        all.row(j) = j < past.rows() ? past.row(j) : made.row(j - past.rows());
    return all;
}

/// The scores of a head.
class Score {
public:
    Score(const attention::Layer& layer, attention::ScoreFunction function, Index head, Index d_k)
        : function_(function) {
        const auto block = [&](const base::Matrix& w) {
            return Numbers(w.middleRows(head * d_k, d_k).cast<double>());
        };
        if (function == attention::ScoreFunction::general) w_ = block(layer.w_general);
        if (function != attention::ScoreFunction::additive) return;
        w_q_ = block(layer.w_add_q);
        w_k_ = block(layer.w_add_k);
        v_ = layer.v_add.row(head).cast<double>();
    }

    double operator()(const Row& q, const Row& k) const {
        using enum attention::ScoreFunction;
        switch (function_) {
        case dot:
            return q.dot(k);
        case general:
            return (q * w_).dot(k);
        case additive: {
            const Row inner = q * w_q_ + k * w_k_;
            double sum = 0;
            for (Index a = 0; a < inner.size(); ++a)
                sum += v_[a] * std::tanh(inner[a]);
            return sum;
        }
        case cosine:
            const double lengths = q.norm() * k.norm();
            return lengths > 0 ? q.dot(k) / lengths : 0;
        }
        return 0;
    }

private:
    attention::ScoreFunction function_;
    Numbers w_, w_q_, w_k_;
    Row v_;
};

inline double divisor(const attention::Scale& scale, Index d_k, Index d_model) {
    switch (scale.kind) {
    case attention::ScaleKind::sqrt_dk:
        return std::sqrt(static_cast<double>(d_k));
    case attention::ScaleKind::sqrt_dmodel:
        return std::sqrt(static_cast<double>(d_model));
    case attention::ScaleKind::number:
        return static_cast<double>(scale.number);
    case attention::ScaleKind::none:
        break;
    }
    return 1;
}

/// The slopes of ALiBi as its authors' code makes them: a geometric sequence that begins with its own ratio
/// for a power of two; else that of the power below, and every other one of the power above.
inline std::vector<double> alibi_slopes(Index heads) {
    Index power = 1;
    while (2 * power <= heads)
        power *= 2;
    std::vector<double> slopes;
    for (Index h = 1; h <= power; ++h)
        slopes.push_back(std::pow(std::pow(2.0, -8.0 / static_cast<double>(power)), static_cast<double>(h)));
    if (power == heads) return slopes;
    const std::vector<double> finer = alibi_slopes(2 * power);
    for (std::size_t i = 0; slopes.size() < static_cast<std::size_t>(heads); i += 2)
        slopes.push_back(finer[i]);
    return slopes;
}

/// Whether a query that is row i and stands at place t may see key j.
inline bool may_see(const attention::Mask& mask, Index i, Index t, Index j) {
    if (mask.causal && j > t) return false;
    if (mask.window.left >= 0 && t - j > mask.window.left) return false;
    if (mask.window.right >= 0 && j - t > mask.window.right) return false;
    if (mask.length >= 0 && j >= mask.length) return false;
    if (!mask.key_padding.empty() && mask.key_padding[static_cast<std::size_t>(j)] == 0) return false;
    return mask.given.size() == 0 || mask.given(i, j);
}

/// exp(s) / (Σ exp(s) + exp(sink)), all from the largest; 0 where nothing may be seen.
inline Row softmax(const Row& s, const base::RowVector& sinks, Index head) {
    constexpr double minus_infinity = -std::numeric_limits<double>::infinity();
    if (s.maxCoeff() == minus_infinity) return Row::Zero(s.size());
    const double sink = sinks.size() > 0 ? static_cast<double>(sinks[head]) : minus_infinity;
    const double most = std::max(s.maxCoeff(), sink);
    double sum = std::exp(sink - most);
    for (Index j = 0; j < s.size(); ++j)
        sum += std::exp(s[j] - most);
    Row weights(s.size());
    for (Index j = 0; j < s.size(); ++j)
        weights[j] = std::exp(s[j] - most) / sum;
    return weights;
}

inline Pass pass(const attention::Input& input, const attention::Layer& layer,
                 const attention::Options& options) {
    const auto in_double = [](const base::Matrix& a) { return Numbers(a.cast<double>()); };
    Numbers x = in_double(input.x), source = in_double(input.memory);
    if (input.x_positions.rows() > 0) x += in_double(input.x_positions);
    if (input.memory_positions.rows() > 0) source += in_double(input.memory_positions);
    if (input.memory.rows() == 0) source = x;
    const Index heads = layer.heads, kv_heads = layer.kv_heads > 0 ? layer.kv_heads : heads;
    const Index d_k = layer.w_q.cols() / heads, d_v = layer.w_v.cols() / kv_heads;
    const Index n = x.rows(), p = input.past_k.rows(), m = p + source.rows();
    const double scale = by_definition::divisor(options.scale, d_k, x.cols()),
                 cap = static_cast<double>(options.softcap);
    const Index first_place = options.mask.alignment == attention::Alignment::lower_right ? m - n : p;
    const std::vector<double> slopes = alibi_slopes(heads);
    std::mt19937 draws(options.dropout.seed);

    Pass result;
    Numbers concat = Numbers::Zero(n, heads * d_v);
    for (Index head = 0; head < heads; ++head) {
        const Index shared = head * kv_heads / heads; // ⌊j·h_kv/h⌋
        const Numbers q =
            turned(normed(projected(x, layer.w_q, layer.b_q, head, d_k), layer.q_norm), options.rotary, p);
        Numbers k = turned(normed(projected(source, layer.w_k, layer.b_k, shared, d_k), layer.k_norm),
                           options.rotary, p);
        Numbers v = projected(source, layer.w_v, layer.b_v, shared, d_v);
        if (p > 0) {
            k = below(in_double(input.past_k).middleCols(shared * d_k, d_k), k);
            v = below(in_double(input.past_v).middleCols(shared * d_v, d_v), v);
        }
        const Score score(layer, options.score, head, d_k);
        Numbers weights(n, m);
        for (Index i = 0; i < n; ++i) {
            const Index t = first_place + i;
            Row s(m);
            for (Index j = 0; j < m; ++j) {
                s[j] = score(q.row(i), k.row(j)) / scale;
                if (cap > 0) s[j] = cap * std::tanh(s[j] / cap);
                if (!options.bias.given.empty()) {
                    const bool is_common = options.bias.given.size() == 1;
                    s[j] += static_cast<double>(
                        options.bias.given[is_common ? 0 : static_cast<std::size_t>(head)](i, j));
                }
                if (options.bias.alibi)
                    s[j] -= slopes[static_cast<std::size_t>(head)] * std::abs(static_cast<double>(t - j));
                if (!may_see(options.mask, i, t, j)) s[j] = -std::numeric_limits<double>::infinity();
            }
            weights.row(i) = softmax(s, layer.sink, head);
        }
        result.weights.push_back(weights);
        const double rate = static_cast<double>(options.dropout.rate);
        for (Index i = 0; i < n && rate > 0; ++i)
            for (Index j = 0; j < m; ++j) {
                const double drawn = static_cast<double>(draws() >> 8) / 16777216.0; // in [0, 1)
                weights(i, j) *= drawn >= rate ? 1 / (1 - rate) : 0;
            }
        if (std::ranges::find(options.switched_off, head) == options.switched_off.end())
            concat.middleCols(head * d_v, d_v) = weights * v;
    }
    result.output = concat;
    if (layer.w_o.size() > 0) result.output = projected(concat, layer.w_o, layer.b_o, 0, layer.w_o.cols());
    return result;
}

} // namespace by_definition
