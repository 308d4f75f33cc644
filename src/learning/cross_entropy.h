#pragma once

#include "learning/scalar.h"

#include <span>

namespace learning {

/// What a batch costs, and how that changes with each logit.
template <class T>
struct CrossEntropy {
    double loss = 0;         ///< in nats: the mean over the rows that count; 0 when none does
    Index counted = 0;       ///< rows that count
    MatrixOf<T> probability; ///< (r, classes) the softmax of the logits; 0 in rows that do not count
    MatrixOf<T> g_logits;    ///< (r, classes) the gradient of the loss; 0 in rows that do not count
};

/// loss = −mean_i log p_i,target(i), p = softmax(logits). logits (r, classes), targets (r): a class, or −1 in
/// a row that does not count. A logit that is NaN makes the loss NaN. Asserts that the targets are classes.
/// Source: Goodfellow et al. 2016, "Deep Learning", section 6.2.2.3.
template <class T>
void cross_entropy(const View<T>& logits, std::span<const int> targets, CrossEntropy<T>& result);

} // namespace learning
