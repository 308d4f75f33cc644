#pragma once
// The names of everything that can be shown, pointed at, explained or overridden.

#include "attention/types.h"

#include <optional>
#include <string_view>

namespace attention {

/// A matrix of the pass. Those marked (head) exist once per head, the others once.
enum class Quantity {
    embedding,        ///< (n, d_model) input before positions
    position,         ///< (n, d_model)
    x,                ///< (n, d_model)
    memory_embedding, ///< (m, d_model)
    memory_position,  ///< (m, d_model)
    memory,           ///< (m, d_model)
    w_q,              ///< (head) (d_model, d_k)
    w_k,              ///< (head) (d_model, d_k)
    w_v,              ///< (head) (d_model, d_v)
    q,                ///< (head) (n, d_k)
    k,                ///< (head) (m, d_k)
    v,                ///< (head) (m, d_v)
    scores,           ///< (head) (n, m)
    scaled,           ///< (head) (n, m)
    masked,           ///< (head) (n, m), −∞ where forbidden
    weights,          ///< (head) (n, m), rows sum to 1
    dropped,          ///< (head) (n, m), weights after dropout; same as `weights` without dropout
    head_output,      ///< (head) (n, d_v)
    concat,           ///< (n, h·d_v), 0 in the columns of heads that are switched off
    w_o,              ///< (h·d_v, d_out)
    output,           ///< (n, d_out)
};

/// The name used in files, anchors and the terminal, for example "scores" or "w_q".
std::string_view key(Quantity quantity);
/// The symbol a reader sees, for example "S" or "W_Q".
std::string_view symbol(Quantity quantity);
/// The quantity with this key, if there is one.
std::optional<Quantity> quantity_named(std::string_view key);
/// True for quantities that exist once per head.
bool is_per_head(Quantity quantity);
/// True for x, memory, w_*, q, k, v, scores and weights: the quantities whose cells the user may set.
bool is_editable(Quantity quantity);

/// True where each row belongs to a key: k, v and the memory with its parts. Of the input in self-attention
/// the rows belong to queries.
bool rows_are_keys(Quantity quantity);
/// True where each column belongs to a key: from scores to dropped.
bool columns_are_keys(Quantity quantity);

/// One cell of one quantity. `head` is 0 where the quantity exists once.
struct Cell {
    Quantity quantity = Quantity::scores;
    Index head = 0;
    Index row = 0;
    Index column = 0;

    bool operator==(const Cell&) const = default;
};

/// A value set by hand in place of the computed one; everything downstream follows it.
struct Override {
    Cell cell;
    float value = 0;

    bool operator==(const Override&) const = default;
};

} // namespace attention
