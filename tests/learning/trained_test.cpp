#include "close.h"
#include "learning/model_files.h"
#include "learning/trained.h"
#include "learning/trained_file.h"

#include <cmath>
#include <doctest/doctest.h>

using namespace learned;

TEST_CASE("a model and a task of other words do not go together") {
    CHECK(refusal([] { learning::expect_same_words(trained("copy"), task("svo")); }) ==
          "model: it was trained with other words than the grammar has now (train it again)");
    CHECK(refusal([] {
              learning::expect_same_words(trained("translation"), task("svo"));
          }).starts_with("model: "));
    CHECK_NOTHROW(learning::expect_same_words(trained("svo"), task("svo")));
}

TEST_CASE("an edge needs a head that the sizes have") {
    model::TransformerSizes sizes{.layers = 2, .heads = 3, .cross_heads = 1};
    const auto fits = [&](Index layer, Index head, bool cross = false) {
        return learning::has_heads_of({{"", 0, 0, false}, {"", layer, head, cross}}, sizes);
    };
    CHECK(fits(1, 2));
    CHECK_FALSE(fits(2, 0));
    CHECK_FALSE(fits(-1, 0));
    CHECK_FALSE(fits(0, 3));
    CHECK_FALSE(fits(0, -1));
    CHECK_FALSE(fits(0, 0, true)); // there is no decoder
    sizes.target_words = 5;
    CHECK(fits(1, 0, true));
    CHECK_FALSE(fits(1, 1, true));
}

TEST_CASE("how sure a model is: the mean of ln p of the right answers to the task's own sentences") {
    const Trained made = trained("svo");
    double sum = 0;
    int all = 0;
    for (const auto& preset : task("svo").presets) {
        const Example example = ask(task("svo"), preset.sentence);
        const auto run = model::run(*made.transformer, example.source);
        for (const learning::Asked& asked : example.asked) {
            const base::Matrix& p = run.probabilities[static_cast<std::size_t>(asked.output)];
            sum += std::log(p(asked.position, asked.answer));
            ++all;
        }
    }
    REQUIRE(all > 0);
    CHECK(learning::sureness(made, task("svo")) == make::about(sum / all));
}

TEST_CASE("a model that has learned is surer than one that has not, and none is surer than sure") {
    const fs::path shipped = assets / "models" / "coreference.safetensors";
    const double sure = learning::sureness(learning::read_trained(shipped), task("coreference"));
    CHECK(sure > learning::sureness(trained("coreference"), task("coreference")));
    CHECK(sure > -0.1);
    CHECK(sure <= 0);
}

TEST_CASE("of stories only what is settled makes sure: an open answer has no probability to be right") {
    const Trained made = trained("stories");
    Task it = task("stories");
    it.presets = {{"once there", {}}}; // after “there” comes “was”
    const double settled = learning::sureness(made, it);
    CHECK(settled < 0);
    it.presets = {{"once there was a", {}}}; // what comes behind it is left to chance
    CHECK(learning::sureness(made, it) == make::about(settled).within(1e-4));
    it.presets = {{"once", {}}}; // nothing is settled
    CHECK(learning::sureness(made, it) == 0);
}

using learning::Share;

// The two x at which (p − x)² = z²·x(1 − x)/n, solved in Python with 30 digits.
TEST_CASE("the interval of a share is Wilson's") {
    struct Row {
        learning::Index count, all;
        double low, high;
    };
    for (const Row& row : {Row{503, 1000, 0.4720587, 0.5339184}, Row{0, 20, 0.0000000, 0.1611252},
                           Row{500, 500, 0.9923757, 1.0000000}, Row{1, 3, 0.0614919, 0.7923404}}) {
        CAPTURE(row.count);
        const auto found = Share{row.count, row.all}.interval();
        CHECK(found.low == make::about(row.low).share(1e-6));
        CHECK(found.high == make::about(row.high).share(1e-6));
    }
}

TEST_CASE("a share lies in its interval, whose ends are 0 and 1 where none or all are right") {
    for (learning::Index all = 1; all <= 3000; ++all) {
        const auto none = Share{0, all}.interval(), every = Share{all, all}.interval();
        bool holds = none.low == 0 && none.high < 1 && every.low > 0 && every.high == 1;
        for (learning::Index count = 0; count <= all; ++count) {
            const Share share{count, all};
            const auto found = share.interval();
            holds &= 0 <= found.low && found.low <= share.value() && share.value() <= found.high &&
                     found.high <= 1;
        }
        CAPTURE(all);
        CHECK(holds);
    }
}

TEST_CASE("of nothing that was looked at nothing is known") {
    CHECK(Share{}.value() == 0);
    CHECK(Share{}.interval().low == 0);
    CHECK(Share{}.interval().high == 1);
}
