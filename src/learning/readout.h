#pragma once
// From hidden states to answers, forward and backward: only the rows at which something is asked are read.

#include "learning/batch.h"
#include "learning/cross_entropy.h"
#include "learning/learner.h"
#include "learning/linear.h"

namespace learning {

/// The parameters, or their gradients: logits = x·w + b by one map for each output, or, with the table
/// (answers, d) of a tied embedding, logits = (x·w + b)·tableᵀ, where a single output needs no map.
struct Readout {
    std::span<Linear<float>> maps;
    MatrixOf<float>* table = nullptr;
};

/// Answers what is asked of a batch, and takes the gradient of the loss back.
class ReadoutPass {
public:
    /// `states` (rows, d); rows[i] is the one that Batch::asked[i] is read from.
    void forward(const Readout& f, const Batch& batch, const std::vector<Index>& rows,
                 const MatrixOf<float>& states);
    /// Adds the gradients of the parameters; g_states (rows, d) is set.
    void backward(const Readout& f, const Readout& g_f, MatrixOf<float>& g_states);

    /// −log p of the right answers, the mean over what is asked, and how many are the most probable one.
    Loss loss(const Batch& batch) const;
    /// (asked, answers), in the order of Batch::asked.
    const MatrixOf<float>& probabilities() const { return probabilities_; }

private:
    struct Output {
        std::vector<std::size_t> asked; // indices in Batch::asked
        MatrixOf<float> x, mapped, logits, g_mapped, g_x;
        CrossEntropy<float> entropy;
    };
    void forward(const Readout& f, std::size_t output, const Batch& batch, const MatrixOf<float>& states);

    std::vector<Index> rows_;
    std::vector<Output> outputs_;
    MatrixOf<float> probabilities_;
    Index state_rows_ = 0;
};

} // namespace learning
