#include "lesson/check.h"

#include "attention/stage.h"
#include "base/input_error.h"
#include "lesson/judge.h"
#include "lesson/lesson.h"
#include "lesson/needs.h"
#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "lesson/text.h"

#include <algorithm>
#include <utility>

namespace lesson {

using attention::Quantity;
using base::InputError;
using workbench::Library;
using workbench::Session;

const OfferedView* Offer::view(std::string_view key) const {
    const auto found = std::ranges::find(views, key, &OfferedView::key);
    return found == views.end() ? nullptr : &*found;
}

// What a step can point at: the cells, words and parts of the window that its view, page and stage put on
// screen. docs/lessons.md lists the parts by name.

namespace {

/// A step on screen. Its view is one of those on offer.
struct OnScreen {
    const Session& session;
    const Scope& scope;
    const Offer& offer;

    const OfferedView& view() const { return *offer.view(session.view); }
    bool has(const OfferedView& other, const Landmarks& landmarks) const;
};

bool OnScreen::has(const OfferedView& other, const Landmarks& landmarks) const {
    if (other.key != session.view) return false;
    if (landmarks.page.empty()) return true;
    return session.choices.page(session.view) == landmarks.page;
}

/// Where the mask hides nothing, masked and scaled scores are the same, and on the board under one name.
Quantity one_name(Quantity quantity, const workbench::Pass& pass) {
    return quantity == Quantity::masked && pass.trace.allowed.size() == 0 ? Quantity::scaled : quantity;
}

/// The matrices on the board: the result of the stage and, of a single document, what it is made from.
std::vector<Quantity> on_board(const OnScreen& screen, const workbench::Pass& pass) {
    if (!screen.view().has_stages) return {};
    const workbench::Selection marked = workbench::clamped(screen.session.first.selection, pass.trace);
    const auto products = attention::stage(marked.stage).products(pass.trace);
    const attention::Product& product = products[std::min(marked.product, products.size() - 1)];
    std::vector<Quantity> shown{one_name(product.result, pass)};
    if (screen.view().two_documents) return shown;
    for (const auto& factor : {product.left, product.top, product.addend})
        if (factor) shown.push_back(one_name(*factor, pass));
    return shown;
}

[[noreturn]] void refuse(const std::string& name, const std::string& what, const std::string& hint) {
    throw InputError(name, what, hint);
}

/// Throws InputError unless one of the view's landmarks has this name.
void expect_landmark(const std::string& name, const OnScreen& screen) {
    std::string elsewhere; // how to get there
    for (const OfferedView& view : screen.offer.views)
        for (const Landmarks& landmarks : view.landmarks) {
            if (std::ranges::find(landmarks.names, name) == landmarks.names.end()) continue;
            if (screen.has(view, landmarks)) return;
            const std::string key(view.key), page(landmarks.page);
            elsewhere = "write view = \"" + key + "\"";
            if (!page.empty()) elsewhere += " and choices = {" + key + " = {page = \"" + page + "\"}}";
        }
    if (elsewhere.empty())
        refuse(name, "there is nothing of that name", "see what a step can point at in docs/lessons.md");
    refuse(name, "it is not on screen in this step", elsewhere);
}

/// Throws InputError when `name`, an entry of a step's "point", means nothing, or nothing that the window
/// shows in the step.
void expect_on_screen(const std::string& name, const OnScreen& screen) {
    const Scope& scope = screen.scope;
    const Tie tie = pointed_at(name, scope);
    constexpr const char* set_the_view = "set the view and the stage that show it";
    std::string matrix = tie.anchor;
    const bool is_right = tie.place ? tie.place->right : matrix.starts_with("right/");
    const workbench::Pass& pass = is_right && scope.right ? *scope.right : scope.pass;
    if (screen.view().two_documents)
        for (const std::string side : {"left/", "right/"})
            if (matrix.starts_with(side + "matrix/")) matrix.erase(0, side.size());
    const bool is_matrix = matrix.starts_with("matrix/");
    if (tie.place || is_matrix) {
        const auto named = is_matrix ? attention::quantity_named(matrix.substr(7)) : tie.place->quantity;
        if (!named) refuse(name, "there is no such matrix", "write for example matrix/weights");
        const auto shown = on_board(screen, pass);
        if (std::ranges::find(shown, one_name(*named, pass)) == shown.end())
            refuse(name, "that matrix is not on screen in this step", set_the_view);
    } else if (name.starts_with("word ") || name.starts_with("source ")) {
        if (!screen.view().has_words) refuse(name, "the words are not on screen in this step", set_the_view);
    } else {
        expect_landmark(name, screen);
    }
}

/// The same for a word that a question wants clicked: in the sentence, or in its row or column of a matrix.
void expect_clickable(const std::string& formula, const OnScreen& screen) {
    const Word word = word_of(formula, screen.scope);
    if (!word.place) return; // refused already
    const Quantity quantity = word.place->quantity;
    const bool across = word.place->row.has_value();
    const attention::Axis axis = across ? attention::column_axis(quantity) : attention::row_axis(quantity);
    if (screen.view().has_words && attention::is_of_words(axis)) return;
    const bool of_pairs = attention::is_queries_by_keys(quantity);
    for (const Quantity shown : on_board(screen, screen.scope.pass))
        if (shown == quantity || (of_pairs && attention::is_queries_by_keys(shown))) return;
    throw InputError(formula, "none of its words can be clicked in this step",
                     "set the view and the stage that show them");
}

} // namespace

// Walking through a lesson.

namespace {

std::shared_ptr<const workbench::Pass> pass_of(const workbench::Document& document, const Library& library) {
    return workbench::compute(workbench::prepare(document, library));
}

/// Calls check(); a mistake that it finds then names the entry.
void in_entry(const char* entry, const auto& check) {
    try {
        check();
    } catch (const InputError& mistake) {
        if (mistake.where.starts_with(entry)) throw;
        throw InputError(std::string(entry) + ": " + mistake.where, mistake.problem, mistake.hint);
    }
}

void in_each(const char* entry, const std::vector<std::string>& names, const auto& check) {
    in_entry(entry, [&] { std::ranges::for_each(names, check); });
}

/// The passes of one session after another. As long as a document stays, its pass is not computed again.
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

/// Throws InputError for a stage, result, head or column that this pass does not have: the window would show
/// another in its place.
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

/// Checks that the words to be clicked are on screen, and so is everything that reveals the answer.
void expect_question_on_screen(const Question& question, const OnScreen& screen) {
    const auto& [session, scope, offer] = screen;
    if (question.kind == QuestionKind::click) expect_clickable(question.formula, screen);
    Session answered = session;
    const auto beside = session.second ? std::optional(session.second->selection) : std::nullopt;
    const auto selection = workbench::clamped(session.first.selection, scope.pass.trace);
    if (const auto answer = revealed(question, selection, beside, scope))
        answered.first.selection = answer->selection;
    in_each("reveal", question.reveal, [&](const std::string& name) {
        expect_on_screen(name, {answered, screen.scope, screen.offer});
    });
}

/// Of a goal: a slip is something that was done.
void expect_nothing_wrong_yet(const Question& question, const Scope& scope) {
    for (const Slip& slip : question.slips)
        if (holds(slip.value, scope))
            throw InputError(slip.value, "it holds before anything was done",
                             "name what somebody gets wrong");
}

/// Throws InputError for something to be made true that is true at once, that its solution does not make
/// true, or that has none.
void expect_reachable(const Step& step, const OnScreen& screen, const Library& library) {
    const Question& question = *step.question;
    const auto refuse_goal = [&](const std::string& what, const std::string& hint) {
        throw InputError(question.kind == QuestionKind::drag ? "drag" : "goal", what, hint);
    };
    const std::string& goal = question.formula;
    if (question.kind == QuestionKind::drag && !step.plane)
        throw InputError("drag", "there is no arrow to drag", "give the step a plane");
    if (judge_goal(question, screen.scope).right)
        refuse_goal("“" + goal + "” is true at once", "begin where it is false");
    if (question.tip && !in_plane(*step.plane, *question.tip))
        throw InputError("solution", "the arrow cannot be dragged out of the plane",
                         "keep within one of what the plane shows");
    if (question.tip) {
        const auto solved = plane_pass(*step.plane, *question.tip);
        if (!holds(goal, {*solved}))
            throw InputError("solution", "“" + goal + "” is not true there", "move the solution");
    }
    if (question.solution) {
        Step solution;
        solution.state = *question.solution;
        solution.place = step.place_of("solution");
        const Passes passes = passes_of(after(screen.session, solution, library), library);
        if (!holds(goal, {*passes.left, passes.right.get()}))
            throw InputError("solution", "“" + goal + "” is not true with it", "change the solution");
    }
}

} // namespace

void expect_tellable(const Step& step, const Scope& scope) {
    in_entry("text", [&] { told(step.text, scope); });
    in_entry("caption", [&] { told(step.caption, scope); });
    in_entry("note", [&] { told(step.note, scope); });
    in_entry("label", [&] { told(step.label, scope); });
    const auto meant = [&](const std::string& name) { pointed_at(name, scope); };
    in_each("point", step.point, meant);
    if (!step.question) return;
    in_entry("question", [&] { expect_answerable(*step.question, scope); });
    in_each("reveal", step.question->reveal, meant);
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
        if (!step.from.empty()) continue; // it is checked where it stands
        try {
            Session next = after(session, step, library);
            const std::string view = std::exchange(next.view, session.view);
            const workbench::Choices choices = std::exchange(next.choices, session.choices);
            session = next; // what is wrong with its view is reported once
            const OfferedView* offered = offer.view(view);
            if (!offered) throw InputError("view", "there is no view “" + view + "”", "correct its name");
            session.view = view;
            offer.expect_choices(choices, step.place_of("choices"));
            session.choices = choices;
            if (i < from) continue;
            const Passes& computed = passes.of(session);
            const bool two = offered->two_documents;
            expect_marks(step.state, session.first.selection, computed.left->trace);
            const auto plane = step.plane ? plane_pass(*step.plane, step.plane->at) : nullptr;
            const Scope scope{plane ? *plane : *computed.left, two ? computed.right.get() : nullptr};
            const OnScreen screen{session, scope, offer};
            expect_tellable(step, scope);
            in_each("point", step.point, [&](const std::string& name) { expect_on_screen(name, screen); });
            in_each("shows", step.shows, [&](const std::string& name) {
                if (std::ranges::find(controls(), name) == controls().end()) expect_landmark(name, screen);
            });
            if (!step.sides.empty() && !two)
                throw InputError("sides", "this view has one side",
                                 "write view = \"compare\", or leave them out");
            if (i == lesson.keep) in_entry("recap", [&] { told(lesson.recap, scope); });
            if (!step.question) continue;
            expect_question_on_screen(*step.question, screen);
            if (!is_goal(step.question->kind)) continue;
            in_entry("question", [&] { expect_nothing_wrong_yet(*step.question, scope); });
            expect_reachable(step, screen, library);
        } catch (const InputError& mistake) {
            if (i >= from) mistakes.push_back(placed(mistake, step));
        }
    }
    return mistakes;
}

} // namespace lesson
