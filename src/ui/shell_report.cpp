// What the window says of itself: in words, to a screen reader; as JSON, to readers of the anchors.

#include "base/files.h"
#include "base/json_text.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/quantity_look.h"
#include "ui/chrome/scene.h"
#include "ui/shell.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>

namespace ui {

// In words.

namespace {

void add_line(std::string& text, const std::string& line) {
    if (line.empty()) return;
    if (!text.empty()) text += '\n';
    text += line;
}

} // namespace

Spoken Shell::spoken() {
    Spoken spoken;
    spoken.view = texts_.text("views." + std::string(desk_.kind().key));
    if (message_.open()) {
        add_line(spoken.message, (message_.where.empty() ? "" : message_.where + ": ") + message_.problem);
        add_line(spoken.message, message_.hint);
    }
    if (tutor_.is_on_screen())
        for (const std::string& line : tutor_.spoken())
            add_line(spoken.lesson, line);
    if (desk_.kind().entrance) return spoken;
    const Scene scene = desk_.first().scene();
    const attention::Cell cell = workbench::marked_cell(desk_.first().selection, scene.trace());
    constexpr int decimals = 2;
    spoken.cell = cell_name(scene, cell) + " = " + drawing::number_text(scene.trace().value(cell), decimals);
    spoken.stage = std::string(scene.stage().title);
    const narration::Narration told = texts_.narrate(subject_of(scene, desk_.first().selection));
    add_line(spoken.explanation, told.question);
    add_line(spoken.explanation, narration::plain_text(told.brief));
    for (const narration::Paragraph& paragraph : told.more)
        add_line(spoken.explanation, narration::plain_text(paragraph));
    return spoken;
}

// As JSON.

namespace {

nlohmann::json place_of(const attention::Cell& cell) {
    return {{"quantity", attention::key(cell.quantity)}, {"row", cell.row}, {"column", cell.column}};
}

/// The selection on a side.
nlohmann::json state_of(const Side& side) {
    const workbench::Selection& selection = side.selection;
    const auto& document = side.bench().document();
    const auto cell = workbench::marked_cell(selection, side.pass().trace);
    const float value = side.pass().trace.value(cell);
    const auto& allowed = side.pass().trace.allowed;
    const auto forbidden = allowed.size() - allowed.count();
    return {{"stage", attention::stage(selection.stage).key},
            {"query", selection.query},
            {"key", selection.key},
            {"head", selection.head},
            {"product", selection.product},
            {"text", document.text},
            {"source", document.memory_text},
            {"preset", document.preset},
            {"real_model", side.pass().real ? side.pass().real->name : ""},
            {"language", workbench::code_of(document.language)},
            {"overrides", document.overrides.size()},
            {"can_undo", side.bench().can_undo()},
            {"wrong", side.document_bar.wrong},
            {"changed_rows", side.pass().changed_rows.size()},
            {"forbidden", forbidden},
            {"pointed", place_of(workbench::marked_cell(workbench::pointed(selection), side.pass().trace))},
            {"cell",
             {{"quantity", attention::key(cell.quantity)},
              {"row", cell.row},
              {"column", cell.column},
              {"value", std::isfinite(value) ? nlohmann::json(value) : nlohmann::json("-inf")}}}};
}

nlohmann::json report_of(const LessonRun& run, bool left_path) {
    const QuestionState& question = run.question();
    return {
        {"id", run.lesson().id},         {"step", run.at() + 1},      {"steps", run.lesson().steps.size()},
        {"asking", run.is_asking()},     {"right", question.right},   {"attempts", question.attempts},
        {"slip", question.verdict.slip}, {"label", run.step().label}, {"left_path", left_path}};
}

/// The texts of a slide's subject: how high their letters are, as a share of the window's height, and
/// whether an edge hides a part.
nlohmann::json letters_of(const std::vector<DrawnText>& texts, const std::vector<drawing::Rect>& subject,
                          float height) {
    nlohmann::json letters = nlohmann::json::array();
    for (const DrawnText& text : texts) {
        const auto holds = [&](const drawing::Rect& place) { return place.contains(text.whole.centre()); };
        if (std::ranges::none_of(subject, holds)) continue;
        const bool whole =
            text.place.width > text.whole.width - 1 && text.place.height > text.whole.height - 1;
        letters.push_back({{"text", text.text}, {"size", text.whole.height / height}, {"whole", whole}});
    }
    return letters;
}

} // namespace

std::string Shell::state_json() const {
    if (!anchors_.written()) return "{}";
    nlohmann::json state = state_of(desk_.first());
    if (const Side* second = desk_.kept_second()) state["second"] = state_of(*second);
    state.update({{"view", desk_.kind().key},
                  {"theme", theme_.choice == ThemeChoice::dark ? "dark" : "light"},
                  {"scale", theme_.scale},
                  {"zoom", theme_.zoom},
                  {"window", {screen_.width(), screen_.height()}},
                  {"cut", canvas_.cut()},
                  {"overlapping", overlapping(canvas_.texts())},
                  {"outside", outside(canvas_.texts(), {0, 0, screen_.width(), screen_.height()})},
                  {"computing", awaiting()},
                  {"moving", moving() || settling()},
                  {"marks", screen_.marks()},
                  {"editing", editing_.name},
                  {"focus", focus_.visible() ? focus_.name() : ""},
                  {"keys_card", keys_open_},
                  {"hint", hint_},
                  {"export_path", export_.path},
                  {"worksheet_path", worksheet_.path},
                  {"worksheet_mistake", worksheet_.mistake ? worksheet_.mistake->problem : ""},
                  {"file", base::shown(files_.current())},
                  {"file_path", file_card_.field.path},
                  {"message", message_.problem},
                  {"message_where", message_.where}});
    state["learner"] = tutor_.course().learner;
    state["lessons_read"] = tutor_.readings();
    state["finished"] = nlohmann::json::array();
    for (const CourseEntry& lesson : tutor_.course().lessons)
        if (lesson.finished) state["finished"].push_back(lesson.id);
    if (const LessonRun* run = tutor_.running()) {
        state["lesson"] = report_of(*run, tutor_.left_path());
        state["lesson"]["ended"] = tutor_.at_end();
        state["lesson"]["now"] = tutor_.now();
        state["lesson"]["everything"] = tutor_.shows_everything();
        state["lesson"]["missing"] = tutor_.missing();
    }
    if (lecturer_.on()) {
        const LectureState& lecture = lecturer_.state();
        state["lecture"] = {{"blank", lecture.blank != Blank::no},
                            {"revealed", lecture.revealed},
                            {"lens", lecture.lens.has_value()},
                            {"strokes", lecture.strokes.size()},
                            {"closing", lecture.closing},
                            {"votes", lecture.hall.votes},
                            {"typing", lecture.hall.types},
                            {"reached", lecture.reached},
                            {"whole_view", lecture.whole_view},
                            {"own_window", lecturer_.keys_of_own_window()},
                            {"pointer", lecture.still < 2},
                            {"unseen", lecture.unseen},
                            {"title", lecture.title},
                            {"number", lecture.number_of_slide},
                            {"caption", lecture.caption},
                            {"said", lecture.said},
                            {"texts", letters_of(canvas_.texts(), {lecture.texts}, screen_.height())},
                            {"letters", letters_of(canvas_.texts(), lecture.subject, screen_.height())}};
    }
    state["choices"] = nlohmann::json::parse(desk_.choices().text());
    state["shown"] = desk_.view().shown();
    return base::json_text(state);
}

} // namespace ui
