#pragma once
// The softmax of scores, of whole rows and of rows that arrive block by block, and dropout of the weights
// that it gives.

#include "attention/layer.h"
#include "base/stop.h"

#include <limits>
#include <random>

namespace attention {

/// The softmax of every row, with its parts.
struct Softmax {
    ColumnVector row_max;      ///< (n) largest score, the sink's included; −∞ where nothing is allowed
    Matrix numerators;         ///< (n, m) exp(s_ij − row_max_i), 0 where s_ij is −∞
    ColumnVector denominators; ///< (n) Σ_j numerators_ij + exp(sink − row_max_i); 0 where nothing is allowed
    Matrix weights;            ///< (n, m) numerators / denominators; 0 in a row without an allowed key
};

/// Stands for “no sink”: a logit that takes no share.
inline constexpr float no_sink = -std::numeric_limits<float>::infinity();

/// a_ij = exp(s_ij − max_j s_ij) / Σ_j exp(s_ij − max_j s_ij). Subtracting the maximum keeps exp within range
/// and cancels out. s (n, m), finite or −∞ (forbidden). A numerator near or below the smallest normal float
/// (a score more than 87 below the maximum) is 0. Leaves rows unwritten once `stop` is requested. Source:
/// Goodfellow et al. 2016, "Deep Learning", section 4.1.
/// A sink is one more logit in every row, without a key of its own: it takes a share that reads nothing, so
/// the weights sum to less than 1. Sources: Xiao et al. 2024, "Efficient Streaming Language Models with
/// Attention Sinks"; learned: OpenAI 2025, "gpt-oss model card", section 2.
Softmax softmax(const Matrix& s, const base::StopToken& stop = {}, float sink = no_sink);

/// exp(s − row_max), 0 where it is near or below the smallest normal float. s finite or −∞.
float numerator(float s, float row_max);

// Rows whose scores arrive block by block: a larger score rescales the sums so far.

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

/// exp(sink − m), the sink's part beside the l of a row; infinite where the sink takes all. 0 without a sink.
float sink_numerator(float sink, float m);

/// x_i = factor·x_i for `count` numbers.
void rescale(float* x, Index count, float factor);

// Dropout: in training, some weights are zeroed at random and the rest scaled up, which keeps the expected
// sum. Source: Srivastava et al. 2014, in the "inverted" form, which scales during training; on attention
// weights: Vaswani et al. 2017, section 5.4 and its reference implementation.

/// Draws whether a weight is kept, one after another: head by head, row by row, column by column. The same on
/// every machine: the standard specifies std::mt19937 exactly, and its upper 24 bits become
/// a number in [0, 1) here.
class DropoutDraw {
public:
    explicit DropoutDraw(const Dropout& dropout) : rate_(dropout.rate), engine_(dropout.seed) {}

    bool kept() { return static_cast<float>(engine_() >> 8) * 0x1p-24F >= rate_; }

private:
    float rate_;
    std::mt19937 engine_;
};

/// Which of the (n, m) weights are kept; takes n·m draws.
BoolMatrix draw_kept(Index n, Index m, DropoutDraw& draw);

/// d_ij = a_ij / (1 − rate) where kept, else 0. weights, kept (n, m) → (n, m).
Matrix drop(const Matrix& weights, float rate, const BoolMatrix& kept);

} // namespace attention
