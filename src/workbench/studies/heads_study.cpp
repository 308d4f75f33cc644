#include "workbench/studies/heads_study.h"

#include "base/study.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace workbench {

using attention::Trace;
using base::Index;
using base::Matrix;
using base::RowVector;

namespace {

constexpr Index long_sequence = 512; ///< from here on a head's picture has fewer pixels than cells

} // namespace

bool HeadsStudy::fits(const Trace& t) const {
    return measures.size() == t.heads.size() && average->rows() == t.n() && average->cols() == t.m() &&
           whole.rows() == t.output.rows() && whole.cols() == t.output.cols();
}

std::shared_ptr<const HeadsStudy> study_heads(const Trace& t, base::StopToken stop) {
    auto study = std::make_shared<HeadsStudy>();
    float typical = 0; // the mean largest weight of a row, in the most concentrated head
    for (const attention::HeadTrace& head : t.heads) {
        study->measures.push_back(attention::measure_head(head.weights));
        typical = std::max(typical, study->measures.back().largest_weight);
        if (stop.stop_requested()) return nullptr;
    }
    // In long sequences all weights are small, and a range up to the few large ones would leave the others
    // without colour.
    if (typical > 0 && typical < 0.2F) {
        study->range_end = 2 * typical;
        // In very long ones a pixel shows the mean of many weights, and means are close to an even share.
        if (t.m() >= long_sequence)
            study->range_end = std::min(study->range_end, 8 / static_cast<float>(t.m()));
    }
    study->average = std::make_shared<const Matrix>(attention::average_over_heads(t));
    study->maximum = std::make_shared<const Matrix>(attention::maximum_over_heads(t));
    if (stop.stop_requested()) return nullptr;
    study->parts = attention::head_contributions(t);
    study->whole = attention::output_without(t, {});
    return stop.stop_requested() ? nullptr : study;
}

double heads_study_cost(const Trace& t) {
    const auto heads = static_cast<double>(t.heads.size()), n = static_cast<double>(t.n());
    const double weights = heads * n * static_cast<double>(t.m());
    const double products = heads * n * static_cast<double>(t.layer->d_v() * t.output.cols());
    return weights * 2 * base::exponential_cost + 2 * products;
}

Ablation ablation_of(const Trace& t, const HeadsStudy& study, Index opened) {
    Ablation ablation;
    for (Index head = 0; head < static_cast<Index>(t.heads.size()); ++head)
        if (!t.options.is_on(head)) ablation.off.push_back(head);
    ablation.supposed = ablation.off.empty();
    if (ablation.supposed) ablation.off.push_back(opened);
    const Matrix without = attention::output_without(t, ablation.off);
    ablation.moved = attention::row_distance(study.whole, without);
    ablation.distance = attention::distance(study.whole, without);
    ablation.size = study.whole.norm();
    return ablation;
}

OutputParts output_parts(const Trace& t, const HeadsStudy& study, Index row, std::size_t most, Index opened) {
    const auto& heads = study.parts.heads;
    const bool has_bias = t.layer->b_o.size() > 0;
    const std::size_t room = most - (has_bias ? 1 : 0);
    std::vector<Index> own(heads.size());
    std::iota(own.begin(), own.end(), 0);
    std::vector<Index> others;
    if (heads.size() > room) {
        const auto size = [&](Index head) {
            return head == opened ? INFINITY : heads[static_cast<std::size_t>(head)].row(row).norm();
        };
        std::ranges::stable_sort(own, std::greater<>(), size);
        others.assign(own.begin() + static_cast<std::ptrdiff_t>(room) - 1, own.end());
        own.resize(room - 1);
        std::ranges::sort(own);
        std::ranges::sort(others);
    }
    OutputParts result;
    for (const Index head : own)
        result.parts.push_back({{head}});
    if (!others.empty()) result.parts.push_back({others});
    if (has_bias) result.parts.push_back({});
    Matrix values = Matrix::Zero(static_cast<Index>(result.parts.size()), study.whole.cols());
    for (std::size_t i = 0; i < result.parts.size(); ++i) {
        auto sum = values.row(static_cast<Index>(i));
        for (const Index head : result.parts[i].heads)
            sum += heads[static_cast<std::size_t>(head)].row(row);
        if (result.parts[i].heads.empty()) sum = study.parts.bias;
    }
    result.values = std::make_shared<const Matrix>(std::move(values));
    result.output = std::make_shared<const Matrix>(t.output.row(row));
    return result;
}

SharedKeys shared_keys(const Trace& t, Index head, Index row) {
    using attention::Quantity;
    SharedKeys shared;
    shared.heads = t.layer->heads_of(t.layer->key_head_of(head));
    const auto each = [&](Quantity quantity) {
        Matrix rows(std::ssize(shared.heads), t.matrix(quantity, head).cols());
        for (std::size_t i = 0; i < shared.heads.size(); ++i)
            rows.row(static_cast<Index>(i)) = t.matrix(quantity, shared.heads[i]).row(row);
        return std::make_shared<const Matrix>(std::move(rows));
    };
    shared.queries = each(Quantity::q_rotated);
    shared.keys = std::make_shared<const Matrix>(t.matrix(Quantity::present_k, head).transpose());
    shared.weights = each(Quantity::weights);
    const RowVector apart = shared.weights->colwise().maxCoeff() - shared.weights->colwise().minCoeff();
    apart.maxCoeff<Eigen::PropagateNaN>(&shared.parted);
    shared.weights->col(shared.parted).maxCoeff<Eigen::PropagateNaN>(&shared.most);
    shared.weights->col(shared.parted).minCoeff<Eigen::PropagateNaN>(&shared.least);
    return shared;
}

std::vector<Index> ordered_heads(const std::vector<attention::HeadMeasures>& measures, HeadOrder order) {
    std::vector<Index> heads(measures.size());
    std::iota(heads.begin(), heads.end(), 0);
    const auto key = [&](Index head) {
        const auto& measure = measures[static_cast<std::size_t>(head)];
        switch (order) {
        case HeadOrder::entropy:
            return measure.entropy;
        case HeadOrder::distance:
            return measure.mean_distance;
        case HeadOrder::diagonal:
            return -measure.diagonal_share;
        case HeadOrder::number:
            break;
        }
        return 0.0F;
    };
    std::ranges::stable_sort(heads, {}, key);
    return heads;
}

} // namespace workbench
