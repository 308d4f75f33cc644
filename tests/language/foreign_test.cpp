#include "language/foreign.h"

#include "language/tokenizer.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

using language::false_friends;
using Words = std::vector<std::string>;

namespace {

Words friends(const char* sentence) {
    static const language::Lexicon lexicon =
        language::load_lexicon(source_folder() / "assets" / "lexicon.toml");
    return false_friends(language::tokenize(sentence), lexicon);
}

} // namespace

TEST_CASE("German words that look like English ones are found among words that nobody knows") {
    CHECK(friends("Die Suppe war schon wieder kalt.") == Words{"Die", "war"});
}

TEST_CASE("an English sentence with a rare word in it is English") {
    CHECK(friends("The cat sat on the zyzzyva because it was tired.").empty());
    CHECK(friends("The cat sat.").empty());
}

TEST_CASE("where no word is known there is nothing to take wrongly") {
    CHECK(friends("Дождь шёл весь вечер").empty());
    CHECK(friends("猫坐在垫子上。").empty());
}

TEST_CASE("two words are too few to tell, and marks and numbers are no words") {
    CHECK(friends("Die Suppe").empty());
    CHECK(friends("Die 1 2 3 !").empty());
}
