#include "language/foreign.h"

#include "language/tokenizer.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

using language::doubted_language;
using Words = std::vector<std::string>;

namespace {

const language::Lexicon& lexicon() {
    static const language::Lexicon everyday =
        language::load_lexicon(source_folder() / "assets" / "lexicon.toml");
    return everyday;
}

std::optional<language::Doubt> doubt(const char* sentence) {
    return doubted_language(language::tokenize(sentence), lexicon());
}

} // namespace

TEST_CASE("German words that are taken for English ones raise the question, and German is an answer") {
    const auto asked = doubt("Die Suppe war schon wieder kalt.");
    REQUIRE(asked);
    CHECK(asked->misread == Words{"Die", "war"});
    CHECK(asked->languages.front() == "de");
    CHECK(doubt("Die Suppe war kalt")); // three of its words are German, two also English
}

TEST_CASE("a sentence that another language knows better raises the question, though every word is known") {
    const auto asked = doubt("Der Hund war müde");
    REQUIRE(asked);
    CHECK(asked->misread == Words{"war"});
    CHECK(asked->languages == Words{"de"});
}

TEST_CASE("an English sentence with rare words in it is English") {
    CHECK_FALSE(doubt("The cat sat on the zyzzyva because it was tired."));
    CHECK_FALSE(doubt("The Wuffel sat on the zyzzyva."));
    CHECK_FALSE(doubt("The cat sat."));
    CHECK_FALSE(doubt("He sat on the chat"));
}

TEST_CASE("where no word is taken for English there is nothing to ask") {
    CHECK_FALSE(doubt("Дождь шёл весь вечер"));
    CHECK_FALSE(doubt("猫坐在垫子上。"));
    CHECK_FALSE(doubt("Le chat noir dort ici"));
}

TEST_CASE("two words are too few to tell, and marks and numbers are no words") {
    CHECK_FALSE(doubt("Die Suppe"));
    CHECK_FALSE(doubt("Die 1 2 3 !"));
}
