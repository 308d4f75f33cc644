#include "workbench/score_comparison.h"

#include "attention/mask.h"
#include "attention/measure.h"
#include "attention/score.h"
#include "attention/softmax.h"
#include "attention/validate.h"
#include "base/input_error.h"

#include <cassert>
#include <cmath>

namespace workbench {

using attention::Layer;
using attention::ScoreFunction;
using base::Index;
using base::Matrix;

namespace {

/// The kind of the extra weights; the first head stands for all, since they are created together.
ExtraWeights extra_of(const Matrix& w) {
    const bool is_identity = w.cols() > 0 && w.topRows(w.cols()).isIdentity(0);
    return is_identity ? ExtraWeights::identity : ExtraWeights::random;
}

ScoreComparison functions(const Layer& layer) {
    const float root = std::sqrt(static_cast<float>(layer.d_k()));
    const bool ones = (layer.v_add.array() == 1).all();
    const ExtraWeights general = extra_of(layer.w_general),
                       additive = ones ? extra_of(layer.w_add_q) : ExtraWeights::random;
    ScoreComparison all;
    const auto add = [&](ScoreFunction function, const char* key, const char* formula,
                         ExtraWeights extra = ExtraWeights::none, float divisor = 1) {
        all.push_back(
            {.function = function, .key = key, .formula = formula, .extra = extra, .divisor = divisor});
    };
    add(ScoreFunction::dot, "dot", "q·k");
    add(ScoreFunction::dot, "scaled_dot", "q·k / √d_k", ExtraWeights::none, root);
    add(ScoreFunction::general, "general", "q·W·k", general);
    add(ScoreFunction::additive, "additive", "v·tanh(q·W₁ + k·W₂)", additive);
    add(ScoreFunction::cosine, "cosine", "q·k / (|q|·|k|)");
    return all;
}

} // namespace

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
    const auto all = std::make_shared<ScoreComparison>(functions(t.layer));
    for (ScoredBy& by : *all) {
        by.scores = attention::scores(by.function, h.q, h.k, t.layer, head, stop);
        if (stop.stop_requested()) return nullptr;
        attention::expect_no_overflow(attention::Quantity::scores, head, by.scores);
        if (by.divisor != 1) by.scores /= by.divisor;
        by.reach = attention::reach(by.scores);
        const bool is_masked = t.allowed.rows() > 0;
        by.weights =
            attention::softmax(is_masked ? attention::masked_scores(by.scores, t.allowed) : by.scores, stop)
                .weights;
        by.typical_largest = by.weights.rowwise().maxCoeff().mean();
        if (stop.stop_requested()) return nullptr;
    }
    return all;
}

} // namespace workbench
