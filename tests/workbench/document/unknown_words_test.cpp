#include "workbench/document/edit.h"
#include "workbench/document/unknown_words.h"
#include "workbench/lab.h"

using namespace lab;
using namespace workbench;

namespace {

std::optional<UnknownWords> unknown(const std::string& text) {
    return unknown_words(prepare(sentence(text), library()), library());
}

std::string swapped(const std::string& text) {
    const auto found = unknown(text);
    return found ? found->swapped.text : text;
}

} // namespace

TEST_CASE("a sentence of known words needs nothing") {
    CHECK_FALSE(unknown("The cat sat on the mat"));
    Document random = sentence("The Wuffel sat");
    random.weights = model::RandomSizes{};
    CHECK_FALSE(unknown_words(prepare(random, library()), library())); // random ones know every word
}

TEST_CASE("a word that is misspelt becomes the word it is spelt most like") {
    CHECK(swapped("The cat sat on the mta") == "The cat sat on the mat");
    CHECK(unknown("The caat sat")->swaps == std::vector<Swap>{{"caat", "cat"}});
}

TEST_CASE("a word that is spelt alike but cannot stand there is passed over") {
    CHECK(swapped("The Wuffel sat") == "The cat sat"); // not "suffer"
}

TEST_CASE("another word becomes one that can stand in its place") {
    CHECK(swapped("The Xqzwvk sat") == "The cat sat");
    CHECK(swapped("The cat was xqzwvkly") == "The cat was tired");
    CHECK(swapped("The cat xqzwvked") == "The cat sat");
    CHECK(swapped("The xqzwvk sat on the qqzzvvk, because.") == "The cat sat on the mat, because.");
}

TEST_CASE("a word that stands twice is replaced twice by the same one") {
    const auto found = unknown("The xqzwvk saw the xqzwvk");
    REQUIRE(found);
    CHECK(found->swaps.size() == 1);
    CHECK(found->swapped.text == "The cat saw the cat");
}

TEST_CASE("of a long text only as many words are looked up as are to be named") {
    const std::string text = "Xqzwvk and qqzzvvk and zzyyvv";
    const auto all = unknown(text);
    const auto first = unknown_words(prepare(sentence(text), library()), library(), 2);
    REQUIRE(all);
    REQUIRE(first);
    CHECK(all->swaps.size() == 3);
    CHECK(first->swaps == std::vector<Swap>{all->swaps[0], all->swaps[1]});
    CHECK(first->swapped.text.ends_with("and zzyyvv"));
    CHECK(first->model == all->model);
}

TEST_CASE("afterwards every word is known") {
    for (const char* text :
         {"Xqzwvk", "Die Katze qqxxyy", "qqxxyy zzyyvv wwqqxx", "the xqzwvk, the qqzzvvk"}) {
        CAPTURE(text);
        CHECK_FALSE(unknown(swapped(text)));
    }
}

TEST_CASE("a trained model is named only if it knows every word") {
    CHECK(unknown("The Xqzwvk sat")->model.empty());
    Document german = sentence("The cat sat on the mat because it was tired");
    german.language = Language::german; // in which no English word is looked up
    const auto found = unknown_words(prepare(german, library()), library());
    REQUIRE(found);
    CHECK(found->model == "coreference");
}
