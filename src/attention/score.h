#pragma once
// The score functions, which turn a query and a key into one number, and the scales, which divide that number
// before the softmax. For all functions q (n, d_k), k (m, d_k) → S (n, m).

#include "attention/layer.h"
#include "base/stop.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attention {

/// A learned matrix of a score function, as the layer holds it.
struct ScoreWeights {
    const char* name; ///< of the tensor
    Matrix Layer::*matrix;
    std::string_view shape;
    Index (*columns)(const Layer& layer);
    bool blocks = true; ///< d_k rows per head, (h·d_k, columns); otherwise one row each, (h, columns)
};

/// A row of the table of score functions. A new function is a name in ScoreFunction, a row here, and texts.
struct ScoreKind {
    ScoreFunction function;
    const char* key;                 ///< "dot": files and texts
    std::string_view formula;        ///< of one score: "q·k"
    std::string_view matrix_formula; ///< of all of them: "QKᵀ"
    std::span<const ScoreWeights> weights;
    /// What q (n, d_k) and k (m, d_k) of a head become before they meet: (n, width), (m, width).
    Matrix (*left)(const Matrix& q, const Layer& layer, Index head);
    Matrix (*right)(const Matrix& k, const Layer& layer, Index head);
    bool additive = false; ///< s_ij = v · tanh(left_i + right_j); otherwise left_i · right_j
};

/// dot       s_ij = q_i · k_j. Source: Vaswani et al. 2017, equation 1; Luong et al. 2015, section 3.1.
/// general   s_ij = q_i·W · k_j with w_general. Source: Luong et al. 2015, section 3.1.
/// additive  s_ij = v · tanh(q_i·W_q + k_j·W_k). Source: Bahdanau et al. 2015, appendix A.1.2.
/// cosine    s_ij = q_i · k_j / (‖q_i‖·‖k_j‖), 0 where a norm is 0. Source: Graves et al. 2014, "Neural
///           Turing Machines", equation 6.
std::span<const ScoreKind> score_kinds();
const ScoreKind& kind_of(ScoreFunction function);
inline const char* key(ScoreFunction function) {
    return kind_of(function).key;
}

/// s_ij = q_i · k_j.
Matrix dot_scores(const Matrix& q, const Matrix& k);

/// Every row divided by its norm, as the cosine score uses it; a row of zeros is left unchanged.
Matrix unit_rows(const Matrix& a);

/// The scores of one head. Leaves rows of additive scores unwritten once `stop` is requested.
Matrix scores(const ScoreKind& kind, const Matrix& q, const Matrix& k, const Layer& layer, Index head,
              const base::StopToken& stop = {});
inline Matrix scores(ScoreFunction function, const Matrix& q, const Matrix& k, const Layer& layer, Index head,
                     const base::StopToken& stop = {}) {
    return scores(kind_of(function), q, k, layer, head, stop);
}

/// One head's block of the weights specific to the general and additive scores: (d_k, d_k) and (d_k, d_a).
inline auto head_block(const Matrix& stacked, const Layer& layer, Index head) {
    return stacked.middleRows(head * layer.d_k(), layer.d_k());
}

// Scales.

/// A row of the table of scales. A new scale is a name in ScaleKind, a row here, and texts.
struct ScaleForm {
    ScaleKind kind;
    const char* key; ///< "sqrt_dk": files and texts
    /// If the divisor is the root of a width: its name ("d_k") and the width itself; otherwise empty and
    /// null.
    std::string_view width_name = {};
    Index (*width)(Index d_k, Index d_model) = nullptr;
};

/// √d_k keeps the variance of scores at 1 when queries and keys have variance 1, since q·k is a sum of d_k
/// terms. d_k is the width of one head's keys, d_model that of a token. Source: Vaswani et al. 2017, section
/// 3.2.1.
std::span<const ScaleForm> scale_forms();
const ScaleForm& form_of(ScaleKind kind);
/// "sqrt_dk", "none", "sqrt_dmodel": the name in files and on the command line, which have the number itself
/// in place of "number".
inline const char* key(ScaleKind kind) {
    return form_of(kind).key;
}
/// The kind with this name; empty if there is none, and for "number".
std::optional<ScaleKind> scale_named(std::string_view name);

/// What the scores are divided by; 1 where nothing divides them.
float divisor(const Scale& scale, Index d_k, Index d_model);
/// The divisor as a symbol, "√d_k"; empty for a number, and where nothing divides the scores.
std::string divisor_symbol(ScaleKind kind);

} // namespace attention
