#include "language/translation.h"
#include "learning/learning.h"

using namespace learned;

namespace {

const language::TranslationGrammar& grammar() {
    static const auto loaded = language::load_translation(assets / "grammars" / "translation.toml");
    return loaded;
}

/// How many phrases of the sentence have an adjective and a noun that are kept for the test.
int kept_pairs(const Example& example) {
    const auto clause = parse_clause(grammar(), source_words(task("translation"), example));
    REQUIRE(clause);
    int kept = 0;
    for (const auto& phrase : {std::optional(clause->subject), clause->object})
        if (phrase && phrase->adjective)
            kept += learning::split_of(phrase->adjective->english, phrase->noun->english) == Split::test;
    return kept;
}

} // namespace

TEST_CASE("the decoder predicts each French word where it has read the ones before, and then the end") {
    const Task& it = task("translation");
    const Example example = ask(it, "The black cat sleeps here");
    CHECK(answers(it, example) == Words{"le", "chat", "noir", "dort", "ici", "<end>"});
    CHECK(it.target.word(example.target[0]) == "<start>");
    REQUIRE(example.target.size() == example.asked.size());
    for (std::size_t t = 0; t < example.asked.size(); ++t) {
        CHECK(example.asked[t].position == static_cast<Index>(t));
        if (t + 1 < example.target.size()) CHECK(example.asked[t].answer == example.target[t + 1]);
    }
    // noir, third, is predicted at position 2 and reads "black".
    CHECK(example.wanted[2] == learning::Wanted{0, 2, 1});
    CHECK(example.wanted[1] == learning::Wanted{0, 1, 2});
}

TEST_CASE("every test sentence has an adjective and a noun that were never trained together") {
    const Task& it = task("translation");
    Draw draw(1);
    for (int i = 0; i < 2000; ++i) {
        CHECK(kept_pairs(it.sample(draw, Split::train)) == 0);
        CHECK(kept_pairs(it.sample(draw, Split::test)) > 0);
    }
}

TEST_CASE("known words beyond the grammar begin a translation that nobody knows") {
    const Task& it = task("translation");
    const Example example = ask(it, "here sleeps the cat");
    CHECK(example.target == std::vector<Index>{it.target.id("<start>")});
    CHECK(answers(it, example) == Words{"?"});
    CHECK(refusal([&] { ask(it, "the blak cat sleeps"); }) ==
          "sentence: “blak” is not a word of this model (nearest to “blak”: black)");
}
