#pragma once
// An RNN or LSTM in training: the layer forward and back through time, and the network made of it.

#include "learning/layers.h"
#include "learning/network.h"
#include "recurrent/network.h"

namespace learning {

using recurrent::Cell;

// The layer over whole sequences. Its run keeps what the backward pass needs, which recurrent::Network does
// not.

/// The parameters of a layer, or their gradients: recurrent::Weights of any scalar.
template <class T>
struct RecurrentWeights {
    Cell cell = Cell::rnn;
    MatrixOf<T> w_ih;          ///< (gates·d, d_in) gates i, f, g, o of an LSTM stacked
    MatrixOf<T> w_hh;          ///< (gates·d, d)
    RowVectorOf<T> b_ih, b_hh; ///< (gates·d)

    Index d_in() const { return w_ih.cols(); }
    Index d() const { return w_hh.cols(); }
};

/// One row per sequence of the batch. As a gradient, that of the loss with respect to the state.
template <class T>
struct RecurrentState {
    MatrixOf<T> hidden; ///< (items, d), or 0 rows: all 0
    MatrixOf<T> cell;   ///< (items, d) for an LSTM; 0 rows: all 0
};

/// What a run keeps. Row t·items + b belongs to word t of item b.
template <class T>
struct RecurrentRun {
    MatrixOf<T> hidden;    ///< ((n + 1)·items, d) the start, then h_t of every word
    MatrixOf<T> cell;      ///< ((n + 1)·items, d) the start, then c_t; 0 rows for an RNN
    MatrixOf<T> gates;     ///< (n·items, gates·d) i, f, g, o; an RNN's are its h_t
    MatrixOf<T> tanh_cell; ///< (n·items, d) tanh(c_t); 0 rows for an RNN

    /// (n·items, d) h_t of every word.
    auto words(Index items) const { return hidden.bottomRows(hidden.rows() - items); }
    /// The state after the last word, as the start of another run.
    RecurrentState<T> last(Index items) const {
        return {hidden.bottomRows(items), cell.bottomRows(cell.rows() > 0 ? items : 0)};
    }
};

/// All states of the sequences. x (n·items, d_in): row t·items + b is word t of item b. Asserts that the
/// shapes match. Source: as recurrent::Cell.
template <class T>
void recurrent_layer(const RecurrentWeights<T>& weights, const View<T>& x, Index items,
                     const RecurrentState<T>& start, RecurrentRun<T>& run);

/// The gradients of what the layer is given, rather than learns.
template <class T>
struct RecurrentGradients {
    MatrixOf<T> g_x;           ///< (n·items, d_in)
    RecurrentState<T> g_start; ///< (items, d)
    MatrixOf<T> g_sums;        ///< (n·items, gates·d) of the weighted sums inside σ and tanh
};

/// Adds the gradients of the weights to `g`, and sets those of x and of the start. g_words (n·items, d) is
/// the gradient of h_t of every word, g_last what is added to that of the state after the last one; `run` is
/// that of recurrent_layer() with the same weights and x. Source: Werbos 1990, "Backpropagation through
/// time".
template <class T>
void recurrent_backward(const RecurrentWeights<T>& weights, const View<T>& x, Index items,
                        const RecurrentRun<T>& run, const View<T>& g_words, const RecurrentState<T>& g_last,
                        RecurrentWeights<T>& g, RecurrentGradients<T>& result);

// The model: embedding, one recurrent layer, readout.

/// What is learned, or its gradient.
struct RecurrentModel {
    MatrixOf<float> embedding; ///< (words, d)
    RecurrentWeights<float> layer;
    Linear<float> readout; ///< (d, answers)
};

/// All numbers 0.
RecurrentModel empty_recurrent_model(Cell cell, Index words, Index width);
/// Embeddings with deviation 1; everything else uniform within ±1/√d, as in torch.nn.RNN and LSTM.
RecurrentModel random_recurrent_model(Cell cell, Index words, Index width, std::uint32_t seed);
/// As model::visit_parameters().
void visit_parameters(RecurrentModel& model, const model::VisitParameter& visit);

class RecurrentNetwork final : public Network {
public:
    explicit RecurrentNetwork(RecurrentModel model);

    const RecurrentModel& model() const { return model_; }

    std::span<const Parameter<float>> parameters() const override { return parameters_; }
    Loss learn(const Batch& batch, const Hint& hint) override;
    const MatrixOf<float>& answer(const Batch& batch) override;
    std::vector<std::vector<float>> wanted_weights(const Batch&, std::span<const Edge>) const override {
        return {};
    }

private:
    void forward(const Batch& batch);

    RecurrentModel model_, gradient_;
    std::vector<Parameter<float>> parameters_;
    std::vector<int> ids_; // row t·items + b, as recurrent layers need it
    MatrixOf<float> x_, states_, g_states_;
    RecurrentRun<float> run_;
    RecurrentGradients<float> g_;
    ReadoutPass readout_;
};

} // namespace learning
