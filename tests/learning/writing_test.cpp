#include "learning/writing.h"

#include "close.h"
#include "learning/learning.h"

#include <set>

using namespace learned;
using learning::Taste, learning::Trained, learning::Writing;

namespace {

/// A small writer that has seen a few stories.
const Trained& writer() {
    static const Trained trained = [] {
        learning::Trainer trainer(task("stories"), {.steps = 20, .width = 16});
        while (!trainer.done())
            trainer.step();
        return learning::trained_so_far(trainer);
    }();
    return trained;
}

} // namespace

TEST_CASE("the next word's probabilities are those of the model's own pass") {
    const Words words{"once", "there", "was"};
    const Writing writing(writer(), words);
    const auto run = model::run(*writer().transformer, task("stories").ask(words).source);
    CHECK(make::is_close(writing.probabilities(), base::RowVector(run.probabilities.front().row(2))));
    CHECK(writing.probabilities().sum() == make::about(1).within(1e-5));
}

TEST_CASE("a temperature of 1 leaves the probabilities, a low one sharpens them, 0 leaves the best word") {
    const Writing writing(writer(), {"once"});
    const base::RowVector plain = learning::tasted(writing.probabilities(), {});
    base::RowVector words = writing.probabilities();
    words(language::Vocabulary::padding) = 0; // is no word, and never drawn
    CHECK(make::is_close(plain, base::RowVector(words / words.sum())));
    const base::RowVector half = learning::tasted(writing.probabilities(), {.temperature = 0.5F});
    base::RowVector squared = plain.array().square();
    squared /= squared.sum();
    CHECK(make::is_close(half, squared));
    const base::RowVector best = learning::tasted(writing.probabilities(), {.temperature = 0});
    CHECK((best.array() > 0).count() == 1);
    Index most = 0, taken = 0;
    plain.maxCoeff(&most);
    best.maxCoeff(&taken);
    CHECK(most == taken);
}

TEST_CASE("the first id of another vocabulary may be a word") {
    base::RowVector probabilities(4);
    probabilities << 0.4F, 0.3F, 0.2F, 0.1F;
    CHECK(make::is_close(learning::tasted(probabilities, {}, std::nullopt), probabilities));
    base::RowVector best(4);
    best << 4.0F / 7, 3.0F / 7, 0, 0;
    CHECK(make::is_close(learning::tasted(probabilities, {.top = 2}, std::nullopt), best));
    CHECK(learning::tasted(probabilities, {.temperature = 0})(1) == 1);
}

TEST_CASE("of the top k no other word is ever drawn, and each as often as it is probable") {
    const Writing writing(writer(), {"once", "there"});
    const Taste taste{.top = 3};
    const base::RowVector shares = learning::tasted(writing.probabilities(), taste);
    CHECK((shares.array() > 0).count() == 3);
    std::map<Index, int> drawn;
    constexpr int all = 3000;
    for (int i = 0; i < all; ++i)
        ++drawn[learning::drawn(shares, (static_cast<float>(i) + 0.5F) / all)];
    CHECK(drawn.size() == 3);
    for (const auto& [id, count] : drawn)
        CHECK(static_cast<float>(count) / all == make::about(shares(id)).within(1e-3));
    CHECK(shares(learning::drawn(shares, 0.9999999F)) > 0);
}

TEST_CASE("a word taken back leaves what was there before, down to what it began with") {
    Writing writing(writer(), {"once"});
    const base::RowVector before = writing.probabilities();
    writing.take(writer().source.id("there"));
    CHECK(writing.words() == Words{"once", "there"});
    CHECK(writing.probabilities() != before);
    CHECK(writing.take_back());
    CHECK(writing.probabilities() == before);
    CHECK_FALSE(writing.take_back());
    writing.take(writer().source.id("<s>"));
    CHECK(writing.ended());
    CHECK(writing.words() == Words{"once"});
}

TEST_CASE("a model that answers questions does not write, and unknown words are named") {
    learning::Trainer other(task("sense"), {.steps = 1});
    const Trained answers = learning::trained_so_far(other);
    CHECK_THROWS_AS(Writing(answers, {"She"}), base::InputError);
    CHECK_THROWS_AS(Writing(writer(), {"zeppelin"}), base::InputError);
}
