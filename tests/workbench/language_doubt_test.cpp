#include "workbench/language_doubt.h"

#include "lab.h"
#include "workbench/edit.h"
#include "workbench/session.h"

using namespace lab;
using namespace workbench;
using Answers = std::vector<Language>;

namespace {

std::optional<LanguageDoubt> doubt(const Document& document) {
    return language_doubt(prepare(document, library()), library().lexicon);
}

Document told(const Document& document, Language language) {
    return apply(document, SetLanguage{language}, library());
}

Document through_json(const Document& document) {
    Session session;
    session.first.document = std::make_shared<const Document>(document);
    return *session_from_json(to_json(session), "test").first.document;
}

const char* const german = "Die Suppe war schon wieder kalt";

} // namespace

TEST_CASE("a German sentence raises the question which language it is in, and German is an answer") {
    const auto asked = doubt(sentence(german));
    REQUIRE(asked);
    CHECK(asked->words == "“Die”, “war”");
    CHECK(asked->answers == Answers{Language::english, Language::german, Language::other});
}

TEST_CASE("whoever has answered is not asked again, not even about another sentence or after a session") {
    for (const Language language : {Language::english, Language::german, Language::other}) {
        const Document answered = told(sentence(german), language);
        CHECK_FALSE(doubt(answered));
        CHECK_FALSE(doubt(apply(answered, SetText{"Die Katze war sehr krank", {}}, library())));
        CHECK(through_json(answered) == answered);
    }
    CHECK(doubt(apply(sentence(german), SetText{"Die Katze war sehr krank", {}}, library())));
}

TEST_CASE("told to be German, the words are those of German") {
    const auto x = [](const std::string& text, Language language) {
        return prepare(told(sentence(text), language), library());
    };
    const Prepared asked = x("Die Katze war müde", Language::german);
    const Prepared english = x("The cat was tired", Language::english);
    CHECK(asked.input.x == english.input.x);
    CHECK(x("The cat", Language::german).unknown == std::vector<bool>{true, true});
    CHECK(x("Die Katze .", Language::other).unknown == std::vector<bool>{true, true, true});
}

TEST_CASE("no sentence that the program brings raises the question") {
    for (const Preset& preset : library().presets) {
        CAPTURE(preset.id);
        CHECK_FALSE(doubt(preset.document));
    }
}

TEST_CASE("random weights know every word of every language") {
    Document d = sentence(german);
    d.weights = model::RandomSizes{};
    CHECK_FALSE(doubt(d));
}
