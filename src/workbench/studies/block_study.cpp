#include "workbench/studies/block_study.h"

#include "attention/measure.h"
#include "base/study.h"

#include <algorithm>
#include <utility>

namespace workbench {

using attention::Quantity;
using base::Index;

namespace {

bool is_set_by_hand(const attention::Trace& t, Index head, const attention::BlockPass& pass) {
    return std::ranges::any_of(t.overrides, [&](const attention::Override& o) {
        const bool of_pair = o.cell.quantity == Quantity::scores || o.cell.quantity == Quantity::weights;
        return of_pair && o.cell.head == head && o.cell.row >= pass.first_query &&
               o.cell.row < pass.first_query + pass.queries;
    });
}

} // namespace

double block_study_cost(const attention::Trace& t, const BlockStudyOptions& options) {
    const auto real = [](Index x) { return static_cast<double>(x); };
    const double queries = real(std::min(options.size.queries, t.n())), m = real(t.m());
    const double d_k = real(t.layer->d_k()), d_v = real(t.layer->d_v());
    const double blocks = m / real(options.size.keys) + 1;
    constexpr double block_cost = 2000; // copies, and their memory
    double cost = queries * m * (d_k + d_v + base::exponential_cost) + (real(t.n()) + m) * d_k +
                  blocks * (block_cost + queries * d_v);
    if (t.options.score == attention::ScoreFunction::additive)
        cost += queries * m * d_k * base::exponential_cost;
    if (t.options.dropout.rate > 0)
        cost += real(options.head + 1) * real(t.n()) * m * base::random_number_cost / 10;
    return cost;
}

std::shared_ptr<const BlockStudy> block_study(std::shared_ptr<const Pass> pass,
                                              const BlockStudyOptions& options) {
    const attention::Trace& t = pass->trace;
    auto study = std::make_shared<BlockStudy>();
    study->head = options.head;
    study->pass = attention::block_pass(t, options.head, options.query, options.size);
    const attention::BlockPass& blocks = study->pass;
    study->traced =
        t.heads[static_cast<std::size_t>(options.head)].output.middleRows(blocks.first_query, blocks.queries);
    study->difference = (blocks.output - study->traced).cwiseAbs().maxCoeff();
    study->by_hand = is_set_by_hand(t, options.head, blocks);
    study->of = std::move(pass);
    study->value_reach = attention::reach(study->values());
    for (const attention::BlockStep& step : blocks.steps) {
        study->value_reach = std::max(study->value_reach, attention::reach(step.sums));
        if (!step.is_skipped())
            study->score_reach = std::max(study->score_reach, attention::reach(step.scores));
    }
    return study;
}

} // namespace workbench
