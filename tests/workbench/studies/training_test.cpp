#include "source_folder.h"
#include "temporary_folder.h"
#include "workbench/document/trained_models.h"
#include "workbench/studies/training.h"

#include <algorithm>
#include <doctest/doctest.h>

using base::Index;
using workbench::Beside;
using workbench::Training;
using workbench::TrainingPlan;
using workbench::TrainingRun;

namespace {

std::shared_ptr<const workbench::Tasks> tasks() {
    static const auto shipped = std::make_shared<const workbench::Tasks>(source_folder() / "assets");
    return shipped;
}

constexpr float rate = 3e-3F;

TrainingPlan brief(const std::string& task, Index steps) {
    TrainingPlan plan{.task = task};
    plan.choices.steps = steps;
    return plan;
}

TrainingRun begun(const TrainingPlan& plan, double pace = 0) {
    TrainingRun run(plan, tasks());
    run.begin(pace, rate);
    return run;
}

std::shared_ptr<const Training> trained(TrainingRun& run) {
    for (;;) {
        const auto slice = run.next({});
        if (slice.finished) return slice.made;
    }
}

std::vector<Index> steps_of(const workbench::TrainingTrack& track) {
    std::vector<Index> steps;
    for (const auto& moment : track.moments)
        steps.push_back(moment->step);
    return steps;
}

} // namespace

TEST_CASE("a training begins with a moment before its first step, of a model that knows nothing") {
    const auto run = begun(brief("reverse", 90));
    const auto training = run.so_far();
    REQUIRE(training->tracks.size() == 1);
    CHECK(training->made() == 0);
    CHECK(training->tracks[0].moments.front()->step == 0);
    CHECK(training->tracks[0].moments.front()->tested.accuracy < 0.2);
}

TEST_CASE("a trained model answers what it is asked, and its attention has organised itself") {
    auto run = begun(brief("reverse", 200));
    const auto training = trained(run);
    const auto& track = training->tracks[0];
    CHECK(training->done());
    CHECK(track.steps.size() == 200);
    CHECK(track.moments.back()->tested.accuracy > 0.99);
    CHECK(track.moments.back()->tested.sentences == 1000);

    const auto example = workbench::watched_example(*track.task, "");
    const auto watched = workbench::watch(track.task, track.moments.back(), example);
    const auto best = workbench::possible_answers(*watched, 0, 3);
    REQUIRE(best.size() == 3);
    CHECK(best[0].right);
    CHECK(best[0].probability > 0.9F);
    CHECK(best[0].probability >= best[1].probability);
    const auto& weights = watched->run->at(watched->places.back()).trace.heads[0].weights;
    const Index last = weights.rows() - 1;
    CHECK(weights(0, last) > 0.9F); // the first place reads the last one
    CHECK(weights(last, 0) > 0.9F);
}

TEST_CASE("every step reports the gradient that arrives at W_Q, W_K and W_V of every attention") {
    auto run = begun(brief("translation", 3));
    const auto training = trained(run);
    const auto& track = training->tracks[0];
    CHECK(track.attentions == 3); // encoder, decoder, cross-attention
    REQUIRE(track.gradients.size() == 3 * track.attentions);
    for (std::size_t step = 0; step < 3; ++step)
        for (std::size_t attention = 0; attention < track.attentions; ++attention)
            for (const float norm : track.gradients_of(step, attention))
                CHECK(norm > 0);
}

TEST_CASE("the same plan gives the same training, paused or not") {
    auto once = begun(brief("copy", 16)), twice = begun(brief("copy", 16));
    const auto whole = trained(once);
    for (int i = 0; i < 7; ++i)
        (void)twice.one_step();
    const auto in_parts = trained(twice);
    REQUIRE(in_parts->tracks[0].steps.size() == whole->tracks[0].steps.size());
    for (std::size_t i = 0; i < whole->tracks[0].steps.size(); ++i)
        CHECK(in_parts->tracks[0].steps[i].loss == whole->tracks[0].steps[i].loss);
    CHECK(in_parts->tracks[0].moments.back()->state.numbers ==
          whole->tracks[0].moments.back()->state.numbers);
}

TEST_CASE("one can go back to a moment, and training goes on from there as before") {
    auto run = begun(brief("copy", 120));
    const auto first = trained(run);
    const auto back = run.go_back(61);
    CHECK(back->made() == 60); // a moment is kept at every other step
    CHECK(back->tracks[0].moments.back()->step == 60);
    run.begin(0, rate);
    const auto again = trained(run);
    CHECK(again->made() == 120);
    CHECK(again->tracks[0].moments.back()->state.numbers == first->tracks[0].moments.back()->state.numbers);
}

TEST_CASE("moments are kept in order and few, however long the training") {
    auto run = begun(brief("copy", 300));
    const auto training = trained(run);
    const auto steps = steps_of(training->tracks[0]);
    CHECK(steps.size() <= 62);
    CHECK(std::ranges::is_sorted(steps));
    CHECK(std::ranges::adjacent_find(steps) == steps.end());
    CHECK(training->tracks[0].moment(7)->step == 5);
    CHECK(training->tracks[0].moment(300)->step == 300);
}

TEST_CASE("whoever watches slowly sees every step, and rests in between") {
    auto run = begun(brief("copy", 300), 20);
    for (Index step = 1; step <= 7; ++step) {
        const auto slice = run.next({});
        CHECK(slice.made->made() == step);
        CHECK(slice.made->tracks[0].moments.back()->step == step);
        CHECK(slice.rest <= 1.0 / 20);
    }
    run.pause();
    CHECK(run.next({}).finished);
    CHECK(run.so_far()->made() == 7);
}

TEST_CASE("with and without the scale two models start alike and differ in nothing else") {
    TrainingPlan plan = brief("sense", 4);
    plan.beside = Beside::no_scale;
    auto run = begun(plan);
    const auto training = trained(run);
    REQUIRE(training->tracks.size() == 2);
    const auto &with = training->tracks[0], &without = training->tracks[1];
    CHECK(with.moments.front()->state.numbers == without.moments.front()->state.numbers);
    CHECK(with.moments.front()->model.transformer->sizes.scaled);
    CHECK_FALSE(without.moments.front()->model.transformer->sizes.scaled);
    CHECK(with.steps[0].loss != without.steps[0].loss);
}

TEST_CASE("memory trains three readers next to each other, and each distance has its accuracy") {
    auto run = begun(brief("memory", 2));
    const auto training = trained(run);
    REQUIRE(training->tracks.size() == 3);
    CHECK(training->tracks[0].key == "attention");
    CHECK(training->tracks[2].key == "rnn");
    CHECK(training->tracks[2].attentions == 0);
    const auto shares = workbench::by_distance(training->tracks[0].moments.back()->tested);
    REQUIRE(!shares.empty());
    Index asked = 0;
    for (std::size_t i = 0; i < shares.size(); ++i) {
        CHECK(shares[i].right >= 0);
        CHECK(shares[i].right <= 1);
        if (i > 0) CHECK(shares[i].from > shares[i - 1].to);
        asked += shares[i].asked;
    }
    CHECK(asked == training->tracks[0].moments.back()->tested.asked);
}

TEST_CASE("a live task is trained on a person's own words") {
    TrainingPlan plan = brief("copy", 150);
    plan.words = {"red", "green", "blue", "green"};
    auto run = begun(plan);
    const auto training = trained(run);
    const auto& track = training->tracks[0];
    CHECK(track.moments.back()->tested.accuracy > 0.99);
    const auto watched = workbench::watch(track.task, track.moments.back(),
                                          workbench::watched_example(*track.task, "blue red green"));
    CHECK(workbench::possible_answers(*watched, 0, 1).front().word == "blue");
    CHECK_THROWS_AS((void)workbench::watched_example(*track.task, "blue yellow"), base::InputError);
}

TEST_CASE("letters may be typed without spaces") {
    const auto run = begun(brief("copy", 10));
    const auto training = run.so_far();
    const auto example = workbench::watched_example(*training->tracks[0].task, "learn");
    CHECK(example.source.size() == 5);
}

TEST_CASE("a model with one layer has no place for a hint about the second") {
    TrainingPlan plan = brief("coreference", 2);
    plan.choices.layers = 1;
    auto run = begun(plan);
    const auto training = trained(run);
    CHECK(training->tracks[0].hinted_until() == 0);
    CHECK(training->tracks[0].task->edges.empty());
}

TEST_CASE("a learning rate that is far too high is survived: the last good state stays") {
    auto run = begun(brief("copy", 60));
    for (int i = 0; i < 20; ++i)
        (void)run.one_step();
    run.set_learning_rate(1e30F);
    const auto training = trained(run);
    const auto& track = training->tracks[0];
    CHECK(track.diverged);
    CHECK(track.made() < 60);
    CHECK(training->done());
    const auto back = run.go_back(20);
    CHECK_FALSE(back->tracks[0].diverged);
    run.begin(0, rate);
    CHECK(trained(run)->made() == 60);
}

TEST_CASE("a trained model can be kept and opened") {
    const TemporaryFolder folder;
    auto run = begun(brief("copy", 150));
    const auto training = trained(run);
    const auto& track = training->tracks[0];
    const auto tested = workbench::tested_model(*track.task, *track.moments.back());
    CHECK(tested.card.accuracy > 0.99);
    CHECK(tested.card.steps == 150);
    workbench::TrainedModels models({}, folder.path / "models");
    const std::string id = models.keep(tested, "My first one!");
    CHECK(id == "own-my-first-one");
    CHECK(models.get(id)->card.name == "My first one!");
    CHECK(workbench::TrainedModels({}, folder.path / "models").ids() == std::vector{id});
    CHECK_THROWS_AS((void)models.keep(tested, "  "), base::InputError);
    CHECK_THROWS_AS((void)workbench::TrainedModels().keep(tested, "name"), base::InputError);
}

TEST_CASE("a writer that one watches is smaller than the one that is shipped") {
    const auto run = begun({.task = "stories"});
    const auto so_far = run.so_far(); // keeps the track
    const auto& track = so_far->tracks[0];
    CHECK(track.recipe.width == 32);
    CHECK(track.recipe.steps < tasks()->get("stories")->recipe.steps);
    CHECK(track.recipe.layers == 2);
}

TEST_CASE("every moment of a writer has its story, the same whenever one looks") {
    TrainingPlan plan = brief("stories", 20);
    plan.choices.width = 16;
    auto run = begun(plan);
    const auto whole = trained(run); // keeps the track
    const auto& track = whole->tracks[0];
    const auto text_at = [&](std::size_t moment) {
        const auto story = workbench::written_at(*track.task, *track.moments[moment]);
        CHECK_FALSE(story.written.empty());
        return story.before(story.written.size());
    };
    CHECK(text_at(0) == text_at(0));
    CHECK(text_at(0) != text_at(track.moments.size() - 1));
}

TEST_CASE("a skill is learned when nine of ten answers are right at two moments in a row") {
    workbench::TrainingTrack track;
    const auto add = [&](Index step, double share) {
        learning::Evaluation tested;
        tested.accuracy_of = {share};
        track.moments.push_back(std::make_shared<const workbench::TrainingMoment>(
            workbench::TrainingMoment{step, tested, {}, {}}));
    };
    CHECK_FALSE(workbench::learned_at(track, 0));
    for (const auto& [step, share] :
         std::vector<std::pair<Index, double>>{{0, 0.1}, {50, 0.95}, {100, 0.8}, {150, 0.9}})
        add(step, share);
    CHECK_FALSE(workbench::learned_at(track, 0)); // 0.95 was chance, 0.9 is the last so far
    add(200, 0.99);
    CHECK(workbench::learned_at(track, 0)->step == 150);
}
