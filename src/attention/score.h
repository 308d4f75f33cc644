#pragma once
// How a query and a key become one number. In all of them q (n, d_k), k (m, d_k) → S (n, m).

#include "attention/layer.h"

#include <stop_token>

namespace attention {

/// "dot", "general", "additive", "cosine": how files and texts name it.
const char* key(ScoreFunction function);

/// s_ij = q_i · k_j. Source: Vaswani et al. 2017, equation 1; Luong et al. 2015, section 3.1 ("dot").
Matrix dot_scores(const Matrix& q, const Matrix& k);

/// s_ij = q_i·W · k_j with w (d_k, d_k). Source: Luong et al. 2015, section 3.1 ("general").
Matrix general_scores(const Matrix& q, const Matrix& k, const Matrix& w);

/// s_ij = v · tanh(q_i·W_q + k_j·W_k) with w_q, w_k (d_k, d_a), v (d_a).
/// Source: Bahdanau et al. 2015, appendix A.1.2. Leaves rows unwritten once `stop` is requested.
Matrix additive_scores(const Matrix& q, const Matrix& k, const Matrix& w_q, const Matrix& w_k,
                       const RowVector& v, const std::stop_token& stop = {});

/// s_ij = q_i · k_j / (‖q_i‖·‖k_j‖), 0 where a length is 0. Source: Graves et al. 2014, "Neural Turing
/// Machines", equation 6.
Matrix cosine_scores(const Matrix& q, const Matrix& k);

/// Every row divided by its length; a row of zeros stays. What the cosine score multiplies.
Matrix unit_rows(const Matrix& a);

/// The scores of one head of the layer.
Matrix scores(ScoreFunction function, const Matrix& q, const Matrix& k, const Layer& layer, Index head,
              const std::stop_token& stop = {});

/// One head's block of the weights that only the general and the additive score have: (d_k, d_k) and (d_k,
/// d_a).
inline auto head_block(const Matrix& stacked, const Layer& layer, Index head) {
    return stacked.middleRows(head * layer.d_k(), layer.d_k());
}

} // namespace attention
