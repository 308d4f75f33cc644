#pragma once

#include "learning/scalar.h"

#include <span>

namespace learning {

/// y_i = factor · row ids_i of the table. table (vocabulary, d), ids (r) in 0 … vocabulary − 1 → y (r, d).
/// The factor is 1, or √d where the table is the unembedding too. Asserts that the ids are rows of the table.
/// Source: Vaswani et al. 2017, section 3.4.
///
/// The tied unembedding, logits = x·tableᵀ, needs no function of its own: multiply_transposed(x, table,
/// logits), and back multiply(g_logits, table, g_x), transposed_multiply(g_logits, x, g_table, 1, Add::yes).
/// Source: Press and Wolf 2017, "Using the output embedding to improve language models".
template <class T>
void embedding(const MatrixOf<T>& table, std::span<const int> ids, std::type_identity_t<T> factor,
               MatrixOf<T>& y);

/// Adds the gradient of the table to g_table (vocabulary, d). g_y (r, d).
template <class T>
void embedding_backward(std::span<const int> ids, std::type_identity_t<T> factor, const View<T>& g_y,
                        MatrixOf<T>& g_table);

} // namespace learning
