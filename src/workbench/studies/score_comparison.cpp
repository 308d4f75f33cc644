#include "workbench/studies/score_comparison.h"

#include "attention/bias.h"
#include "attention/mask.h"
#include "attention/measure.h"
#include "attention/score.h"
#include "attention/softcap.h"
#include "attention/softmax.h"
#include "attention/validate.h"
#include "base/input_error.h"
#include "base/study.h"

#include <cassert>
#include <cmath>

namespace workbench {

using attention::Layer;
using attention::Quantity;
using attention::ScoreFunction;
using base::Index;
using base::Matrix;

namespace {

/// The kind of the extra weights; the first head stands for all, since they are created together.
ExtraWeights extra_of(const attention::ScoreKind& kind, const Layer& layer) {
    if (kind.weights.empty()) return ExtraWeights::none;
    const auto is_identity = [&](const attention::ScoreWeights& weights) {
        const Matrix& w = layer.*weights.matrix;
        if (!weights.blocks) return (w.array() == 1).all();
        return w.cols() > 0 && w.topRows(w.cols()).isIdentity(0);
    };
    return std::ranges::all_of(kind.weights, is_identity) ? ExtraWeights::identity : ExtraWeights::random;
}

ScoreComparison functions(const Layer& layer) {
    ScoreComparison all;
    for (const attention::ScoreKind& kind : attention::score_kinds()) {
        all.push_back({.function = kind.function,
                       .key = kind.key,
                       .formula = std::string(kind.formula),
                       .extra = extra_of(kind, layer)});
        if (kind.function == ScoreFunction::dot)
            all.push_back({.function = kind.function,
                           .key = "scaled_dot",
                           .formula = all.back().formula + " / √d_k",
                           .divisor = std::sqrt(static_cast<float>(layer.d_k()))});
    }
    return all;
}

} // namespace

double score_comparison_cost(const attention::Trace& t) {
    const auto cells = static_cast<double>(t.n() * t.m()), d_k = static_cast<double>(t.layer->d_k());
    const double additive = d_k * base::exponential_cost; // a hyperbolic tangent in each dimension
    return cells * (4 * d_k + additive + 5 * base::exponential_cost);
}

std::shared_ptr<const ScoreComparison> score_comparison(const Pass& pass, Index head,
                                                        const base::StopToken& stop) {
    const attention::Trace& t = pass.trace;
    assert(head >= 0 && head < static_cast<Index>(t.heads.size()));
    if (t.n() * t.m() > max_comparison_cells)
        throw base::InputError("score functions",
                               std::to_string(t.n()) + " × " + std::to_string(t.m()) +
                                   " scores are too many to compare five times",
                               "shorten the text to 1024 words");
    const auto& h = t.heads[static_cast<std::size_t>(head)];
    // As they meet in the pass: normed and turned where it does that, the past keys first.
    const Matrix &q = h.made(h.latest(Quantity::q_rotated)), &k = h.made(h.latest(Quantity::present_k));
    const attention::HeadBias bias =
        attention::head_bias(t.options.bias, head, t.layer->heads, t.first_place());
    const auto all = std::make_shared<ScoreComparison>(functions(*t.layer));
    for (ScoredBy& by : *all) {
        by.scores = attention::scores(by.function, q, k, *t.layer, head, stop);
        if (stop.stop_requested()) return nullptr;
        attention::expect_no_overflow(attention::Quantity::scores, head, by.scores);
        if (by.divisor != 1) by.scores /= by.divisor;
        by.reach = attention::reach(by.scores);
        Matrix shaped = by.scores;
        if (t.options.softcap > 0) shaped = attention::softcapped(shaped, t.options.softcap);
        if (!bias.empty()) shaped = attention::biased_scores(shaped, bias);
        if (t.allowed.rows() > 0) shaped = attention::masked_scores(shaped, t.allowed);
        by.weights = attention::softmax(shaped, stop, h.sink).weights;
        by.typical_largest = by.weights.rowwise().maxCoeff().mean();
        if (stop.stop_requested()) return nullptr;
    }
    return all;
}

} // namespace workbench
