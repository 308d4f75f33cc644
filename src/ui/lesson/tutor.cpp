#include "ui/lesson/tutor.h"

#include "lesson/judge.h"
#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "narration/wording.h"
#include "ui/lesson/spotlight.h"
#include "ui/widgets/areas.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

using drawing::Rect;

namespace {

/// What kept something from being written, which stops nothing else.
template <class Write>
std::optional<base::InputError> problem_of(const Write& write) {
    try {
        write();
        return std::nullopt;
    } catch (const base::InputError& error) {
        return error;
    }
}

} // namespace

Tutor::Tutor(const Classroom& room, const std::vector<std::filesystem::path>& folders,
             const std::filesystem::path& progress, const lesson::Offer& offer)
    : room_(room), offer_(offer),
      lessons_(
          folders, progress,
          [this](const lesson::Lesson& lesson) {
              return lesson::mistakes_in(lesson, room_.desk.library(), offer_);
          },
          [this](const lesson::Lesson& lesson, std::size_t step) {
              const workbench::Library& library = room_.desk.library();
              const workbench::Preset& opening = library.opening();
              const workbench::Session before{
                  .first = {std::make_shared<const workbench::Document>(opening.document)}};
              return lesson::after_steps(before, lesson, step + 1, library);
          }) {
    lessons_.look(Lessons::Clock::now());
    follow_mistakes();
}

// Lessons come and go.

void Tutor::open(const std::string& id, std::optional<std::size_t> step) {
    const bool from_desk = !running();
    const workbench::Session before = room_.desk.session();
    lessons_.open(id, before, step);
    ended_ = false;
    const auto way_back = room_.files.begin(before, {}, before); // the work so far is kept
    if (from_desk) {
        desk_ = way_back;
        desk_history_ = room_.desk.first().bench().history();
    }
    show_step();
}

void Tutor::open_at(const std::string& asked, const std::string& where) {
    if (asked.empty()) return;
    const LessonPlace place = lesson_place(asked, where);
    open(place.id, place.step);
}

const CourseEntry* Tutor::next() const {
    const auto& lessons = course().lessons;
    const auto here = std::ranges::find(lessons, running()->lesson().id, &CourseEntry::id);
    return here == lessons.end() || std::next(here) == lessons.end() ? nullptr : &*std::next(here);
}

bool Tutor::open_next() {
    const CourseEntry* entry = next();
    if (!entry) return false;
    open(std::string(entry->id), 0);
    return true;
}

void Tutor::leave() {
    ended_ = false;
    Desk& desk = room_.desk;
    const workbench::Session taught = desk.session(), before = running()->before();
    const bool tried = left_words();
    try {
        desk.show(before, room_.texts.text("files.lesson"));
    } catch (const base::InputError&) { // its model is gone: what is on screen stays, as work of its own
        lessons_.close();
        room_.files.begin(desk.session(), {}, taught);
        throw;
    }
    lessons_.close();
    if (auto history = std::exchange(desk_history_, std::nullopt))
        desk.first().bench().take_up(*std::move(history));
    room_.files.begin(desk.session(), desk_, taught);
    if (!tried) return;
    const narration::Values values{{"where", narration::toned(room_.texts.text("start.left_off"))}};
    room_.message.tell(room_.texts.text("lesson.left"),
                       narration::plain_text(room_.texts, "lesson.tried", values));
}

void Tutor::drop() {
    if (const auto problem = problem_of([&] { lessons_.record(false); })) room_.message.show(*problem);
    lessons_.close();
}

std::vector<std::string> Tutor::ids() const {
    std::vector<std::string> ids;
    for (const CourseEntry& lesson : course().lessons)
        ids.push_back(lesson.id);
    return ids;
}

void Tutor::carry_out() {
    const LessonWish wish = std::exchange(wish_, {});
    LessonRun* run = running();
    if (!run) return;
    std::optional<base::InputError> unrecorded; // shown last, over other messages
    try {
        if (wish.go_to || wish.come_back) ended_ = false;
        if (wish.go_to) {
            run->go_to(*wish.go_to);
            show_step();
        } else if (wish.come_back) {
            show_step();
        } else if (wish.finish) {
            unrecorded = problem_of([&] { lessons_.record(true); });
            end();
        } else if (wish.without) {
            unrecorded = problem_of([&] { lessons_.do_without(); });
        } else if (wish.next_lesson) {
            open_next();
        } else if (wish.start_page) {
            if (!ended_) unrecorded = problem_of([&] { lessons_.record(false); });
            leave();
            room_.desk.open("start");
        } else if (wish.close) {
            unrecorded = problem_of([&] { lessons_.record(false); });
            leave();
        } else {
            return;
        }
    } catch (const base::InputError& error) {
        room_.message.show(error);
    }
    if (unrecorded) room_.message.show(*unrecorded);
    room_.motion.draw_again();
}

void Tutor::end() {
    const LessonRun& run = *running();
    ended_ = true;
    kept_picture_ = nullptr;
    if (!run.lesson().keep) return;
    const auto& library = room_.desk.library();
    const workbench::Session kept =
        lesson::after_steps(lesson::opening_session(library), run.lesson(), *run.lesson().keep + 1, library);
    kept_picture_ = lesson::passes_of(kept, library).left;
    kept_selection_ = workbench::clamped(kept.first.selection, kept_picture_->trace);
}

Recap Tutor::recap() const {
    const auto& lessons = course().lessons;
    const auto here = std::ranges::find(lessons, running()->lesson().id, &CourseEntry::id);
    return {.answered = lessons_.answered(),
            .done = here != lessons.end() && here->finished,
            .picture = kept_picture_,
            .query = kept_selection_.query,
            .head = kept_selection_.head,
            .next = next()};
}

void Tutor::set_learner(const std::string& name) {
    if (const auto problem = problem_of([&] { lessons_.set_learner(name); })) room_.message.show(*problem);
}

void Tutor::forget_progress() {
    if (const auto problem = problem_of([&] { lessons_.forget_progress(); })) room_.message.show(*problem);
}

std::size_t Tutor::add(const RecordStep& step, const std::filesystem::path& file) const {
    return lesson::add_step(file, step.lesson,
                            {.title = step.title,
                             .text = step.text,
                             .caption = step.caption,
                             .note = step.note,
                             .number = step.number,
                             .ask = step.ask,
                             .because = step.because},
                            room_.desk.session(), room_.desk.library(), offer_);
}

// Mistakes in the lessons' files.

void Tutor::look() {
    if (lessons_.look(Lessons::Clock::now())) {
        follow_mistakes();
        room_.motion.draw_again();
    }
    if (lessons_.take_replaced() && !left_path()) show_step();
}

void Tutor::follow_mistakes() {
    const auto& mistakes = lessons_.mistakes();
    MessageState& message = room_.message;
    const auto is_shown = [&](const base::InputError& mistake) {
        return mistake.where == message.where && mistake.problem == message.problem;
    };
    if (message.of_lesson && std::ranges::none_of(mistakes, is_shown)) message.close();
    std::erase_if(shown_mistakes_, [&](const std::string& shown) {
        return std::ranges::none_of(mistakes, [&](const auto& mistake) { return mistake.what() == shown; });
    });
    tell_mistake();
}

void Tutor::tell_mistake() {
    for (const base::InputError& mistake : lessons_.mistakes())
        if (shown_mistakes_.insert(mistake.what()).second) return room_.message.show_of_lesson(mistake);
}

void Tutor::tell_problems() {
    if (room_.message.open()) return; // one after the other
    if (const auto problem = lessons_.problem()) room_.message.show(*problem);
    if (!room_.message.open()) tell_mistake();
}

// Showing a step, and leaving it.

Tutor::StepMark Tutor::mark() const {
    const Desk& desk = room_.desk;
    const Side& side = desk.first();
    return {side.bench().step(),          desk.kept_second() ? desk.kept_second()->bench().step() : nullptr,
            std::string(desk.kind().key), desk.choices(),
            side.selection.stage,         side.selection.product};
}

bool Tutor::has_goal() const {
    return running() && running()->step().question &&
           running()->step().question->kind == lesson::QuestionKind::goal;
}

bool Tutor::left_path() const {
    if (step_arrives_) return false;
    const StepMark now = mark();
    return has_goal() ? now.view != step_mark_.view : now != step_mark_; // a goal is reached by changes
}

bool Tutor::left_words() const {
    if (has_goal()) return false;
    const StepMark now = mark();
    return !step_arrives_ && (now.first != step_mark_.first || now.second != step_mark_.second);
}

void Tutor::show_step() {
    const LessonRun& run = *running();
    Desk& desk = room_.desk;
    workbench::Autosave& autosave = room_.files.autosave();
    answer_is_shown_ = false;
    answer_.clear();
    if (run.question().open()) running()->question().tip.reset();
    try {
        const workbench::Session wanted = run.session(desk.library());
        if (left_path()) autosave.finish(desk.session()); // what was tried is not lost
        Side& side = desk.first();
        const bool same_words = *wanted.first.document == side.bench().document() && !wanted.second;
        if (same_words) {
            take_over(desk.views(), wanted.choices, run.step().place_of("choices"));
            side.selection = workbench::clamped(wanted.first.selection, side.pass().trace);
            desk.open(wanted.view);
        } else {
            desk.show(wanted, run.step().place);
        }
        // A lesson leaves one file, however often its path is left.
        std::error_code unknown;
        const auto file = autosave.file();
        if (std::filesystem::exists(file, unknown))
            autosave.begin(desk.session(), file);
        else
            autosave.begin(desk.session());
        step_failed_ = false;
        step_arrives_ = true;
        missing_at_.clear();
        if (room_.message.of_lesson && lessons_.mistakes().empty()) room_.message.close();
    } catch (const base::InputError& error) {
        step_failed_ = true;
        room_.message.show_of_lesson(error);
    }
    if (!step_failed_ && records)
        if (const auto problem = problem_of([&] { lessons_.arrive(); })) room_.message.show(*problem);
    room_.motion.draw_again();
}

void Tutor::follow(std::optional<bool> revealed) {
    if (step_arrives_ && !room_.desk.waits()) {
        step_arrives_ = false;
        step_mark_ = mark();
        if (!answer_is_shown_) arrived_with_ = room_.desk.first().scene().shown;
    }
    follow_goal();
    follow_answer(revealed);
}

void Tutor::follow_goal() {
    LessonRun* run = running();
    if (!run || !run->is_asking() || !lesson::is_goal(run->step().question->kind)) return;
    if (step_arrives_ || step_failed_ || !is_on_screen() || room_.desk.waits()) return;
    const auto shown = arrows();
    const lesson::Scope now{shown ? *shown : room_.desk.first().pass()};
    if (!lesson::judge_goal(*run->step().question, now).right) return;
    run->judge({.right = true});
    room_.motion.draw_again();
}

void Tutor::follow_answer(std::optional<bool> revealed) {
    const LessonRun* run = running();
    if (!run || step_arrives_ || step_failed_ || !run->step().question || !is_on_screen()) return;
    const bool shown = revealed.value_or(!run->question().open());
    if (shown == answer_is_shown_) return;
    if (!shown) return show_step(); // it is hidden again
    if (left_path() || !can_be_told()) return;
    answer_is_shown_ = true;
    if (!run->question().right) show_solution();
    if (step_arrives_) return; // with the solution
    Desk& desk = room_.desk;
    Side &side = desk.first(), *second = desk.second();
    const auto beside = second ? std::optional(second->selection) : std::nullopt;
    const auto answer = lesson::revealed(*run->step().question, side.selection, beside, telling().scope());
    if (!answer) return;
    answer_ = answer->pointed;
    if (!desk.kind().has_stages) return;
    side.selection = workbench::clamped(answer->selection, side.pass().trace);
    if (answer->right) second->selection = workbench::clamped(*answer->right, second->pass().trace);
    step_mark_ = mark();
    room_.motion.draw_again();
}

void Tutor::show_solution() {
    LessonRun& run = *running();
    const lesson::Question& question = *run.step().question;
    if (question.tip) run.question().tip = question.tip;
    for (const lesson::StepState& state : question.solution) {
        lesson::Step solution;
        solution.state = state;
        solution.place = run.step().place_of("solution");
        const auto& library = room_.desk.library();
        room_.desk.show(lesson::after(run.session(library), solution, library), solution.place);
        step_arrives_ = true;
    }
    room_.motion.draw_again();
}

// Arrows on the stage.

std::shared_ptr<const workbench::Pass> Tutor::arrows() {
    const LessonRun* run = running();
    if (!run || !run->step().plane) return nullptr;
    const lesson::Step& step = run->step();
    const lesson::Arrow tip = run->question().tip.value_or(step.plane->at);
    if (!arrows_.pass || arrows_.place != step.place || arrows_.plane != *step.plane || arrows_.tip != tip)
        arrows_ = {step.place, *step.plane, tip, lesson::plane_pass(*step.plane, tip)};
    return arrows_.pass;
}

void Tutor::move_arrow(drawing::Point tip) {
    LessonRun* run = running();
    if (!run || !run->step().plane) return;
    run->question().tip = {static_cast<double>(tip.x), static_cast<double>(tip.y)};
    room_.motion.draw_again();
}

const Staged* Tutor::staged() {
    const LessonRun* run = running();
    if (!run || !is_on_screen()) return nullptr;
    const lesson::Step& step = run->step();
    staged_ = {.arrows = arrows(), .place = step.place};
    if (step.plane)
        staged_.start = {static_cast<float>(step.plane->at[0]), static_cast<float>(step.plane->at[1])};
    if (!step.question) return &staged_;
    using lesson::QuestionKind;
    const QuestionKind kind = step.question->kind;
    staged_.asks = !answer_is_shown_;
    staged_.clicks = staged_.asks && kind == QuestionKind::click;
    staged_.drags = kind == QuestionKind::drag;
    staged_.changes = kind == QuestionKind::goal;
    staged_.attempts = run->question().attempts;
    if (!run->question().right) staged_.wrong = run->question().clicked;
    return &staged_;
}

// What a step says of what is on screen.

lesson::Telling& Tutor::telling() {
    const Side* second = room_.desk.second();
    const auto shown = room_.desk.first().scene().shown;
    if (const auto plane = arrows())
        telling_.about(plane, nullptr);
    else if (arrived_with_ && has_goal() && not_told_of_ == shown)
        telling_.about(arrived_with_, nullptr);
    else
        telling_.about(shown, second ? second->scene().shown : nullptr);
    return telling_;
}

bool Tutor::can_be_told() {
    if (step_arrives_ || step_failed_) return false;
    const LessonRun& run = *running();
    const lesson::Telling& now = telling();
    const Tried tried{run.shared_lesson(), run.at(), now.pass(), now.right()};
    if (tried == tried_) return can_be_told_;
    tried_ = tried;
    try {
        lesson::expect_tellable(run.step(), now.scope());
        can_be_told_ = true;
    } catch (const base::InputError& mistake) {
        if (has_goal() && now.pass() != arrived_with_) {
            not_told_of_ = now.pass();
            return can_be_told();
        }
        can_be_told_ = false;
        if (!left_path())
            room_.message.show_of_lesson(
                mistake); // otherwise it speaks of words that the learner has replaced
    }
    return can_be_told_;
}

std::vector<std::string> Tutor::spoken() {
    if (ended_) return {room_.texts.text("recap.title")};
    const lesson::Step& step = running()->step();
    std::vector<std::string> lines{step.title};
    if (!can_be_told()) return lines;
    const auto plain = [&](const std::string& markdown) {
        return lesson::plain_text(telling().told(markdown));
    };
    lines.push_back(plain(step.text));
    if (!step.question) return lines;
    lines.push_back(plain(step.question->ask));
    for (const lesson::Choice& choice : step.question->choices)
        lines.push_back("– " + plain(choice.text));
    return lines;
}

// The card beside the view.

namespace {

constexpr float margin_of_card = 16; // design pixels

} // namespace

void Tutor::draw_beside(Ui& ui, ViewFrame& frame) {
    const float gap = ui.px(margin_of_card);
    const float width = std::min(ui.px(lesson_card_width), 0.3F * frame.area.width);
    const Rect card{frame.area.x + gap, frame.area.y + gap, width, frame.area.height - 2 * gap};
    frame.area.x += width + 2 * gap;
    frame.area.width -= width + 2 * gap;
    frame.guided = true;
    frame.staged = staged();
    if (at_end()) {
        const Recap now = recap();
        LessonWish wish = draw_recap_card(ui, *running(), now, card);
        const LessonWish on_stage = draw_recap_stage(ui, *running(), now, frame.area);
        if (on_stage.any()) wish = on_stage;
        if (wish.any()) wish_ = wish;
        return;
    }
    const bool told = can_be_told();
    LessonWish wish;
    try {
        wish = told ? draw_lesson_card(ui, *running(), lessons_.card, telling(),
                                       {.left = left_path(), .other_words = left_words()}, card)
                    : draw_lost_card(ui, *running(), lessons_.card, left_path() || step_failed_, card);
    } catch (const base::InputError& mistake) { // nothing that a teacher types ends the program
        step_failed_ = true;
        room_.message.show_of_lesson(mistake);
        room_.motion.draw_again();
    }
    if (!told) lessons_.card.ties = {};
    if (wish.any()) wish_ = wish;
}

// What the step points at.

namespace {

/// Where the numbers and words of the frame stand, and what is said beneath them.
std::vector<Rect> places_of(const Anchors& anchors, std::initializer_list<const char*> kinds) {
    std::vector<Rect> found;
    for (const std::string side : {"", "left/", "right/"})
        for (const char* kind : kinds)
            for (const Rect& rect : anchors.starting_with(side + kind))
                found.push_back(rect);
    return found;
}

bool asks_for_click(const LessonRun& run) {
    return run.is_asking() && run.step().question->kind == lesson::QuestionKind::click;
}

/// The index of the word with the focus when Enter was pressed.
std::optional<base::Index> word_by_key(const Ui& ui, const lesson::Word& answer, bool cross) {
    for (base::Index i = 0; i < std::ssize(answer.list); ++i)
        for (const char* kind : {"token/", "source/"})
            if ((cross || kind[0] == 't') && ui.focus.activated(kind + std::to_string(i))) return i;
    return std::nullopt;
}

/// The index of the word or cell under the mouse, among the words that a click answers with.
std::optional<base::Index> word_under_mouse(const Ui& ui, const Scene& scene, const lesson::Word& answer) {
    if (!answer.place) return std::nullopt;
    if (const auto word = word_at_mouse(ui, answer, scene.trace().input.is_cross())) return word;
    const attention::Quantity quantity = answer.place->quantity;
    const bool across = answer.place->row.has_value(); // a list along a row: its numbers are the columns
    const auto& cell = scene.selection.hovered;
    const auto is_like = [&](attention::Quantity other) {
        return other == quantity ||
               (attention::is_queries_by_keys(other) && attention::is_queries_by_keys(quantity));
    };
    if (!cell || !is_like(cell->quantity)) return std::nullopt;
    return across ? cell->column : cell->row;
}

} // namespace

std::optional<Rect> Tutor::on_screen(const Anchors& anchors, const lesson::Tie& tie) {
    const lesson::Scope scope = telling().scope();
    const bool right = tie.place && tie.place->right && scope.right;
    const Side& side = right ? *room_.desk.second() : room_.desk.first();
    return place_on_screen(anchors, tie, right ? *scope.right : scope.pass, side.selection.head);
}

void Tutor::draw_over(Ui& ui, ViewFrame& frame, bool covered, bool rests) {
    ui.anchors.name_now();
    const auto place_of = [&](const lesson::Tie& tie) { return on_screen(ui.anchors, tie); };
    LessonTies& ties = lessons_.card.ties;
    ties.places.clear();
    for (const lesson::Tie& tie : ties.ties)
        ties.places.push_back(place_of(tie));
    answer_by_click(ui, frame);
    if (left_path() || any_popup_open() || covered) return;
    const lesson::Step& step = running()->step();
    std::vector<Rect> pointed;
    missing_.clear();
    for (const std::string& name : step.point)
        if (const auto place = place_of(lesson::pointed_at(name, telling().scope())))
            pointed.push_back(*place);
        else
            missing_.push_back(name);
    const bool on_stage = room_.desk.kind().of_lessons; // which shows the answer by itself
    if (answer_is_shown_ && !on_stage) {
        std::vector<Rect> answers;
        for (const lesson::Tie& tie : answer_)
            if (const auto place = place_of(tie)) answers.push_back(*place);
        if (!answers.empty()) pointed = std::move(answers);
    }
    // What stays readable: the marked word, all that the text names, and the names of rows and columns.
    std::vector<Rect> lit;
    if (const Rect* rect = ui.anchors.find("token/" + std::to_string(room_.desk.first().selection.query)))
        lit.push_back(*rect);
    for (const auto& named : ties.places)
        if (named) lit.push_back(*named);
    for (const Rect& rect : ui.anchors.starting_with("names/"))
        lit.push_back(rect);
    if (const Rect* message = ui.anchors.find("message")) lit.push_back(*message);
    const auto also = ties.in_text ? ties.places[*ties.in_text] : std::nullopt;
    if (rests) tell_missing();
    ImDrawList* behind = ui.canvas.list();
    ui.canvas.draw_on(
        ImGui::GetForegroundDrawList()); // parts of a view are windows, which would cover the label
    draw_spotlight(ui, frame.area,
                   {.pointed = std::move(pointed),
                    .lit = std::move(lit),
                    .also = also,
                    // Where a word is looked for, none is paler than the others.
                    .veiled = !on_stage && !asks_for_click(*running()),
                    // It names what the question is about, not the answer.
                    .label = answer_is_shown_ ? "" : lesson::plain_text(telling().told(step.label)),
                    .kept_clear = places_of(ui.anchors, {"matrix/"}),
                    .headings = places_of(
                        ui.anchors, {"names/", "token/", "source/", "symbol/", "stage_formula", "caption"})});
    ui.canvas.draw_on(behind);
}

void Tutor::tell_missing() {
    // For the author of the lesson: in a small window, what the course points at may be out of sight.
    if (missing_.empty() || !lessons_.is_own()) return;
    const lesson::Step& step = running()->step();
    if (missing_at_ == step.place) return;
    missing_at_ = step.place;
    const narration::Texts& texts = room_.texts;
    room_.message.show_of_lesson(
        base::InputError(step.place_of("point"), texts.text("lesson.missing") + " “" + missing_.front() + "”",
                         texts.text("lesson.missing_hint")));
}

void Tutor::answer_by_click(Ui& ui, ViewFrame& frame) {
    LessonRun& run = *running();
    const bool asked = asks_for_click(run);
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const bool released = ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (!asked || left_words() || any_popup_open()) return;
    const lesson::Scope scope = telling().scope();
    const lesson::Word asked_for = lesson::word_of(run.step().question->formula, scope);
    const auto word = pressed || released ? word_under_mouse(ui, frame.scene, asked_for)
                                          : word_by_key(ui, asked_for, scope.pass.trace.input.is_cross());
    if (!word) return;
    frame.actions.select.reset(); // the click is the answer, and marks nothing
    if (pressed && !released) return;
    run.question().clicked = *word;
    run.judge(lesson::judge_click(*run.step().question, *word, scope));
    room_.motion.draw_again();
}

} // namespace ui
