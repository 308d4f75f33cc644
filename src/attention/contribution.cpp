#include "attention/contribution.h"

#include "attention/projection.h"

#include <algorithm>
#include <cassert>

namespace attention {

namespace {

const Matrix& head_output(const Trace& t, Index head) {
    return t.matrix(Quantity::head_output, head);
}

/// The heads side by side, with zeros in the columns of those that are off: (n, h·d_v).
Matrix concat_without(const Trace& t, std::span<const Index> off) {
    const Index d_v = t.layer->d_v();
    Matrix concat = Matrix::Zero(t.n(), t.layer->heads * d_v);
    for (Index head = 0; head < t.layer->heads; ++head)
        if (std::ranges::find(off, head) == off.end())
            concat.middleCols(head * d_v, d_v) = head_output(t, head);
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
    if (t.w_o.size() > 0) return project(head_output(t, head), t.w_o.middleRows(head * d_v, d_v), {});
    Matrix own = Matrix::Zero(t.n(), t.output.cols());
    own.middleCols(head * d_v, d_v) = head_output(t, head);
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

ColumnVector row_distance(const Matrix& a, const Matrix& b) {
    assert(a.rows() == b.rows() && a.cols() == b.cols());
    return (a - b).rowwise().norm();
}

float distance(const Matrix& a, const Matrix& b) {
    assert(a.rows() == b.rows() && a.cols() == b.cols());
    return (a - b).norm();
}

} // namespace attention
