#pragma once
// A layer of a transformer, forward and backward: each part adds to the residual stream x what it makes of
// the normalised x ("pre-LN"). Sources: Vaswani et al. 2017; Xiong et al. 2020, "On layer normalization in
// the transformer architecture".

#include "learning/attend.h"
#include "learning/layer_norm.h"
#include "learning/linear.h"

namespace learning {

using model::AttentionBlock;
using model::Block;

/// What the forward pass leaves for the way back, and the buffers of both.
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

} // namespace learning
