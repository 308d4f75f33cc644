#pragma once
// The softmax of a row whose scores arrive block by block: a larger score rescales the sums so far.

#include "attention/layer.h"

namespace attention {

/// One row so far: m is its largest score (−∞: no allowed key yet), l = Σ exp(s_j − m).
struct RunningRow {
    float m, l;
};

/// Takes the next scores of a row and replaces them by exp(s_j − m), m being the new largest score; a
/// difference below −87, where exp is about the smallest normal float, gives 0. s: `count` scores, finite or
/// −∞. Updates `row` and returns exp(m_old − m), the factor by which everything summed so far has to be
/// scaled: 1 for a block without an allowed key, 0 for the first block with one. Source: Milakov and
/// Gimelshein 2018, algorithm 3.
float accumulate(float* s, Index count, RunningRow& row);

/// exp(row.m − m): the factor for the row's l, and everything summed with it, when its largest score becomes
/// m ≥ row.m; 0 if no key was allowed. Scaled to the same m, two parts of a row can be added.
/// Source: Milakov and Gimelshein 2018, section 3.1.
float shrink_to(float m, const RunningRow& row);

/// x_i = factor·x_i for `count` numbers.
void rescale(float* x, Index count, float factor);

} // namespace attention
