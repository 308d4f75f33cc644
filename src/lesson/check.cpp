#include "lesson/check.h"

#include "lesson/judge.h"
#include "lesson/step_state.h"
#include "lesson/story_text.h"

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

} // namespace

void expect_tellable(const Step& step, const Scope& scope) {
    told(step.text, scope);
    told(step.caption, scope);
    told(step.note, scope);
    told(step.label, scope);
    for (const std::string& name : step.point)
        pointed_at(name, scope);
    if (step.question) expect_answerable(*step.question, scope);
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

std::vector<InputError> mistakes_in(const Lesson& lesson, const Library& library,
                                    const std::function<bool(const std::string&)>& is_view) {
    std::vector<InputError> mistakes;
    Session session = opening_session(library);
    for (const Step& step : lesson.steps) {
        try {
            session = after(session, step, library);
            if (!is_view(session.view))
                throw InputError("view", "there is no view “" + session.view + "”", "correct its name");
            const Passes passes = passes_of(session, library);
            expect_tellable(step, {*passes.left, passes.right.get()});
        } catch (const InputError& mistake) {
            mistakes.push_back(placed(mistake, step.place));
        }
    }
    return mistakes;
}

} // namespace lesson
