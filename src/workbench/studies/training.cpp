#include "workbench/studies/training.h"

#include "language/grammar.h"
#include "language/tokenizer.h"
#include "learning/batch.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <cmath>
#include <numeric>

namespace workbench {

using base::Index;
using learning::Example;
using learning::Task;
using learning::TrainingChoices;

Index TrainingTrack::hinted_until() const {
    return static_cast<Index>(std::ceil(recipe.hint_share * static_cast<float>(recipe.steps)));
}

std::shared_ptr<const TrainingMoment> TrainingTrack::moment(Index step) const {
    const auto after =
        std::ranges::upper_bound(moments, step, {}, [](const auto& moment) { return moment->step; });
    return *(after == moments.begin() ? after : std::prev(after));
}

Index Training::made() const {
    Index most = 0;
    for (const TrainingTrack& track : tracks)
        most = std::max(most, track.made());
    return most;
}

Index Training::all_steps() const {
    Index most = 0;
    for (const TrainingTrack& track : tracks)
        most = std::max(most, track.recipe.steps);
    return most;
}

bool Training::done() const {
    return std::ranges::all_of(tracks, &TrainingTrack::done);
}

learning::Trained tested_model(const Task& task, const TrainingMoment& moment, const base::StopToken& stop) {
    constexpr Index sentences = 2000;
    learning::Trained model = moment.model;
    const auto network = learning::network_of(model);
    learning::test(model, *network, task, sentences, stop);
    return model;
}

std::vector<DistanceShare> by_distance(const learning::Evaluation& tested) {
    std::vector<DistanceShare> shares;
    const auto longest = static_cast<Index>(tested.asked_at.size()) - 1;
    for (Index from = 1; from <= longest;) {
        const Index to = std::min(longest, std::max(from, from * 4 / 3)); // 1, 2, 3 to 4, 5 to 6, 7 to 9, …
        DistanceShare share{.from = from, .to = to};
        double right = 0;
        for (Index d = from; d <= to; ++d) {
            const auto at = static_cast<std::size_t>(d);
            share.asked += tested.asked_at[at];
            right += tested.accuracy_at[at] * static_cast<double>(tested.asked_at[at]);
        }
        if (share.asked > 0) {
            share.right = right / static_cast<double>(share.asked);
            shares.push_back(share);
        }
        from = to + 1;
    }
    return shares;
}

std::shared_ptr<const TrainingMoment> learned_at(const TrainingTrack& track, std::size_t skill) {
    const auto knows = [skill](const auto& moment) { return moment->tested.accuracy_of[skill] >= 0.9; };
    const auto found = std::ranges::adjacent_find(
        track.moments, [&](const auto& one, const auto& next) { return knows(one) && knows(next); });
    return found == track.moments.end() ? nullptr : *found;
}

learning::WrittenStory written_at(const Task& task, const TrainingMoment& moment,
                                  const base::StopToken& stop) {
    constexpr std::uint32_t throws_seed = 1;
    constexpr Index most_words = 80;
    constexpr learning::Taste taste{.temperature = 0.7F};
    model::Random random(throws_seed);
    return learning::write_story(moment.model, *task.stories, {}, taste, most_words, random, stop);
}

// The run.

namespace {

constexpr Index most_moments = 60;
constexpr Index test_sentences = 256, last_test_sentences = 1000;
constexpr double slice_seconds = 0.025;

// Up to this pace each step is a moment, so that one can watch it; not all of these are kept.
constexpr double slow_pace = 30; ///< steps per second

bool ends_with_any(const std::string& name, std::initializer_list<const char*> ends) {
    return std::ranges::any_of(ends, [&](const char* end) { return name.ends_with(end); });
}

/// The ids of the tasks that a plan's models are trained for.
std::vector<std::string> tasks_of(const TrainingPlan& plan) {
    if (plan.task != "memory") return {plan.task};
    return {"memory_attention", "memory_lstm", "memory_rnn"};
}

float norm_of(const learning::Parameter<float>& parameter) {
    double sum = 0;
    for (Index i = 0; i < parameter.size; ++i)
        sum += static_cast<double>(parameter.gradient[i]) * static_cast<double>(parameter.gradient[i]);
    return static_cast<float>(std::sqrt(sum));
}

} // namespace

TrainingRun::TrainingRun(TrainingPlan plan, std::shared_ptr<const Tasks> tasks) : tasks_(std::move(tasks)) {
    training_.plan = std::move(plan);
}

void TrainingRun::begin(double pace, float learning_rate) {
    if (trainers_.empty()) load();
    paused_ = false;
    set_pace(pace);
    set_learning_rate(learning_rate);
}

void TrainingRun::load() {
    const TrainingPlan& plan = training_.plan;
    const auto tasks = tasks_of(plan);
    for (const std::string& id : tasks) {
        Task task = plan.words.empty() ? *tasks_->get(id) : learning::live_task(id, plan.words);
        if (task.watched_recipe) task.recipe = *task.watched_recipe;
        add(tasks.size() == 1 ? "first" : id.substr(id.find('_') + 1), task, plan.choices);
        if (plan.beside == Beside::nothing) continue;
        TrainingChoices other = plan.choices;
        if (plan.beside == Beside::no_scale)
            other.scaled = false;
        else
            other.hint = false;
        add(plan.beside == Beside::no_scale ? "no_scale" : "no_hint", task, other);
    }
}

void TrainingRun::add(const std::string& key, const Task& task, const TrainingChoices& choices) {
    TrackTrainer own{.trainer = std::make_unique<learning::Trainer>(task, choices)};
    TrainingTrack track{.key = key,
                        .task = std::make_shared<const Task>(own.trainer->task()),
                        .recipe = own.trainer->recipe()};
    if (own.trainer->transformer())
        for (const auto& parameter : own.trainer->network().parameters())
            if (ends_with_any(parameter.name, {".w_q", ".w_k", ".w_v"}))
                own.projections.push_back(&parameter);
    track.attentions = own.projections.size() / 3;
    own.moment_every = std::max<Index>(1, track.recipe.steps / most_moments);
    trainers_.push_back(std::move(own));
    training_.tracks.push_back(std::move(track));
    remember_moment(training_.tracks.size() - 1, test_sentences);
}

void TrainingRun::remember_moment(std::size_t i, Index sentences, const base::StopToken& stop) {
    learning::Trainer& trainer = *trainers_[i].trainer;
    TrainingTrack& track = training_.tracks[i];
    learning::Evaluation tested = learning::evaluate(trainer.network(), trainer.task(), sentences, stop);
    if (stop.stop_requested()) return;
    const bool is_new = track.moments.empty() || (is_kept(i, track.moments.back()->step) &&
                                                  track.moments.back()->step < trainer.steps_made());
    if (!is_new) track.moments.pop_back();
    track.moments.push_back(std::make_shared<const TrainingMoment>(TrainingMoment{
        trainer.steps_made(), std::move(tested), trainer.state(), learning::trained_so_far(trainer)}));
}

void TrainingRun::step(std::size_t i) {
    TrackTrainer& own = trainers_[i];
    TrainingTrack& track = training_.tracks[i];
    const learning::StepReport report = own.trainer->step();
    if (report.diverged()) {
        track.diverged = true;
        remember_moment(i, test_sentences);
        return;
    }
    track.steps.push_back({report.step, static_cast<float>(report.loss.answers),
                           static_cast<float>(report.loss.right) / static_cast<float>(report.asked),
                           static_cast<float>(report.learning_rate)});
    for (std::size_t p = 0; p < own.projections.size(); p += 3)
        track.gradients.push_back({norm_of(*own.projections[p]), norm_of(*own.projections[p + 1]),
                                   norm_of(*own.projections[p + 2])});
    const bool is_slow = pace_ > 0 && pace_ <= slow_pace;
    if (is_kept(i, report.step) || own.trainer->done() || is_slow) remember_moment(i, test_sentences);
}

bool TrainingRun::is_kept(std::size_t i, Index step) const {
    return step % trainers_[i].moment_every == 0;
}

void TrainingRun::step_all() {
    for (std::size_t i = 0; i < trainers_.size(); ++i)
        if (!training_.tracks[i].done()) step(i);
}

std::shared_ptr<const Training> TrainingRun::one_step() {
    step_all();
    remember_newest();
    return so_far();
}

void TrainingRun::remember_newest() {
    for (std::size_t i = 0; i < trainers_.size(); ++i)
        if (training_.tracks[i].moments.back()->step < training_.tracks[i].made())
            remember_moment(i, test_sentences);
}

base::Slice<Training> TrainingRun::next(const base::StopToken& stop) {
    const auto begun = Clock::now();
    const auto seconds = [&] { return std::chrono::duration<double>(Clock::now() - begun).count(); };
    while (!paused_ && !training_.done() && !stop.stop_requested()) {
        step_all();
        if (pace_ > 0 || seconds() > slice_seconds) break;
    }
    if (training_.done()) test_thoroughly(stop);
    if (paused_) remember_newest();
    const double rest = pace_ > 0 ? std::max(1 / pace_ - seconds(), 0.0) : 0;
    return {so_far(), paused_ || training_.done(), rest};
}

void TrainingRun::test_thoroughly(const base::StopToken& stop) {
    for (std::size_t i = 0; i < trainers_.size(); ++i)
        if (training_.tracks[i].moments.back()->tested.sentences < last_test_sentences)
            remember_moment(i, last_test_sentences, stop);
}

std::shared_ptr<const Training> TrainingRun::go_back(Index step) {
    for (std::size_t i = 0; i < trainers_.size(); ++i) {
        TrainingTrack& track = training_.tracks[i];
        const auto later = std::ranges::upper_bound(track.moments, step, {}, &TrainingMoment::step);
        track.moments.erase(std::max(later, track.moments.begin() + 1), track.moments.end());
        const TrainingMoment& moment = *track.moments.back();
        trainers_[i].trainer->restore(moment.state);
        track.steps.resize(static_cast<std::size_t>(moment.step));
        track.gradients.resize(track.attentions * track.steps.size());
        track.diverged = false;
    }
    return so_far();
}

void TrainingRun::set_learning_rate(float peak) {
    for (TrackTrainer& own : trainers_)
        own.trainer->set_learning_rate(peak);
}

// A sentence that is watched.

namespace {

constexpr std::uint32_t example_seed = 4;

bool knows_only_letters(const language::Vocabulary& vocabulary) {
    for (Index id = 1; id < vocabulary.size(); ++id)
        if (vocabulary.word(id).size() != 1) return false;
    return true;
}

std::vector<std::string> letters_of(const std::vector<std::string>& words) {
    std::vector<std::string> letters;
    for (const std::string& word : words)
        for (const char letter : word)
            letters.emplace_back(1, letter);
    return letters;
}

} // namespace

Example watched_example(const Task& task, const std::string& typed) {
    if (typed.empty() && task.presets.empty()) {
        language::Draw draw(example_seed);
        return task.sample(draw, learning::Split::test);
    }
    const auto words = language::tokenize(typed.empty() ? task.presets.front().sentence : typed);
    return task.ask(knows_only_letters(task.source) ? letters_of(words) : words);
}

std::shared_ptr<const Watched> watch(std::shared_ptr<const Task> task,
                                     std::shared_ptr<const TrainingMoment> moment, const Example& example) {
    auto watched = std::make_shared<Watched>(
        Watched{.task = std::move(task), .moment = std::move(moment), .example = example});
    watched->source = watched->task->source.words(example.source);
    std::vector<Index> predicted;
    for (const learning::Asked& asked : example.asked)
        predicted.push_back(asked.answer);
    if (!example.target.empty()) watched->target = watched->task->target.words(predicted);
    const learning::Trained& model = watched->moment->model;
    const auto questions = static_cast<Index>(example.asked.size());
    watched->probabilities.resize(questions, model.answers().size());
    if (!model.transformer) {
        const auto network = learning::network_of(model);
        watched->probabilities = network->answer(learning::batch_of(std::span(&example, 1), false));
        return watched;
    }
    watched->places = places_of(model.transformer->sizes);
    watched->run = model::run(*model.transformer, example.source, example.target);
    for (Index i = 0; i < questions; ++i) {
        const learning::Asked& asked = example.asked[static_cast<std::size_t>(i)];
        watched->probabilities.row(i) =
            watched->run->probabilities[static_cast<std::size_t>(asked.output)].row(asked.position);
    }
    return watched;
}

std::vector<PossibleAnswer> possible_answers(const Watched& watched, std::size_t question, std::size_t most) {
    const auto row = watched.probabilities.row(static_cast<Index>(question));
    std::vector<Index> ids(static_cast<std::size_t>(row.size() - 1));
    std::iota(ids.begin(), ids.end(), 1); // 0 is padding
    const std::size_t count = std::min(most, ids.size());
    std::ranges::partial_sort(ids, ids.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>(),
                              [&](Index id) { return row(id); });
    std::vector<PossibleAnswer> answers;
    for (std::size_t i = 0; i < count; ++i)
        answers.push_back({watched.moment->model.answers().word(ids[i]), row(ids[i]),
                           ids[i] == watched.example.asked[question].answer});
    return answers;
}

} // namespace workbench
