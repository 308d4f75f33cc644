#include "attention/score.h"

#include "base/enum_table.h"
#include "base/product.h"

#include <array>
#include <cassert>
#include <cmath>

namespace attention {

// Score functions.

namespace {

Index width_of_keys(const Layer& layer) {
    return layer.d_k();
}
Index additive_width(const Layer& layer) {
    return layer.v_add.cols();
}

constexpr std::array general_weights{
    ScoreWeights{"w_general", &Layer::w_general, "h·d_k x d_k", width_of_keys}};
constexpr std::array additive_weights{ScoreWeights{"w_add_q", &Layer::w_add_q, "h·d_k x d_a", additive_width},
                                      ScoreWeights{"w_add_k", &Layer::w_add_k, "h·d_k x d_a", additive_width},
                                      ScoreWeights{"v_add", &Layer::v_add, "h x d_a", additive_width, false}};

Matrix as_it_is(const Matrix& a, const Layer&, Index) {
    return a;
}
Matrix of_length_one(const Matrix& a, const Layer&, Index) {
    return unit_rows(a);
}
/// a times the head's block of a learned matrix.
template <Matrix Layer::*weights>
Matrix times(const Matrix& a, const Layer& layer, Index head) {
    return a * head_block(layer.*weights, layer, head);
}

// In the order of the enum, so that a function is an index.
constexpr std::array<ScoreKind, 4> kinds{{
    {ScoreFunction::dot, "dot", "q·k", "QKᵀ", {}, as_it_is, as_it_is},
    {ScoreFunction::general, "general", "q·W·k", "QWKᵀ", general_weights, times<&Layer::w_general>, as_it_is},
    {ScoreFunction::additive, "additive", "v·tanh(q·W₁ + k·W₂)", "v·tanh(qW_1 + kW_2)", additive_weights,
     times<&Layer::w_add_q>, times<&Layer::w_add_k>, true},
    {ScoreFunction::cosine, "cosine", "q·k / (|q|·|k|)", "cos(q, k)", {}, of_length_one, of_length_one},
}};

static_assert(base::is_in_order(kinds, &ScoreKind::function));

/// s_ij = v · tanh(left_i + right_j).
Matrix met_in_tanh(const Matrix& left, const Matrix& right, const RowVector& v, const base::StopToken& stop) {
    Matrix activation(right.rows(), v.size());
    Matrix s(left.rows(), right.rows());
    for (Index i = 0; i < left.rows() && !stop.stop_requested(); ++i) {
        activation = (right.rowwise() + left.row(i)).array().tanh();
        s.row(i).noalias() = v * activation.transpose();
    }
    return s;
}

} // namespace

std::span<const ScoreKind> score_kinds() {
    return kinds;
}

const ScoreKind& kind_of(ScoreFunction function) {
    return base::row_of(kinds, function);
}

// Norms in double: the squares of small floats underflow.
Matrix unit_rows(const Matrix& a) {
    Matrix result = a;
    for (Index i = 0; i < a.rows(); ++i) {
        const double length = a.row(i).cast<double>().norm();
        if (length > 0) result.row(i) = (a.row(i).cast<double>() / length).cast<float>();
    }
    return result;
}

Matrix dot_scores(const Matrix& q, const Matrix& k) {
    assert(q.cols() == k.cols());
    Matrix s(q.rows(), k.rows());
    base::multiply_transposed(base::block(q), base::block(k), base::block(s));
    return s;
}

Matrix scores(const ScoreKind& kind, const Matrix& q, const Matrix& k, const Layer& layer, Index head,
              const base::StopToken& stop) {
    if (kind.function == ScoreFunction::dot) return dot_scores(q, k); // without a copy
    const Matrix left = kind.left(q, layer, head), right = kind.right(k, layer, head);
    return kind.additive ? met_in_tanh(left, right, layer.v_add.row(head), stop) : dot_scores(left, right);
}

// Scales.

namespace {

Index width_of_keys(Index d_k, Index /*d_model*/) {
    return d_k;
}
Index width_of_tokens(Index /*d_k*/, Index d_model) {
    return d_model;
}

// In the order of the enum, so that a kind is an index.
constexpr std::array<ScaleForm, 4> scales{{
    {ScaleKind::sqrt_dk, "sqrt_dk", "d_k", width_of_keys},
    {ScaleKind::none, "none"},
    {ScaleKind::sqrt_dmodel, "sqrt_dmodel", "d_model", width_of_tokens},
    {ScaleKind::number, "number"},
}};

static_assert(base::is_in_order(scales, &ScaleForm::kind));

} // namespace

std::span<const ScaleForm> scale_forms() {
    return scales;
}

const ScaleForm& form_of(ScaleKind kind) {
    return base::row_of(scales, kind);
}

std::optional<ScaleKind> scale_named(std::string_view name) {
    for (const ScaleForm& form : scales)
        if (form.kind != ScaleKind::number && form.key == name) return form.kind;
    return std::nullopt;
}

float divisor(const Scale& scale, Index d_k, Index d_model) {
    if (scale.kind == ScaleKind::number) return scale.number;
    const ScaleForm& form = form_of(scale.kind);
    return form.width ? std::sqrt(static_cast<float>(form.width(d_k, d_model))) : 1;
}

std::string divisor_symbol(ScaleKind kind) {
    const std::string_view width = form_of(kind).width_name;
    return width.empty() ? "" : "√" + std::string(width);
}

} // namespace attention
