// Converts a pass to named tensors: its inputs and its results.
#include "model/tensor_file.h"

#include <cassert>

namespace model {

using attention::Quantity;
using attention::Trace;
using base::Index;
using base::Matrix;
using base::RowVector;

namespace {

using Shape = std::vector<std::int64_t>;

/// Appends matrices to a tensor whose last two dimensions are those of a matrix.
class Stack {
public:
    void add(const Matrix& matrix) {
        rows_ = matrix.rows();
        columns_ = matrix.cols();
        values_.insert(values_.end(), matrix.data(), matrix.data() + matrix.size());
    }

    Tensor tensor(Shape front) {
        front.insert(front.end(), {rows_, columns_});
        return {std::move(front), std::move(values_)};
    }

private:
    std::int64_t rows_ = 0, columns_ = 0;
    std::vector<float> values_;
};

Tensor tensor_of(const Matrix& matrix) {
    Stack stack;
    stack.add(matrix);
    return stack.tensor({});
}

/// The heads' own matrices side by side, as one layer holds them: (d_model, h·width).
Matrix side_by_side(const Trace& t, Quantity quantity) {
    const Matrix& first = t.matrix(quantity, 0);
    Matrix all(first.rows(), t.layer->heads * first.cols());
    for (Index head = 0; head < t.layer->heads; ++head)
        all.middleCols(head * first.cols(), first.cols()) = t.matrix(quantity, head);
    return all;
}

/// One matrix per item: (n, d), or (batch, n, d) for a batch.
Tensor sequences(const std::vector<Trace>& traces, bool batched, Quantity quantity) {
    Stack stack;
    for (const Trace& t : traces)
        stack.add(t.matrix(quantity, 0));
    return stack.tensor(batched ? Shape{static_cast<std::int64_t>(traces.size())} : Shape{});
}

} // namespace

Tensors pass_inputs_of(const std::vector<Trace>& traces, bool batched) {
    const Trace& first = traces.front(); // all items share the layer and the mask
    Tensors tensors;
    tensors.emplace("x", sequences(traces, batched, Quantity::x));
    if (first.input.is_cross()) tensors.emplace("memory", sequences(traces, batched, Quantity::memory));
    tensors.emplace("w_q", tensor_of(side_by_side(first, Quantity::w_q)));
    tensors.emplace("w_k", tensor_of(side_by_side(first, Quantity::w_k)));
    tensors.emplace("w_v", tensor_of(side_by_side(first, Quantity::w_v)));
    if (first.w_o.size() > 0) tensors.emplace("w_o", tensor_of(first.w_o));
    const auto add_bias = [&](const char* name, const RowVector& bias) {
        if (bias.size() > 0) tensors.emplace(name, Tensor{{bias.size()}, {bias.begin(), bias.end()}});
    };
    add_bias("b_q", first.layer->b_q);
    add_bias("b_k", first.layer->b_k);
    add_bias("b_v", first.layer->b_v);
    add_bias("b_o", first.layer->b_o);
    if (first.allowed.size() > 0) tensors.emplace("mask", tensor_of(first.allowed.cast<float>()));
    return tensors;
}

Tensors pass_results_of(const std::vector<Trace>& traces, bool batched) {
    struct Named {
        const char* name;
        Quantity quantity;
    };
    constexpr Named results[] = {{"q", Quantity::q},
                                 {"k", Quantity::k},
                                 {"v", Quantity::v},
                                 {"scores", Quantity::scores},
                                 {"scaled", Quantity::scaled},
                                 {"masked", Quantity::masked},
                                 {"weights", Quantity::weights},
                                 {"heads", Quantity::head_output},
                                 {"concat", Quantity::concat},
                                 {"output", Quantity::output}};
    Tensors tensors;
    for (const auto& [name, quantity] : results) {
        const bool per_head = attention::is_per_head(quantity);
        const Index heads = traces.front().layer->heads;
        Stack stack;
        for (const Trace& t : traces)
            for (Index head = 0; head < (per_head ? heads : 1); ++head)
                stack.add(t.matrix(quantity, head));
        Shape front;
        if (batched) front.push_back(static_cast<std::int64_t>(traces.size()));
        if (per_head) front.push_back(heads);
        tensors.emplace(name, stack.tensor(std::move(front)));
    }
    return tensors;
}

} // namespace model
