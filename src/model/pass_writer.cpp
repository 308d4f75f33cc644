// A pass as named tensors.
#include "model/pass_tensors.h"

#include <algorithm>

namespace model {

using attention::Quantity;
using attention::Trace;
using base::BoolMatrix;
using base::Index;
using base::Matrix;
using base::RowVector;

Index matrices_of(Quantity quantity, const attention::Layer& layer) {
    if (!attention::is_per_head(quantity)) return 1;
    return attention::is_of_key_heads(quantity) ? layer.key_heads() : layer.heads;
}

Index head_with(Index i, Quantity quantity, const attention::Layer& layer) {
    return i * layer.heads / matrices_of(quantity, layer);
}

namespace {

using Dims = std::vector<std::int64_t>;

/// Appends matrices to a tensor whose last two dimensions are those of a matrix.
class TensorStack {
public:
    void add(const Matrix& matrix) {
        rows_ = matrix.rows();
        columns_ = matrix.cols();
        values_.insert(values_.end(), matrix.data(), matrix.data() + matrix.size());
    }

    Tensor tensor(Dims front) {
        front.insert(front.end(), {rows_, columns_});
        return {std::move(front), std::move(values_)};
    }

private:
    std::int64_t rows_ = 0, columns_ = 0;
    std::vector<float> values_;
};

Tensor tensor_of(const Matrix& matrix) {
    TensorStack stack;
    stack.add(matrix);
    return stack.tensor({});
}

Tensor tensor_of(const RowVector& numbers) {
    return {{numbers.size()}, {numbers.begin(), numbers.end()}};
}

/// The heads' own matrices side by side, as one layer holds them: (d_model, h·width), or h_kv·width.
Matrix side_by_side(const Trace& t, Quantity quantity) {
    const Matrix& first = t.matrix(quantity, 0);
    const Index count = matrices_of(quantity, *t.layer);
    Matrix all(first.rows(), count * first.cols());
    for (Index i = 0; i < count; ++i)
        all.middleCols(i * first.cols(), first.cols()) = t.matrix(quantity, head_with(i, quantity, *t.layer));
    return all;
}

/// The matrices of every item, one below the other: (n, d), or (h, n, d) for a quantity of heads; with a
/// batch (batch, …) in front.
Tensor stacked(const std::vector<Trace>& traces, bool batched, Quantity quantity) {
    const attention::Layer& layer = *traces.front().layer;
    const Index count = matrices_of(quantity, layer);
    TensorStack stack;
    for (const Trace& t : traces)
        for (Index i = 0; i < count; ++i)
            stack.add(t.matrix(quantity, head_with(i, quantity, layer)));
    Dims front;
    if (batched) front.push_back(static_cast<std::int64_t>(traces.size()));
    if (attention::is_per_head(quantity)) front.push_back(count);
    return stack.tensor(std::move(front));
}

/// Past keys or values (p, h_kv·width) as (h_kv, p, width), with a batch in front.
Tensor past_of(const std::vector<Trace>& traces, bool batched, Matrix attention::Input::*past) {
    const Index count = traces.front().layer->key_heads();
    TensorStack stack;
    for (const Trace& t : traces) {
        const Matrix& all = t.input.*past;
        const Index width = all.cols() / count;
        for (Index i = 0; i < count; ++i)
            stack.add(all.middleCols(i * width, width));
    }
    Dims front;
    if (batched) front.push_back(static_cast<std::int64_t>(traces.size()));
    front.push_back(count);
    return stack.tensor(std::move(front));
}

// Masks and biases: (n, m) where one is enough, or with the dimensions in front in which they differ.

/// What the mask lets a query see; everything where there is none.
BoolMatrix allowed_of(const Trace& t) {
    return t.allowed.rows() > 0 ? t.allowed : BoolMatrix::Constant(t.n(), t.m(), true);
}

void add_mask(const std::vector<Trace>& traces, Tensors& tensors) {
    if (std::ranges::none_of(traces, [](const Trace& t) { return t.allowed.rows() > 0; })) return;
    const bool differ =
        std::ranges::any_of(traces, [&](const Trace& t) { return allowed_of(t) != allowed_of(traces[0]); });
    TensorStack stack;
    for (std::size_t i = 0; i < (differ ? traces.size() : 1); ++i)
        stack.add(allowed_of(traces[i]).cast<float>());
    Tensor mask = stack.tensor(differ ? Dims{static_cast<std::int64_t>(traces.size()), 1} : Dims{});
    mask.is_real = false;
    tensors.emplace("mask", std::move(mask));
}

/// The given part of a head's bias; zeros where there is none.
Matrix given_bias(const Trace& t, Index head) {
    const std::vector<Matrix>& given = t.options.bias.given;
    if (given.empty()) return Matrix::Zero(t.n(), t.m());
    return given[given.size() == 1 ? 0 : static_cast<std::size_t>(head)];
}

void add_bias(const std::vector<Trace>& traces, Tensors& tensors) {
    std::size_t heads = 0;
    for (const Trace& t : traces)
        heads = std::max(heads, t.options.bias.given.size());
    if (heads == 0) return;
    const bool differ = std::ranges::any_of(
        traces, [&](const Trace& t) { return t.options.bias.given != traces[0].options.bias.given; });
    TensorStack stack;
    for (std::size_t i = 0; i < (differ ? traces.size() : 1); ++i)
        for (std::size_t head = 0; head < heads; ++head)
            stack.add(given_bias(traces[i], static_cast<Index>(head)));
    Dims front;
    if (differ) front.push_back(static_cast<std::int64_t>(traces.size()));
    if (differ || heads > 1) front.push_back(static_cast<std::int64_t>(heads));
    tensors.emplace("bias", stack.tensor(std::move(front)));
}

} // namespace

Tensors pass_inputs_of(const std::vector<Trace>& traces, bool batched) {
    const Trace& first = traces.front(); // all items share the layer
    const attention::Layer& layer = *first.layer;
    Tensors tensors;
    tensors.emplace("x", stacked(traces, batched, Quantity::x));
    if (first.input.is_cross()) tensors.emplace("memory", stacked(traces, batched, Quantity::memory));
    if (first.input.past() > 0) {
        tensors.emplace("past_k", past_of(traces, batched, &attention::Input::past_k));
        tensors.emplace("past_v", past_of(traces, batched, &attention::Input::past_v));
    }
    tensors.emplace("w_q", tensor_of(side_by_side(first, Quantity::w_q)));
    tensors.emplace("w_k", tensor_of(side_by_side(first, Quantity::w_k)));
    tensors.emplace("w_v", tensor_of(side_by_side(first, Quantity::w_v)));
    if (first.w_o.size() > 0) tensors.emplace("w_o", tensor_of(first.w_o));
    const auto add_row = [&](const char* name, const RowVector& numbers) {
        if (numbers.size() > 0) tensors.emplace(name, tensor_of(numbers));
    };
    add_row("b_q", layer.b_q);
    add_row("b_k", layer.b_k);
    add_row("b_v", layer.b_v);
    add_row("b_o", layer.b_o);
    add_row("q_norm", layer.q_norm);
    add_row("k_norm", layer.k_norm);
    add_row("sink", layer.sink);
    add_mask(traces, tensors);
    add_bias(traces, tensors);
    return tensors;
}

Tensors pass_results_of(const std::vector<Trace>& traces, bool batched) {
    using enum Quantity;
    Tensors tensors;
    for (const Quantity quantity : {q, k, v, Quantity::scores, scaled, masked, weights, concat, output})
        tensors.emplace(attention::key(quantity), stacked(traces, batched, quantity));
    tensors.emplace("heads", stacked(traces, batched, head_output));
    for (const Quantity step :
         {q_normed, k_normed, q_rotated, k_rotated, present_k, present_v, capped, biased})
        if (traces.front().has(step)) tensors.emplace(attention::key(step), stacked(traces, batched, step));
    return tensors;
}

} // namespace model
