#pragma once
// Models in training, as a view shows them: every step so far, and moments at which to look back.

#include "learning/trained.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// A second model that is trained next to the first, with all else the same.
enum class Beside { nothing, no_scale, no_hint };

struct TrainingPlan {
    std::string task;                    ///< of learning::task_ids(), or "memory": its three readers
    std::vector<std::string> words = {}; ///< for live tasks: instead of letters
    learning::TrainingChoices choices = {};
    Beside beside = Beside::nothing;

    bool operator==(const TrainingPlan&) const = default;
};

/// ‖∂loss/∂W‖ for W_Q, W_K and W_V of one attention, over all its heads.
using Gradients = std::array<float, 3>;

/// One step of training.
struct TrainingStep {
    base::Index step = 0; ///< from 1
    float loss = 0;       ///< mean cross-entropy of what is asked, in nats
    float right = 0;      ///< share of the batch's questions answered rightly
    float learning_rate = 0;
};

/// A state in between, to which one can go back.
struct TrainingMoment {
    base::Index step = 0; ///< steps made
    learning::Evaluation tested;
    learning::Trainer::State state;
    learning::Trained model; ///< its card has no figures
};

/// One model in training.
struct TrainingTrack {
    std::string key = {}; ///< tells tracks apart: "first", "no_scale", "no_hint", "attention", "rnn", "lstm"
    std::shared_ptr<const learning::Task> task;
    learning::Recipe recipe;
    std::vector<TrainingStep> steps = {};
    std::size_t attentions = 0; ///< 0 for an RNN or LSTM
    std::vector<Gradients> gradients =
        {}; ///< for each step, those of every attention, in the order of places_of()
    std::vector<std::shared_ptr<const TrainingMoment>> moments = {}; ///< the first at step 0
    bool diverged = false; ///< its last step had no finite gradient, and was not made

    base::Index made() const { return steps.empty() ? 0 : steps.back().step; }
    bool done() const { return diverged || made() >= recipe.steps; }
    /// The last step with a hint; 0: none is given.
    base::Index hinted_until() const;
    const Gradients& gradients_of(std::size_t step, std::size_t attention) const {
        return gradients[step * attentions + attention];
    }
    /// The newest moment at or before `step`.
    std::shared_ptr<const TrainingMoment> moment(base::Index step) const;
};

struct Training {
    TrainingPlan plan;
    std::vector<TrainingTrack> tracks; ///< at least one

    base::Index made() const;      ///< steps of the track that came farthest
    base::Index all_steps() const; ///< of the longest training
    bool done() const;             ///< all tracks are
};

/// The ids of the tasks that a plan's models are trained for.
std::vector<std::string> tasks_of(const TrainingPlan& plan);
/// The model of a moment, tested on many sentences: with a whole card, to be kept. Its figures must not be
/// used when `stop` was requested.
learning::Trained tested_model(const learning::Task& task, const TrainingMoment& moment,
                               const base::StopToken& stop = {});

/// Accuracy against distance: distances near one another together, since there are few questions for each.
struct DistanceShare {
    base::Index from = 0, to = 0; ///< steps back, both included
    base::Index asked = 0;
    double right = 0; ///< share
};
std::vector<DistanceShare> by_distance(const learning::Evaluation& tested);

} // namespace workbench
