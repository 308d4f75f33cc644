#pragma once
// The layers put together: a block of a transformer's decoder, normalised first, as
// torch.nn.TransformerDecoderLayer is.

#include "learning/attend.h"
#include "learning/layer_norm.h"
#include "learning/linear.h"
#include "learning/relu.h"

#include <vector>

namespace decoder {

using namespace learning;

/// x + attention(layer_norm(x)): parameters, or their gradients.
template <class T>
struct AttentionParameters {
    LayerNorm<T> norm;
    Linear<T> q, k, v, o;
};
template <class T>
struct Parameters {
    AttentionParameters<T> self, cross;
    LayerNorm<T> mlp_norm;
    Linear<T> mlp_1, mlp_2;
};

/// What the forward pass leaves, and the buffers of the way back.
template <class T>
struct AttentionPass {
    Normalised<T> normalised;
    MatrixOf<T> x_norm, q, k, v, y;
    Attended<T> attended;
    MatrixOf<T> g_z, g_norm;
    AttendedGradients<T> g;
};
template <class T>
struct Pass {
    AttentionPass<T> self, cross;
    Normalised<T> normalised;
    MatrixOf<T> x_norm, hidden, y, g_hidden, g_norm;
};

/// x += attention of x to `memory`, or to itself without one.
template <class T>
void forward(const AttentionParameters<T>& f, const AttentionShape& shape, MatrixOf<T>& x,
             const MatrixOf<T>* memory, AttentionPass<T>& pass) {
    layer_norm(f.norm, x, pass.x_norm, pass.normalised);
    const MatrixOf<T>& source = memory ? *memory : pass.x_norm;
    linear(f.q, pass.x_norm, pass.q);
    linear(f.k, source, pass.k);
    linear(f.v, source, pass.v);
    attend(pass.q, pass.k, pass.v, shape, pass.attended);
    linear(f.o, pass.attended.z, pass.y);
    x += pass.y;
}

/// g, the gradient of what forward() left in x, becomes that of what it was given; g_memory is added to.
template <class T>
void backward(const AttentionParameters<T>& f, const AttentionShape& shape, AttentionPass<T>& pass,
              const MatrixOf<T>* memory, AttentionParameters<T>& g_f, MatrixOf<T>& g, MatrixOf<T>* g_memory) {
    linear_backward(f.o, pass.attended.z, g, g_f.o, pass.g_z);
    attend_backward(pass.q, pass.k, pass.v, shape, pass.attended.weights, pass.g_z, pass.g);
    linear_backward(f.q, pass.x_norm, pass.g.g_q, g_f.q, pass.g_norm);
    const MatrixOf<T>& source = memory ? *memory : pass.x_norm;
    MatrixOf<T>& g_source = memory ? *g_memory : pass.g_norm;
    linear_backward(f.k, source, pass.g.g_k, g_f.k, g_source, Add::yes);
    linear_backward(f.v, source, pass.g.g_v, g_f.v, g_source, Add::yes);
    layer_norm_backward(f.norm, pass.normalised, pass.g_norm, g_f.norm, g, Add::yes);
}

/// x becomes the answer of the block.
template <class T>
void forward(const Parameters<T>& f, const AttentionShape& self, const AttentionShape& cross, MatrixOf<T>& x,
             const MatrixOf<T>& memory, Pass<T>& pass) {
    forward<T>(f.self, self, x, nullptr, pass.self);
    forward(f.cross, cross, x, &memory, pass.cross);
    layer_norm(f.mlp_norm, x, pass.x_norm, pass.normalised);
    linear(f.mlp_1, pass.x_norm, pass.hidden);
    relu(pass.hidden);
    linear(f.mlp_2, pass.hidden, pass.y);
    x += pass.y;
}

template <class T>
void backward(const Parameters<T>& f, const AttentionShape& self, const AttentionShape& cross, Pass<T>& pass,
              const MatrixOf<T>& memory, Parameters<T>& g_f, MatrixOf<T>& g, MatrixOf<T>& g_memory) {
    linear_backward(f.mlp_2, pass.hidden, g, g_f.mlp_2, pass.g_hidden);
    relu_backward(pass.hidden, pass.g_hidden);
    linear_backward(f.mlp_1, pass.x_norm, pass.g_hidden, g_f.mlp_1, pass.g_norm);
    layer_norm_backward(f.mlp_norm, pass.normalised, pass.g_norm, g_f.mlp_norm, g, Add::yes);
    backward(f.cross, cross, pass.cross, &memory, g_f.cross, g, &g_memory);
    backward<T>(f.self, self, pass.self, nullptr, g_f.self, g, nullptr);
}

} // namespace decoder
