#include "ui/lesson/tutor.h"

#include "lesson/plane.h"
#include "lesson/step_state.h"
#include "narration/wording.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <iterator>
#include <utility>

namespace ui {

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
    came_from_.reset();
    const auto way_back = room_.files.begin(before, {}, before); // the work so far is kept
    if (from_desk) {
        desk_ = way_back;
        desk_history_ = room_.desk.first().bench().history();
        from_start_ = room_.desk.kind().entrance && room_.desk.is_untouched();
        room_.message.close(); // it was about what was there
    }
    show_step();
}

void Tutor::open_at(const std::string& asked, const std::string& where) {
    if (asked.empty()) return;
    const LessonPlace place = lesson_place(asked, where);
    open(place.id, place.step);
}

const CourseEntry* Tutor::here() const {
    const auto& lessons = course().lessons;
    const auto here = std::ranges::find(lessons, running()->lesson().id, &CourseEntry::id);
    return here == lessons.end() ? nullptr : &*here;
}

const CourseEntry* Tutor::next() const {
    const auto& lessons = course().lessons;
    const CourseEntry* entry = here();
    if (!entry) return nullptr;
    const auto found = entry->room
                           ? std::ranges::find(lessons, entry->door, &CourseEntry::id)
                           : std::find_if(lessons.begin() + (entry - lessons.data()) + 1, lessons.end(),
                                          [](const CourseEntry& lesson) { return !lesson.room; });
    return found == lessons.end() ? nullptr : &*found;
}

bool Tutor::go_back_through_door() {
    const auto door = std::exchange(came_from_, std::nullopt);
    if (!door) return false;
    open(door->place.id, door->place.step);
    running()->take_up(door->questions);
    return true;
}

bool Tutor::open_next() {
    if (go_back_through_door()) return true;
    const CourseEntry *entry = next(), *left = here();
    if (!entry) return false;
    open(std::string(entry->id), left->room ? left->door_step : 0);
    return true;
}

void Tutor::leave() {
    ended_ = false;
    came_from_.reset();
    Desk& desk = room_.desk;
    const workbench::Session taught = desk.session(), before = running()->before();
    const bool tried = left_words();
    if (const auto problem = problem_of([&] { lessons_.record(false); })) room_.message.show(*problem);
    try {
        desk.show(before, room_.texts.text("files.lesson"));
    } catch (const base::InputError&) { // its model is gone: what is on screen stays, as work of its own
        lessons_.close();
        room_.files.begin(desk.session(), {}, taught);
        throw;
    }
    lessons_.close();
    if (from_start_) desk.open("start");
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
        } else if (wish.exercise) {
            const std::string level = run->lesson().exercise;
            leave();
            take_over(room_.desk.views(),
                      workbench::Choices(nlohmann::json{{"check", {{"exercise", level}}}}), level);
            room_.desk.open("check");
        } else if (!wish.room.empty()) {
            unrecorded = problem_of([&] { lessons_.record(false); });
            Door door{{run->lesson().id, run->at()}, run->questions()};
            open(wish.room, 0);
            came_from_ = std::move(door);
        } else if (wish.start_page) {
            if (!ended_) unrecorded = problem_of([&] { lessons_.record(false); });
            leave();
            room_.desk.open("start");
        } else if (wish.close) {
            unrecorded = problem_of([&] { lessons_.record(false); });
            if (!go_back_through_door()) leave();
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
    room_.message.close(); // it was about the step
    told_at_end_ = {};
    if (!run.lesson().keep) return;
    const workbench::Library& library = room_.desk.library();
    const std::size_t keep = *run.lesson().keep;
    const workbench::Session session =
        lesson::after_steps(lesson::opening_session(library), run.lesson(), keep + 1, library);
    Kept as_it_was{lesson::passes_of(session, library).left, {}, session.first.selection};
    if (const auto& plane = run.lesson().steps[keep].plane)
        as_it_was.arrows = lesson::plane_pass(*plane, plane->at);
    Kept& own = kept_.try_emplace(run.lesson().id, as_it_was).first->second; // passed over: as it was
    told_at_end_ = recap_about(own, as_it_was);
    own.selection = workbench::clamped(own.selection, own.pass->trace);
}

lesson::LessonText Tutor::recap_about(const Kept& own, const Kept& as_it_was) const {
    const std::string& recap = running()->lesson().recap;
    if (recap.empty()) return {};
    for (const Kept* kept : {&own, &as_it_was}) {
        try {
            return lesson::told(recap, {kept->arrows ? *kept->arrows : *kept->pass});
        } catch (const base::InputError&) { // it speaks of words that are not there
        }
    }
    return {};
}

const Tutor::Kept* Tutor::picture() const {
    const auto kept = kept_.find(running()->lesson().id);
    // One sentence with its arcs: of arrows, and of one sentence that reads another, the words say enough.
    if (kept == kept_.end() || kept->second.arrows || kept->second.pass->trace.input.is_cross())
        return nullptr;
    return &kept->second;
}

Recap Tutor::recap() const {
    const CourseEntry* entry = here();
    const Kept* kept = picture();
    return {.answered = running()->answered(),
            .done = entry && entry->finished,
            .back = entry && entry->room,
            .picture = kept ? kept->pass : nullptr,
            .query = kept ? kept->selection.query : 0,
            .head = kept ? kept->selection.head : 0,
            .of_heads = std::ranges::any_of(
                running()->lesson().steps,
                [&](const lesson::Step& step) { return room_.texts.glossary().mentions(step.text, "head"); }),
            .next = next(),
            .told = told_at_end_};
}

void Tutor::set_learner(const std::string& name) {
    if (const auto problem = problem_of([&] { lessons_.set_learner(name); })) room_.message.show(*problem);
}

void Tutor::record_try(const std::string& level, const exercise::Try& made) {
    if (const auto problem = problem_of([&] { lessons_.record_try(level, made); }))
        room_.message.show(*problem);
}

void Tutor::forget_progress() {
    if (const auto problem = problem_of([&] { lessons_.forget_progress(); })) room_.message.show(*problem);
}

void Tutor::record_answer() {
    if (!records) return;
    if (const auto problem = problem_of([&] { lessons_.record(false); })) room_.message.show(*problem);
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

// Showing a step.

void Tutor::show_everything(bool everything) {
    shows_everything_ = everything;
    room_.motion.draw_again();
}

void Tutor::show_step() {
    const LessonRun& run = *running();
    Desk& desk = room_.desk;
    shows_everything_ = false;
    workbench::Autosave& autosave = room_.files.autosave();
    answer_is_shown_ = reached_ = false;
    answer_.clear();
    answered_with_ = nullptr;
    if (run.question().open() || !records) running()->question().tip = running()->question().answered_at = {};
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

} // namespace ui
