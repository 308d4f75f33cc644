#pragma once
// A network that is being trained: its parameters, their gradients, and the way from a batch to its loss and
// back.

#include "learning/adam.h"
#include "learning/batch.h"

#include <memory>

namespace learning {

/// A loss on the attention weights of the wanted cells: −weight · mean log a, for each edge.
struct Hint {
    std::span<const Edge> edges = {};
    float weight = 0; ///< λ; 0: no hint
};

/// What a batch cost.
struct Loss {
    double answers = 0; ///< the mean cross-entropy of what is asked, in nats
    double hint = 0;    ///< λ · mean −log a
    Index right = 0;    ///< questions answered rightly
};

class Learner {
public:
    virtual ~Learner() = default;

    /// Views that stay valid as long as the learner.
    virtual std::span<const Parameter<float>> parameters() const = 0;
    /// The loss of a batch; sets the gradients.
    virtual Loss learn(const Batch& batch, const Hint& hint) = 0;
    /// The probabilities of every answer to what is asked: (asked, answers).
    virtual const MatrixOf<float>& answer(const Batch& batch) = 0;
    /// How much each wanted cell was attended to by the last answer(), by every head of its edge's attention:
    /// in the order of Batch::wanted, then of the heads; none for a network without attention.
    virtual std::vector<std::vector<float>> wanted_weights(const Batch& batch,
                                                           std::span<const Edge> edges) const = 0;
};

} // namespace learning
