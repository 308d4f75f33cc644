#include "learning/transformer_network.h"

#include "attention/layer.h"
#include "learning/layers.h"

#include <cassert>
#include <cmath>

namespace learning {

// A block.

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

// The network.

namespace {

/// Where an attention weight is in AttentionBlockPass::attended.
struct WeightAt {
    Index row, column;
};
WeightAt weight_at(const BatchWanted& wanted, Index head, Index heads, Index queries) {
    return {(wanted.item * heads + head) * queries + wanted.wanted.from, wanted.wanted.to};
}

const std::vector<attention::Mask> causal_mask{attention::Mask{.causal = true}};

} // namespace

TransformerNetwork::TransformerNetwork(model::Transformer transformer)
    : model_(std::move(transformer)), gradient_(model::empty_transformer(model_.sizes)) {
    std::vector<float*> gradients;
    model::visit_parameters(
        gradient_, [&](const std::string&, Index, Index, float* numbers) { gradients.push_back(numbers); });
    model::visit_parameters(model_, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        parameters_.push_back({name, numbers, gradients[parameters_.size()], rows * columns});
    });
    encoder_.blocks.resize(model_.encoder.blocks.size());
    decoder_.blocks.resize(model_.decoder.blocks.size());
}

TransformerNetwork::Shapes TransformerNetwork::shapes(const Batch& batch, bool is_decoder) const {
    const model::TransformerSizes& sizes = model_.sizes;
    const auto shape = [&](Index heads, std::span<const attention::Mask> masks,
                           const std::optional<attention::Rotary>& rotary = {}) {
        const double d_k = static_cast<double>(sizes.width / heads);
        return AttentionShape{.items = batch.items,
                              .heads = heads,
                              .divisor = sizes.scaled ? std::sqrt(d_k) : 1,
                              .masks = masks,
                              .rotary = rotary};
    };
    if (is_decoder)
        return {shape(sizes.heads, causal_mask, sizes.rotary()),
                shape(sizes.cross_heads, batch.memory_masks)};
    return {shape(sizes.heads, batch.source_masks, sizes.rotary()), {}};
}

void TransformerNetwork::forward(const model::Stack& f, const std::vector<int>& ids, Index length,
                                 const Shapes& shapes, const MatrixOf<float>* memory, StackPass& pass) const {
    embedding(f.embedding, ids, model_.sizes.embedding_factor(), pass.x);
    assert(f.positions.rows() == 0 || f.positions.rows() >= length);
    if (model_.sizes.positions() != model::Positions::rotary) {
        const MatrixOf<float> positions = f.positions.rows() > 0
                                              ? MatrixOf<float>(f.positions.topRows(length))
                                              : attention::sinusoidal_positions(length, model_.sizes.width);
        for (Index item = 0; item < shapes.self.items; ++item)
            pass.x.middleRows(item * length, length) += positions;
    }
    for (std::size_t i = 0; i < f.blocks.size(); ++i)
        learning::forward(f.blocks[i], shapes.self, shapes.cross, pass.x, memory, pass.blocks[i]);
    layer_norm(f.norm, pass.x, pass.output, pass.normalised);
}

void TransformerNetwork::backward(const model::Stack& f, const std::vector<int>& ids, Index length,
                                  const Shapes& shapes, const MatrixOf<float>* memory, StackPass& pass,
                                  model::Stack& g_f, const MatrixOf<float>& g_y,
                                  MatrixOf<float>* g_memory) const {
    layer_norm_backward(f.norm, pass.normalised, g_y, g_f.norm, pass.g);
    for (std::size_t i = f.blocks.size(); i-- > 0;)
        learning::backward(f.blocks[i], shapes.self, shapes.cross, pass.blocks[i], memory, g_f.blocks[i],
                           pass.g, g_memory);
    if (f.positions.rows() > 0)
        for (Index item = 0; item < shapes.self.items; ++item)
            g_f.positions.topRows(length) += pass.g.middleRows(item * length, length);
    embedding_backward(ids, model_.sizes.embedding_factor(), pass.g, g_f.embedding);
}

void TransformerNetwork::forward(const Batch& batch) {
    const bool has_decoder = model_.sizes.has_decoder();
    forward(model_.encoder, batch.source, batch.n, shapes(batch, false), nullptr, encoder_);
    if (has_decoder)
        forward(model_.decoder, batch.target, batch.m, shapes(batch, true), &encoder_.output, decoder_);
    std::vector<Index> rows;
    rows.reserve(batch.asked.size());
    for (const BatchAsked& asked : batch.asked)
        rows.push_back(asked.item * (has_decoder ? batch.m : batch.n) + asked.asked.position);
    readout_.forward(readout(), batch, rows, has_decoder ? decoder_.output : encoder_.output);
}

Loss TransformerNetwork::learn(const Batch& batch, const Hint& hint) {
    clear_gradients<float>(parameters_);
    forward(batch);
    Loss loss = readout_.loss(batch);
    loss.hint = take_hint(batch, hint);
    const bool has_decoder = model_.sizes.has_decoder();
    model::Stack& g_answering = has_decoder ? gradient_.decoder : gradient_.encoder;
    readout_.backward(readout(), {gradient_.readout, model_.sizes.tied ? &g_answering.embedding : nullptr},
                      g_states_);
    if (has_decoder) {
        g_memory_ = MatrixOf<float>::Zero(encoder_.output.rows(), encoder_.output.cols());
        backward(model_.decoder, batch.target, batch.m, shapes(batch, true), &encoder_.output, decoder_,
                 gradient_.decoder, g_states_, &g_memory_);
    }
    backward(model_.encoder, batch.source, batch.n, shapes(batch, false), nullptr, encoder_,
             gradient_.encoder, has_decoder ? g_memory_ : g_states_, nullptr);
    return loss;
}

const MatrixOf<float>& TransformerNetwork::answer(const Batch& batch) {
    forward(batch);
    return readout_.probabilities();
}

Readout TransformerNetwork::readout() {
    model::Stack& answering = model_.sizes.has_decoder() ? model_.decoder : model_.encoder;
    return {model_.readout, model_.sizes.tied ? &answering.embedding : nullptr};
}

const AttentionBlockPass<float>& TransformerNetwork::pass_of(const Edge& edge) const {
    const StackPass& stack = edge.cross ? decoder_ : encoder_;
    const BlockPass<float>& block = stack.blocks[static_cast<std::size_t>(edge.layer)];
    return edge.cross ? block.cross : block.self;
}

AttentionBlockPass<float>& TransformerNetwork::pass_of(const Edge& edge) {
    return const_cast<AttentionBlockPass<float>&>(std::as_const(*this).pass_of(edge));
}

// hint = −λ/c · Σ log a over the c wanted cells of an edge, so ∂hint/∂a = −λ/(c·a); where several keys serve,
// a is their sum.
double TransformerNetwork::take_hint(const Batch& batch, const Hint& hint) {
    for (StackPass* stack : {&encoder_, &decoder_})
        for (BlockPass<float>& block : stack->blocks) {
            block.self.g_weights.resize(0, 0);
            block.cross.g_weights.resize(0, 0);
        }
    if (hint.weight == 0) return 0;
    constexpr float least = 1e-6F; // a weight of 0 has no logarithm, and no gradient through its score
    double total = 0;
    for (std::size_t e = 0; e < hint.edges.size(); ++e) {
        const Edge& edge = hint.edges[e];
        AttentionBlockPass<float>& pass = pass_of(edge);
        const MatrixOf<float>& a = pass.attended.weights;
        if (pass.g_weights.rows() == 0) pass.g_weights = MatrixOf<float>::Zero(a.rows(), a.cols());
        const Index heads = edge.cross ? model_.sizes.cross_heads : model_.sizes.heads;
        const Index queries = edge.cross ? batch.m : batch.n;
        Index count = 0;
        for (const BatchWanted& wanted : batch.wanted)
            count += wanted.wanted.edge == static_cast<Index>(e);
        for (const BatchWanted& wanted : batch.wanted) {
            if (wanted.wanted.edge != static_cast<Index>(e)) continue;
            const auto [row, column] = weight_at(wanted, edge.head, heads, queries);
            float sum = a(row, column);
            for (const Index other : wanted.wanted.also)
                sum += a(row, other);
            const float weight = std::max(sum, least), share = hint.weight / static_cast<float>(count);
            total -= share * std::log(weight);
            pass.g_weights(row, column) -= share / weight;
            for (const Index other : wanted.wanted.also)
                pass.g_weights(row, other) -= share / weight;
        }
    }
    return total;
}

std::vector<std::vector<float>> TransformerNetwork::wanted_weights(const Batch& batch,
                                                                   std::span<const Edge> edges) const {
    std::vector<std::vector<float>> weights;
    for (const BatchWanted& wanted : batch.wanted) {
        const Edge& edge = edges[static_cast<std::size_t>(wanted.wanted.edge)];
        const Index heads = edge.cross ? model_.sizes.cross_heads : model_.sizes.heads;
        weights.emplace_back();
        for (Index head = 0; head < heads; ++head) {
            const auto [row, column] = weight_at(wanted, head, heads, edge.cross ? batch.m : batch.n);
            const MatrixOf<float>& a = pass_of(edge).attended.weights;
            weights.back().push_back(a(row, column));
            for (const Index other : wanted.wanted.also)
                weights.back().back() += a(row, other);
        }
    }
    return weights;
}

} // namespace learning
