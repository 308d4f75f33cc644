#include "attention/score.h"

#include "base/product.h"

#include <cassert>

namespace attention {

const char* key(ScoreFunction function) {
    switch (function) {
    case ScoreFunction::dot:
        return "dot";
    case ScoreFunction::general:
        return "general";
    case ScoreFunction::additive:
        return "additive";
    case ScoreFunction::cosine:
        return "cosine";
    }
    assert(false);
    return "";
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

Matrix general_scores(const Matrix& q, const Matrix& k, const Matrix& w) {
    return dot_scores(q * w, k);
}

Matrix additive_scores(const Matrix& q, const Matrix& k, const Matrix& w_q, const Matrix& w_k,
                       const RowVector& v, const base::StopToken& stop) {
    const Matrix from_queries = q * w_q; // (n, d_a)
    const Matrix from_keys = k * w_k;    // (m, d_a)
    Matrix activation(k.rows(), v.size());
    Matrix s(q.rows(), k.rows());
    for (Index i = 0; i < q.rows() && !stop.stop_requested(); ++i) {
        activation = (from_keys.rowwise() + from_queries.row(i)).array().tanh();
        s.row(i).noalias() = v * activation.transpose();
    }
    return s;
}

Matrix cosine_scores(const Matrix& q, const Matrix& k) {
    return dot_scores(unit_rows(q), unit_rows(k));
}

Matrix scores(ScoreFunction function, const Matrix& q, const Matrix& k, const Layer& layer, Index head,
              const base::StopToken& stop) {
    switch (function) {
    case ScoreFunction::dot:
        return dot_scores(q, k);
    case ScoreFunction::general:
        return general_scores(q, k, head_block(layer.w_general, layer, head));
    case ScoreFunction::additive:
        return additive_scores(q, k, head_block(layer.w_add_q, layer, head),
                               head_block(layer.w_add_k, layer, head), layer.v_add.row(head), stop);
    case ScoreFunction::cosine:
        return cosine_scores(q, k);
    }
    assert(false);
    return {};
}

} // namespace attention
