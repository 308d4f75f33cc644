#include "attention/measure.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace attention {

namespace {

/// False for a row whose keys are all masked: all its weights are 0.
bool has_weights(const Matrix& weights, Index row) {
    return !weights.row(row).isZero(0);
}

/// The mean of value(row) over the rows that have weights and for which counts(row) is true; 0 if there is
/// none.
template <typename Value, typename Counts>
float mean_over_rows(const Matrix& weights, Value&& value, Counts&& counts) {
    double sum = 0;
    Index rows = 0;
    for (Index i = 0; i < weights.rows(); ++i) {
        if (!counts(i) || !has_weights(weights, i)) continue;
        sum += value(i);
        ++rows;
    }
    return rows == 0 ? 0 : static_cast<float>(sum / static_cast<double>(rows));
}

template <typename Value>
float mean_over_rows(const Matrix& weights, Value&& value) {
    return mean_over_rows(weights, value, [](Index) { return true; });
}

} // namespace

ColumnVector entropy(const Matrix& weights) {
    ColumnVector bits = ColumnVector::Zero(weights.rows());
    for (Index i = 0; i < weights.rows(); ++i)
        for (Index j = 0; j < weights.cols(); ++j)
            if (weights(i, j) > 0) bits[i] -= weights(i, j) * std::log2(weights(i, j));
    return bits;
}

ColumnVector largest_weight(const Matrix& weights) {
    if (weights.cols() == 0) return ColumnVector::Zero(weights.rows());
    return weights.rowwise().maxCoeff();
}

float offset_share(const Matrix& weights, Index offset) {
    return mean_over_rows(
        weights, [&](Index i) { return weights(i, i + offset); },
        [&](Index i) { return i + offset >= 0 && i + offset < weights.cols(); });
}

float diagonal_share(const Matrix& weights) {
    return offset_share(weights, 0);
}

float mean_distance(const Matrix& weights) {
    return mean_over_rows(weights, [&](Index i) {
        double distance = 0;
        for (Index j = 0; j < weights.cols(); ++j)
            distance += weights(i, j) * static_cast<float>(std::abs(i - j));
        return distance;
    });
}

HeadMeasures measure_head(const Matrix& weights) {
    const ColumnVector bits = entropy(weights), largest = largest_weight(weights);
    return {.entropy = mean_over_rows(weights, [&](Index i) { return bits[i]; }),
            .largest_weight = mean_over_rows(weights, [&](Index i) { return largest[i]; }),
            .mean_distance = mean_distance(weights),
            .diagonal_share = diagonal_share(weights),
            .previous_share = offset_share(weights, -1),
            .next_share = offset_share(weights, 1),
            .first_share = mean_over_rows(weights, [&](Index i) { return weights(i, 0); })};
}

HeadMeasures measure_row(const Matrix& weights, Index row) {
    const Matrix one = weights.row(row);
    const auto share = [&](Index key) { return key >= 0 && key < one.cols() ? one(0, key) : 0; };
    HeadMeasures measures{.entropy = entropy(one)[0], .largest_weight = largest_weight(one)[0]};
    for (Index j = 0; j < one.cols(); ++j)
        measures.mean_distance += one(0, j) * static_cast<float>(std::abs(row - j));
    measures.diagonal_share = share(row);
    measures.previous_share = share(row - 1);
    measures.next_share = share(row + 1);
    measures.first_share = share(0);
    return measures;
}

std::vector<HeadMeasures> measure_heads(const Trace& t) {
    std::vector<HeadMeasures> all;
    for (const HeadTrace& head : t.heads)
        all.push_back(measure_head(head.weights));
    return all;
}

Matrix average_over_heads(const Trace& t) {
    assert(!t.heads.empty());
    Matrix sum = t.heads.front().weights;
    for (std::size_t head = 1; head < t.heads.size(); ++head)
        sum += t.heads[head].weights;
    return sum / static_cast<float>(t.heads.size());
}

Matrix maximum_over_heads(const Trace& t) {
    assert(!t.heads.empty());
    Matrix largest = t.heads.front().weights;
    for (std::size_t head = 1; head < t.heads.size(); ++head)
        largest = largest.cwiseMax(t.heads[head].weights);
    return largest;
}

float reach(const Matrix& matrix) {
    float largest = 0;
    for (const float value : matrix.reshaped<Eigen::RowMajor>()) // in memory order
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

} // namespace attention
