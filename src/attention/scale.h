#pragma once
// The scales: what the scores are divided by before the softmax.

#include "attention/layer.h"

#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace attention {

/// A row of the table of scales. A new one is a name in ScaleKind, a row here, and its texts.
struct ScaleForm {
    ScaleKind kind;
    const char* key; ///< "sqrt_dk": files and texts
    /// For the root of a width: "d_k", and the width; otherwise empty, and null.
    std::string_view width_name = {};
    Index (*width)(Index d_k, Index d_model) = nullptr;
};

/// √d_k keeps the variance of scores at 1 when queries and keys have variance 1, since q·k is a sum of d_k
/// terms. d_k is the width of one head's keys, d_model that of a token. Source: Vaswani et al. 2017, section
/// 3.2.1.
std::span<const ScaleForm> scale_forms();
const ScaleForm& form_of(ScaleKind kind);
/// "sqrt_dk", "none", "sqrt_dmodel": the name in files and on the command line, where the number itself
/// stands in place of "number".
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
