#pragma once
// Products of a model's rows with a matrix of its files. Sixteen-bit numbers are widened panel by panel into
// memory that stays in the cache, or in registers for a word or two: no matrix is ever there as a whole.

#include "pretrained/weight_files.h"

namespace pretrained {

/// On which side a file has what comes in.
enum class Sides {
    out_in, ///< (out, in): torch.nn.Linear
    in_out, ///< (in, out): GPT-2's Conv1D, TensorFlow's dense layers
};

/// y = x·W + b for every row.
struct Linear {
    StoredMatrix w;
    Sides sides = Sides::out_in;
    RowVector b; ///< (out), or size 0 for none

    bool empty() const { return w.size() == 0; }
    Index in() const { return sides == Sides::out_in ? w.cols : w.rows; }
    Index out() const { return sides == Sides::out_in ? w.rows : w.cols; }
    /// W as floats, (in, out): for a pass that keeps all its stages.
    Matrix numbers() const;
};

/// x (n, in) → (n, out), the outputs shared by up to `threads` threads.
Matrix applied(const Linear& f, const Matrix& x, int threads);

} // namespace pretrained
