#include "learning/recurrent_learner.h"

#include "learning/embedding.h"
#include "model/random.h"

#include <cmath>

namespace learning {

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

RecurrentLearner::RecurrentLearner(RecurrentModel model) : model_(std::move(model)) {
    gradient_ = empty_recurrent_model(model_.layer.cell, model_.embedding.rows(), model_.embedding.cols());
    std::vector<float*> gradients;
    visit_parameters(gradient_,
                     [&](const std::string&, Index, Index, float* numbers) { gradients.push_back(numbers); });
    visit_parameters(model_, [&](const std::string& name, Index rows, Index columns, float* numbers) {
        parameters_.push_back({name, numbers, gradients[parameters_.size()], rows * columns});
    });
}

void RecurrentLearner::forward(const Batch& batch) {
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

Loss RecurrentLearner::learn(const Batch& batch, const Hint&) {
    clear_gradients<float>(parameters_);
    forward(batch);
    const Loss loss = readout_.loss(batch);
    readout_.backward({{&model_.readout, 1}}, {{&gradient_.readout, 1}}, g_states_);
    recurrent_backward(model_.layer, x_, batch.items, run_, g_states_, {}, gradient_.layer, g_);
    embedding_backward(ids_, 1, g_.g_x, gradient_.embedding);
    return loss;
}

const MatrixOf<float>& RecurrentLearner::answer(const Batch& batch) {
    forward(batch);
    return readout_.probabilities();
}

} // namespace learning
