#pragma once
// Trains the models of a plan in slices, for a worker; between slices it can be told another pace or learning
// rate, and to pause.

#include "workbench/tasks.h"
#include "workbench/training.h"
#include "workbench/worker.h"

#include <chrono>
#include <optional>

namespace workbench {

class TrainingRun {
public:
    /// Nothing is loaded yet.
    TrainingRun(TrainingPlan plan, std::shared_ptr<const Tasks> tasks);

    // For the worker.

    /// Called first: loads the models, if they are not yet. `pace` and `learning_rate`: see below. Throws
    /// InputError as learning::load_task() and recipe_of() do.
    void begin(double pace, float learning_rate);
    std::shared_ptr<const Training> so_far() const { return std::make_shared<const Training>(training_); }
    /// Steps for a few hundredths of a second, or the one that is due; finished when paused or done.
    Slice<Training> next(const base::StopToken& stop);
    /// One step of every model that is not done.
    std::shared_ptr<const Training> one_step();
    /// Goes back to the moments at or before `step`; what came after is forgotten.
    std::shared_ptr<const Training> go_back(base::Index step);

    // Between slices.

    void pause() { paused_ = true; }
    /// Steps in a second; 0: as many as there is time for.
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

} // namespace workbench
