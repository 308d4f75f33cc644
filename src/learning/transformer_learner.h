#pragma once
// A transformer in training.

#include "learning/block.h"
#include "learning/learner.h"
#include "learning/readout.h"
#include "model/transformer.h"

namespace learning {

class TransformerLearner final : public Learner {
public:
    /// `threads` share the items of a batch; the numbers are the same for any count.
    explicit TransformerLearner(model::Transformer transformer, int threads = 1);

    const model::Transformer& transformer() const { return model_; }

    std::span<const Parameter<float>> parameters() const override { return parameters_; }
    Loss learn(const Batch& batch, const Hint& hint) override;
    const MatrixOf<float>& answer(const Batch& batch) override;
    std::vector<std::vector<float>> wanted_weights(const Batch& batch,
                                                   std::span<const Edge> edges) const override;

private:
    /// What a stack leaves for the way back.
    struct StackPass {
        MatrixOf<float> x; // the residual stream, at last that after all blocks
        std::vector<BlockPass<float>> blocks;
        Normalised<float> normalised;
        MatrixOf<float> output; // normalised
        MatrixOf<float> g;      // the gradient of the stream
    };
    struct Shapes {
        AttentionShape self, cross;
    };

    Shapes shapes(const Batch& batch, bool is_decoder) const;
    void forward(const model::Stack& f, const std::vector<int>& ids, Index length, const Shapes& shapes,
                 const MatrixOf<float>* memory, StackPass& pass) const;
    void backward(const model::Stack& f, const std::vector<int>& ids, Index length, const Shapes& shapes,
                  const MatrixOf<float>* memory, StackPass& pass, model::Stack& g_f,
                  const MatrixOf<float>& g_y, MatrixOf<float>* g_memory) const;
    void forward(const Batch& batch);
    /// −λ · mean log a of each edge, and its gradient with respect to the weights.
    double take_hint(const Batch& batch, const Hint& hint);
    AttentionBlockPass<float>& pass_of(const Edge& edge);
    const AttentionBlockPass<float>& pass_of(const Edge& edge) const;
    Readout readout();

    model::Transformer model_, gradient_;
    std::vector<Parameter<float>> parameters_;
    StackPass encoder_, decoder_;
    ReadoutPass readout_;
    MatrixOf<float> g_states_, g_memory_;
    int threads_;
};

} // namespace learning
