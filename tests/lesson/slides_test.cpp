// Each slide of the course: its picture shows what its caption and its answer name.

#include "lesson/course.h"
#include "lesson/judge.h"
#include "lesson/lesson.h"
#include "lesson/lesson_scene.h"
#include "lesson/step_state.h"
#include "lesson/text.h"

#include <algorithm>
#include <cmath>
#include <regex>
#include <set>
#include <string>
#include <vector>

using namespace lesson;
using attention::Quantity;
using workbench::Selection;

namespace {

struct Picture {
    const Selection& selection;
    const attention::Trace& trace;
};

/// What the stage shows: its result, and the factors that it is made from.
std::vector<Quantity> shown_in(const Picture& picture) {
    const attention::Stage& stage = attention::stage(picture.selection.stage);
    const auto products = stage.products(picture.trace);
    const attention::Product& product = products[std::min(picture.selection.product, products.size() - 1)];
    std::vector<Quantity> shown{product.result};
    if (product.left) shown.push_back(*product.left);
    if (product.top) shown.push_back(*product.top);
    return shown;
}

/// Where the mask hides nothing, masked and scaled scores are the same.
bool same(Quantity a, Quantity b, const attention::Trace& t) {
    const auto is_score = [](Quantity q) { return q == Quantity::scaled || q == Quantity::masked; };
    return a == b || (is_score(a) && is_score(b) && t.allowed.size() == 0);
}

/// True if the cells are in the picture, or with `result_alone` in its result.
bool shows(const Picture& picture, const Place& place, bool result_alone) {
    const auto shown = shown_in(picture);
    const auto end = result_alone ? shown.begin() + 1 : shown.end();
    const bool there = std::any_of(
        shown.begin(), end, [&](Quantity quantity) { return same(quantity, place.quantity, picture.trace); });
    return there && (!attention::is_per_head(place.quantity) || place.head == picture.selection.head);
}

/// Calls use(step, session, passes) for every step of the course that shows stages.
template <class Use>
void each_slide(const Use& use) {
    for (const Lesson& lesson : read_course({source_folder() / "assets/lessons"}).lessons) {
        workbench::Session session = opening_session(shipped_library());
        for (const Step& step : lesson.steps) {
            CAPTURE(step.place);
            session = after(session, step, shipped_library());
            if (session.view != "walkthrough" && session.view != "compare") continue;
            workbench::Session seen = session;
            const Passes passes = passes_of(session, shipped_library());
            seen.first.selection = workbench::clamped(seen.first.selection, passes.left->trace);
            if (seen.second)
                seen.second->selection = workbench::clamped(seen.second->selection, passes.right->trace);
            use(step, seen, passes);
        }
    }
}

std::optional<Selection> beside(const workbench::Session& session) {
    return session.second ? std::optional(session.second->selection) : std::nullopt;
}

/// The numbers that a text states itself: not computed in braces, quoted, in code, the number of a lesson, or
/// a factor in a formula ("2·n·d²").
std::vector<double> literal_numbers(const std::string& markdown) {
    static const std::regex line_break("\\n"),
        other(
            R"(\{[^}]*\}|“.*?”|`[^`]*`|[Ll]esson [0-9]+|step [0-9]+|[0-9]+·|·[0-9]+|[0-9]+-bit|[0-9.]+(?:⁰|¹|²|³|⁴|⁵|⁶|⁷|⁸|⁹)+)"),
        thousands("([0-9])\u00a0([0-9]{3})(?![0-9])"),
        number(R"((^|[^0-9A-Za-z.])([0-9]+(\.[0-9]+)?)(?![0-9A-Za-z]))");
    std::string text = std::regex_replace(markdown, line_break, " ");
    text = std::regex_replace(text, other, " ");
    text = std::regex_replace(text, thousands, "$1$2");
    std::vector<double> numbers;
    for (std::sregex_iterator at(text.begin(), text.end(), number), end; at != end; ++at)
        numbers.push_back(std::stod((*at)[2].str()));
    return numbers;
}

/// Everything that a step says.
std::vector<std::string> texts_of(const Step& step) {
    std::vector<std::string> texts{step.text, step.caption, step.label};
    if (!step.question) return texts;
    const Question& question = *step.question;
    texts.insert(texts.end(), {question.ask, question.hint, question.because});
    for (const Choice& choice : question.choices)
        texts.insert(texts.end(), {choice.text, choice.because});
    for (const Slip& slip : question.slips)
        texts.push_back(slip.because);
    return texts;
}

/// The numbers that a step computes with.
std::set<double> numbers_in_formulas(const Step& step) {
    std::vector<std::string> formulas{step.state.document.text(), step.state.choices.text()};
    if (step.question) {
        formulas.insert(formulas.end(), {step.question->formula, step.question->beside});
        for (const Choice& choice : step.question->choices)
            formulas.push_back(choice.holds);
        for (const Slip& slip : step.question->slips)
            formulas.push_back(slip.value);
    }
    static const std::regex braces(R"(\{([^}]*)\})");
    for (const std::string& text : texts_of(step))
        for (std::sregex_iterator at(text.begin(), text.end(), braces), end; at != end; ++at)
            formulas.push_back((*at)[1].str());
    std::set<double> numbers;
    static const std::regex number(R"([0-9]+(\.[0-9]+)?)");
    for (const std::string& formula : formulas)
        for (std::sregex_iterator at(formula.begin(), formula.end(), number), end; at != end; ++at)
            numbers.insert(std::stod(at->str()));
    return numbers;
}

} // namespace

TEST_CASE("what a text writes itself and what it computes are told apart") {
    CHECK(
        literal_numbers(
            "In {weights[it, 1]:2}, “0.15”, `x[2]` and lesson 12, 2·n·d² is 10\u00a0000, not 3.5, in 12h.") ==
        std::vector{10000.0, 3.5});
}

TEST_CASE("a number is computed, or is what something is computed from") {
    for (const Lesson& lesson : read_course({source_folder() / "assets/lessons"}).lessons)
        for (const Step& step : lesson.steps) {
            CAPTURE(step.place);
            CHECK(literal_numbers(step.caption).empty());
            const std::set<double> known = numbers_in_formulas(step);
            for (const std::string& text : texts_of(step))
                for (const double number : literal_numbers(text)) {
                    if (number < 10 && number == std::floor(number)) continue; // counted, or a sum of weights
                    if (number == 2017) continue;                              // the year of the Transformer
                    CAPTURE(text);
                    CHECK(known.contains(number));
                }
        }
}

TEST_CASE("a caption's numbers stand in the picture, and so does what it points at") {
    each_slide([](const Step& step, const workbench::Session& session, const Passes& passes) {
        const Scope scope{*passes.left, passes.right.get()};
        const auto picture_of = [&](const Place& place) {
            return place.right ? Picture{session.second->selection, passes.right->trace}
                               : Picture{session.first.selection, passes.left->trace};
        };
        for (const Tie& tie : told(step.caption, scope).ties) {
            if (!tie.place) continue;
            CAPTURE(attention::key(tie.place->quantity));
            CHECK(shows(picture_of(*tie.place), *tie.place, true));
            if (attention::is_queries_by_keys(tie.place->quantity) && tie.place->row)
                CHECK(*tie.place->row == picture_of(*tie.place).selection.query);
        }
        for (const std::string& name : step.point) {
            const Tie tie = pointed_at(name, scope);
            CAPTURE(name);
            if (tie.place) CHECK(shows(picture_of(*tie.place), *tie.place, false));
            if (!tie.anchor.starts_with("matrix/")) continue;
            const auto quantity = attention::quantity_named(tie.anchor.substr(7));
            REQUIRE(quantity);
            const auto shown = shown_in({session.first.selection, passes.left->trace});
            CHECK(std::ranges::find(shown, *quantity) != shown.end());
        }
    });
}

TEST_CASE("the answer of each question is looked at: its stage, its head, its row") {
    int looked_at = 0;
    each_slide([&](const Step& step, const workbench::Session& session, const Passes& passes) {
        if (!step.question) return;
        const Scope scope{*passes.left, passes.right.get()};
        const auto answer = revealed(*step.question, session.first.selection, beside(session), scope);
        if (!answer) return;
        bool first = true;
        for (const Tie& tie : answer->pointed) {
            if (!tie.place) continue;
            ++looked_at;
            CAPTURE(attention::key(tie.place->quantity));
            const Picture picture = tie.place->right ? Picture{*answer->right, passes.right->trace}
                                                     : Picture{answer->selection, passes.left->trace};
            CHECK(shows(picture, *tie.place, true));
            if (!std::exchange(first, false) || !tie.place->row) continue;
            const auto cell = workbench::marked_cell(picture.selection, picture.trace);
            CHECK(cell.row == *tie.place->row);
            if (tie.place->column) CHECK(cell.column == *tie.place->column);
        }
        // A word that is clicked is lit itself.
        if (step.question->kind == QuestionKind::click) {
            const Word word = word_of(step.question->formula, scope);
            const std::string ending = "/" + std::to_string(*word.index);
            CHECK(std::ranges::any_of(answer->pointed,
                                      [&](const Tie& tie) { return tie.anchor.ends_with(ending); }));
        }
    });
    CHECK(looked_at > 25);
}

TEST_CASE("the answer of another head is looked at in that head") {
    const auto pass = pass_of_preset("cat-two-heads");
    const Question question{.kind = QuestionKind::click,
                            .ask = "Which?",
                            .hint = {},
                            .because = "So.",
                            .formula = "largest(weights[it, *, 2])"};
    const auto answer = revealed(question, {.stage = attention::StageId::input, .query = 1}, {}, {*pass});
    REQUIRE(answer);
    CHECK(answer->selection.stage == attention::StageId::softmax);
    CHECK(answer->selection.head == 1);
    CHECK(answer->selection.query == 7);
    CHECK(answer->pointed.back().anchor == "token/9"); // tired
}

TEST_CASE("a question whose answer stands nowhere looks at nothing new") {
    const Question question{
        .kind = QuestionKind::number, .ask = "?", .hint = {}, .because = "So.", .formula = "n * m"};
    CHECK_FALSE(revealed(question, {}, {}, {cat_pass()}));
    const Question bars{.kind = QuestionKind::bar,
                        .ask = "?",
                        .hint = {},
                        .because = "So.",
                        .formula = "softmax(scores[it])[cat]",
                        .beside = "weights[it, cat]"};
    CHECK_FALSE(revealed(bars, {}, {}, {cat_pass()}));
}
