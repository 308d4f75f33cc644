// The training: choices become a plan, which the worker carries out.
#include "language/tokenizer.h"
#include "ui/views/learn/learn.h"

#include <algorithm>

namespace ui {

using base::Index;
using base::Slice;
using workbench::Beside;
using workbench::Training;
using workbench::TrainingPlan;
using workbench::TrainingRun;

namespace {

constexpr std::size_t most_runs = 4; ///< kept, so that one can go from task to task

/// The learning rate is not part of it: it may change while the training runs.
TrainingPlan plan_of(const LearnState& state) {
    const LearnChoices& chosen = state.chosen;
    TrainingPlan plan{.task = subject_id(state)};
    plan.choices = {.seed = static_cast<std::uint32_t>(chosen.seed),
                    .hint = chosen.hint != With::no,
                    .scaled = chosen.scale != With::no,
                    .width = chosen.width,
                    .layers = chosen.layers};
    if (learning::is_live(plan.task) && !chosen.words.empty())
        plan.words = language::tokenize(chosen.words, "words");
    if (chosen.scale == With::both) plan.beside = Beside::no_scale;
    if (chosen.hint == With::both) plan.beside = Beside::no_hint;
    return plan;
}

LearnRun& current(LearnFrame& frame) {
    return frame.state.work.runs.back();
}

/// A job for the run on screen. `what` is called with the run, which is loaded.
template <class What>
void start(LearnFrame& frame, What what) {
    const LearnChoices& chosen = frame.state.chosen;
    frame.state.work.training.start(
        [run = current(frame).run, what, pace = paces[chosen.pace], rate = learning_rates[chosen.rate],
         is_new = true](const base::StopToken& stop) mutable -> base::Slice<Training> {
            if (is_new) run->begin(pace, rate);
            is_new = false;
            return what(*run, stop);
        });
    frame.ui.motion.draw_again();
}

void load(LearnFrame& frame) {
    start(frame, [](TrainingRun& run, const base::StopToken&) { return run.so_far(); });
}

/// Shows the training of a plan: one that was begun, or a new one.
void switch_to(LearnFrame& frame, const TrainingPlan& plan) {
    LearnWork& work = frame.state.work;
    work.training.cancel();
    work.playing = false;
    frame.state.shown.step.reset();
    frame.state.shown.beside.reset();
    const auto found = std::ranges::find(work.runs, plan, &LearnRun::plan);
    if (found != work.runs.end()) {
        std::rotate(found, found + 1, work.runs.end());
    } else {
        work.runs.push_back({plan, std::make_shared<TrainingRun>(plan, frame.scene.bench.library().tasks)});
        if (work.runs.size() > most_runs) work.runs.erase(work.runs.begin());
    }
    if (!current(frame).training) load(frame);
}

void refuse_words(LearnFrame& frame, const base::InputError& error) {
    frame.state.shown.refused = error;
    frame.state.chosen.words = frame.state.shown.last_words;
}

void follow_choices(LearnFrame& frame) {
    LearnWork& work = frame.state.work;
    try {
        const TrainingPlan plan = plan_of(frame.state);
        if (work.runs.empty() || work.runs.back().plan != plan) switch_to(frame, plan);
    } catch (const base::InputError& error) {
        refuse_words(frame, error);
    }
}

/// A training on words that cannot be learned never begins.
void follow_words(LearnFrame& frame) {
    LearnState& state = frame.state;
    const auto* problem = state.work.training.problem();
    if (problem && state.chosen.words != state.shown.last_words) {
        state.work.runs.pop_back();
        refuse_words(frame, *problem);
        follow_choices(frame);
    } else if (frame.training()) {
        state.shown.last_words = state.chosen.words;
    }
}

/// Reads the watched sentence with every model at the moments shown.
void ask_readings(LearnFrame& frame) {
    LearnState& state = frame.state;
    const Training* training = frame.training();
    if (!training) return;
    struct Part {
        std::shared_ptr<const learning::Task> task;
        std::shared_ptr<const workbench::TrainingMoment> moment;
    };
    std::vector<Part> parts;
    std::vector<std::shared_ptr<const void>> about;
    double cost = 0;
    const auto add = [&](Index step) {
        for (const workbench::TrainingTrack& track : training->tracks) {
            parts.push_back({track.task, track.moment(step)});
            about.push_back(parts.back().moment);
            cost += static_cast<double>(parts.back().moment->state.numbers.size());
        }
    };
    add(frame.step());
    if (state.shown.beside) add(*state.shown.beside);
    constexpr double usual_words = 12;
    const auto job = [parts,
                      sentence = state.chosen.sentence](const base::StopToken&) -> base::Slice<Readings> {
        auto readings = std::make_shared<Readings>();
        for (const Part& part : parts)
            readings->push_back(
                workbench::watch(part.task, part.moment, workbench::watched_example(*part.task, sentence)));
        return readings;
    };
    const auto readings = state.work.readings.ask({about, state.chosen.sentence}, job, usual_words * cost);
    const auto of_its_task = [](const auto& watched, const Part& part) { return watched->task == part.task; };
    state.shown.readings = readings && std::ranges::equal(*readings, parts, of_its_task) ? readings : nullptr;
    if (const auto* problem = state.work.readings.problem()) {
        state.shown.refused = *problem;
        // The last one may have been for other words: then the task's own.
        if (state.chosen.sentence == state.shown.last_sentence) state.shown.last_sentence.clear();
        state.chosen.sentence = state.shown.last_sentence;
    } else if (!state.work.readings.busy()) {
        state.shown.last_sentence = state.chosen.sentence;
    }
}

/// Lets every model write at the moment shown, where the task is of stories.
void ask_written(LearnFrame& frame) {
    LearnState& state = frame.state;
    const Training* training = frame.training();
    if (!training || !training->tracks.front().task->stories) {
        state.shown.written = nullptr;
        return;
    }
    const Index step = frame.step();
    std::vector<std::shared_ptr<const void>> about;
    std::vector<std::shared_ptr<const workbench::TrainingMoment>> moments;
    for (const workbench::TrainingTrack& track : training->tracks) {
        moments.push_back(track.moment(step));
        about.push_back(moments.back());
    }
    const auto job = [task = training->tracks.front().task, moments,
                      step](const base::StopToken& stop) -> base::Slice<LearnWritten> {
        auto written = std::make_shared<LearnWritten>(LearnWritten{step, {}});
        for (const auto& moment : moments)
            written->stories.push_back(workbench::written_at(*task, *moment, stop));
        return written;
    };
    state.shown.written = state.work.written.ask({about}, job);
    if (state.shown.written && state.shown.written->stories.size() != moments.size())
        state.shown.written = nullptr; // of a training with more models, or fewer
}

/// A model that was kept is opened; one that could not be written is reported.
void take_kept(LearnFrame& frame) {
    LearnWork& work = frame.state.work;
    const auto id = work.keeping.newest();
    if (work.keeping.busy() || !std::exchange(work.keeps, false)) return;
    if (const auto* problem = work.keeping.problem()) {
        frame.actions.ask(ShowMistake{*problem});
        return;
    }
    frame.state.shown.name.clear(); // the next one is another model unless this name is typed again
    const workbench::TrainedPtr model = frame.scene.bench.library().trained->get(*id);
    frame.actions.edit(workbench::ChooseTrained{*id});
    const auto& readings = frame.state.shown.readings; // may be of a task chosen since then
    if (readings && readings->front()->task->id == model->card.task && readings->front()->target.empty())
        frame.actions.edit(workbench::SetText{joined(readings->front()->source), {}});
    frame.actions.ask(OpenView{"heads"});
    frame.actions.ask(Tell{frame.plain("kept", {{"name", model->card.name}}), ""});
}

} // namespace

void take_training(LearnWork& work) {
    if (work.runs.empty()) return;
    const auto newest = work.training.newest();
    if (newest && newest->plan == work.runs.back().plan) work.runs.back().training = newest;
    if (!work.training.busy()) work.playing = false; // done, or it could not begin
}

void follow_training(LearnFrame& frame) {
    LearnWork& work = frame.state.work;
    follow_choices(frame);
    take_training(work);
    follow_words(frame);
    ask_readings(frame);
    ask_written(frame);
    take_kept(frame);
    frame.ui.listen_to(work.keeping);
    frame.ui.listen_to(work.training);
    if (!work.playing || work.for_picture) frame.ui.wait_for(work.training);
    frame.ui.wait_for(work.readings);
    frame.ui.wait_for(work.written);
    if (work.for_picture && !work.playing && frame.training() && !frame.training()->done()) play(frame);
}

void play(LearnFrame& frame) {
    frame.state.work.playing = true;
    frame.state.shown.step.reset();
    start(frame, [](TrainingRun& run, const base::StopToken& stop) { return run.next(stop); });
}

void pause(LearnFrame& frame) {
    LearnWork& work = frame.state.work;
    if (!work.playing) return;
    work.playing = false;
    work.training.tell([run = current(frame).run] { run->pause(); });
}

void make_one_step(LearnFrame& frame) {
    frame.state.work.playing = false;
    frame.state.shown.step.reset();
    start(frame, [](TrainingRun& run, const base::StopToken&) { return run.one_step(); });
}

void start_over(LearnFrame& frame) {
    LearnWork& work = frame.state.work;
    work.training.cancel();
    work.playing = false;
    frame.state.shown.step.reset();
    frame.state.shown.beside.reset();
    work.runs.pop_back();
    follow_choices(frame);
}

void go_back(LearnFrame& frame) {
    const Index step = frame.step();
    frame.state.work.playing = false;
    frame.state.shown.step.reset();
    start(frame, [step](TrainingRun& run, const base::StopToken&) { return run.go_back(step); });
}

void set_pace(LearnFrame& frame, std::size_t pace) {
    frame.state.chosen.pace = pace;
    frame.state.work.training.tell([run = current(frame).run, pace] { run->set_pace(paces[pace]); });
}

void set_rate(LearnFrame& frame, std::size_t rate) {
    frame.state.chosen.rate = rate;
    frame.state.work.training.tell(
        [run = current(frame).run, rate] { run->set_learning_rate(learning_rates[rate]); });
}

void look_at(LearnFrame& frame, Index step) {
    const Training* training = frame.training();
    if (!training) return;
    frame.state.shown.step.reset();
    if (step < training->made()) frame.state.shown.step = std::max<Index>(step, 0);
    frame.ui.motion.draw_again();
}

void look_by(LearnFrame& frame, int by) {
    const Training* training = frame.training();
    if (!training) return;
    const auto& moments = training->tracks.front().moments;
    const auto here = std::ranges::find(moments, training->tracks.front().moment(frame.step()));
    const auto at = std::clamp<std::ptrdiff_t>(here - moments.begin() + by, 0, std::ssize(moments) - 1);
    look_at(frame, moments[static_cast<std::size_t>(at)]->step);
}

void keep_model(LearnFrame& frame, const workbench::TrainingTrack& track, const std::string& name,
                const std::optional<workbench::FileState>& replaced) {
    const auto job = [models = frame.scene.bench.library().trained, task = track.task,
                      moment = track.moment(frame.step()), name,
                      replaced](const base::StopToken& stop) -> base::Slice<std::string> {
        const learning::Trained tested = workbench::tested_model(*task, *moment, stop);
        if (stop.stop_requested()) return nullptr;
        return std::make_shared<std::string>(models->keep(tested, name, replaced));
    };
    frame.state.work.keeps = true;
    frame.state.work.keeping.start(job);
}

} // namespace ui
