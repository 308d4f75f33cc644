#include "base/input_error.h"
#include "close.h"
#include "language/lexicon.h"
#include "language/temporary_file.h"
#include "language/tokenizer.h"
#include "source_folder.h"

#include <doctest/doctest.h>
#include <filesystem>
#include <sstream>

using base::InputError;
using base::RowVector;
using language::Lexicon;

namespace {

const Lexicon& everyday() {
    static const Lexicon lexicon = language::load_lexicon(source_folder() / "assets/lexicon.toml");
    return lexicon;
}

RowVector row(std::initializer_list<float> values) {
    RowVector result(static_cast<Eigen::Index>(values.size()));
    std::copy(values.begin(), values.end(), result.data());
    return result;
}

const std::vector<std::string> cat_features = {"living", "thing", "action", "link", "pronoun", "feeling"};

} // namespace

TEST_CASE("the words of the first sentence have the rows that its tables were set for") {
    const auto find = [](const char* word) { return everyday().find(word, cat_features).value(); };
    CHECK(find("cat") == row({1, 0, 0, 0, 0, 0}));
    CHECK(find("mat") == row({0, 1, 0, 0, 0, 0}));
    CHECK(find("sat") == row({0, 0, 1, 0, 0, 0}));
    CHECK(find("it") == row({0, 0, 0, 0, 1, 0}));
    CHECK(find("was") == row({0, 0, 0.5F, 0.5F, 0, 0}));
    CHECK(find("tired") == row({0, 0, 0, 0, 0, 1}));
    for (const char* word : {"The", "on", "the", "because"})
        CHECK(find(word) == row({0, 0, 0, 1, 0, 0}));
}

TEST_CASE("a row in a subset of the features has them in the order of the subset") {
    CHECK(everyday().find("river", {"water", "thing"}).value() == row({1, 0.5F}));
    CHECK(everyday().find("River").value().size() == static_cast<Eigen::Index>(everyday().features.size()));
}

TEST_CASE("a word outside the lexicon has no row") {
    CHECK_FALSE(everyday().find("zyzzyva"));
    CHECK_FALSE(everyday().find("zyzzyva", cat_features));
    CHECK_FALSE(everyday().feature("colour of the soul"));
}

TEST_CASE("case and apostrophes do not hide a word") {
    CHECK(everyday().find("CAT") == everyday().find("cat"));
    CHECK(everyday().find("Didn’t") == everyday().find("didn't"));
    CHECK(everyday().find("Γάτα") == everyday().find("cat"));
}

TEST_CASE("the lexicon knows at least 1500 words, and none has an empty row in the first six features") {
    CHECK(everyday().rows.size() >= 1500);
    for (const auto& entry : everyday().rows) {
        CAPTURE(entry.first);
        CHECK(make::largest(entry.second.head(6).cwiseAbs()) > 0);
    }
}

TEST_CASE("ordinary sentences are known word by word") {
    std::istringstream sentences(
        "the dog chased the ball because she wanted to play with it in the garden . "
        "my brother bought a new car yesterday but he can not drive it very well . "
        "when the sun rises the birds sing and the children walk to school together . "
        "we drank cold water at the river after a long day of work , and felt much better ! "
        "what did your teacher say about the test ? they didn't know the answer .");
    for (std::string word; sentences >> word;) {
        CAPTURE(word);
        CHECK(everyday().find(word));
    }
}

TEST_CASE("words of the same meaning have the same row in both languages") {
    const std::pair<const char*, const char*> pairs[] = {
        {"the", "le"}, {"cat", "chat"}, {"black", "noir"}, {"sleeps", "dort"}, {"here", "ici"}};
    for (const auto& pair : pairs) {
        CAPTURE(pair.first);
        CHECK(everyday().find(pair.first).value() == everyday().find(pair.second).value());
    }
}

TEST_CASE("a word of several languages is English unless the language is said") {
    CHECK(everyday().find("war") != everyday().find_in("de", "war"));
    CHECK(everyday().find_in("de", "war") == everyday().find("was"));
    CHECK(everyday().find_in("de", "Die") == everyday().find("the"));
    CHECK_FALSE(everyday().find_in("de", "cat"));
    CHECK(everyday().find("dort") == everyday().find("sleeps"));
    CHECK(everyday().find_in("de", "dort") == everyday().find_in("en", "there"));
    CHECK(everyday().find_in("de", ".") == everyday().find("."));
}

TEST_CASE("every word that has a row belongs to a language, and every language has words") {
    std::size_t words = 0;
    for (const auto& [language, rows] : everyday().of) {
        CHECK(rows.size() > 40);
        words += rows.size();
    }
    CHECK(everyday().of.size() == everyday().languages.size() + 1);
    CHECK(words >= everyday().rows.size());
}

TEST_CASE("a broken lexicon is refused, naming file, line and entry") {
    struct Broken {
        const char* text;
        const char* where;
        const char* problem;
    };
    const Broken broken[] = {
        {"", ", line 1", "\"features\" is missing"},
        {"features = []", ", line 1", "features is empty"},
        {"features = [1, 2]", ", line 1", "this is not a text"},
        {"features = [\"living\"]", "", "there are no words"},
        {"features = [\"living\"]\n[[group]]\nwords = \"cat\"", ", line 2", "the group has no features"},
        {"features = [\"living\"]\n[[group]]\nfeatures = {living = 1}", ", line 2", "\"words\" is missing"},
        {"features = [\"living\"]\n[[group]]\nfeatures = {living = 1}\nword = \"cat\"\nwords = \"dog\"",
         ", line 4", "there is no entry called \"word\""},
        {"features = [\"living\"]\n[[group]]\nfeatures = {alive = 1}\nwords = \"cat\"", ", line 3",
         "\"alive\" is not a feature"},
        {"features = [\"living\"]\n[[group]]\nfeatures = {living = nan}\nwords = \"cat\"", ", line 3",
         "living is not a finite number"},
        {"features = [\"living\"]\n[[group]]\nfeatures = {living = \"yes\"}\nwords = \"cat\"", ", line 3",
         "living is not a finite number"},
        {"features = [\"living\"]\n[[group]]\nfeatures = {living = 1}\nwords = \"cat Cat\"", ", line 4",
         "\"Cat\" is given twice"}};
    for (const Broken& expected : broken) {
        CAPTURE(expected.text);
        const TemporaryFile file("lexicon.toml", expected.text);
        try {
            language::load_lexicon(file.path());
            FAIL("not refused");
        } catch (const InputError& error) {
            CHECK(error.where == file.path().string() + expected.where);
            CHECK(error.problem == expected.problem);
            CHECK_FALSE(error.hint.empty());
        }
    }
}

TEST_CASE("a lexicon that is missing or not TOML is refused") {
    CHECK_THROWS_WITH_AS(
        language::load_lexicon("/nowhere/lexicon.toml"),
        "/nowhere/lexicon.toml: there is no such file (install the program again, or give another folder)",
        InputError);
    const TemporaryFile file("lexicon.toml", "features = [\n= 3");
    try {
        language::load_lexicon(file.path());
        FAIL("not refused");
    } catch (const InputError& error) {
        CHECK(error.where == file.path().string() + ", line 2");
        CHECK(error.hint == "correct the file: is a quote or a bracket open?");
    }
}

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
