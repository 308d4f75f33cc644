#pragma once
// A network that is being trained: its parameters, their gradients, and the way from a batch to its loss and
// back.

#include "learning/adam.h"
#include "learning/batch.h"
#include "learning/layers.h"

#include <memory>

namespace learning {

/// A loss on the attention weights of the wanted cells: −weight · mean log a, for each edge.
struct Hint {
    std::span<const Edge> edges = {};
    float weight = 0; ///< λ; 0: no hint
};

/// What a batch cost.
struct Loss {
    double answers = 0; ///< the mean cross-entropy of the questions that have an answer, in nats
    double hint = 0;    ///< λ · mean −log a
    Index right = 0;    ///< questions answered correctly
};

class Network {
public:
    virtual ~Network() = default;

    /// Views that stay valid as long as the network lives.
    virtual std::span<const Parameter<float>> parameters() const = 0;
    /// Computes the loss of a batch and sets the gradients.
    virtual Loss learn(const Batch& batch, const Hint& hint) = 0;
    /// The probability of every answer to every question: (asked, answers).
    virtual const MatrixOf<float>& answer(const Batch& batch) = 0;
    /// How much each wanted cell was attended to by the last answer(), by every head of its edge's attention:
    /// in the order of Batch::wanted, then of the heads; none for a network without attention.
    virtual std::vector<std::vector<float>> wanted_weights(const Batch& batch,
                                                           std::span<const Edge> edges) const = 0;
};

// The last part of every network: from hidden states to answers, forward and backward. Only the rows at which
// something is asked are read.

/// The parameters, or their gradients: logits = x·w + b by one map for each output, or, with the table
/// (answers, d) of a tied embedding, logits = (x·w + b)·tableᵀ, where a single output needs no map.
struct Readout {
    std::span<Linear<float>> maps;
    MatrixOf<float>* table = nullptr;
};

/// Answers what is asked of a batch, and passes the gradient of the loss back.
class ReadoutPass {
public:
    /// `states` (rows, d); rows[i] is the one that Batch::asked[i] is read from.
    void forward(const Readout& f, const Batch& batch, const std::vector<Index>& rows,
                 const MatrixOf<float>& states);
    /// Adds the gradients of the parameters; g_states (rows, d) is set.
    void backward(const Readout& f, const Readout& g_f, MatrixOf<float>& g_states);

    /// The mean −log p of the right answers, and how many of these are the most probable. Questions without a
    /// right answer have no part in it.
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
    /// Questions that have a right answer; at least 1, to divide by.
    Index labelled() const;

    std::vector<Index> rows_;
    std::vector<Output> outputs_;
    MatrixOf<float> probabilities_;
    Index state_rows_ = 0;
};

} // namespace learning
