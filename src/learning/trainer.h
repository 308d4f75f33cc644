#pragma once
// Trains a model for a task, step by step, and measures how well it does.

#include "base/stop.h"
#include "learning/adam.h"
#include "learning/network.h"
#include "learning/recurrent_network.h"
#include "learning/transformer_network.h"

#include <optional>
#include <span>
#include <vector>

namespace learning {

/// What may be chosen besides the task. The same choices give the same numbers, bit for bit, on the same
/// machine.
struct TrainingChoices {
    std::uint32_t seed = 1;
    bool hint = true;                        ///< give the task's hint, if it has one
    bool scaled = true;                      ///< divide scores by √d_k
    Index steps = 0;                         ///< 0: the recipe's
    std::optional<float> learning_rate = {}; ///< at its peak; empty: the recipe's
    Index width = 0;                         ///< d_model; 0: the recipe's
    Index layers = 0;                        ///< 0: the recipe's
    bool operator==(const TrainingChoices&) const = default;
};

/// The recipe with the choices filled in; an MLP keeps its proportion to the width. There is no hint for a
/// model that lacks a layer in which it is given. Throws InputError{"training", …} for choices out of range.
Recipe recipe_of(const Task& task, const TrainingChoices& choices);
/// Whether the task is learned by an RNN or LSTM.
bool is_recurrent(const Task& task);
/// The sizes of the model that learns the task. `recipe` as recipe_of() gives it.
model::TransformerSizes sizes_of(const Task& task, const Recipe& recipe, bool scaled);

struct StepReport {
    Index step = 0; ///< steps made, including this one
    double learning_rate = 0;
    Loss loss;
    Index asked = 0;          ///< questions in the batch
    double gradient_norm = 0; ///< before clipping; not finite: the step was not made
    bool diverged() const;
};

/// How well a model does on sentences that it was never shown.
struct Evaluation {
    Index sentences = 0;
    Index asked = 0;     ///< questions that are counted: they have a right answer
    double accuracy = 0; ///< share of them answered correctly
    double exact = 0;    ///< share of sentences with every answer right, of those that have one
    double loss = 0;     ///< mean cross-entropy of all answers, those left to chance too, in nats
    /// The least that is possible, on the mean, for whoever knows what the sentences are drawn from; empty
    /// where the task does not tell.
    std::optional<double> best_loss = {};
    /// For each of the task's edges the mean weight of wanted cells, by the head of its attention that gives
    /// them the most: one head alone does not show what a relation is worth.
    std::vector<double> weight_on_wanted;
    std::vector<Index> wanted_head;  ///< that head, from 0
    std::vector<Index> asked_at;     ///< by distance, position − stands_at: how many questions
    std::vector<double> accuracy_at; ///< by distance: the share of them answered correctly
    std::vector<Index> asked_of;     ///< by the task's skills: how many questions
    std::vector<double> accuracy_of; ///< by skill: the share of them answered correctly
};

/// The seed of the test examples, which are always the same.
inline constexpr std::uint32_t test_seed = 20260101;

/// Test examples, which depend on nothing but the task and their number.
std::vector<Example> test_examples(const Task& task, Index sentences);

/// On test examples. Returns early, with figures that must not be used, when `stop` is requested.
Evaluation evaluate(Network& network, const Task& task, std::span<const Example> examples,
                    const base::StopToken& stop = {});
Evaluation evaluate(Network& network, const Task& task, Index sentences, const base::StopToken& stop = {});

/// A learning rate that was chosen while the model was trained.
struct RateChange {
    Index step = 0; ///< steps made by then
    float rate = 0; ///< of the schedule's peak, from there on
    bool operator==(const RateChange&) const = default;
};

/// Whether losses, in nats, exceed what any guess would cost: their mean is more than twice ln(answers). Then
/// something has exploded, even if every number is still finite.
bool has_exploded(std::span<const double> losses, const Task& task);

class Trainer {
public:
    Trainer(const Task& task, const TrainingChoices& choices);

    const Task& task() const { return task_; }
    const Recipe& recipe() const { return recipe_; }
    const TrainingChoices& choices() const { return choices_; }
    Network& network() { return *network_; }
    const Network& network() const { return *network_; }
    /// One of the two is null: an RNN or LSTM is no transformer.
    const model::Transformer* transformer() const;
    const RecurrentModel* recurrent() const;

    Index steps_made() const { return adam_.step; }
    bool done() const { return adam_.step >= recipe_.steps; }
    /// True while the hint is given.
    bool hints() const;
    /// One more step, on new examples. A step whose gradient is not finite changes nothing.
    StepReport step();
    /// Whether the losses of its last 20 steps have exploded.
    bool has_exploded() const { return learning::has_exploded(last_losses_, task_); }
    /// Sets the peak from now on; the schedule keeps its shape.
    void set_learning_rate(float peak);
    /// The peak that the training began with, and those that were chosen later, in the order of the steps.
    float learning_rate() const { return first_rate_; }
    const std::vector<RateChange>& rate_changes() const { return rate_changes_; }

    /// Everything that the next step depends on besides the task and the choices.
    struct State {
        std::vector<float> numbers; ///< all parameters in their order
        AdamState<float> adam;
    };
    State state() const;
    /// Asserts that it is a state of the same model.
    void restore(const State& state);

private:
    void note_rate(float peak);

    Task task_;
    TrainingChoices choices_;
    Recipe recipe_;
    Schedule schedule_;
    float first_rate_;
    std::vector<RateChange> rate_changes_;
    std::unique_ptr<Network> network_;
    AdamState<float> adam_;
    std::vector<double> last_losses_;
};

} // namespace learning
