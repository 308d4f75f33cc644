// Named tensors as the inputs of a pass, and a pass as named tensors.
#include "base/input_error.h"
#include "model/tensor_file.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace model {

using attention::Quantity;
using attention::Trace;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;

namespace {

using Shape = std::vector<std::int64_t>;

constexpr std::array input_names = {"x",   "memory", "w_q", "w_k", "w_v",  "w_o",
                                    "b_q", "b_k",    "b_v", "b_o", "mask", "key_padding"};
/// The results that `trace` writes beside the inputs: accepted when reading, but recomputed.
constexpr std::array result_names = {"q",      "k",       "v",     "scores", "scaled",
                                     "masked", "weights", "heads", "concat", "output"};

/// Looks up tensors by name and checks their shapes; remembers the file's name for messages.
class PassReader {
public:
    PassReader(const Tensors& tensors, std::string where) : tensors_(tensors), where_(std::move(where)) {}

    PassInputs read(Index heads) const {
        refuse_unknown_names();
        PassInputs pass;
        pass.layer.heads = heads;
        read_inputs(pass);
        read_weights(pass);
        read_biases(pass);
        read_masks(pass);
        return pass;
    }

private:
    [[noreturn]] void refuse(const std::string& name, const std::string& what,
                             const std::string& hint) const {
        throw InputError(where_ + ", tensor " + name, what, hint);
    }

    void refuse_unknown_names() const {
        std::string names;
        for (const char* name : input_names)
            names += (names.empty() ? "" : ", ") + std::string(name);
        for (const auto& [name, tensor] : tensors_)
            if (std::ranges::find(input_names, name) == input_names.end() &&
                std::ranges::find(result_names, name) == result_names.end())
                refuse(name, "the name is not known", "the names are: " + names);
    }

    /// The tensor, or null if it is absent.
    const Tensor* find(const std::string& name) const {
        const auto found = tensors_.find(name);
        return found == tensors_.end() ? nullptr : &found->second;
    }

    const Tensor& get(const std::string& name) const {
        const Tensor* tensor = find(name);
        if (!tensor) refuse(name, "it is missing", "the file must hold x, w_q, w_k and w_v");
        return *tensor;
    }

    [[noreturn]] void refuse_shape(const std::string& name, const Tensor& tensor,
                                   const std::string& expected) const {
        refuse(name, "shape " + shape_text(tensor.shape) + ", expected " + expected,
               "rows are tokens: the program computes x·W");
    }

    /// Expects exactly this shape, given as `symbols` in messages; −1 stands for any size from 1.
    const Tensor& expect(const std::string& name, const Tensor& tensor, const Shape& shape,
                         const std::string& symbols) const {
        bool fits = tensor.shape.size() == shape.size();
        for (std::size_t i = 0; fits && i < shape.size(); ++i)
            fits = shape[i] < 0 ? tensor.shape[i] > 0 : tensor.shape[i] == shape[i];
        if (fits) return tensor;
        const bool free = std::find(shape.begin(), shape.end(), -1) != shape.end();
        refuse_shape(name, tensor, free ? symbols : shape_text(shape) + " for " + symbols);
    }

    static Matrix matrix(const Tensor& tensor, std::int64_t rows, std::int64_t columns,
                         std::int64_t item = 0) {
        return Eigen::Map<const Matrix>(tensor.values.data() + item * rows * columns, rows, columns);
    }

    /// x (n, d) or (batch, n, d); memory likewise, or (m, d) shared by all items of a batch.
    void read_inputs(PassInputs& pass) const {
        const Tensor& x = get("x");
        pass.batched = x.shape.size() == 3;
        expect("x", x, pass.batched ? Shape{-1, -1, -1} : Shape{-1, -1},
               "(n, d) or (batch, n, d), no size 0");
        const std::int64_t batch = pass.batched ? x.shape[0] : 1;
        const std::int64_t n = x.shape[x.shape.size() - 2], d = x.shape.back();
        const Tensor* memory = find("memory");
        const bool memory_batched = memory && pass.batched && memory->shape.size() == 3;
        if (memory && memory_batched) expect_memory(*memory, {batch, -1, d});
        if (memory && !memory_batched) expect_memory(*memory, {-1, d});
        for (std::int64_t i = 0; i < batch; ++i) {
            attention::Input input;
            input.x = matrix(x, n, d, i);
            if (memory)
                input.memory =
                    matrix(*memory, memory->shape[memory->shape.size() - 2], d, memory_batched ? i : 0);
            pass.items.push_back(std::move(input));
        }
    }

    void expect_memory(const Tensor& memory, const Shape& shape) const {
        const std::string d = std::to_string(shape.back());
        expect("memory", memory, shape,
               shape.size() == 3 ? "(" + std::to_string(shape[0]) + ", m, " + d + ") as in x"
                                 : "(m, " + d + ") as in x");
    }

    /// w_q, w_k (d, h·d_k), w_v (d, h·d_v), w_o (h·d_v, d_out).
    void read_weights(PassInputs& pass) const {
        attention::Layer& layer = pass.layer;
        const std::int64_t d = pass.items.front().x.cols();
        const std::string rows = "(" + std::to_string(d) + ", ";
        const Tensor& w_q = expect("w_q", get("w_q"), {d, -1}, rows + "h·d_k) as in x");
        const Tensor& w_k = expect("w_k", get("w_k"), {d, w_q.shape[1]}, "(d, h·d_k) as in w_q");
        const Tensor& w_v = expect("w_v", get("w_v"), {d, -1}, rows + "h·d_v) as in x");
        require_heads("w_q", w_q.shape[1], layer.heads);
        require_heads("w_v", w_v.shape[1], layer.heads);
        layer.w_q = matrix(w_q, d, w_q.shape[1]);
        layer.w_k = matrix(w_k, d, w_k.shape[1]);
        layer.w_v = matrix(w_v, d, w_v.shape[1]);
        const Tensor* w_o = find("w_o");
        if (!w_o) return;
        expect("w_o", *w_o, {w_v.shape[1], -1}, "(" + std::to_string(w_v.shape[1]) + ", d_out) as in w_v");
        layer.w_o = matrix(*w_o, w_o->shape[0], w_o->shape[1]);
    }

    void require_heads(const std::string& name, std::int64_t columns, Index heads) const {
        if (heads < 1)
            throw InputError("--heads", std::to_string(heads) + " is out of range", "choose a number from 1");
        if (columns % heads != 0)
            refuse(name,
                   std::to_string(columns) + " columns do not divide by " + std::to_string(heads) + " heads",
                   "choose heads that divide it: every head has the same width");
    }

    void read_biases(PassInputs& pass) const {
        attention::Layer& layer = pass.layer;
        layer.b_q = bias("b_q", layer.w_q.cols(), "w_q");
        layer.b_k = bias("b_k", layer.w_k.cols(), "w_k");
        layer.b_v = bias("b_v", layer.w_v.cols(), "w_v");
        if (find("b_o") && layer.w_o.size() == 0)
            refuse("b_o", "there is no w_o that it belongs to", "add w_o (h·d_v, d_out), or leave b_o out");
        layer.b_o = bias("b_o", layer.w_o.cols(), "w_o");
    }

    RowVector bias(const std::string& name, Index size, const std::string& weights) const {
        const Tensor* tensor = find(name);
        if (!tensor) return {};
        expect(name, *tensor, {size}, "the columns of " + weights);
        return Eigen::Map<const RowVector>(tensor->values.data(), size);
    }

    /// mask (n, m) and key_padding (m), of ones and zeros.
    void read_masks(PassInputs& pass) const {
        const attention::Input& input = pass.items.front();
        const Index n = input.x.rows(), m = input.is_cross() ? input.memory.rows() : n;
        if (const Tensor* mask = find("mask")) {
            expect("mask", *mask, {n, m}, "(n, m)");
            require_ones_and_zeros("mask", *mask);
            pass.mask.given = matrix(*mask, n, m).array() > 0;
        }
        if (const Tensor* padding = find("key_padding")) {
            expect("key_padding", *padding, {m}, "the m keys");
            require_ones_and_zeros("key_padding", *padding);
            for (const float value : padding->values)
                pass.mask.key_padding.push_back(value > 0 ? 1 : 0);
        }
    }

    void require_ones_and_zeros(const std::string& name, const Tensor& tensor) const {
        for (const float value : tensor.values)
            if (value != 0 && value != 1)
                refuse(name, "it holds " + std::to_string(value) + ", expected only 1 and 0",
                       name == "mask" ? "1 = may attend, 0 = may not" : "1 = real token, 0 = padding");
    }

    const Tensors& tensors_;
    std::string where_;
};

} // namespace

PassInputs pass_inputs_from(const Tensors& tensors, Index heads, const std::string& where) {
    return PassReader(tensors, where).read(heads);
}

// The way back: from a pass to named tensors.

namespace {

/// Appends matrices to a tensor whose last two dimensions are those of a matrix.
class TensorStack {
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
    TensorStack stack;
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
    TensorStack stack;
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
        TensorStack stack;
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
