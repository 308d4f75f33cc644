#include "ui/lesson/lessons.h"

#include "base/files.h"
#include "base/text.h"
#include "lesson/course.h"
#include "lesson/handed_in.h"

#include <algorithm>
#include <utility>

namespace ui {

using base::InputError;
using lesson::Lesson;

namespace {

constexpr std::chrono::seconds between_looks{1};

/// Of a mistake at "mine.toml, line 12".
std::filesystem::path file_of(const InputError& mistake) {
    return base::path_from_utf8(mistake.where.substr(0, mistake.where.rfind(", line ")));
}

} // namespace

LessonPlace lesson_place(const std::string& asked, const std::string& where) {
    const std::size_t colon = asked.rfind(':');
    if (colon == std::string::npos) return {asked};
    const auto step = base::whole_in(asked.substr(colon + 1));
    if (!step || *step < 1)
        throw InputError(where, "“" + asked + "” has no step", "write for example 3-scale-and-softmax:3");
    return {asked.substr(0, colon), static_cast<std::size_t>(*step - 1)};
}

Lessons::Lessons(std::vector<std::filesystem::path> folders, std::filesystem::path progress, Check check,
                 Shows shows)
    : folders_(std::move(folders)), progress_(std::move(progress)), check_(std::move(check)),
      shows_(std::move(shows)) {
    try {
        learners_ = lesson::read_progress(progress_);
    } catch (const InputError& damaged) {
        problem_ = damaged;
    }
}

Lessons::Stamp Lessons::stamp() const {
    Stamp stamp;
    for (const auto& folder : folders_) {
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(folder, none))
            if (entry.path().extension() == ".toml")
                stamp[entry.path()] = {entry.last_write_time(none), entry.file_size(none)};
    }
    return stamp;
}

bool Lessons::look(Clock::time_point now) {
    if (readings_ > 0 && now - looked_ < between_looks) return false;
    looked_ = now;
    Stamp found = stamp();
    if (readings_ > 0 && found == seen_) return false;
    seen_ = std::move(found);
    ++readings_;
    read();
    return true;
}

void Lessons::read() {
    lesson::Course course = lesson::read_course(folders_);
    mistakes_ = std::move(course.mistakes);
    std::vector<std::shared_ptr<const Lesson>> lessons;
    for (Lesson& lesson : course.lessons)
        lessons.push_back(std::make_shared<const Lesson>(std::move(lesson)));
    if (run_) replace_running(lessons);
    // A file that cannot be read is known by its last good text.
    for (const auto& before : lessons_)
        if (seen_.contains(before->file) &&
            std::ranges::find(lessons, before->id, &Lesson::id) == lessons.end())
            lessons.push_back(before);
    std::vector<const Lesson*> all;
    for (const auto& lesson : lessons)
        all.push_back(lesson.get());
    order_ = lesson::CourseOrder(all);
    std::ranges::sort(lessons, {}, [&](const auto& lesson) { return order_.key(*lesson); });
    lessons_ = std::move(lessons);
    list();
}

void Lessons::replace_running(const std::vector<std::shared_ptr<const Lesson>>& read) {
    const auto& file = run_->lesson().file;
    std::stable_partition(mistakes_.begin(), mistakes_.end(),
                          [&](const InputError& mistake) { return file_of(mistake) == file; });
    const auto found = std::ranges::find(read, file, &Lesson::file);
    if (found == read.end()) return;
    if (auto mistakes = check_(**found); !mistakes.empty()) {
        mistakes_.insert(mistakes_.begin(), mistakes.begin(), mistakes.end());
        return;
    }
    run_->replace(*found);
    replaced_ = true;
}

const lesson::Progress* Lessons::progress_in(const std::string& id) const {
    const auto learner = learners_.all.find(learners_.current);
    if (learner == learners_.all.end()) return nullptr;
    const auto found = learner->second.lessons.find(id);
    return found == learner->second.lessons.end() ? nullptr : &found->second;
}

Lessons::Answered Lessons::answered(const Lesson& lesson) const {
    const lesson::Progress* progress = progress_in(lesson.id);
    Answered count;
    for (std::size_t i = 0; i < lesson.steps.size(); ++i)
        if (lesson.steps[i].question) {
            ++count.questions;
            if (progress && progress->answered.contains(i)) ++count.answered;
        }
    return count;
}

void Lessons::list() {
    course_ = {.lessons = {}, .learner = learners_.current};
    if (const auto learner = learners_.all.find(learners_.current); learner != learners_.all.end())
        course_.exercises = learner->second.exercises;
    for (const auto& lesson : lessons_) {
        CourseEntry entry{.id = lesson->id,
                          .title = lesson->title,
                          .afterwards = lesson->afterwards,
                          .minutes = lesson->minutes};
        entry.room = lesson->room;
        if (!lesson->room) entry.number = lesson->order;
        if (const auto door = order_.door(lesson->id)) {
            entry.door = door->lesson;
            entry.door_step = door->step;
        }
        entry.steps = lesson->steps.size();
        if (const lesson::Progress* progress = progress_in(lesson->id)) {
            entry.begun = true;
            entry.ended = progress->finished;
            entry.finished = lesson::is_done(*lesson, *progress);
            entry.step = entry.ended ? 0 : std::min(progress->step, lesson->steps.size() - 1);
            entry.seen += std::chrono::seconds(progress->seen);
            if (!entry.ended) entry.shows = shown_at(*lesson, entry.step);
        }
        course_.lessons.push_back(std::move(entry));
    }
}

std::shared_ptr<const workbench::Session> Lessons::shown_at(const Lesson& lesson, std::size_t step) const {
    try {
        return std::make_shared<const workbench::Session>(shows_(lesson, step));
    } catch (const InputError&) {
        return nullptr; // whoever opens the lesson is told
    }
}

void Lessons::open(const std::string& id, const workbench::Session& before, std::optional<std::size_t> step) {
    if (readings_ == 0) look(Clock::now());
    const auto found = std::ranges::find(lessons_, id, &Lesson::id);
    if (found == lessons_.end()) {
        for (const InputError& mistake : mistakes_) // perhaps its file cannot be read
            if (base::shown(file_of(mistake).stem()) == id) throw mistake;
        std::string known;
        for (const auto& lesson : lessons_)
            known += (known.empty() ? "" : ", ") + lesson->id;
        throw InputError("lesson", "there is no lesson “" + id + "”",
                         known.empty() ? "choose a folder that holds lessons" : "choose one of " + known);
    }
    if (const auto mistakes = check_(**found); !mistakes.empty()) throw mistakes.front();
    const auto entry = std::ranges::find(course_.lessons, id, &CourseEntry::id);
    const workbench::Session desk = run_ ? run_->before() : before;
    const lesson::Progress* progress = progress_in(id);
    run_.emplace(*found, desk, step.value_or(entry->step),
                 progress ? progress->answered : std::set<std::size_t>());
    arrived_.reset();
    card = {};
}

void Lessons::arrive() {
    if (!run_) return;
    arrived_ = run_->at();
    record(false);
}

void Lessons::record(bool finished) {
    if (!run_ || !(arrived_ || finished)) return;
    change([&](lesson::Learners& learners) {
        lesson::Progress& progress = learners.all[learners_.current].lessons[run_->lesson().id];
        progress.step = finished ? run_->at() : *arrived_;
        progress.finished |= finished;
        progress.seen = std::chrono::duration_cast<std::chrono::seconds>(
                            std::chrono::system_clock::now().time_since_epoch())
                            .count();
        progress.answered.merge(run_->answered());
        progress.right.merge(run_->right_at_once());
    });
}

void Lessons::do_without() {
    if (!run_) return;
    change([&](lesson::Learners& learners) {
        learners.all[learners_.current].lessons[run_->lesson().id].without = true;
    });
}

void Lessons::change(const std::function<void(lesson::Learners&)>& what) {
    const lesson::Learners before = learners_;
    what(learners_);
    list();
    if (learners_ == before || progress_.empty()) return;
    try {
        lesson::change_progress(progress_, [&](lesson::Learners& newest) {
            what(newest);
            newest.current = learners_.current;
        });
    } catch (const InputError&) {
        progress_.clear(); // said once; the rest is kept in memory
        throw;
    }
}

void Lessons::set_learner(const std::string& name) {
    constexpr std::size_t longest = 60;
    const std::string kept = name.substr(0, base::character_start(name, std::min(longest, name.size())));
    change([&](lesson::Learners& learners) { learners.current = kept; });
}

void Lessons::record_try(const std::string& level, const exercise::Try& made) {
    change([&](lesson::Learners& learners) {
        exercise::add_try(learners.all[learners_.current].exercises[level], made);
    });
}

std::filesystem::path Lessons::hand_in(const std::filesystem::path& folder) const {
    return lesson::hand_in(folder, learners_);
}

void Lessons::forget_progress() {
    change([&](lesson::Learners& learners) { learners.all.erase(learners_.current); });
}

} // namespace ui
