#include "ui/lesson/lecturer.h"

#include "lesson/judge.h"
#include "narration/wording.h"
#include "ui/lesson/question_box.h"
#include "ui/lesson/spotlight.h"
#include "ui/lesson/view_slide.h"

#include <imgui.h>

#include <algorithm>
#include <chrono>
#include <system_error>
#include <utility>

namespace ui {

using drawing::Rect;

namespace {

std::int64_t seconds_now() {
    return std::chrono::duration_cast<std::chrono::seconds>(
               std::chrono::system_clock::now().time_since_epoch())
        .count();
}

} // namespace

Lecturer::Lecturer(const Classroom& room, Tutor& tutor, LecturerWays ways)
    : room_(room), tutor_(tutor), ways_(std::move(ways)) {}

Lecturer::~Lecturer() {
    end();
}

void Lecturer::start() {
    const bool was_on = state_.on; // in the lesson before
    state_.begin();
    tutor_.records = false;
    room_.desk.point_at_nothing(); // on the wall the mouse marks nothing
    room_.desk.open_work();
    noted_.clear();
    if (!was_on) began_ = seconds_now();
}

void Lecturer::end() {
    if (std::exchange(state_.on, false) && !ways_.notes_file.empty()) {
        std::error_code none;
        std::filesystem::remove(ways_.notes_file, none);
        written_ = {};
    }
    tutor_.records = true;
}

void Lecturer::follow() {
    if (!on() || tutor_.step_arrives() || tutor_.step_failed()) return;
    tell_notes();
    write_notes();
}

// The slides.

namespace {

bool points_at(const Slide& slide, std::string_view anchor) {
    return std::ranges::any_of(slide.pointed, [&](const auto& tie) { return tie.anchor == anchor; });
}

} // namespace

Slide Lecturer::slide(const Ui& ui) {
    const LessonRun* run = tutor_.running();
    const Desk& desk = room_.desk;
    const ViewKind& kind = desk.kind();
    // A solution that is on its way changes the slide when it is there.
    const bool same_step = run && last_of_ == run->shared_lesson() && last_.number == run->at() + 1;
    if (same_step && tutor_.step_arrives() && state_.revealed) return last_;
    if (!run || tutor_.left_path() || !tutor_.can_be_told()) {
        if (kind.has_stages) return slide_of(ui, desk.first().scene());
        Slide slide{.title = ui.texts.text("views." + std::string(kind.key)), .caption = {}};
        if (!run) return slide;
        slide.title = run->step().title;
        slide.number = run->at() + 1; // from which the keys lead back
        slide.count = run->lesson().steps.size();
        return slide;
    }
    if (state_.closing) {
        const CourseEntry* next = tutor_.next();
        return closing_slide(ui, run->lesson(), next ? next->title : "");
    }
    Slide slide = slide_of(run->step(), tutor_.telling(), state_.hall);
    if (state_.caption_of != run->step().place || !state_.revealed) {
        state_.caption_of = run->step().place;
        state_.as_asked = slide.caption;
    }
    slide.caption = state_.as_asked; // it speaks of what was there before the answer
    if (tutor_.answer_is_shown()) {
        if (tutor_.answer().empty())
            slide.picture = picture_of_answer();
        else
            slide.pointed = tutor_.answer();
        slide.changed = tutor_.changed();
    }
    if (kind.of_lessons) slide.pointed.clear(); // the stage shows what it is about by itself
    slide.number = run->at() + 1;
    slide.count = run->lesson().steps.size();
    last_ = slide;
    last_of_ = run->shared_lesson();
    return slide;
}

/// The bars of a question whose answer is in no matrix; empty for all others.
std::function<void(Ui& ui, const Rect& area, const Growth&)> Lecturer::picture_of_answer() {
    const lesson::Question& question = *tutor_.running()->step().question;
    if (question.kind != lesson::QuestionKind::bar) return {};
    return [this, &question](Ui& ui, const Rect& area, const Growth&) {
        const lesson::Scope scope = tutor_.telling().scope();
        QuestionState answered{.revealed = true};
        answered.bar = lesson::number_of(question.formula, scope);
        const float wide = std::min(area.width, 1.6F * area.height);
        const Rect bars{area.centre().x - wide / 2, area.y, wide, area.height};
        draw_bar_question(ui, question, answered, scope, bars);
        if (question.beside.empty()) return;
        const auto beside = lesson::evaluate(question.beside, scope).place;
        if (!beside || !beside->row || !beside->column) return;
        const Rect given{bars.x, bars.y, bars.width / 2, bars.height};
        const std::string column = std::to_string(*beside->column);
        ui.anchors.add(
            cell_anchor({.quantity = beside->quantity, .row = *beside->row, .column = *beside->column}),
            given);
        if (attention::column_axis(beside->quantity) == attention::Axis::keys) // its word stands below it
            ui.anchors.add((scope.pass.trace.input.is_cross() ? "source/" : "token/") + column, given);
    };
}

namespace {

/// Who has not met heads yet is not told of one.
bool speaks_of_heads(const Ui& ui, const Slide& slide) {
    std::string said = slide.title + " " + lesson::plain_text(slide.caption);
    for (const auto* text : {&slide.question, &slide.answer})
        if (*text) said += " " + lesson::plain_text(**text);
    return std::ranges::any_of(ui.texts.glossary().find(said),
                               [](const narration::TermUse& use) { return use.term->id == "head"; });
}

/// The words of the stage; what the marked one reads, unless that is asked for.
void draw_sentence_of_stage(Ui& ui, const ViewFrame& frame, const Rect& area, const Growth& growth,
                            bool of_head) {
    const bool hides = frame.staged->asks && !frame.staged->changes;
    workbench::Selection reading = frame.scene.selection;
    reading.stage = attention::StageId::softmax;
    const base::Matrix& weights = frame.scene.trace().matrix(attention::Quantity::weights, reading.head);
    weights.row(reading.query).maxCoeff(&reading.key);
    Ranges none;
    draw_reading(ui, none, {frame.scene.bench, frame.scene.shown, frame.scene.before, reading}, area,
                 {.numbers = !hides, .named = false, .of_head = of_head, .growth = growth});
}

} // namespace

void Lecturer::draw(Ui& ui, ViewFrame& frame, bool covered) {
    Slide now = slide(ui);
    frame.guided = frame.on_slide = true;
    frame.staged = tutor_.staged();
    const auto draw_page = [&](Ui& large, const Rect& page) {
        ViewFrame on_page = frame.within(large, page);
        room_.desk.view().draw(on_page);
    };
    // The stage and the Story lay themselves out for any room, in letters between those of a window and of a
    // lecture: those of the Story are as large as two layers allow.
    const auto draw_stage = [&](Ui& large, const Rect& area, const Growth& growth) {
        const bool sentence = room_.desk.kind().of_lessons && frame.staged && !frame.staged->arrows;
        if (sentence && suits_reading(large, frame.scene, area.width))
            return draw_sentence_of_stage(large, frame, area, growth, speaks_of_heads(ui, now));
        constexpr float of_stage = 0.71F, of_story = 0.8F;
        constexpr float least_story = 330; // design pixels
        Theme theme = large.theme;
        const bool tells = !room_.desk.kind().of_lessons;
        theme.scale *= tells ? of_story : of_stage;
        if (tells) theme.scale = std::min(theme.scale, area.height / least_story);
        Ui smaller = large.in(theme);
        draw_page(smaller, area);
    };
    const ViewKind& kind = room_.desk.kind();
    if ((kind.of_lessons || kind.key == "story") && !now.picture) now.picture = draw_stage;
    now.tall = now.picture && !(frame.staged && kind.of_lessons && !frame.staged->arrows);
    const Scene scene = room_.desk.first().scene();
    if (!now.closing) put_table_on(now, kind.key, scene, state_.board, tutor_.answer_is_shown());
    const bool of_words = frame.second && !points_at(now, "compare/table");
    const bool own = kind.key == "walkthrough" || of_words;
    ImGui::BeginDisabled(covered);
    LectureWish wish = draw_lecture(ui, state_, scene, own ? frame.second : std::nullopt, now, frame.seconds,
                                    own ? std::function<void(Ui&, const Rect&)>() : draw_page);
    ImGui::EndDisabled();
    frame.actions = {};
    frame.second_actions = {};
    if (!covered) {
        type_sentence(ui, frame.actions);
        if (!answer_by_click(ui)) mark_by_click(ui, frame.actions);
        const bool leave = wish.leave;
        wish = lecture_keys(ui, state_, now);
        wish.leave |= leave;
    }
    carry_out(wish, now, frame.actions);
    if (!ui.keys.empty()) room_.motion.draw_again();
}

void Lecturer::type_sentence(Ui& ui, Actions& actions) {
    Hall& hall = state_.hall;
    const workbench::Document& document = room_.desk.first().bench().document();
    if (hall.takes_caret) hall.sentence = document.text;
    Theme theme = ui.theme;
    theme.scale = lecture_scale(ui.window.height);
    theme.reading = theme.zoom = 1;
    Ui large = ui.in(theme);
    if (const auto sentence = draw_hall_field(large, hall)) {
        hall.spoke = true;
        actions.edit(workbench::SetText{*sentence, document.memory_text});
    }
}

void Lecturer::mark_by_click(const Ui& ui, Actions& actions) {
    const Side& side = room_.desk.first();
    const bool answers = tutor_.running() && tutor_.running()->step().question && !state_.revealed &&
                         tutor_.running()->step().question->kind == lesson::QuestionKind::click;
    if (answers || !was_clicked(ui)) return;
    for (base::Index i = 0; i < side.pass().trace.n(); ++i) {
        const Rect* box = ui.anchors.find("token/" + std::to_string(i));
        if (!box || !box->contains(ui.mouse)) continue;
        if (!state_.strokes.empty()) state_.strokes.pop_back(); // no line
        actions.select = side.selection;
        actions.select->query = i;
        actions.select->pinned.reset();
        room_.motion.draw_again();
    }
}

bool Lecturer::was_clicked(const Ui& ui) const {
    const float least_line = ui.px(6); // the pen draws it, even where it ends on a word
    return state_.blank == Blank::no && !state_.closing && ImGui::IsMouseReleased(ImGuiMouseButton_Left) &&
           ImGui::GetIO().MouseDragMaxDistanceSqr[ImGuiMouseButton_Left] <= least_line * least_line;
}

bool Lecturer::answer_by_click(const Ui& ui) {
    const LessonRun* run = tutor_.running();
    const bool asks = run && run->step().question &&
                      run->step().question->kind == lesson::QuestionKind::click && !state_.revealed;
    if (!asks || !was_clicked(ui) || tutor_.left_path() || !tutor_.can_be_told()) return false;
    const lesson::Scope scope = tutor_.telling().scope();
    const lesson::Question& question = *run->step().question;
    const auto word =
        word_at_mouse(ui, lesson::word_of(question.formula, scope), scope.pass.trace.input.is_cross());
    if (!word) return false;
    if (!state_.strokes.empty()) state_.strokes.pop_back(); // the click is an answer, no line
    state_.revealed = lesson::judge_click(question, *word, scope).right;
    room_.motion.draw_again();
    return true;
}

void Lecturer::carry_out(const LectureWish& wish, const Slide& slide, Actions& actions) {
    if (wish.full_screen) actions.ask(FullScreen{});
    if (wish.leave) end();
    if (wish.keys) actions.ask(ToggleKeys{});
    if (wish.presenter && ways_.open_presenter) ways_.open_presenter();
    if (wish.next_lesson) return open_next_lesson();
    if (!wish.go_to) return;
    if (const LessonRun* run = tutor_.running()) {
        // From elsewhere, back to the step.
        return tutor_.ask({.go_to = slide.of_lesson ? *wish.go_to : run->at()});
    }
    Desk& desk = room_.desk;
    if (!desk.kind().has_stages) return;
    const auto stages = attention::stages_of(desk.first().pass().trace);
    actions.select = desk.first().selection;
    actions.select->stage = stages[std::min(*wish.go_to, slide.count - 1)]->id;
    actions.select->product = 0;
    if (Side* second = desk.second()) second->show_stage(actions.select->stage, 0);
}

void Lecturer::open_next_lesson() {
    try {
        if (tutor_.open_next()) start();
    } catch (const base::InputError& error) { // its file is gone
        room_.message.show(error);
    }
}

// The speaker's notes.

std::string Lecturer::told(const std::string& text) {
    try {
        return lesson::plain_text(tutor_.telling().told(text));
    } catch (const base::InputError&) {
        return text; // it speaks of words that are not there
    }
}

void Lecturer::write_notes() {
    const LessonRun* run = tutor_.running();
    if (!run || ways_.notes_file.empty()) return;
    const lesson::Step& step = run->step();
    const auto& steps = run->lesson().steps;
    lesson::LectureNotes notes{.lesson = run->lesson().title,
                               .title = step.title,
                               .number = run->at() + 1,
                               .count = steps.size(),
                               .minutes = run->lesson().minutes,
                               .note = told(step.note),
                               .revealed = state_.revealed,
                               .next = run->at() + 1 < steps.size() ? steps[run->at() + 1].title : "",
                               .began = began_};
    // The answer to something that has to be made true is known once that has been done.
    const bool known = step.question && (state_.revealed || !lesson::is_goal(step.question->kind));
    if (step.question && tutor_.can_be_told()) {
        const Slide slide = slide_of(step, tutor_.telling());
        notes.ask = lesson::plain_text(*slide.question);
        if (known) notes.answer = lesson::plain_text(*slide.answer);
    }
    if (notes == written_) return;
    written_ = notes;
    try {
        lesson::write_lecture_notes(ways_.notes_file, notes);
    } catch (const base::InputError& mistake) { // said once; the lecture goes on without them
        ways_.notes_file.clear();
        room_.message.show(mistake);
    }
}

void Lecturer::tell_notes() {
    const LessonRun* run = tutor_.running();
    if (!run || !ways_.tell_notes) return;
    if (run->step().place == noted_) return; // once for each slide
    noted_ = run->step().place;
    const auto plain = [](const std::string& text) { return narration::toned(text); };
    const auto& steps = run->lesson().steps;
    std::string notes = narration::plain_text(room_.texts, "lecture.notes",
                                              {{"number", plain(std::to_string(run->at() + 1))},
                                               {"count", plain(std::to_string(steps.size()))},
                                               {"title", plain(run->step().title)}});
    if (!run->step().note.empty()) notes += "\n    " + told(run->step().note);
    if (run->at() + 1 < steps.size())
        notes += "\n    " + narration::plain_text(room_.texts, "lecture.next",
                                                  {{"title", plain(steps[run->at() + 1].title)}});
    try {
        ways_.tell_notes(notes);
    } catch (const base::InputError& mistake) { // said once
        ways_.tell_notes = {};
        room_.message.show({mistake.where, room_.texts.text("lecture.notes_stopped"),
                            room_.texts.text("lecture.notes_stopped_hint")});
    }
}

} // namespace ui
