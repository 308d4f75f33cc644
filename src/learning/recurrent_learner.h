#pragma once
// An RNN or LSTM in training: embedding, one recurrent layer, readout.

#include "learning/learner.h"
#include "learning/readout.h"
#include "learning/recurrent_layer.h"

namespace learning {

/// What is learned, or its gradient.
struct RecurrentModel {
    MatrixOf<float> embedding; ///< (words, d)
    RecurrentWeights<float> layer;
    Linear<float> readout; ///< (d, answers)
};

/// All numbers 0.
RecurrentModel empty_recurrent_model(Cell cell, Index words, Index width);
/// Embeddings with deviation 1; everything else uniform within ±1/√d, as torch.nn.RNN and LSTM begin.
RecurrentModel random_recurrent_model(Cell cell, Index words, Index width, std::uint32_t seed);
/// As model::visit_parameters().
void visit_parameters(RecurrentModel& model, const model::VisitParameter& visit);

class RecurrentLearner final : public Learner {
public:
    explicit RecurrentLearner(RecurrentModel model);

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
    std::vector<int> ids_; // row t·items + b: as recurrent layers have it
    MatrixOf<float> x_, states_, g_states_;
    RecurrentRun<float> run_;
    RecurrentGradients<float> g_;
    ReadoutPass readout_;
};

} // namespace learning
