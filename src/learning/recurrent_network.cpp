#include "learning/recurrent_network.h"

#include "learning/layers.h"
#include "model/random.h"

#include <cassert>
#include <cmath>

namespace learning {

// The layer.

namespace {

/// The rows of word t.
template <class M>
auto word(M& m, Index t, Index items) {
    return m.middleRows(t * items, items).array();
}
/// The columns of one gate.
template <class R>
auto gate(R& rows, Index number, Index d) {
    return rows.middleCols(number * d, d);
}

/// σ(x) = (1 + tanh(x/2))/2: unlike 1/(1 + e^−x), without a number that could overflow, and faster.
template <class G>
void sigmoid(G gate) {
    gate = (1 + (gate / 2).tanh()) / 2;
}

/// a_t (items, d) becomes tanh(a_t), which is h_t.
template <class T>
void rnn_step(RecurrentRun<T>& run, Index t, Index items) {
    auto h = word(run.gates, t, items);
    h = h.tanh();
    word(run.hidden, t + 1, items) = h;
}

/// a_t (items, 4·d) becomes i, f, g, o, and gives c_t and h_t.
template <class T>
void lstm_step(RecurrentRun<T>& run, Index t, Index items) {
    const Index d = run.hidden.cols();
    auto gates = word(run.gates, t, items);
    auto i = gate(gates, 0, d), f = gate(gates, 1, d), g = gate(gates, 2, d), o = gate(gates, 3, d);
    sigmoid(i);
    sigmoid(f);
    g = g.tanh();
    sigmoid(o);
    auto c = word(run.cell, t + 1, items);
    auto tanh_c = word(run.tanh_cell, t, items);
    c = f * word(run.cell, t, items) + i * g;
    tanh_c = c.tanh();
    word(run.hidden, t + 1, items) = o * tanh_c;
}

/// The rows of a state that may have none.
template <class T>
MatrixOf<T> or_zeros(const MatrixOf<T>& state, Index items, Index d) {
    assert(state.rows() == 0 || (state.rows() == items && state.cols() == d));
    return state.rows() > 0 ? state : MatrixOf<T>(MatrixOf<T>::Zero(items, d));
}

} // namespace

template <class T>
void recurrent_layer(const RecurrentWeights<T>& weights, const View<T>& x, Index items,
                     const RecurrentState<T>& start, RecurrentRun<T>& run) {
    const Index n = x.rows() / items, d = weights.d();
    const bool is_lstm = weights.cell == Cell::lstm;
    assert(x.rows() == n * items && x.cols() == weights.d_in());
    run.hidden.resize((n + 1) * items, d);
    run.hidden.topRows(items) = or_zeros(start.hidden, items, d);
    run.cell.resize(is_lstm ? (n + 1) * items : 0, d);
    run.tanh_cell.resize(is_lstm ? n * items : 0, d);
    if (is_lstm) run.cell.topRows(items) = or_zeros(start.cell, items, d);
    run.gates.resize(n * items, weights.w_ih.rows());
    run.gates.rowwise() = weights.b_ih + weights.b_hh;
    multiply_transposed(x, weights.w_ih, run.gates, 1, Add::yes);
    for (Index t = 0; t < n; ++t) {
        multiply_transposed(run.hidden.middleRows(t * items, items), weights.w_hh,
                            run.gates.middleRows(t * items, items), 1, Add::yes);
        if (is_lstm)
            lstm_step(run, t, items);
        else
            rnn_step(run, t, items);
    }
}

namespace {

// h = tanh(a), so g_a = g_h ⊙ (1 − h²).
template <class T>
void rnn_step_backward(const RecurrentRun<T>& run, Index t, Index items, RecurrentGradients<T>& result) {
    word(result.g_sums, t, items) =
        result.g_start.hidden.array() * (1 - word(run.hidden, t + 1, items).square());
}

// h = o ⊙ tanh(c), c = f ⊙ c_before + i ⊙ g. First through h into o and c, which already has a gradient from
// the next word; then through c into its terms, and through σ' = σ(1 − σ) and tanh' = 1 − tanh² into the
// sums:
//
//     g_o = g_h ⊙ tanh(c)     g_c += g_h ⊙ o ⊙ (1 − tanh(c)²)
//     g_i = g_c ⊙ g     g_f = g_c ⊙ c_before     g_g = g_c ⊙ i     g_c_before = g_c ⊙ f
template <class T>
void lstm_step_backward(const RecurrentRun<T>& run, Index t, Index items, RecurrentGradients<T>& result) {
    const Index d = run.hidden.cols();
    const auto gates = word(run.gates, t, items);
    const auto i = gate(gates, 0, d), f = gate(gates, 1, d), g = gate(gates, 2, d), o = gate(gates, 3, d);
    const auto tanh_c = word(run.tanh_cell, t, items);
    const auto g_h = result.g_start.hidden.array();
    auto g_c = result.g_start.cell.array();
    auto g_sums = word(result.g_sums, t, items);
    gate(g_sums, 3, d) = g_h * tanh_c * o * (1 - o);
    g_c += g_h * o * (1 - tanh_c.square());
    gate(g_sums, 0, d) = g_c * g * i * (1 - i);
    gate(g_sums, 1, d) = g_c * word(run.cell, t, items) * f * (1 - f);
    gate(g_sums, 2, d) = g_c * i * (1 - g.square());
    g_c *= f;
}

} // namespace

// Word by word from the last. h_t acts on the loss by itself and through the sums of the word after:
//
//     a_t = x_t·W_ihᵀ + b_ih + h_{t−1}·W_hhᵀ + b_hh     g_h_t = g_words_t + g_a_{t+1}·W_hh
//
// and g_a_t follows from g_h_t as above. The weights serve every word, so their gradients are sums over all
// words, which one product of all rows computes:
//
//     g_x = g_a·W_ih     g_W_ih = g_aᵀ·x     g_W_hh = Σ_t g_a_tᵀ·h_{t−1}     g_b_ih = g_b_hh = Σ_rows g_a
template <class T>
void recurrent_backward(const RecurrentWeights<T>& weights, const View<T>& x, Index items,
                        const RecurrentRun<T>& run, const View<T>& g_words, const RecurrentState<T>& g_last,
                        RecurrentWeights<T>& g, RecurrentGradients<T>& result) {
    const Index n = x.rows() / items, d = weights.d();
    const bool is_lstm = weights.cell == Cell::lstm;
    assert(g_words.rows() == x.rows() && g_words.cols() == d);
    MatrixOf<T>& g_h = result.g_start.hidden; // of h_t, on its way back to the start
    g_h = or_zeros(g_last.hidden, items, d);
    result.g_start.cell = or_zeros(g_last.cell, is_lstm ? items : 0, d);
    result.g_sums.resize(x.rows(), weights.w_ih.rows());
    for (Index t = n - 1; t >= 0; --t) {
        g_h += g_words.middleRows(t * items, items);
        if (is_lstm)
            lstm_step_backward(run, t, items, result);
        else
            rnn_step_backward(run, t, items, result);
        multiply(result.g_sums.middleRows(t * items, items), weights.w_hh, g_h);
    }
    result.g_x.resize(x.rows(), x.cols());
    multiply(result.g_sums, weights.w_ih, result.g_x);
    transposed_multiply(result.g_sums, x, g.w_ih, 1, Add::yes);
    transposed_multiply(result.g_sums, run.hidden.topRows(x.rows()), g.w_hh, 1, Add::yes);
    add_rows<T>(result.g_sums, g.b_ih);
    add_rows<T>(result.g_sums, g.b_hh);
}

template void recurrent_layer(const RecurrentWeights<float>&, const View<float>&, Index,
                              const RecurrentState<float>&, RecurrentRun<float>&);
template void recurrent_layer(const RecurrentWeights<double>&, const View<double>&, Index,
                              const RecurrentState<double>&, RecurrentRun<double>&);
template void recurrent_backward(const RecurrentWeights<float>&, const View<float>&, Index,
                                 const RecurrentRun<float>&, const View<float>&, const RecurrentState<float>&,
                                 RecurrentWeights<float>&, RecurrentGradients<float>&);
template void recurrent_backward(const RecurrentWeights<double>&, const View<double>&, Index,
                                 const RecurrentRun<double>&, const View<double>&,
                                 const RecurrentState<double>&, RecurrentWeights<double>&,
                                 RecurrentGradients<double>&);

// The network.

RecurrentModel empty_recurrent_model(Cell cell, Index words, Index width) {
    const Index sums = recurrent::gates(cell) * width;
    RecurrentModel made;
    made.embedding = MatrixOf<float>::Zero(words, width);
    made.layer.cell = cell;
    made.layer.w_ih = made.layer.w_hh = MatrixOf<float>::Zero(sums, width);
    made.layer.b_ih = made.layer.b_hh = RowVectorOf<float>::Zero(sums);
    made.readout = {MatrixOf<float>::Zero(width, words), RowVectorOf<float>::Zero(words)};
    return made;
}

RecurrentModel random_recurrent_model(Cell cell, Index words, Index width, std::uint32_t seed) {
    RecurrentModel made = empty_recurrent_model(cell, words, width);
    model::Random random(seed);
    const float reach = 1 / std::sqrt(static_cast<float>(width));
    visit_parameters(made, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        for (Index i = 0; i < rows * columns; ++i)
            numbers[i] = name == "embedding" ? random.normal() : reach * (2 * random.uniform() - 1);
    });
    return made;
}

void visit_parameters(RecurrentModel& model, const model::VisitParameter& visit) {
    const auto all = [&](const std::string& name, auto& numbers) {
        visit(name, numbers.rows(), numbers.cols(), numbers.data());
    };
    all("embedding", model.embedding);
    all("recurrent.w_ih", model.layer.w_ih);
    all("recurrent.w_hh", model.layer.w_hh);
    all("recurrent.b_ih", model.layer.b_ih);
    all("recurrent.b_hh", model.layer.b_hh);
    all("readout.w", model.readout.w);
    all("readout.b", model.readout.b);
}

RecurrentNetwork::RecurrentNetwork(RecurrentModel model) : model_(std::move(model)) {
    gradient_ = empty_recurrent_model(model_.layer.cell, model_.embedding.rows(), model_.embedding.cols());
    std::vector<float*> gradients;
    visit_parameters(gradient_,
                     [&](const std::string&, Index, Index, float* numbers) { gradients.push_back(numbers); });
    visit_parameters(model_, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        parameters_.push_back({name, numbers, gradients[parameters_.size()], rows * columns});
    });
}

void RecurrentNetwork::forward(const Batch& batch) {
    ids_.resize(batch.source.size());
    for (Index b = 0; b < batch.items; ++b)
        for (Index t = 0; t < batch.n; ++t)
            ids_[static_cast<std::size_t>(t * batch.items + b)] =
                batch.source[static_cast<std::size_t>(b * batch.n + t)];
    embedding(model_.embedding, ids_, 1, x_);
    recurrent_layer(model_.layer, x_, batch.items, {}, run_);
    states_ = run_.words(batch.items);
    std::vector<Index> rows;
    rows.reserve(batch.asked.size());
    for (const BatchAsked& asked : batch.asked)
        rows.push_back(asked.asked.position * batch.items + asked.item);
    readout_.forward({{&model_.readout, 1}}, batch, rows, states_);
}

Loss RecurrentNetwork::learn(const Batch& batch, const Hint&) {
    clear_gradients<float>(parameters_);
    forward(batch);
    const Loss loss = readout_.loss(batch);
    readout_.backward({{&model_.readout, 1}}, {{&gradient_.readout, 1}}, g_states_);
    recurrent_backward(model_.layer, x_, batch.items, run_, g_states_, {}, gradient_.layer, g_);
    embedding_backward(ids_, 1, g_.g_x, gradient_.embedding);
    return loss;
}

const MatrixOf<float>& RecurrentNetwork::answer(const Batch& batch) {
    forward(batch);
    return readout_.probabilities();
}

} // namespace learning
