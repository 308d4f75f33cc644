#include "attention/measure.h"

#include "attention/layer.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <cstdlib>

namespace attention {

// Weights.

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

// What each head adds.

namespace {

const Matrix& output_of_head(const Trace& t, Index head) {
    return t.matrix(Quantity::head_output, head);
}

/// The heads side by side, with zeros in the columns of those that are off: (n, h·d_v).
Matrix concat_without(const Trace& t, std::span<const Index> off) {
    const Index d_v = t.layer->d_v();
    Matrix concat = Matrix::Zero(t.n(), t.layer->heads * d_v);
    for (Index head = 0; head < t.layer->heads; ++head)
        if (std::ranges::find(off, head) == off.end())
            concat.middleCols(head * d_v, d_v) = output_of_head(t, head);
    return concat;
}

} // namespace

Matrix Contributions::sum() const {
    assert(!heads.empty());
    Matrix total = heads.front();
    for (std::size_t head = 1; head < heads.size(); ++head)
        total += heads[head];
    total.rowwise() += bias;
    return total;
}

Matrix head_contribution(const Trace& t, Index head) {
    assert(head >= 0 && head < t.layer->heads);
    const Index d_v = t.layer->d_v();
    if (t.w_o.size() > 0) return project(output_of_head(t, head), t.w_o.middleRows(head * d_v, d_v), {});
    Matrix own = Matrix::Zero(t.n(), t.output.cols());
    own.middleCols(head * d_v, d_v) = output_of_head(t, head);
    return own;
}

Contributions head_contributions(const Trace& t) {
    Contributions all;
    const Index d_out = t.output.cols();
    for (Index head = 0; head < t.layer->heads; ++head)
        all.heads.push_back(t.options.is_on(head) ? head_contribution(t, head)
                                                  : Matrix(Matrix::Zero(t.n(), d_out)));
    all.bias = t.layer->b_o.size() > 0 ? t.layer->b_o : RowVector(RowVector::Zero(d_out));
    return all;
}

Matrix output_without(const Trace& t, std::span<const Index> off) {
    assert(std::ranges::all_of(off, [&](Index head) { return head >= 0 && head < t.layer->heads; }));
    const Matrix concat = concat_without(t, off);
    return t.w_o.size() > 0 ? project(concat, t.w_o, t.layer->b_o) : concat;
}

// Matrices of any kind.

float reach(const Matrix& matrix) {
    float largest = 0;
    for (const float value : matrix.reshaped<Eigen::RowMajor>()) // in memory order
        if (std::isfinite(value)) largest = std::max(largest, std::abs(value));
    return largest;
}

ColumnVector row_distance(const Matrix& a, const Matrix& b) {
    assert(a.rows() == b.rows() && a.cols() == b.cols());
    return (a - b).rowwise().norm();
}

float distance(const Matrix& a, const Matrix& b) {
    assert(a.rows() == b.rows() && a.cols() == b.cols());
    return (a - b).norm();
}

// The gradient through the softmax.

Matrix softmax_gradient(const Matrix& weights, const Matrix& upstream) {
    assert(weights.rows() == upstream.rows() && weights.cols() == upstream.cols());
    Matrix result(weights.rows(), weights.cols());
    for (Index i = 0; i < weights.rows(); ++i) {
        const float mean = weights.row(i).dot(upstream.row(i));
        result.row(i) = weights.row(i).array() * (upstream.row(i).array() - mean);
    }
    return result;
}

namespace {

// Separates out the largest weight a: near 1, both 1 − a and Σ_{i≠j} would be differences of nearly equal
// numbers. With R₂ = Σ a_j² and R₄ = Σ a_j⁴ over the others, the i ≠ j part is 2·a²·R₂ + R₂² − R₄.
double norm_of_row(const Matrix& weights, Index i) {
    Index largest = 0;
    const double a = weights.row(i).maxCoeff(&largest);
    double rest = 0, diagonal = 0, r_2 = 0, r_4 = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
        if (j == largest) continue;
        const double other = weights(i, j), square = other * other;
        rest += other;
        diagonal += square * (1 - other) * (1 - other);
        r_2 += square;
        r_4 += square * square;
    }
    diagonal += a * a * rest * rest;
    return std::sqrt(diagonal + 2 * a * a * r_2 + r_2 * r_2 - r_4);
}

} // namespace

ColumnVector jacobian_norm(const Matrix& weights) {
    ColumnVector norms = ColumnVector::Zero(weights.rows());
    if (weights.cols() == 0) return norms;
    for (Index i = 0; i < weights.rows(); ++i)
        norms[i] = static_cast<float>(norm_of_row(weights, i));
    return norms;
}

} // namespace attention
