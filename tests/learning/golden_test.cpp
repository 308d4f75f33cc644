// Losses, gradients and steps against PyTorch: tests/golden/make_golden.py wrote the numbers, in double
// precision.

#include "close.h"
#include "learning/adam.h"
#include "learning/layers.h"
#include "learning/recurrent_network.h"
#include "learning/transformer_network.h"
#include "model/tensor_file.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <string>
#include <type_traits>
#include <vector>

using namespace learning;

namespace {

/// The tensors of one file as matrices: the last dimension in the columns.
class Golden {
public:
    explicit Golden(const std::string& name)
        : tensors_(model::read_tensors(source_folder() / "tests" / "golden" / "learning" /
                                       (name + ".safetensors"))) {}

    base::Matrix operator[](const std::string& name) const {
        const model::Tensor& tensor = tensors_.at(name);
        const Index columns = tensor.shape.empty() ? 1 : tensor.shape.back();
        return Eigen::Map<const base::Matrix>(tensor.values.data(), tensor.size() / columns, columns);
    }
    template <class T>
    MatrixOf<T> matrix(const std::string& name) const {
        return (*this)[name].cast<T>();
    }
    std::vector<int> integers(const std::string& name) const {
        const std::vector<float>& values = tensors_.at(name).values;
        return {values.begin(), values.end()};
    }
    template <class T>
    Linear<T> linear(const std::string& layer, const std::string& name) const {
        return {matrix<T>(layer + "_w_" + name), matrix<T>(layer + "_b_" + name)};
    }
    template <class T>
    LayerNorm<T> norm(const std::string& layer) const {
        return {matrix<T>(layer + "_gain"), matrix<T>(layer + "_shift")};
    }
    template <class T>
    model::AttentionBlock<T> attention(const std::string& layer) const {
        return {norm<T>(layer), linear<T>(layer, "q"), linear<T>(layer, "k"), linear<T>(layer, "v"),
                linear<T>(layer, "o")};
    }
    /// With `g_` before each name: the gradients.
    template <class T>
    model::Block<T> decoder(const std::string& g = "") const {
        return {attention<T>(g + "self"), attention<T>(g + "cross"), norm<T>(g + "mlp"),
                linear<T>(g + "mlp", "1"), linear<T>(g + "mlp", "2")};
    }
    template <class T>
    RecurrentWeights<T> recurrent(const std::string& g = "") const {
        const Cell cell = tensors_.count("start_cell") > 0 ? Cell::lstm : Cell::rnn;
        return {cell, matrix<T>(g + "w_ih"), matrix<T>(g + "w_hh"), matrix<T>(g + "b_ih"),
                matrix<T>(g + "b_hh")};
    }

private:
    model::Tensors tensors_;
};

/// Floats to some roundings, doubles to one of the floats in the file. The gradient of b_K is 0 (softmax does
/// not see what is added to a whole row of scores), so of it both sides have nothing but the roundings of the
/// rest.
template <class A>
make::Agreement is_close(const A& found, const base::Matrix& expected) {
    constexpr bool floats = std::is_same_v<typename A::Scalar, float>;
    return make::is_close(found, expected, {floats ? 1e-7 : 1e-15, floats ? 1e-5 : 2e-7});
}

/// The bias of keys adds the same to all scores of a query, which softmax takes away again: zero but for
/// rounding, here and in PyTorch.
template <class T, class A>
make::Agreement has_no_gradient(const A& bias_of_keys) {
    return make::is_zero(bias_of_keys, std::is_same_v<T, float> ? 1e-6 : 1e-14);
}

template <class T>
void check(const Linear<T>& found, const Linear<float>& expected) {
    CHECK(is_close(found.w, expected.w));
    CHECK(is_close(found.b, expected.b));
}
template <class T>
void check(const LayerNorm<T>& found, const LayerNorm<float>& expected) {
    CHECK(is_close(found.gain, expected.gain));
    CHECK(is_close(found.shift, expected.shift));
}
template <class T>
void check(const model::AttentionBlock<T>& found, const model::AttentionBlock<float>& expected) {
    check(found.norm, expected.norm);
    check(found.q, expected.q);
    CHECK(is_close(found.k.w, expected.k.w));
    CHECK(has_no_gradient<T>(found.k.b));
    check(found.v, expected.v);
    check(found.o, expected.o);
}
template <class T>
void check(const model::Block<T>& found, const model::Block<float>& expected) {
    check(found.self, expected.self);
    check(found.cross, expected.cross);
    check(found.mlp_norm, expected.mlp_norm);
    check(found.mlp_1, expected.mlp_1);
    check(found.mlp_2, expected.mlp_2);
}
template <class T>
void check(const RecurrentWeights<T>& found, const RecurrentWeights<float>& expected) {
    CHECK(is_close(found.w_ih, expected.w_ih));
    CHECK(is_close(found.w_hh, expected.w_hh));
    CHECK(is_close(found.b_ih, expected.b_ih));
    CHECK(is_close(found.b_hh, expected.b_hh));
}

/// A mask per item: causal or not, and the 1s of `real`.
std::vector<attention::Mask> masks(bool causal, const base::Matrix& real) {
    std::vector<attention::Mask> result;
    for (const auto& row : real.rowwise()) {
        result.push_back({.causal = causal});
        for (const float number : row)
            result.back().key_padding.push_back(number != 0);
    }
    return result;
}

Index whole(float number) {
    return static_cast<Index>(number);
}

/// Gradients start at 0, in the shapes of the parameters.
template <class... M>
void clear(M&... gradients) {
    (gradients.setZero(), ...);
}
template <class T>
void clear(model::AttentionBlock<T>& g) {
    clear(g.norm.gain, g.norm.shift, g.q.w, g.q.b, g.k.w, g.k.b, g.v.w, g.v.b, g.o.w, g.o.b);
}
template <class T>
model::Block<T> zeros_like(model::Block<T> g) {
    clear(g.self);
    clear(g.cross);
    clear(g.mlp_norm.gain, g.mlp_norm.shift, g.mlp_1.w, g.mlp_1.b, g.mlp_2.w, g.mlp_2.b);
    return g;
}
template <class T>
RecurrentWeights<T> zeros_like(RecurrentWeights<T> g) {
    clear(g.w_ih, g.w_hh, g.b_ih, g.b_hh);
    return g;
}

} // namespace

TEST_CASE_TEMPLATE("a decoder from words to loss and back is PyTorch's, every gradient of it", T, float,
                   double) {
    const Golden golden("decoder");
    const model::Block<T> f = golden.decoder<T>();
    const MatrixOf<T> table = golden.matrix<T>("table"), memory = golden.matrix<T>("memory");
    const std::vector<attention::Mask> self_masks = masks(true, golden["real"]),
                                       cross_masks = masks(false, golden["memory_real"]);
    const AttentionShape self{.items = 3, .heads = 2, .divisor = 2, .masks = self_masks};
    const AttentionShape cross{.items = 3, .heads = 2, .divisor = 2, .masks = cross_masks};

    MatrixOf<T> x, logits(15, table.rows());
    BlockPass<T> pass;
    CrossEntropy<T> result;
    embedding(table, golden.integers("ids"), 2, x);
    forward(f, self, cross, x, &memory, pass);
    multiply_transposed(x, table, logits);
    cross_entropy(logits, golden.integers("targets"), result);
    CHECK(is_close(x, golden["y"]));
    CHECK(result.loss == make::about(golden["loss"](0, 0)).share(1e-6));

    model::Block<T> g_f = zeros_like(f);
    MatrixOf<T> g_table = 0 * table, g_memory = 0 * memory, g(15, table.cols());
    multiply(result.g_logits, table, g);
    transposed_multiply(result.g_logits, x, g_table, 1, Add::yes);
    backward(f, self, cross, pass, &memory, g_f, g, &g_memory);
    embedding_backward(golden.integers("ids"), 2, g, g_table);
    check(g_f, golden.decoder<float>("g_"));
    CHECK(is_close(g_table, golden["g_table"]));
    CHECK(is_close(g_memory, golden["g_memory"]));
}

TEST_CASE("a transformer of two layers, asked and hinted, has PyTorch's answers, losses and gradients") {
    const Golden golden("transformer");
    const base::Matrix lengths = golden["lengths"], asked = golden["asked"], answers = golden["answers"],
                       wanted = golden["wanted"], edges = golden["edges"];
    const std::vector<int> ids = golden.integers("ids");
    std::vector<Example> examples(3);
    for (std::size_t b = 0; b < 3; ++b)
        examples[b].source.assign(ids.begin() + static_cast<std::ptrdiff_t>(5 * b),
                                  ids.begin() + static_cast<std::ptrdiff_t>(5 * b) +
                                      whole(lengths(0, static_cast<Index>(b))));
    for (Index i = 0; i < asked.rows(); ++i)
        examples[static_cast<std::size_t>(asked(i, 0))].asked.push_back(
            {0, whole(asked(i, 1)), whole(answers(0, i))});
    for (const auto& row : wanted.rowwise())
        examples[static_cast<std::size_t>(row(1))].wanted.push_back(
            {whole(row(0)), whole(row(2)), whole(row(3))});
    std::vector<Edge> relations;
    for (const auto& row : edges.rowwise())
        relations.push_back({"", whole(row(0)), whole(row(1))});

    model::Transformer made =
        model::empty_transformer({.source_words = 11, .width = 8, .layers = 2, .heads = 2, .mlp_width = 12});
    model::visit_parameters(made, [&](const std::string& name, Index rows, Index columns, float* at) {
        Eigen::Map<base::Matrix>(at, rows, columns) = golden[name];
    });
    TransformerNetwork network(std::move(made));
    const Batch batch = batch_of(examples, false);
    CHECK(is_close(network.answer(batch), golden["probabilities"]));
    const Loss loss = network.learn(batch, {relations, 0.1F});
    CHECK(loss.answers == make::about(golden["loss"](0, 0)).share(1e-5));
    CHECK(loss.hint == make::about(golden["hint"](0, 0)).share(1e-5));
    for (const Parameter<float>& parameter : network.parameters()) {
        CAPTURE(parameter.name);
        const base::Matrix expected = golden["g_" + parameter.name];
        REQUIRE(expected.size() == parameter.size);
        const Eigen::Map<const base::Matrix> found(parameter.gradient, expected.rows(), expected.cols());
        if (parameter.name.ends_with(".b_k"))
            CHECK(has_no_gradient<float>(found));
        else
            CHECK(is_close(base::Matrix(found), expected));
    }
}

TEST_CASE_TEMPLATE("an RNN and an LSTM go forward and back through time as PyTorch's do", T, float, double) {
    for (const std::string name : {"rnn", "lstm"}) {
        CAPTURE(name);
        const Golden golden(name);
        const Index items = 3;
        const RecurrentWeights<T> w = golden.recurrent<T>();
        const MatrixOf<T> x = golden.matrix<T>("x");
        RecurrentState<T> start{golden.matrix<T>("start_hidden"), {}}, g_last;
        if (w.cell == Cell::lstm) {
            start.cell = golden.matrix<T>("start_cell");
            g_last.cell = golden.matrix<T>("g_last_cell");
        }
        RecurrentRun<T> run;
        recurrent_layer(w, x, items, start, run);
        CHECK(is_close(run.words(items), golden["hidden"]));

        RecurrentWeights<T> g = zeros_like(w);
        RecurrentGradients<T> result;
        recurrent_backward(w, x, items, run, golden.matrix<T>("g_hidden"), g_last, g, result);
        check(g, golden.recurrent<float>("g_"));
        CHECK(is_close(result.g_x, golden["g_x"]));
        CHECK(is_close(result.g_start.hidden, golden["g_start_hidden"]));
        if (w.cell == Cell::lstm) CHECK(is_close(result.g_start.cell, golden["g_start_cell"]));
    }
}

TEST_CASE_TEMPLATE("steps of Adam, some of them clipped, are PyTorch's", T, float, double) {
    const Golden golden("adam");
    const AdamOptions options{.beta_1 = 0.75, .beta_2 = 0.96875, .epsilon = std::exp2(-20), .max_norm = 3};
    MatrixOf<T> w = golden.matrix<T>("w_0"), b = golden.matrix<T>("b_0"), g_w = w, g_b = b;
    const base::Matrix rates = golden["rates"], norms = golden["norms"];
    AdamState<T> state;
    for (Index step = 0; step < rates.size(); ++step) {
        const std::string number = "_" + std::to_string(step + 1);
        g_w = golden.matrix<T>("g_w" + number), g_b = golden.matrix<T>("g_b" + number);
        const std::vector<Parameter<T>> parameters = {parameter("w", w, g_w), parameter("b", b, g_b)};
        const double norm = adam_step<T>(parameters, options, static_cast<double>(rates(0, step)), state);
        CHECK(norm == make::about(norms(0, step)).share(1e-6));
        CHECK(is_close(w, golden["w" + number]));
        CHECK(is_close(b, golden["b" + number]));
    }
    CHECK(make::smallest(norms) < 3);
    CHECK(make::largest(norms) > 3);
}
