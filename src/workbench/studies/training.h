#pragma once
// Models in training: a plan, what a view shows of it (every step so far, and moments to look back at), the
// run that trains them in slices, and one sentence watched from moment to moment.

#include "base/worker.h"
#include "learning/trained.h"
#include "learning/written_story.h"
#include "model/transformer.h"
#include "workbench/document/trained_models.h"

#include <array>
#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// A second model that is trained next to the first, the same in everything else.
enum class Beside { nothing, no_scale, no_hint };

struct TrainingPlan {
    std::string task;                    ///< of learning::task_ids(), or "memory": its three readers
    std::vector<std::string> words = {}; ///< of live tasks, instead of letters
    learning::TrainingChoices choices = {};
    Beside beside = Beside::nothing;

    bool operator==(const TrainingPlan&) const = default;
};

/// ‖∂loss/∂W‖ for W_Q, W_K and W_V of one attention, over all its heads.
using Gradients = std::array<float, 3>;

/// One step of training.
struct TrainingStep {
    base::Index step = 0; ///< from 1
    float loss = 0;       ///< mean cross-entropy of the answers, in nats
    float right = 0;      ///< share of the batch's questions answered correctly
    float learning_rate = 0;
};

/// A state to which one can go back.
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
    bool diverged = false; ///< its last step had no finite gradient, and was not taken

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

    base::Index made() const;      ///< steps of the track that is farthest
    base::Index all_steps() const; ///< of the longest training
    bool done() const;             ///< all tracks are
};

/// The model of a moment, tested on many sentences: with a complete card, to be kept. Once `stop` is
/// requested, its figures must not be used.
learning::Trained tested_model(const learning::Task& task, const TrainingMoment& moment,
                               const base::StopToken& stop = {});

/// Accuracy against distance. Neighbouring distances share an entry, since there are few questions for each.
struct DistanceShare {
    base::Index from = 0, to = 0; ///< steps back, both included
    base::Index asked = 0;
    double right = 0; ///< share
};
std::vector<DistanceShare> by_distance(const learning::Evaluation& tested);

/// When one of the task's skills was learned: the first of two moments in a row at which nine of ten of its
/// answers are right; null while there is none.
std::shared_ptr<const TrainingMoment> learned_at(const TrainingTrack& track, std::size_t skill);

/// The story that the model of a moment writes, where its task is of stories: always by the same throws, so
/// that moments can be compared. Once `stop` is requested it is not whole.
learning::WrittenStory written_at(const learning::Task& task, const TrainingMoment& moment,
                                  const base::StopToken& stop = {});

/// Trains the models of a plan in slices, for a worker; between slices it can be paused, or be given another
/// pace or learning rate.
class TrainingRun {
public:
    /// Nothing is loaded yet.
    TrainingRun(TrainingPlan plan, std::shared_ptr<const Tasks> tasks);

    // For the worker.

    /// Called first: loads the models unless they are loaded. `pace` and `learning_rate`: see below. Throws
    /// InputError as learning::load_task() and recipe_of() do.
    void begin(double pace, float learning_rate);
    std::shared_ptr<const Training> so_far() const { return std::make_shared<const Training>(training_); }
    /// Steps for a few hundredths of a second, or the one that is due; finished when paused or done.
    base::Slice<Training> next(const base::StopToken& stop);
    /// One step of every model that is not done.
    std::shared_ptr<const Training> one_step();
    /// Goes back to the moments at or before `step`; what came after is forgotten.
    std::shared_ptr<const Training> go_back(base::Index step);

    // Between slices.

    void pause() { paused_ = true; }
    /// Steps per second; 0: as fast as possible.
    void set_pace(double steps_in_a_second) { pace_ = steps_in_a_second; }
    /// The peak of the schedule, from now on.
    void set_learning_rate(float peak);

private:
    using Clock = std::chrono::steady_clock;
    struct TrackTrainer {
        std::unique_ptr<learning::Trainer> trainer;
        std::vector<const learning::Parameter<float>*> projections = {}; ///< W_Q, W_K, W_V of every attention
        base::Index moment_every = 1;
    };

    void load();
    void add(const std::string& key, const learning::Task& task, const learning::TrainingChoices& choices);
    void step(std::size_t track);
    void step_all();
    void remember_moment(std::size_t track, base::Index sentences, const base::StopToken& stop = {});
    bool is_kept(std::size_t track, base::Index step) const; ///< a moment to look back at
    void remember_newest();
    /// Tests the finished models on more sentences than before.
    void test_thoroughly(const base::StopToken& stop);

    std::shared_ptr<const Tasks> tasks_;
    std::vector<TrackTrainer> trainers_;
    Training training_;
    bool paused_ = false;
    double pace_ = 0;
};

// What a model in training makes of one sentence, which stays the same so that moments can be compared.

/// The question that typed words put to a task's model; if there are none, the task's own first sentence.
/// Where the task knows only letters, a word is a sequence of them. Throws InputError as learning::Task::ask
/// does.
learning::Example watched_example(const learning::Task& task, const std::string& typed);

/// A model's reading of a sentence at one moment of its training.
struct Watched {
    std::shared_ptr<const learning::Task> task;
    std::shared_ptr<const TrainingMoment> moment;
    learning::Example example;
    std::vector<std::string> source = {},
                             target = {};  ///< words; the target's are those that its rows predict
    std::vector<model::Place> places = {}; ///< none for an RNN or LSTM
    std::optional<model::TransformerRun> run = {};
    base::Matrix probabilities = {}; ///< (questions, answers), in the order of Example::asked
};

/// Throws InputError for a sentence longer than the model reads.
std::shared_ptr<const Watched> watch(std::shared_ptr<const learning::Task> task,
                                     std::shared_ptr<const TrainingMoment> moment,
                                     const learning::Example& example);

/// A possible answer to a question.
struct PossibleAnswer {
    std::string word;
    float probability = 0;
    bool right = false;
};
/// The `most` most probable answers to a question, the most probable first.
std::vector<PossibleAnswer> possible_answers(const Watched& watched, std::size_t question, std::size_t most);

} // namespace workbench
