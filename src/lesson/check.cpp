#include "lesson/check.h"

#include "lesson/judge.h"
#include "lesson/on_screen.h"
#include "lesson/revealed.h"
#include "lesson/step_state.h"
#include "lesson/story_text.h"

#include <algorithm>
#include <utility>

namespace lesson {

using base::InputError;
using workbench::Library;
using workbench::Session;

namespace {

std::shared_ptr<const workbench::Pass> pass_of(const workbench::Document& document, const Library& library) {
    return workbench::compute(workbench::prepare(document, library));
}

InputError placed(const InputError& mistake, const std::string& place) {
    if (mistake.where.starts_with(place)) return mistake;
    return {place + ": " + mistake.where, mistake.problem, mistake.hint};
}

/// The passes of one session after another; those of the same documents are computed once.
class PassesOfLast {
public:
    explicit PassesOfLast(const Library& library) : library_(library) {}

    const Passes& of(const Session& session) {
        const auto same = [](const auto& a, const auto& b) { return a && (a == b || *a == *b); };
        if (!same(left_, session.first.document)) passes_.left = pass_of(*session.first.document, library_);
        left_ = session.first.document;
        const auto right = session.second ? session.second->document : nullptr;
        if (right && !same(right_, right)) passes_.right = pass_of(*right, library_);
        if (!right) passes_.right = nullptr;
        right_ = right;
        return passes_;
    }

private:
    const Library& library_;
    std::shared_ptr<const workbench::Document> left_, right_;
    Passes passes_;
};

/// "there are 3 results of this stage"
std::string counted(Index count, const std::string& one, const std::string& many) {
    return count == 1 ? "there is 1 " + one : "there are " + std::to_string(count) + " " + many;
}

/// A stage, result, head and column that this pass has: the window would show others in their place.
void expect_marks(const StepState& state, const workbench::Selection& selection, const attention::Trace& t) {
    const attention::Stage& stage = attention::stage(selection.stage);
    if (!state.stage.empty() && !stage.applies(t))
        throw InputError("stage", "this pass has no stage “" + state.stage + "”",
                         "choose another, or a document with that stage");
    const workbench::Selection shown = workbench::clamped(selection, t);
    const auto refuse = [](const char* entry, std::size_t wanted, const std::string& there_are) {
        throw InputError(entry, there_are + ", and none is number " + std::to_string(wanted + 1),
                         "count from 1");
    };
    if (const auto results = attention::stage(shown.stage).products(t).size();
        state.result && *state.result >= results)
        refuse("result", *state.result,
               counted(static_cast<Index>(results), "result of this stage", "results of this stage"));
    if (const auto heads = t.heads.size(); state.head && *state.head >= heads)
        refuse("head", *state.head, counted(static_cast<Index>(heads), "head", "heads"));
    if (!state.feature) return;
    const attention::Quantity quantity = workbench::marked_cell(shown, t).quantity;
    const bool of_words = attention::is_of_words(attention::column_axis(quantity));
    const Index columns =
        of_words ? std::max(t.x.cols(), t.heads.front().v.cols()) : t.matrix(quantity, shown.head).cols();
    if (static_cast<Index>(*state.feature) >= columns)
        refuse("feature", *state.feature, counted(columns, "column", "columns"));
}

/// What is to be clicked, and what then shows the answer, once it is looked at.
void expect_question_on_screen(const Question& question, const Session& session, const Scope& scope) {
    if (question.kind == QuestionKind::click) expect_clickable(question.formula, session, scope);
    Session answered = session;
    const auto beside = session.second ? std::optional(session.second->selection) : std::nullopt;
    const auto selection = workbench::clamped(session.first.selection, scope.pass.trace);
    if (const auto answer = revealed(question, selection, beside, scope))
        answered.first.selection = answer->selection;
    for (const std::string& name : question.reveal)
        expect_on_screen(name, answered, scope);
}

} // namespace

void expect_tellable(const Step& step, const Scope& scope) {
    told(step.text, scope);
    told(step.caption, scope);
    told(step.note, scope);
    told(step.label, scope);
    for (const std::string& name : step.point)
        pointed_at(name, scope);
    if (!step.question) return;
    expect_answerable(*step.question, scope);
    for (const std::string& name : step.question->reveal)
        pointed_at(name, scope);
}

Session opening_session(const Library& library) {
    const workbench::Preset& preset = library.opening();
    Session session;
    session.first.document = std::make_shared<const workbench::Document>(preset.document);
    session.first.selection.query = preset.query;
    session.first.selection.key = preset.key;
    session.first.selection.feature = preset.feature;
    session.view = "walkthrough";
    return session;
}

Passes passes_of(const Session& session, const Library& library) {
    return {pass_of(*session.first.document, library),
            session.second ? pass_of(*session.second->document, library) : nullptr};
}

std::vector<InputError> mistakes_in(const Lesson& lesson, const Library& library, const Offer& offer,
                                    std::size_t from) {
    std::vector<InputError> mistakes;
    Session session = opening_session(library);
    PassesOfLast passes(library);
    for (std::size_t i = 0; i < lesson.steps.size(); ++i) {
        const Step& step = lesson.steps[i];
        try {
            Session next = after(session, step, library);
            const std::string view = std::exchange(next.view, session.view);
            const std::string choices = std::exchange(next.choices, session.choices);
            session = next; // what is wrong with its view is reported once
            if (!offer.has_view(view))
                throw InputError("view", "there is no view “" + view + "”", "correct its name");
            session.view = view;
            offer.expect_choices(choices, "choices");
            session.choices = choices;
            if (i < from) continue;
            const Passes& computed = passes.of(session);
            const bool two = offer.shows_two(view);
            const Scope scope{*computed.left, two ? computed.right.get() : nullptr};
            expect_marks(step.state, session.first.selection, scope.pass.trace);
            expect_tellable(step, scope);
            for (const std::string& name : step.point)
                expect_on_screen(name, session, scope);
            if (step.question) expect_question_on_screen(*step.question, session, scope);
        } catch (const InputError& mistake) {
            if (i >= from) mistakes.push_back(placed(mistake, step.place));
        }
    }
    return mistakes;
}

} // namespace lesson
