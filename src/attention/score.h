#pragma once
// The score functions: how a query and a key give one number. In all of them q (n, d_k), k (m, d_k) → S
// (n, m).

#include "attention/layer.h"
#include "base/stop.h"

namespace attention {

/// "dot", "general", "additive", "cosine": the name in files and texts.
const char* key(ScoreFunction function);

/// s_ij = q_i · k_j. Source: Vaswani et al. 2017, equation 1; Luong et al. 2015, section 3.1 ("dot").
Matrix dot_scores(const Matrix& q, const Matrix& k);

/// s_ij = q_i·W · k_j with w (d_k, d_k). Source: Luong et al. 2015, section 3.1 ("general").
Matrix general_scores(const Matrix& q, const Matrix& k, const Matrix& w);

/// s_ij = v · tanh(q_i·W_q + k_j·W_k) with w_q, w_k (d_k, d_a), v (d_a).
/// Source: Bahdanau et al. 2015, appendix A.1.2. Leaves rows unwritten once `stop` is requested.
Matrix additive_scores(const Matrix& q, const Matrix& k, const Matrix& w_q, const Matrix& w_k,
                       const RowVector& v, const base::StopToken& stop = {});

/// s_ij = q_i · k_j / (‖q_i‖·‖k_j‖), 0 where a norm is 0. Source: Graves et al. 2014, "Neural Turing
/// Machines", equation 6.
Matrix cosine_scores(const Matrix& q, const Matrix& k);

/// Every row divided by its norm, as the cosine score uses it; a row of zeros is left unchanged.
Matrix unit_rows(const Matrix& a);

/// The scores of one head of the layer.
Matrix scores(ScoreFunction function, const Matrix& q, const Matrix& k, const Layer& layer, Index head,
              const base::StopToken& stop = {});

/// One head's block of the weights specific to the general and additive scores: (d_k, d_k) and (d_k, d_a).
inline auto head_block(const Matrix& stacked, const Layer& layer, Index head) {
    return stacked.middleRows(head * layer.d_k(), layer.d_k());
}

} // namespace attention
