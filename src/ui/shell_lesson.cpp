// Lessons in the window: the card beside a view, what it points at, and its steps on screen.

#include "lesson/check.h"
#include "narration/wording.h"
#include "ui/lesson/spotlight.h"
#include "ui/shell.h"
#include "ui/widgets/popup.h"

#include <imgui.h>

#include <algorithm>
#include <iterator>
#include <optional>
#include <utility>

namespace ui {

using drawing::Rect;

namespace {

constexpr float margin = 16; // design pixels

/// Where the numbers and words of the frame stand, and what is said beneath them.
std::vector<Rect> matrices_and_words(const Anchors& anchors) {
    std::vector<Rect> found;
    for (const std::string side : {"", "left/", "right/"})
        for (const char* kind : {"matrix/", "names/", "token/", "source/", "caption"})
            for (const Rect& rect : anchors.starting_with(side + kind))
                found.push_back(rect);
    return found;
}

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

bool asks_for_click(const LessonRun& run) {
    return run.is_asking() && run.step().question->kind == lesson::QuestionKind::click;
}

/// The index of the word or cell under the mouse, among the words that a click answers with.
std::optional<base::Index> word_under_mouse(const Ui& ui, const Scene& scene, const lesson::Word& answer) {
    const workbench::Pass& pass = scene.pass();
    if (!answer.place) return std::nullopt;
    const attention::Quantity quantity = answer.place->quantity;
    const bool across = answer.place->row.has_value(); // a list along a row: its numbers are the columns
    const attention::Axis axis = across ? attention::column_axis(quantity) : attention::row_axis(quantity);
    const bool of_source = axis == attention::Axis::keys && pass.trace.input.is_cross();
    const std::string row = of_source ? "source/" : "token/";
    if (attention::is_of_words(axis))
        for (base::Index i = 0; i < std::ssize(answer.list); ++i) {
            const Rect* box = ui.anchors.find(row + std::to_string(i));
            if (box && box->contains(ui.mouse)) return i;
        }
    const auto& cell = scene.selection.hovered;
    const auto is_like = [&](attention::Quantity other) {
        return other == quantity ||
               (attention::is_queries_by_keys(other) && attention::is_queries_by_keys(quantity));
    };
    if (!cell || !is_like(cell->quantity)) return std::nullopt;
    return across ? cell->column : cell->row;
}

} // namespace

lesson::Telling& Shell::telling() {
    telling_.about(side_.scene().shown,
                   kind().two_documents && second_ ? second_->side.scene().shown : nullptr);
    return telling_;
}

Shell::StepMark Shell::mark() const {
    return {side_.bench().step(),    second_ ? second_->side.bench().step() : nullptr,
            std::string(kind().key), choices(),
            side_.selection.stage,   side_.selection.product};
}

bool Shell::left_path() const {
    return !step_arrives_ && mark() != step_mark_;
}

bool Shell::left_words() const {
    const StepMark now = mark();
    return !step_arrives_ && (now.first != step_mark_.first || now.second != step_mark_.second);
}

void Shell::open_lesson(const std::string& id, std::optional<std::size_t> step) {
    const bool from_desk = !lessons_.running();
    const workbench::Session before = session();
    lessons_.open(id, before, step);
    const auto way_back = files_.begin(before, {}, before); // the work so far is kept
    if (from_desk) {
        desk_ = way_back;
        desk_history_ = side_.bench().history();
    }
    show_step();
}

void Shell::open_lesson_at(const std::string& asked, const std::string& where) {
    if (asked.empty()) return;
    const LessonPlace place = lesson_place(asked, where);
    open_lesson(place.id, place.step);
}

void Shell::leave_lesson() {
    const workbench::Session taught = session(), before = lessons_.running()->before();
    const bool tried = left_words();
    try {
        show(before, texts_.text("files.lesson"));
    } catch (const base::InputError&) { // its model is gone: what is on screen stays, as work of its own
        lessons_.close();
        files_.begin(session(), {}, taught);
        throw;
    }
    lessons_.close();
    if (auto history = std::exchange(desk_history_, std::nullopt)) side_.bench().take_up(*std::move(history));
    files_.begin(session(), desk_, taught);
    if (!tried) return;
    const narration::Values values{{"where", narration::toned(texts_.text("start.left_off"))}};
    message_.tell(texts_.text("lesson.left"), said("lesson.tried", values));
}

void Shell::drop_lesson() {
    if (const auto problem = problem_of([&] { lessons_.record(false); })) message_.show(*problem);
    lessons_.close();
}

void Shell::follow_mistakes() {
    const auto& mistakes = lessons_.mistakes();
    const auto is_shown = [&](const base::InputError& mistake) {
        return mistake.where == message_.where && mistake.problem == message_.problem;
    };
    if (message_.of_lesson && std::ranges::none_of(mistakes, is_shown)) message_.close();
    std::erase_if(told_mistakes_, [&](const std::string& told) {
        return std::ranges::none_of(mistakes, [&](const auto& mistake) { return mistake.what() == told; });
    });
    tell_mistake();
}

void Shell::tell_mistake() {
    for (const base::InputError& mistake : lessons_.mistakes())
        if (told_mistakes_.insert(mistake.what()).second) return message_.show_of_lesson(mistake);
}

void Shell::tell_skipped(const std::string& id) {
    const Lessons::Answered count = lessons_.answered(id);
    if (count.all()) return;
    const auto plain = [](std::size_t number) { return narration::toned(std::to_string(number)); };
    message_.tell(
        said("lesson.skipped", {{"answered", plain(count.answered)}, {"questions", plain(count.questions)}}),
        texts_.text("lesson.skipped_hint"));
}

std::vector<std::string> Shell::lesson_ids() const {
    std::vector<std::string> ids;
    for (const CourseEntry& lesson : lessons_.course().lessons)
        ids.push_back(lesson.id);
    return ids;
}

void Shell::carry_out_learner(const Actions& actions) {
    try {
        if (actions.learner) lessons_.set_learner(*actions.learner);
        if (actions.forget_progress) lessons_.wipe();
    } catch (const base::InputError& error) {
        message_.show(error);
    }
    if (actions.learner || actions.forget_progress) motion_.draw_again();
}

void Shell::show_step() {
    const LessonRun& run = *lessons_.running();
    answer_is_shown_ = false;
    answer_.clear();
    try {
        const workbench::Session wanted = run.session(side_.bench().library());
        if (left_path()) files_.autosave().finish(session()); // what was tried is not lost
        const bool same_words = *wanted.first.document == side_.bench().document() && !wanted.second;
        if (same_words) {
            take_over(views_, wanted.choices, run.step().place_of("choices"));
            side_.selection = workbench::clamped(wanted.first.selection, side_.pass().trace);
            open(wanted.view);
        } else {
            show(wanted, run.step().place);
        }
        // A lesson leaves one file, however often its path is left.
        std::error_code unknown;
        const auto file = files_.autosave().file();
        if (std::filesystem::exists(file, unknown))
            files_.autosave().begin(session(), file);
        else
            files_.autosave().begin(session());
        step_failed_ = false;
        step_arrives_ = true;
        told_missing_.clear();
        if (message_.of_lesson && lessons_.mistakes().empty()) message_.close();
    } catch (const base::InputError& error) {
        step_failed_ = true;
        message_.show_of_lesson(error);
    }
    if (!step_failed_ && !lecture_.on)
        if (const auto problem = problem_of([&] { lessons_.arrive(); })) message_.show(*problem);
    motion_.draw_again();
}

bool Shell::lesson_can_be_told() {
    if (step_arrives_ || step_failed_) return false;
    const LessonRun& run = *lessons_.running();
    const lesson::Telling& now = telling();
    const Told asked{run.shared_lesson(), run.at(), now.pass(), now.right()};
    if (asked == told_) return can_be_told_;
    told_ = asked;
    try {
        lesson::expect_tellable(run.step(), now.scope());
        can_be_told_ = true;
    } catch (const base::InputError& mistake) {
        can_be_told_ = false;
        if (!left_path())
            message_.show_of_lesson(mistake); // otherwise it speaks of words that the learner has replaced
    }
    return can_be_told_;
}

void Shell::carry_out(const LessonWish& wish) {
    LessonRun* run = lessons_.running();
    if (!run) return;
    std::optional<base::InputError> unrecorded; // shown last, over other messages
    try {
        if (wish.go_to) {
            run->go_to(*wish.go_to);
            show_step();
        } else if (wish.come_back) {
            show_step();
        } else if (wish.finish) {
            unrecorded = problem_of([&] { lessons_.record(true); });
            const std::string id = run->lesson().id;
            leave_lesson();
            open("start");
            tell_skipped(id);
        } else if (wish.close) {
            unrecorded = problem_of([&] { lessons_.record(false); });
            leave_lesson();
        } else {
            return;
        }
    } catch (const base::InputError& error) {
        message_.show(error);
    }
    if (unrecorded) message_.show(*unrecorded);
    motion_.draw_again();
}

void Shell::draw_lesson_beside(Ui& ui, ViewFrame& frame, bool told) {
    const float gap = ui.px(margin);
    const float width = std::min(ui.px(lesson_card_width), 0.4F * frame.area.width);
    const Rect card{frame.area.x + gap, frame.area.y + gap, width, frame.area.height - 2 * gap};
    frame.area.x += width + 2 * gap;
    frame.area.width -= width + 2 * gap;
    frame.guided = true;
    LessonWish wish;
    try {
        wish =
            told ? draw_lesson_card(ui, *lessons_.running(), lessons_.card, telling(),
                                    {.left = left_path(), .other_words = left_words()}, card)
                 : draw_lost_card(ui, *lessons_.running(), lessons_.card, left_path() || step_failed_, card);
    } catch (const base::InputError& mistake) { // nothing that a teacher types ends the program
        step_failed_ = true;
        message_.show_of_lesson(mistake);
        motion_.draw_again();
    }
    if (!told) lessons_.card.ties = {};
    if (wish.go_to || wish.come_back || wish.close || wish.finish) lesson_wish_ = wish;
}

void Shell::draw_lesson_over(Ui& ui, ViewFrame& frame) {
    anchors_.name_now();
    const lesson::Scope scope = telling().scope();
    LessonTies& ties = lessons_.card.ties;
    const auto on_screen = [&](const lesson::Tie& tie) {
        const bool right = tie.place && tie.place->right && scope.right;
        const Side& side = right ? second_->side : side_;
        return place_on_screen(anchors_, tie, right ? *scope.right : scope.pass, side.selection.head);
    };
    ties.places.clear();
    for (const lesson::Tie& tie : ties.ties)
        ties.places.push_back(on_screen(tie));
    answer_by_click(ui, frame);
    if (left_path() || any_popup_open() || keys_open_) return;
    const lesson::Step& step = lessons_.running()->step();
    std::vector<Rect> pointed;
    missing_.clear();
    for (const std::string& name : step.point)
        if (const auto place = on_screen(lesson::pointed_at(name, scope)))
            pointed.push_back(*place);
        else
            missing_.push_back(name);
    if (answer_is_shown_) {
        std::vector<Rect> answers;
        for (const lesson::Tie& tie : answer_)
            if (const auto place = on_screen(tie)) answers.push_back(*place);
        if (!answers.empty()) pointed = std::move(answers);
    }
    // What stays readable: the marked word, all that the text names, and the names of rows and columns.
    std::vector<Rect> lit;
    if (const Rect* rect = anchors_.find("token/" + std::to_string(side_.selection.query)))
        lit.push_back(*rect);
    for (const auto& named : ties.places)
        if (named) lit.push_back(*named);
    for (const Rect& rect : anchors_.starting_with("names/"))
        lit.push_back(rect);
    if (const Rect* message = anchors_.find("message")) lit.push_back(*message);
    const auto also = ties.in_text ? ties.places[*ties.in_text] : std::nullopt;
    tell_missing();
    ImDrawList* behind = canvas_.list();
    canvas_.draw_on(
        ImGui::GetForegroundDrawList()); // parts of a view are windows, which would cover the label
    draw_spotlight(ui, frame.area,
                   {.pointed = std::move(pointed),
                    .lit = std::move(lit),
                    .also = also,
                    // Where a word is looked for, none is paler than the others.
                    .veiled = !asks_for_click(*lessons_.running()),
                    // It names what the question is about, not the answer.
                    .label = answer_is_shown_ ? "" : lesson::plain_text(telling().told(step.label)),
                    .kept_clear = matrices_and_words(anchors_)});
    canvas_.draw_on(behind);
}

void Shell::tell_missing() {
    // To who writes the lesson: in a small window, what the course points at may be out of sight.
    if (missing_.empty() || !lessons_.is_own() || awaiting() || moving()) return;
    const lesson::Step& step = lessons_.running()->step();
    if (told_missing_ == step.place) return;
    told_missing_ = step.place;
    message_.show_of_lesson(base::InputError(step.place_of("point"),
                                             texts_.text("lesson.missing") + " “" + missing_.front() + "”",
                                             texts_.text("lesson.missing_hint")));
}

void Shell::answer_by_click(Ui& ui, ViewFrame& frame) {
    LessonRun& run = *lessons_.running();
    const bool asked = asks_for_click(run);
    const bool pressed = ImGui::IsMouseClicked(ImGuiMouseButton_Left);
    const bool released = ImGui::IsMouseReleased(ImGuiMouseButton_Left);
    if (!asked || left_words() || !(pressed || released) || any_popup_open()) return;
    const lesson::Scope scope = telling().scope();
    const auto word = word_under_mouse(ui, frame.scene, lesson::word_of(run.step().question->formula, scope));
    if (!word) return;
    frame.actions.select.reset(); // the click is the answer, and marks nothing
    if (!released) return;
    run.judge(lesson::judge_click(*run.step().question, *word, scope));
    motion_.draw_again();
}

} // namespace ui
