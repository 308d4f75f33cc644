#include "language/translation.h"

#include "base/input_error.h"
#include "language/temporary_file.h"
#include "language/tokenizer.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <map>
#include <set>

using base::Index;
using base::InputError;
using language::Draw;
using language::Gender;
using language::Translation;
using Words = std::vector<std::string>;

namespace {

const language::TranslationGrammar& shipped() {
    static const auto grammar =
        language::load_translation(source_folder() / "assets/grammars/translation.toml");
    return grammar;
}

std::string joined(const Words& words) {
    std::string text;
    for (const std::string& word : words)
        text += (text.empty() ? "" : " ") + word;
    return text;
}

std::optional<Translation> translation_of(const std::string& english) {
    const auto clause = parse_clause(shipped(), language::tokenize(english));
    if (!clause) return std::nullopt;
    return translate(*clause);
}

bool begins_with_vowel(const std::string& french) {
    const std::set<std::string> vowels = {"a", "e", "i", "o", "u", "h", "é", "ô"};
    return vowels.contains(french.substr(0, 1)) || vowels.contains(french.substr(0, 2));
}

} // namespace

TEST_CASE("clauses are translated with agreement, elision and the adjective in its place") {
    const std::pair<const char*, const char*> pairs[] = {
        {"The black cat sleeps here", "le chat noir dort ici"},
        {"the white cow sleeps there .", "la vache blanche dort là ."},
        {"this small bee waits", "cette petite abeille attend"},
        {"the bird eats", "l' oiseau mange"},
        {"the old bird eats now", "le vieil oiseau mange maintenant"},
        {"my old school", nullptr}, // no verb
        {"the girl likes my old school", "la fille aime ma vieille école"},
        {"the girl likes my school", "la fille aime mon école"},
        {"the girl likes my strange car", "la fille aime ma voiture étrange"},
        {"this child does not admire this beautiful tree", "cet enfant n' admire pas ce bel arbre"},
        {"my dog does not find the hotel today", "mon chien ne trouve pas l' hôtel aujourd'hui"},
        {"this bear sees this star", "cet ours voit cette étoile"},
        {"The cow chooses the big hat.", "la vache choisit le grand chapeau ."},
        {"the house sleeps", nullptr},          // things do not act
        {"the cat sees", nullptr},              // whom?
        {"the cat sleeps the dog", nullptr},    //
        {"the cat does sleep", nullptr},        //
        {"the black white cat sleeps", nullptr} // one adjective
    };
    for (const auto& pair : pairs) {
        CAPTURE(pair.first);
        const auto translation = translation_of(pair.first);
        CHECK(translation.has_value() == (pair.second != nullptr));
        if (translation && pair.second) CHECK(joined(translation->french) == pair.second);
    }
}

TEST_CASE("every French word names the English one that it renders") {
    const auto translation = translation_of("the black cat does not see the big tree here .").value();
    CHECK(joined(translation.french) == "le chat noir ne voit pas le grand arbre ici .");
    CHECK(translation.aligned == std::vector<Index>{0, 2, 1, 4, 5, 4, 6, 7, 8, 9, 10});
}

TEST_CASE("every clause that is drawn is parsed again, with known words in both languages") {
    const auto english = shipped().english_words(), french = shipped().french_words();
    Draw draw(1);
    for (int i = 0; i < 2000; ++i) {
        const Translation drawn = translate(sample_clause(shipped(), draw));
        CAPTURE(joined(drawn.english));
        const auto again = parse_clause(shipped(), drawn.english);
        REQUIRE(again);
        CHECK(translate(*again).french == drawn.french);
        CHECK(drawn.aligned.size() == drawn.french.size());
        for (const std::string& word : drawn.english)
            CHECK(std::ranges::find(english, word) != english.end());
        for (const std::string& word : drawn.french)
            CHECK(std::ranges::find(french, word) != french.end());
    }
}

TEST_CASE("every French sentence agrees: a check by its own rules") {
    std::map<std::string, Gender> genders;
    for (const auto* nouns : {&shipped().living, &shipped().things})
        for (const auto& noun : *nouns)
            genders[noun.french] = noun.gender;
    const std::set<std::string> determiners = {"le", "la", "l'", "ce", "cet", "cette", "mon", "ma"};
    const std::set<std::string> feminine_only = {"la",    "cette", "ma",      "petite", "grande", "vieille",
                                                 "belle", "noire", "blanche", "verte",  "bleue",  "grise"};
    const std::set<std::string> masculine_only = {"le",   "ce",  "cet",  "petit", "grand", "vieux", "vieil",
                                                  "beau", "bel", "noir", "blanc", "vert",  "bleu",  "gris"};
    const std::set<std::string> before_vowel = {"l'", "n'", "cet", "vieil", "bel"};
    const std::set<std::string> before_consonant = {"le", "la", "ne", "ce", "ma", "vieux", "beau"};
    Draw draw(2);
    for (int i = 0; i < 3000; ++i) {
        const Words words = translate(sample_clause(shipped(), draw)).french;
        CAPTURE(joined(words));
        for (std::size_t at = 0; at + 1 < words.size(); ++at) {
            if (before_vowel.contains(words[at])) CHECK(begins_with_vowel(words[at + 1]));
            if (before_consonant.contains(words[at])) CHECK_FALSE(begins_with_vowel(words[at + 1]));
        }
        // From a determiner to the adjective after the noun.
        for (std::size_t at = 0; at < words.size(); ++at) {
            if (!determiners.contains(words[at])) continue;
            const auto noun = std::find_if(words.begin() + static_cast<std::ptrdiff_t>(at), words.end(),
                                           [&](const std::string& word) { return genders.contains(word); });
            REQUIRE(noun != words.end());
            const auto end = std::min(words.end(), noun + 2);
            const auto& wrong = genders[*noun] == Gender::feminine ? masculine_only : feminine_only;
            for (auto word = words.begin() + static_cast<std::ptrdiff_t>(at); word < end; ++word)
                CHECK_FALSE(wrong.contains(*word));
            if (words[at] == "mon" && genders[*noun] == Gender::feminine)
                CHECK(begins_with_vowel(words[at + 1]));
        }
        const auto ne = std::ranges::count(words, "ne") + std::ranges::count(words, "n'");
        CHECK(ne == std::ranges::count(words, "pas"));
    }
}

TEST_CASE("broken words of translation are refused, naming file, line and entry") {
    struct Broken {
        std::string text;
        const char *where, *problem;
    };
    const std::string words =
        "[determiners]\nthe = \"le la l' l'\"\n[adjectives_before]\nold = \"vieux vieille vieil\"\n"
        "[adjectives_after]\nred = \"rouge rouge\"\n[living]\ncat = \"chat m\"\n";
    const Broken broken[] = {
        {"", ", line 1", "“determiners” is missing or empty"},
        {"determiners = 3", ", line 1", "determiners is not a table"},
        {"[determiners]", ", line 1", "“determiners” is missing or empty"},
        {"[determiners]\nthe = \"le la\"", ", line 2", "“the” does not have all that it needs"},
        {"[determiners]\nthe = 4", ", line 2", "“the” does not have all that it needs"},
        {words + "[things]\ncar = \"voiture x\"", ", line 10", "“x” is not a gender"},
        {words + "[things]\ncar = \"voiture\"", ", line 10", "“car” does not have all that it needs"},
        {words + "[things]\ncar = \"voiture f\"\n[verbs]\nsleeps = \"dort\"", ", line 12",
         "“sleeps” does not have all that it needs"},
        {words + "[things]\ncar = \"voiture f\"\n[verbs]\nsleeps = \"sleep dort\"\n[verbs_with_object]\n"
                 "sees = \"see voit\"\n[adverbs]\nhere = \"ici\"\n[adverb]\nnow = \"maintenant\"",
         ", line 17", "there is no entry called \"adverb\""}};
    for (const Broken& expected : broken) {
        CAPTURE(expected.text);
        const TemporaryFile file("translation.toml", expected.text);
        try {
            language::load_translation(file.path());
            FAIL("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == file.path().string() + expected.where);
            CHECK(error.problem == expected.problem);
            CHECK_FALSE(error.hint.empty());
        }
    }
}
