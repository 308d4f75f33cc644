#include "workbench/document/edit.h"
#include "workbench/document/in_force.h"
#include "workbench/lab.h"
#include "workbench/session/session.h"

#include <algorithm>
#include <set>

using namespace lab;
using namespace workbench;

namespace {

std::vector<InForce> in(const Document& document, Index head = 0) {
    return in_force(prepare(document, library()), head);
}

std::vector<std::string> keys_of(const std::vector<InForce>& found) {
    std::vector<std::string> keys;
    for (const InForce& what : found)
        keys.push_back(what.fact.key);
    return keys;
}

using Keys = std::vector<std::string>;

/// A document in which almost everything is unusual.
Document unusual() {
    Document d = preset("cat-four-heads");
    d.text = "The cat sat on the zyzzyva";
    d.language = Language::other;
    d.score = attention::ScoreFunction::cosine;
    d.scale = {attention::ScaleKind::number, 2.45F};
    d.mask = {{.causal = 1, .before = 2, .after = 3, .padding = 1}};
    d.mask.drawn = base::BoolMatrix::Constant(6, 6, true);
    d.mask.drawn(2, 0) = false;
    d.dropout = {0.2F, 3};
    d.switched_off = {{0, 0}, {0, 2}};
    d.overrides = {{{Quantity::x, 0, 1, 0}, 5}, {{Quantity::scores, 0, 0, 0}, 1}};
    return d;
}

} // namespace

TEST_CASE("in the first sentence everything is usual") {
    CHECK(in(preset("cat-tired")).empty());
}

TEST_CASE("everything that is not usual is said, from the head to the words that are unknown") {
    CHECK(keys_of(in(unusual(), 2)) == Keys{"head", "row", "language", "position", "score_cosine",
                                            "scale_number", "causal", "before", "after", "padding", "drawn",
                                            "dropout", "heads_off", "one_number", "unknown"});
    CHECK(in(unusual(), 2).front().fact.values ==
          std::map<std::string, std::string>{{"head", "3"}, {"heads", "4"}});
}

TEST_CASE("each addition is said, and taken back by itself") {
    Document d = preset("cat-tired");
    d.additions = {.rotary = attention::Rotary{}, .softcap = 5, .alibi = true, .sink = 0};
    const auto found = in(d);
    CHECK(keys_of(found) == Keys{"rotary", "softcap", "alibi", "sink"});
    for (std::size_t i = 0; i < found.size(); ++i) {
        const Document without = apply(d, found[i].usual.value(), library());
        Keys rest = keys_of(found);
        rest.erase(rest.begin() + static_cast<std::ptrdiff_t>(i));
        CHECK(keys_of(in(without)) == rest);
    }
}

TEST_CASE("a divisor is told with its sign, and one that rounds to zero without") {
    const auto told = [](float divisor) {
        Document d = preset("cat-tired");
        d.scale = {attention::ScaleKind::number, divisor};
        return in(d).front().fact.values.at("divisor");
    };
    CHECK(told(-2.45F) == "−2.45");
    CHECK(told(-0.001F) == "0.00");
}

TEST_CASE("each × takes back what it stands beside, and nothing else") {
    const Document document = unusual();
    const auto before = in(document);
    for (const InForce& what : before) {
        CAPTURE(what.fact.key);
        if (!what.usual) continue;
        Keys rest = keys_of(before);
        std::erase(rest, what.fact.key);
        CHECK(keys_of(in(apply(document, *what.usual, library()))) == rest);
    }
    CHECK(std::ranges::count_if(before, [](const InForce& what) { return what.usual.has_value(); }) == 13);
    CHECK_FALSE(before.front().head); // the first head is the usual one
    CHECK(in(document, 3).front().head == 0);
}

TEST_CASE("a row that a preset changes is said with what it holds, and can be given back") {
    const auto found = in(preset("cat-comfortable"));
    REQUIRE(keys_of(found) == Keys{"row"});
    CHECK(found[0].fact.values.at("word") == "it");
    CHECK(found[0].fact.values.at("holds") == "thing 0.75, pronoun 0.25");
    const Document back = apply(preset("cat-comfortable"), *found[0].usual, library());
    CHECK(back.word_rows.empty());
    CHECK_FALSE(note_holds(back, library()));
}

TEST_CASE("a sentence of another language is said to be one, and × looks its words up again") {
    Document d = sentence("Die Suppe war kalt");
    d.language = Language::other;
    const auto found = in(d);
    REQUIRE(keys_of(found) == Keys{"language", "unknown"});
    CHECK(apply(d, *found[0].usual, library()).language == Language::english);
    d.weights = model::RandomSizes{}; // random rows are of any language
    CHECK(keys_of(in(d)).empty());
}

TEST_CASE("the row stays changed while other words are typed, and goes with its word") {
    const Document typed = apply(preset("cat-comfortable"),
                                 SetText{"The cat sat on the mat because it was tired", ""}, library());
    CHECK(keys_of(in(typed)) == Keys{"row"});
    CHECK(in(apply(typed, SetText{"The cat sat", ""}, library())).empty());
}

TEST_CASE("a row given back makes a typed sentence and a chosen one the same") {
    const Document typed = apply(preset("cat-comfortable"),
                                 SetText{"The cat sat on the mat because it was tired", ""}, library());
    const Document back = apply(typed, *in(typed)[0].usual, library());
    const auto a = compute(prepare(back, library())), b = compute(prepare(preset("cat-tired"), library()));
    CHECK(a->trace.heads[0].weights == b->trace.heads[0].weights);
}

TEST_CASE("with their rows given back both sentences of “it” go back to the living being") {
    for (const auto& [id, being] : {std::pair{"cat-comfortable", 1}, {"animal-wide", 1}}) {
        const auto& case_name = id; // lambdas of clang 14 take no structured bindings
        CAPTURE(case_name);
        const Document back = apply(preset(id), *in(preset(id))[0].usual, library());
        Index most = 0;
        compute(prepare(back, library()))->trace.heads[0].weights.row(7).maxCoeff(&most);
        CHECK(most == being);
    }
}

TEST_CASE("a number set in X changes the row of that place alone") {
    Document d = preset("cat-tired");
    d.overrides = {{{Quantity::x, 0, 4, 1}, 0.5F}};
    const Prepared prepared = prepare(d, library());
    REQUIRE(prepared.changed_rows.size() == 1);
    CHECK(prepared.changed_rows[0].word == "the");
    CHECK(prepared.changed_rows[0].places == std::vector<Index>{4});
    CHECK(is_changed(prepared.changed_rows, 4, false));
    CHECK_FALSE(is_changed(prepared.changed_rows, 0, false)); // the other “The”
    CHECK_FALSE(is_changed(prepared.changed_rows, 4, true));
}

TEST_CASE("in a batch the places that fill a sentence up are said, and cannot be taken away") {
    const auto found = in(preset("batch-padded"));
    REQUIRE(keys_of(found) == Keys{"filled_up"});
    CHECK(found[0].fact.values.at("count") == "7");
    CHECK_FALSE(found[0].usual);
}

TEST_CASE("every fact that can be found is among the keys that have texts") {
    const auto listed = in_force_keys();
    const std::set<std::string> known(listed.begin(), listed.end());
    CHECK(known.size() == listed.size());
    for (const std::string& key : keys_of(in(unusual(), 1)))
        CHECK(known.contains(key));
}

// ---------------------------------------------------------------- without computing the document

namespace {

/// "head_off 2 of layer 1": each fact's key and its values.
std::vector<std::string> facts(const Document& document) {
    std::vector<std::string> all;
    for (const Fact& fact : chosen_in(document, library())) {
        std::string text = fact.key;
        for (const auto& [name, value] : fact.values)
            text += " " + value;
        all.push_back(text);
    }
    return all;
}

using Facts = std::vector<std::string>;

} // namespace

TEST_CASE("of a sentence with the usual settings there is nothing to say") {
    CHECK(facts(preset("cat-tired")).empty());
}

TEST_CASE("a trained model and the head that is off in it are named") {
    Document d = preset("cat-tired");
    d.weights = TrainedWeights{"coreference", 1};
    d.switched_off = {{0, 1}};
    const std::string title = library().trained->get("coreference")->card.title;
    CHECK(facts(d) == Facts{"trained 2 " + title, "head_off 2 of layer 1"});
    d.weights = TrainedWeights{"gone", 0};
    CHECK(facts(d).front() == "trained 1 gone");
}

TEST_CASE("masks, numbers set by hand and the rest are named") {
    Document d = preset("cat-four-heads");
    d.mask = {{.causal = 1, .before = 2}};
    d.scale = {attention::ScaleKind::number, 2.45F};
    d.overrides = {{{Quantity::scores, 0, 0, 0}, 1}};
    d.dropout = {0.2F, 3};
    d.additions = {.rotary = attention::Rotary{.base = 100}, .softcap = 5, .alibi = true, .sink = 1};
    CHECK(facts(d) == Facts{"causal 1", "before 2", "position", "scale_number 2.45", "dropout 20",
                            "rotary 100", "softcap 5", "alibi", "sink 1", "one_number 1"});
    d.weights = model::RandomSizes{.seed = 7};
    CHECK(facts(d).front() == "random 7");
}

TEST_CASE("the divisor is named with its sign, and √d_model as long as the width is known") {
    Document d = preset("cat-tired");
    d.scale = {attention::ScaleKind::number, -2.45F};
    CHECK(facts(d) == Facts{"scale_number −2.45"});
    d.scale = {attention::ScaleKind::sqrt_dmodel};
    d.weights = model::RandomSizes{.d_model = 16, .seed = 7};
    CHECK(facts(d) == Facts{"random 7", "scale_sqrt_dmodel 4.00"});
    d.weights = TrainedWeights{"gone", 0};
    CHECK(facts(d) == Facts{"trained 1 gone"});
}

TEST_CASE("another language and rows of words are named where words are looked up") {
    Document d = preset("cat-tired");
    d.language = Language::german;
    d.word_rows = {{"cat", {{"living", 0.5F}}}, {"unicorn", {{"living", 1}}}};
    CHECK(facts(d) == Facts{"row living 0.50 cat", "language_de"});
    d.language = Language::other;
    CHECK(facts(d).back() == "language");
    d.weights = model::RandomSizes{.seed = 7};
    CHECK(facts(d) == Facts{"random 7"});
}

TEST_CASE("what is named without computing is what a pass of the same document has in force") {
    for (const Preset& shipped : library().presets) {
        CAPTURE(shipped.id);
        const auto found = in(shipped.document);
        for (const Fact& fact : chosen_in(shipped.document, library())) {
            if (fact.key == "random" || fact.key == "trained") continue;
            CAPTURE(fact.key);
            CHECK(std::ranges::any_of(found, [&](const InForce& what) { return what.fact.key == fact.key; }));
        }
        for (const InForce& what : found) {
            if (what.subject != Subject::rows && what.subject != Subject::language &&
                what.subject != Subject::scale)
                continue;
            CAPTURE(what.fact.key);
            CHECK(std::ranges::count(chosen_in(shipped.document, library()), what.fact) == 1);
        }
    }
}

// ---------------------------------------------------------------- the question of the language

namespace {

using Answers = std::vector<Language>;

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
