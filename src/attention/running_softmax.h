#pragma once
// The softmax of a row that arrives block by block: what was summed up before is rescaled when a larger score
// comes.

#include "attention/matrix.h"

namespace attention {

/// What is known of one row so far: m its largest score (−∞: no allowed key yet), l = Σ exp(s_j − m).
struct RunningRow {
    float m, l;
};

/// Takes in the next scores of a row and turns them into exp(s_j − m) in place, m being the new largest
/// score; a difference below −87, the smallest normal float, gives 0. s: `count` scores, finite or −∞.
/// Updates `row` and returns exp(m_old − m): by how much everything summed up before has to shrink. 1 in a
/// row without an allowed key, 0 for its first block. Source: Milakov and Gimelshein 2018, algorithm 3.
float take_in(float* s, Index count, RunningRow& row);

/// x_i = factor·x_i for `count` numbers.
void rescale(float* x, Index count, float factor);

} // namespace attention
