#include "learning/block.h"

#include "learning/relu.h"

namespace learning {

namespace {

// x += attention of x to `memory`, or to itself without one.
template <class T>
void forward(const AttentionBlock<T>& f, const AttentionShape& shape, MatrixOf<T>& x,
             const MatrixOf<T>* memory, AttentionBlockPass<T>& pass) {
    layer_norm(f.norm, x, pass.x_norm, pass.normalised);
    const MatrixOf<T>& source = memory ? *memory : pass.x_norm;
    linear(f.q, pass.x_norm, pass.q);
    linear(f.k, source, pass.k);
    linear(f.v, source, pass.v);
    attend(pass.q, pass.k, pass.v, shape, pass.attended);
    linear(f.o, pass.attended.z, pass.y);
    x += pass.y;
}

// With x' = x + y, y = attention(x_norm), the gradient of x' reaches x directly and through y: g stays, and
// what comes back through Q, K, V and the normalisation is added to it.
template <class T>
void backward(const AttentionBlock<T>& f, const AttentionShape& shape, AttentionBlockPass<T>& pass,
              const MatrixOf<T>* memory, AttentionBlock<T>& g_f, MatrixOf<T>& g, MatrixOf<T>* g_memory) {
    linear_backward(f.o, pass.attended.z, g, g_f.o, pass.g_z);
    attend_backward(pass.q, pass.k, pass.v, shape, pass.attended.weights, pass.g_z, pass.g,
                    pass.g_weights.rows() > 0 ? &pass.g_weights : nullptr);
    linear_backward(f.q, pass.x_norm, pass.g.g_q, g_f.q, pass.g_norm);
    const MatrixOf<T>& source = memory ? *memory : pass.x_norm;
    MatrixOf<T>& g_source = memory ? *g_memory : pass.g_norm;
    linear_backward(f.k, source, pass.g.g_k, g_f.k, g_source, Add::yes);
    linear_backward(f.v, source, pass.g.g_v, g_f.v, g_source, Add::yes);
    layer_norm_backward(f.norm, pass.normalised, pass.g_norm, g_f.norm, g, Add::yes);
}

} // namespace

template <class T>
void forward(const Block<T>& f, const AttentionShape& self, const AttentionShape& cross, MatrixOf<T>& x,
             const MatrixOf<T>* memory, BlockPass<T>& pass) {
    forward<T>(f.self, self, x, nullptr, pass.self);
    if (f.has_cross()) forward(f.cross, cross, x, memory, pass.cross);
    if (!f.has_mlp()) return;
    layer_norm(f.mlp_norm, x, pass.x_norm, pass.normalised);
    linear(f.mlp_1, pass.x_norm, pass.hidden);
    relu(pass.hidden);
    linear(f.mlp_2, pass.hidden, pass.y);
    x += pass.y;
}

template <class T>
void backward(const Block<T>& f, const AttentionShape& self, const AttentionShape& cross, BlockPass<T>& pass,
              const MatrixOf<T>* memory, Block<T>& g_f, MatrixOf<T>& g, MatrixOf<T>* g_memory) {
    if (f.has_mlp()) {
        linear_backward(f.mlp_2, pass.hidden, g, g_f.mlp_2, pass.g_hidden);
        relu_backward(pass.hidden, pass.g_hidden);
        linear_backward(f.mlp_1, pass.x_norm, pass.g_hidden, g_f.mlp_1, pass.g_norm);
        layer_norm_backward(f.mlp_norm, pass.normalised, pass.g_norm, g_f.mlp_norm, g, Add::yes);
    }
    if (f.has_cross()) backward(f.cross, cross, pass.cross, memory, g_f.cross, g, g_memory);
    backward<T>(f.self, self, pass.self, nullptr, g_f.self, g, nullptr);
}

template void forward(const Block<float>&, const AttentionShape&, const AttentionShape&, MatrixOf<float>&,
                      const MatrixOf<float>*, BlockPass<float>&);
template void forward(const Block<double>&, const AttentionShape&, const AttentionShape&, MatrixOf<double>&,
                      const MatrixOf<double>*, BlockPass<double>&);
template void backward(const Block<float>&, const AttentionShape&, const AttentionShape&, BlockPass<float>&,
                       const MatrixOf<float>*, Block<float>&, MatrixOf<float>&, MatrixOf<float>*);
template void backward(const Block<double>&, const AttentionShape&, const AttentionShape&, BlockPass<double>&,
                       const MatrixOf<double>*, Block<double>&, MatrixOf<double>&, MatrixOf<double>*);

} // namespace learning
