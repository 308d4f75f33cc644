#pragma once
// A transformer in training: its blocks forward and backward, and the network made of them.

#include "learning/attend.h"
#include "learning/layers.h"
#include "learning/network.h"
#include "model/transformer.h"

namespace learning {

using model::AttentionBlock;
using model::Block;

// A block: each part adds to the residual stream x what it makes of the normalised x ("pre-LN"). Sources: as
// model::Transformer.

/// What the forward pass leaves for the backward pass, and the buffers of both.
template <class T>
struct AttentionBlockPass {
    Normalised<T> normalised;
    MatrixOf<T> x_norm, q, k, v, y;
    Attended<T> attended;
    MatrixOf<T> g_z, g_norm;
    AttendedGradients<T> g;
    MatrixOf<T> g_weights; ///< what a loss on the weights adds to their gradient; 0 rows: nothing
};
template <class T>
struct BlockPass {
    AttentionBlockPass<T> self, cross;
    Normalised<T> normalised;
    MatrixOf<T> x_norm, hidden, y, g_hidden, g_norm;
};

/// x (items·n, d) becomes the stream after the block; `memory` (items·m, d) is read by cross-attention, and
/// null without it. Asserts that the shapes match.
template <class T>
void forward(const Block<T>& f, const AttentionShape& self, const AttentionShape& cross, MatrixOf<T>& x,
             const MatrixOf<T>* memory, BlockPass<T>& pass);

/// Adds the gradients of the parameters to g_f. g (items·n, d), the gradient of what forward() left in x,
/// becomes that of what it was given; that of the memory is added to g_memory.
template <class T>
void backward(const Block<T>& f, const AttentionShape& self, const AttentionShape& cross, BlockPass<T>& pass,
              const MatrixOf<T>* memory, Block<T>& g_f, MatrixOf<T>& g, MatrixOf<T>* g_memory);

class TransformerNetwork final : public Network {
public:
    explicit TransformerNetwork(model::Transformer transformer);

    const model::Transformer& transformer() const { return model_; }

    std::span<const Parameter<float>> parameters() const override { return parameters_; }
    Loss learn(const Batch& batch, const Hint& hint) override;
    const MatrixOf<float>& answer(const Batch& batch) override;
    std::vector<std::vector<float>> wanted_weights(const Batch& batch,
                                                   std::span<const Edge> edges) const override;

private:
    /// What a stack leaves for the backward pass.
    struct StackPass {
        MatrixOf<float> x; // the residual stream, in the end after all blocks
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
};

} // namespace learning
