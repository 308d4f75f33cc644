#include "learning/trainer.h"

#include "base/input_error.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <limits>
#include <numeric>

namespace learning {

using base::InputError;

namespace {

constexpr AdamOptions adam_options{.beta_1 = 0.9, .beta_2 = 0.98, .epsilon = 1e-9, .max_norm = 1};
constexpr std::size_t last_steps = 20; ///< in which a training may have exploded
constexpr Index most_steps = 1000000, most_width = 512, most_layers = 8;

std::unique_ptr<Network> make_network(const Task& task, const Recipe& recipe,
                                      const TrainingChoices& choices) {
    if (is_recurrent(task)) {
        const Cell cell = task.architecture == Architecture::rnn ? Cell::rnn : Cell::lstm;
        return std::make_unique<RecurrentNetwork>(
            random_recurrent_model(cell, task.source.size(), recipe.width, choices.seed));
    }
    return std::make_unique<TransformerNetwork>(
        model::random_transformer(sizes_of(task, recipe, choices.scaled), choices.seed));
}

void set_sizes(Recipe& recipe, const TrainingChoices& choices) {
    if (choices.width < 0 || choices.width > most_width || choices.layers < 0 || choices.layers > most_layers)
        throw InputError("training", "a model of this size is not on offer",
                         "use a width up to " + std::to_string(most_width) + " and up to " +
                             std::to_string(most_layers) + " layers");
    if (choices.width > 0) {
        recipe.mlp_width = recipe.mlp_width * choices.width / recipe.width;
        recipe.width = choices.width;
    }
    if (choices.layers > 0) recipe.layers = choices.layers;
}

/// Each step draws its examples from a seed of its own, so that training can go on from any step.
language::Draw examples_of(std::uint32_t seed, Index step) {
    return language::Draw(seed * 1000003U + static_cast<std::uint32_t>(step));
}

} // namespace

Recipe recipe_of(const Task& task, const TrainingChoices& choices) {
    Recipe recipe = task.recipe;
    if (!choices.hint && recipe.steps_without_hint > 0) recipe.steps = recipe.steps_without_hint;
    if (!choices.hint) recipe.hint_share = 0;
    if (choices.steps < 0 || choices.steps > most_steps)
        throw InputError("training", std::to_string(choices.steps) + " steps are out of range",
                         "give 1 to " + std::to_string(most_steps));
    if (choices.steps > 0) recipe.steps = choices.steps;
    set_sizes(recipe, choices);
    if (for_layers(task, recipe.layers).edges.empty()) recipe.hint_share = 0;
    recipe.warm_up = std::min(recipe.warm_up, std::max<Index>(recipe.steps - 1, 0));
    if (choices.learning_rate) recipe.learning_rate = *choices.learning_rate;
    if (!std::isfinite(recipe.learning_rate) || recipe.learning_rate <= 0)
        throw InputError("training", "the learning rate is not a positive number", "try 0.003");
    return recipe;
}

bool is_recurrent(const Task& task) {
    return task.architecture == Architecture::rnn || task.architecture == Architecture::lstm;
}

model::TransformerSizes sizes_of(const Task& task, const Recipe& recipe, bool scaled) {
    const bool has_decoder = task.architecture == Architecture::encoder_decoder;
    return {.source_words = task.source.size(),
            .target_words = has_decoder ? task.target.size() : 0,
            .width = recipe.width,
            .layers = recipe.layers,
            .heads = recipe.heads,
            .cross_heads = std::max<Index>(recipe.cross_heads, 1),
            .mlp_width = recipe.mlp_width,
            .longest = recipe.positions == Positions::learned ? task.longest : 0,
            .rotary_base = recipe.positions == Positions::rotary ? recipe.rotary_base : 0,
            .outputs = static_cast<Index>(task.outputs.size()),
            .causal = task.architecture == Architecture::causal,
            .tied = recipe.tied,
            .scaled = scaled};
}

bool StepReport::diverged() const {
    return !std::isfinite(gradient_norm);
}

std::vector<Example> test_examples(const Task& task, Index sentences) {
    language::Draw draw(test_seed);
    return draw_examples(task, sentences, Split::test, draw);
}

Evaluation evaluate(Network& network, const Task& task, Index sentences, const base::StopToken& stop) {
    return evaluate(network, task, test_examples(task, sentences), stop);
}

Evaluation evaluate(Network& network, const Task& task, std::span<const Example> all,
                    const base::StopToken& stop) {
    constexpr std::size_t at_once = 64;
    constexpr float least = std::numeric_limits<float>::min(); // a probability of 0 has no logarithm
    Evaluation found;
    found.sentences = std::ssize(all);
    found.weight_on_wanted.assign(task.edges.size(), 0);
    found.wanted_head.assign(task.edges.size(), 0);
    found.asked_of.assign(task.skills.size(), 0);
    found.accuracy_of.assign(task.skills.size(), 0);
    std::vector<std::vector<double>> by_head(task.edges.size());
    std::vector<Index> wanted(task.edges.size(), 0);
    Index right = 0, exact = 0, judged = 0, questions = 0;
    double best_loss = 0;
    bool knows_best = true;
    for (std::size_t done = 0; done < all.size(); done += at_once) {
        if (stop.stop_requested()) return found;
        const auto examples = all.subspan(done, std::min(at_once, all.size() - done));
        const Batch batch = batch_of(examples, task.architecture == Architecture::causal);
        const MatrixOf<float>& probabilities = network.answer(batch);
        std::vector<bool> all_right(examples.size(), true), has_answers(examples.size(), false);
        for (const Example& example : examples) {
            best_loss -= example.log_probability.value_or(0);
            knows_best &= example.log_probability.has_value();
        }
        for (std::size_t i = 0; i < batch.asked.size(); ++i) {
            const Asked& asked = batch.asked[i].asked;
            if (!asked.has_answer()) continue;
            has_answers[static_cast<std::size_t>(batch.asked[i].item)] = true;
            Index named = 0;
            probabilities.row(static_cast<Index>(i)).maxCoeff(&named);
            const bool is_right = named == asked.answer;
            found.loss -= std::log(std::max(probabilities(static_cast<Index>(i), asked.answer), least));
            ++questions;
            if (!task.counts(asked)) continue;
            if (!task.skills.empty()) {
                const auto skill = static_cast<std::size_t>(asked.skill);
                ++found.asked_of[skill];
                found.accuracy_of[skill] += is_right;
            }
            ++found.asked;
            right += is_right;
            if (!is_right) all_right[static_cast<std::size_t>(batch.asked[i].item)] = false;
            if (asked.stands_at < 0) continue;
            const auto distance = static_cast<std::size_t>(std::abs(asked.position - asked.stands_at));
            if (found.asked_at.size() <= distance) {
                found.asked_at.resize(distance + 1, 0);
                found.accuracy_at.resize(distance + 1, 0);
            }
            ++found.asked_at[distance];
            found.accuracy_at[distance] += is_right;
        }
        for (std::size_t item = 0; item < examples.size(); ++item) {
            judged += has_answers[item];
            exact += has_answers[item] && all_right[item];
        }
        const auto weights = network.wanted_weights(batch, task.edges);
        for (std::size_t i = 0; i < weights.size(); ++i) {
            const auto edge = static_cast<std::size_t>(batch.wanted[i].wanted.edge);
            by_head[edge].resize(weights[i].size(), 0);
            for (std::size_t head = 0; head < weights[i].size(); ++head)
                by_head[edge][head] += weights[i][head];
            ++wanted[edge];
        }
    }
    const auto share = [](double part, Index of) { return of > 0 ? part / static_cast<double>(of) : 0; };
    found.accuracy = share(static_cast<double>(right), found.asked);
    found.exact = share(static_cast<double>(exact), judged);
    found.loss = share(found.loss, questions);
    if (knows_best) found.best_loss = share(best_loss, questions);
    for (std::size_t e = 0; e < wanted.size(); ++e) {
        if (by_head[e].empty()) continue;
        const auto most = std::ranges::max_element(by_head[e]);
        found.weight_on_wanted[e] = share(*most, wanted[e]);
        found.wanted_head[e] = most - by_head[e].begin();
    }
    for (std::size_t i = 0; i < found.asked_of.size(); ++i)
        found.accuracy_of[i] = share(found.accuracy_of[i], found.asked_of[i]);
    for (std::size_t d = 0; d < found.asked_at.size(); ++d)
        found.accuracy_at[d] = share(found.accuracy_at[d], found.asked_at[d]);
    return found;
}

bool has_exploded(std::span<const double> losses, const Task& task) {
    if (losses.empty()) return false;
    const double mean =
        std::accumulate(losses.begin(), losses.end(), 0.0) / static_cast<double>(losses.size());
    return !(mean <= 2 * std::log(static_cast<double>(task.answers().size())));
}

Trainer::Trainer(const Task& task, const TrainingChoices& choices)
    : task_(for_layers(task, recipe_of(task, choices).layers)), choices_(choices),
      recipe_(recipe_of(task_, choices)), schedule_{.peak = recipe_.learning_rate,
                                                    .warm_up = recipe_.warm_up,
                                                    .steps = recipe_.steps,
                                                    .steady = static_cast<Index>(
                                                        recipe_.steady_share *
                                                        static_cast<float>(recipe_.steps))},
      first_rate_(recipe_.learning_rate), network_(make_network(task_, recipe_, choices)) {}

const model::Transformer* Trainer::transformer() const {
    const auto* network = dynamic_cast<const TransformerNetwork*>(network_.get());
    return network ? &network->transformer() : nullptr;
}

const RecurrentModel* Trainer::recurrent() const {
    const auto* network = dynamic_cast<const RecurrentNetwork*>(network_.get());
    return network ? &network->model() : nullptr;
}

bool Trainer::hints() const {
    return static_cast<float>(adam_.step) < recipe_.hint_share * static_cast<float>(recipe_.steps);
}

void Trainer::note_rate(float peak) {
    std::erase_if(rate_changes_, [&](const RateChange& change) { return change.step >= adam_.step; });
    if (adam_.step == 0) {
        first_rate_ = peak;
        return;
    }
    if (peak != (rate_changes_.empty() ? first_rate_ : rate_changes_.back().rate))
        rate_changes_.push_back({adam_.step, peak});
}

void Trainer::set_learning_rate(float peak) {
    schedule_.peak = peak;
    note_rate(peak);
}

StepReport Trainer::step() {
    language::Draw draw = examples_of(choices_.seed, adam_.step);
    const auto examples = draw_examples(task_, recipe_.batch, Split::train, draw);
    const Batch batch = batch_of(examples, task_.architecture == Architecture::causal);
    StepReport report;
    report.asked = static_cast<Index>(batch.asked.size());
    report.loss = network_->learn(batch, {task_.edges, hints() ? recipe_.hint_weight : 0});
    report.learning_rate = schedule_.learning_rate(adam_.step);
    report.gradient_norm = adam_step(network_->parameters(), adam_options, report.learning_rate, adam_);
    report.step = adam_.step;
    last_losses_.push_back(report.loss.answers);
    if (last_losses_.size() > last_steps) last_losses_.erase(last_losses_.begin());
    return report;
}

Trainer::State Trainer::state() const {
    State state{{}, adam_};
    for (const Parameter<float>& parameter : network_->parameters())
        state.numbers.insert(state.numbers.end(), parameter.value, parameter.value + parameter.size);
    return state;
}

void Trainer::restore(const State& state) {
    const float* from = state.numbers.data();
    for (const Parameter<float>& parameter : network_->parameters()) {
        assert(from + parameter.size <= state.numbers.data() + state.numbers.size());
        std::copy_n(from, parameter.size, parameter.value);
        from += parameter.size;
    }
    adam_ = state.adam;
    last_losses_.clear();
    note_rate(static_cast<float>(schedule_.peak));
}

} // namespace learning
