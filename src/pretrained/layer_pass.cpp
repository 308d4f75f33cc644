#include "pretrained/layer_pass.h"

#include "attention/fused.h"
#include "attention/rms_norm.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "attention/validate.h"
#include "base/product.h"

#include <cassert>
#include <cmath>
#include <numbers>
#include <utility>

namespace pretrained {

// Norms and activations.

Matrix normed(const Norm& norm, const Matrix& x) {
    if (norm.empty()) return x;
    const bool centred = norm.style.kind == NormKind::layer;
    const auto d = static_cast<float>(x.cols());
    Matrix y(x.rows(), x.cols());
    for (Index i = 0; i < x.rows(); ++i) {
        y.row(i) = x.row(i).array() - (centred ? x.row(i).mean() : 0.0F);
        const float length = std::sqrt(y.row(i).squaredNorm() / d + norm.style.epsilon);
        y.row(i) = (y.row(i).array() / length) * norm.gain.array();
        if (norm.shift.size() > 0) y.row(i) += norm.shift;
    }
    return y;
}

void activate(Activation activation, Matrix& x) {
    const auto gelu_exact = [](float z) {
        return 0.5F * z * (1 + std::erf(z * std::numbers::sqrt2_v<float> / 2));
    };
    // 0.5·z·(1 + tanh(√(2/π)·(z + 0.044715·z³)))
    const float root = std::sqrt(2 * std::numbers::inv_pi_v<float>);
    for (Index i = 0; i < x.rows(); ++i) { // a row stays in the cache
        auto z = x.row(i).array();
        switch (activation) {
        case Activation::relu:
            z = z.max(0.0F);
            break;
        case Activation::gelu:
            z = z.unaryExpr(gelu_exact);
            break;
        case Activation::gelu_tanh:
            z *= 0.5F * (1 + (root * z * (1 + 0.044715F * z.square())).tanh());
            break;
        case Activation::silu:
            z /= 1 + (-z).exp();
            break;
        }
    }
}

// Attention.

// A pass of the core's over projections that are products with the matrices of the files: FusedLayer, whose
// layer would have to be copied from the files first.
Matrix attended(const Model& model, Index layer, const Matrix& x, const std::vector<Index>& heads_off,
                int threads, Past* past) {
    const LayerWeights& w = model.weights.layers[static_cast<std::size_t>(layer)];
    const AttentionStyle& style = model.architecture.attention;
    const attention::Options options = options_of(model, layer);
    const Index earlier = past ? past->words : 0;
    Matrix q = applied(w.q, x, threads), k = applied(w.k, x, threads), v = applied(w.v, x, threads);
    attention::expect_no_overflow(attention::Quantity::q, 0, q);
    attention::expect_no_overflow(attention::Quantity::k, 0, k);
    attention::expect_no_overflow(attention::Quantity::v, 0, v);
    if (w.q_norm.size() > 0) attention::rms_norm_heads(q, style.heads, w.q_norm);
    if (w.k_norm.size() > 0) attention::rms_norm_heads(k, style.key_heads, w.k_norm);
    if (options.rotary) {
        attention::rotate_heads(q, style.heads, *options.rotary, earlier);
        attention::rotate_heads(k, style.key_heads, *options.rotary, earlier);
    }
    base::Block keys = base::block(k), values = base::block(v);
    if (past) { // the new rows stand after those that it holds
        const Index words = earlier + x.rows();
        assert(words <= past->k.rows());
        past->k.middleRows(earlier, x.rows()) = k;
        past->v.middleRows(earlier, x.rows()) = v;
        past->words = words;
        keys = base::block(past->k, 0, 0, words, k.cols());
        values = base::block(past->v, 0, 0, words, v.cols());
    }
    const attention::FusedShape shape{.heads = style.heads,
                                      .divisor =
                                          attention::divisor(options.scale, q.cols() / style.heads, x.cols()),
                                      .masks = {options.mask},
                                      .threads = threads,
                                      .kv_heads = style.key_heads,
                                      .past = earlier,
                                      .softcap = options.softcap};
    Matrix concat = attention::fused_attention(base::block(q), keys, values, shape);
    const Index d_v = concat.cols() / style.heads;
    for (const Index head : heads_off)
        concat.middleCols(head * d_v, d_v).setZero();
    Matrix output = applied(w.o, concat, threads);
    attention::expect_no_overflow(attention::Quantity::output, 0, output);
    return output;
}

// The rest of a layer.

Matrix joined_stream(const Norms& norms, const Linear& wider, const Matrix& x, const Matrix& y, int threads) {
    Matrix sum = wider.empty() ? x : applied(wider, x, threads);
    if (norms.branch.empty())
        sum += y;
    else
        sum += normed(norms.branch, y);
    return norms.after.empty() ? sum : normed(norms.after, sum);
}

Matrix through_mlp(const Model& model, Index layer, const Matrix& x, int threads) {
    const LayerWeights& w = model.weights.layers[static_cast<std::size_t>(layer)];
    Matrix hidden = applied(w.gate.empty() ? w.up : w.gate, x, threads);
    activate(model.architecture.mlp.activation, hidden);
    if (!w.gate.empty()) hidden.array() *= applied(w.up, x, threads).array();
    return applied(w.down, hidden, threads);
}

void expect_finite(const Matrix& x, const std::string& where) {
    for (Index i = 0; i < x.rows(); ++i)
        if (!x.row(i).allFinite())
            throw attention::too_large(where, "row " + std::to_string(i) + " holds an infinite number");
}

Matrix embedded(const Model& model, const std::vector<tokens::Id>& ids, Index place) {
    const Architecture& a = model.architecture;
    const Weights& w = model.weights;
    Matrix x(static_cast<Index>(ids.size()), a.width);
    RowVector row(a.width);
    for (Index i = 0; i < x.rows(); ++i) {
        w.embedding.read(ids[static_cast<std::size_t>(i)], 0, a.width, row.data());
        x.row(i) = a.embedding_factor * row;
        if (w.positions.rows() > 0) x.row(i) += w.positions.row(place + i);
        if (w.stored_positions.size() > 0) {
            w.stored_positions.read(a.first_row + place + i, 0, a.width, row.data());
            x.row(i) += row;
        }
        if (w.kind.size() > 0) x.row(i) += w.kind;
    }
    return normed(w.embedding_norm, x);
}

} // namespace pretrained
