#include "cases.h"
#include "close.h"
#include "narration/prediction.h"
#include "source_folder.h"
#include "workbench/document/pass.h"

#include <algorithm>
#include <regex>
#include <set>

using namespace narration_test;
using narration::AnswerState;

namespace {

std::optional<narration::Prediction> asked(const Case& c, StageId stage, Quantity quantity, Index row,
                                           Index column = 0) {
    return narration::predict(texts(), subject(c, stage, quantity, row, column), row);
}

/// A question that there must be.
narration::Prediction question(const Case& c, StageId stage, Quantity quantity, Index row) {
    const auto p = asked(c, stage, quantity, row);
    REQUIRE(p);
    return *p;
}

const std::string& right(const narration::Prediction& p) {
    return p.choices.at(p.answer);
}

std::size_t wrong_choice(const narration::Prediction& p) {
    return p.answer == 0 ? 1 : 0;
}

/// What is said at a stage while the questions ahead are open.
std::string told_before(narration::Subject s) {
    s.foretells = false;
    return words_of(texts().narrate(s));
}

} // namespace

TEST_CASE("every question has two to four different choices and one answer among them") {
    int asked_any = 0;
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        for_each_subject(c, [&](const narration::Subject& s) {
            const auto p = narration::predict(texts(), s, std::min(s.cell.row, c.trace.n() - 1));
            if (!p) return;
            ++asked_any;
            CAPTURE(words_of(p->question));
            REQUIRE(words_of(p->question).ends_with("?"));
            REQUIRE(words_of(p->because).ends_with("."));
            REQUIRE(words_of(p->question).find('{') == std::string::npos);
            REQUIRE(p->choices.size() >= 2);
            REQUIRE(p->choices.size() <= 4);
            REQUIRE(std::set<std::string>(p->choices.begin(), p->choices.end()).size() == p->choices.size());
            REQUIRE(p->answer < p->choices.size());
        });
    }
    CHECK(asked_any > 1000);
}

TEST_CASE("which word gets the second largest weight: tired, not mat") {
    const auto p = asked(cat(""), StageId::scores, Quantity::scores, it);
    REQUIRE(p);
    CHECK(words_of(p->question) == "Which word will get the second largest weight from “it”?");
    CHECK(right(*p) == "tired");
    CHECK(std::set<std::string>(p->choices.begin(), p->choices.end()) ==
          std::set<std::string>{"mat", "tired"});
    CHECK(words_of(p->because).find("In the order of their scores: cat (7.98), tired (") == 0);
    CHECK(p->covers == attention::Cell{Quantity::scores, 0, it, 9}); // the score of tired says it
}

TEST_CASE("the answers are those of the trace") {
    for (const Case& c : all_cases()) {
        CAPTURE(c.name);
        const HeadTrace& head = c.trace.heads[0];
        for (Index i = 0; i < c.trace.n(); ++i) {
            Index best = 0;
            if (const auto p = asked(c, StageId::project, Quantity::q, i); p && c.names.keys[0] == "The") {
                head.scores.row(i).maxCoeff(&best);
                const std::string& key = c.names.keys[static_cast<std::size_t>(best)];
                CHECK(right(*p).find(key) != std::string::npos);
            }
            if (const auto p = asked(c, StageId::scale, Quantity::scaled, i)) {
                if (c.trace.options.mask.empty())
                    CHECK((right(*p) == "yes") == (head.weights.row(i).array() > 0.5F).any());
                else
                    CHECK(right(*p) == std::to_string(c.trace.allowed.row(i).count()));
            }
            if (const auto p = asked(c, StageId::mask, Quantity::masked, i)) {
                CHECK(right(*p) == "1");
                if (c.trace.layer->sink.size() == 0) CHECK(head.weights.row(i).sum() == make::about(1));
            }
        }
    }
}

TEST_CASE("the choices stand in an order that gives nothing away, and always in the same") {
    std::set<std::size_t> places;
    for (Index row = 0; row < 10; ++row) {
        const auto once = asked(cat(""), StageId::project, Quantity::q, row);
        const auto again = asked(cat(""), StageId::project, Quantity::q, row);
        if (!once) continue;
        CHECK(once->choices == again->choices);
        places.insert(once->answer);
    }
    CHECK(places.size() > 1);
}

TEST_CASE("nothing is asked where there is nothing to guess") {
    const Case one = words(rows("", wave_layer(4, 1, 2, 2, false, false), {}, 1));
    for (const StageId stage : {StageId::project, StageId::scores, StageId::scale, StageId::mask,
                                StageId::softmax, StageId::weighted_sum})
        CHECK_FALSE(asked(one, stage, Quantity::scores, 0));
    const Case equal = cat("", {}, {}, [](Layer& l) { l.w_k.setConstant(0.5F); });
    CHECK_FALSE(asked(equal, StageId::scores, Quantity::scores, it));
    CHECK_FALSE(asked(equal, StageId::softmax, Quantity::weights, it));
    const Case hidden = cat("", masked([](Mask& m) { m.key_padding.assign(10, 0); }));
    CHECK_FALSE(asked(hidden, StageId::scale, Quantity::scaled, it));
    CHECK_FALSE(asked(hidden, StageId::mask, Quantity::masked, it));
    CHECK_FALSE(asked(hidden, StageId::softmax, Quantity::weights, it));
}

TEST_CASE("the question is about the query, even where the marked cell lies in the row of a key") {
    const Case c = cat("");
    for (const Quantity quantity : {Quantity::q, Quantity::k, Quantity::v}) {
        const narration::Subject subject{c.trace, c.names, StageId::project, {quantity, 0, 1, 0}, c.hand_set};
        const auto p = narration::predict(texts(), subject, it);
        REQUIRE(p);
        CHECK(words_of(p->question) == "Which word’s key will score highest with the query of “it”?");
        CHECK(right(*p) == "cat");
    }
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    const narration::Subject key{cross.trace, cross.names, StageId::project, {Quantity::k, 0, 4, 0}, false};
    CHECK(words_of(narration::predict(texts(), key, 3)->question).ends_with("the query of “dort”?"));
}

TEST_CASE("cross-attention asks what is read") {
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    CHECK(right(*asked(cross, StageId::input, Quantity::x, 0)) == "from the memory M");
}

TEST_CASE("dropout asks what becomes of a weight that is kept") {
    const Case c = cat("", dropped(0.3F));
    const auto p = asked(c, StageId::softmax, Quantity::weights, it);
    REQUIRE(p);
    CHECK(right(*p) == "0.85");
}

// The user's answers, and what is hidden until they are given.

TEST_CASE("a question is open until it is answered rightly or revealed, and can be asked again") {
    const narration::Prediction p = question(cat(""), StageId::scores, Quantity::scores, it);
    narration::Answers answers;
    CHECK(answers.to(p).state == AnswerState::open);
    answers.guess(p, wrong_choice(p));
    CHECK(answers.to(p).state == AnswerState::open);
    CHECK(answers.to(p).wrong.contains(wrong_choice(p)));
    answers.guess(p, p.answer);
    CHECK(answers.to(p).state == AnswerState::right);
    answers.ask_again(p);
    CHECK(answers.to(p).state == AnswerState::open);
    CHECK(answers.to(p).wrong.empty());
    answers.reveal(p);
    CHECK(answers.to(p).state == AnswerState::revealed);
}

TEST_CASE("the score counts what was right at the first go") {
    narration::Answers answers;
    const auto ask = [&](StageId stage, Quantity quantity) { return question(cat(""), stage, quantity, it); };
    const narration::Prediction first = ask(StageId::scores, Quantity::scores),
                                second = ask(StageId::project, Quantity::q),
                                third = ask(StageId::scale, Quantity::scaled);
    answers.guess(first, first.answer);
    answers.guess(second, wrong_choice(second));
    CHECK(answers.score().done == 1);
    answers.guess(second, second.answer);
    answers.reveal(third);
    CHECK(answers.score().done == 3);
    CHECK(answers.score().right_at_once == 1);
}

TEST_CASE("each question is a question of its own") {
    const Case c = cat("");
    narration::Answers answers;
    answers.reveal(question(c, StageId::project, Quantity::q, it));
    CHECK(answers.to(question(c, StageId::project, Quantity::q, was)).state == AnswerState::open);
    CHECK(answers.to(question(c, StageId::scores, Quantity::scores, it)).state == AnswerState::open);
}

TEST_CASE("what a question asks for is hidden while it is open, and shown after") {
    const narration::Prediction width = question(cat(""), StageId::input, Quantity::x, it);
    narration::Answers answers;
    CHECK(hidden_now(width, answers, StageId::input).shapes);
    answers.guess(width, wrong_choice(width));
    CHECK(hidden_now(width, answers, StageId::input).shapes);
    answers.reveal(width);
    CHECK_FALSE(hidden_now(width, answers, StageId::input).shapes);
    const Case cross = words(rows("", wave_layer(6, 1, 4, 3, false, false), {}, 4, 5));
    const narration::Prediction source = question(cross, StageId::input, Quantity::x, 0);
    CHECK(hidden_now(source, {}, StageId::input).formula);
    CHECK(hidden_now(source, {}, StageId::input).code);
}

TEST_CASE("at softmax the largest weight is not said while a question asks whose value will count most") {
    const Case c = cat("");
    const narration::Prediction most = question(c, StageId::softmax, Quantity::weights, it);
    narration::Answers answers;
    CHECK(hidden_now(most, answers, StageId::softmax).later);
    CHECK_FALSE(has(told_before(subject(c, StageId::softmax, Quantity::weights, it, 0)), "largest weight"));
    answers.reveal(most);
    CHECK_FALSE(hidden_now(most, answers, StageId::softmax).later);
}

TEST_CASE("what later stages make of a cell is not told before the weights are there") {
    const narration::Answers answers;
    CHECK(hidden_now(std::nullopt, answers, StageId::mask).later);
    CHECK_FALSE(hidden_now(std::nullopt, answers, StageId::softmax).later);
}

TEST_CASE("before the weights are there no sentence says what they will be") {
    const std::regex weight("weight will be|listen|[Ww]eight of [^.]* (is|gets)");
    for (const Case& c : all_cases())
        for_each_subject(c, [&](const narration::Subject& s) {
            if (s.stage >= StageId::mask) return; // a hidden key’s weight of 0 is what a mask is
            const std::string text = told_before(s);
            CAPTURE(text);
            REQUIRE_FALSE(std::regex_search(text, weight));
        });
}

TEST_CASE("no preset tells the answer of an open question, at any stage") {
    const workbench::Library library = workbench::load_library(source_folder() / "assets");
    int asked_any = 0;
    for (const workbench::Preset& preset : library.presets) {
        if (preset.document.text.empty()) continue; // its words are numbers, which stand in many sentences
        CAPTURE(preset.id);
        const auto pass = workbench::compute(workbench::prepare(preset.document, library));
        const Case c{preset.id, pass->trace, pass->names, pass->has_names()};
        for_each_subject(c, [&](const narration::Subject& s) {
            const bool row_of_key = s.cell.quantity == Quantity::k || s.cell.quantity == Quantity::v;
            if ((c.trace.input.is_cross() && row_of_key) || s.cell.row != preset.query) return;
            const auto p = narration::predict(texts(), s, preset.query);
            if (!p) return;
            ++asked_any;
            const std::string text = told_before(s), &right = p->choices[p->answer];
            CAPTURE(text);
            CAPTURE(words_of(p->question));
            const bool names_a_word = s.stage == StageId::project;
            if (names_a_word) REQUIRE_FALSE(std::regex_search(text, std::regex("\\b" + right + "\\b")));
            if (s.stage == StageId::input && c.trace.input.is_cross())
                REQUIRE_FALSE(has(text, "from the memory"));
            if (s.stage == StageId::mask) REQUIRE_FALSE(has(text, "up to 1"));
        });
    }
    CHECK(asked_any > 50);
}

TEST_CASE("the reason for an answer does not answer the questions after it") {
    const Case c = cat("");
    const float largest = c.trace.heads[0].weights.row(it).maxCoeff();
    for (const auto& [stage, quantity] :
         {std::pair{StageId::project, Quantity::q}, {StageId::scores, Quantity::scores}}) {
        const std::string because = words_of(question(c, stage, quantity, it).because);
        CAPTURE(because);
        CHECK_FALSE(has(because, words_of(narration::Paragraph{{std::to_string(largest).substr(0, 4)}})));
    }
}
