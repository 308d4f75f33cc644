#pragma once
// The matrices of a pass and their cells, by name: everything that can be shown, pointed at, explained or
// overridden.

#include "base/matrix.h"

#include <optional>
#include <string_view>

namespace attention {

using base::Index;

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
    k,                ///< (head) (m, d_k); without those of past keys
    v,                ///< (head) (m, d_v)
    q_normed,         ///< (head) (n, d_k), with an RMS norm
    k_normed,         ///< (head) (m, d_k)
    q_rotated,        ///< (head) (n, d_k), with rotary positions
    k_rotated,        ///< (head) (m, d_k)
    present_k,        ///< (head) (m, d_k), past keys and the new ones
    present_v,        ///< (head) (m, d_v)
    scores,           ///< (head) (n, m)
    scaled,           ///< (head) (n, m)
    capped,           ///< (head) (n, m), with a softcap
    biased,           ///< (head) (n, m), with a bias
    masked,           ///< (head) (n, m), −∞ where forbidden
    weights,          ///< (head) (n, m), rows sum to 1, or to less beside a sink
    dropped,          ///< (head) (n, m), weights after dropout; same as `weights` without dropout
    head_output,      ///< (head) (n, d_v)
    concat,           ///< (n, h·d_v), 0 in the columns of heads that are switched off
    w_o,              ///< (h·d_v, d_out)
    output,           ///< (n, d_out)
};

/// Matrices that belong together, and share colours and wording.
enum class Family {
    none,
    query,  ///< Q and its weights
    key,    ///< K
    value,  ///< V, and the weighted sums of its rows
    score,  ///< before the softmax
    weight, ///< after it
};

/// What the rows or the columns of a matrix stand for.
enum class Axis {
    none,
    queries,        ///< (n) the words that ask: the sentence, in cross-attention the target
    keys,           ///< (m) the words that are read: the same words, in cross-attention the source
    model,          ///< (d_model)
    position,       ///< (d_model) of the positions
    key_width,      ///< (d_k)
    value_width,    ///< (d_v)
    additive_width, ///< of additive scores
    concat_width,   ///< (h·d_v)
    output,         ///< (d_out)
};

/// The name used in files, anchors and the terminal, for example "scores" or "w_q".
std::string_view key(Quantity quantity);
/// The symbol a reader sees, for example "S" or "W_Q".
std::string_view symbol(Quantity quantity);
/// The quantity with this key, if there is one.
std::optional<Quantity> quantity_named(std::string_view key);
/// True for quantities that exist once per head.
bool is_per_head(Quantity quantity);
/// True for those of keys and values, which query heads may share: all heads of a group hold the same.
bool is_of_key_heads(Quantity quantity);
/// What a step that some passes do not take starts from: `scaled` for `capped`, `q` for `q_normed`. Empty for
/// quantities that every pass has.
std::optional<Quantity> before(Quantity quantity);
/// True for x, memory, w_*, q, k, v, scores and weights: the quantities whose cells the user may set.
bool is_editable(Quantity quantity);

Family family(Quantity quantity);
/// What the rows and columns stand for. The rows of a self-attention's input stand for queries.
Axis row_axis(Quantity quantity);
Axis column_axis(Quantity quantity);
/// True for queries and keys: each index is a word.
inline bool is_of_words(Axis axis) {
    return axis == Axis::queries || axis == Axis::keys;
}
/// True for scores and weights of every kind: a row for each query, a column for each key.
inline bool is_queries_by_keys(Quantity quantity) {
    return row_axis(quantity) == Axis::queries && column_axis(quantity) == Axis::keys;
}

/// One cell of one quantity. `head` is 0 for quantities that exist once.
struct Cell {
    Quantity quantity = Quantity::scores;
    Index head = 0;
    Index row = 0;
    Index column = 0;
    Index layer = 0; ///< in a model of several layers

    bool operator==(const Cell&) const = default;
};

/// A value set by hand in place of the computed one; everything downstream follows from it.
struct Override {
    Cell cell;
    float value = 0;

    bool operator==(const Override&) const = default;
};

} // namespace attention
