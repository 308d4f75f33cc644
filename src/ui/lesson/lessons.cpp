#include "ui/lesson/lessons.h"

#include "base/utf8.h"

#include <algorithm>
#include <utility>

namespace ui {

using base::InputError;
using lesson::Lesson;

namespace {

constexpr std::chrono::seconds between_looks{1};

} // namespace

Lessons::Lessons(std::vector<std::filesystem::path> folders, std::filesystem::path progress)
    : folders_(std::move(folders)), progress_(std::move(progress)) {
    try {
        learners_ = lesson::read_progress(progress_);
    } catch (const InputError& damaged) {
        problems_.push_back(damaged);
    }
}

Lessons::Stamp Lessons::stamp() const {
    Stamp stamp;
    for (const auto& folder : folders_) {
        std::error_code none;
        for (const auto& entry : std::filesystem::directory_iterator(folder, none))
            if (entry.path().extension() == ".toml") stamp[entry.path()] = entry.last_write_time(none);
    }
    return stamp;
}

bool Lessons::look(Clock::time_point now) {
    if (was_read_ && now - looked_ < between_looks) return false;
    looked_ = now;
    Stamp found = stamp();
    if (was_read_ && found == seen_) return false;
    seen_ = std::move(found);
    was_read_ = true;
    read();
    return true;
}

void Lessons::read() {
    lesson::Course course = lesson::read_course(folders_);
    std::set<std::string> mistakes;
    for (const InputError& mistake : course.mistakes)
        if (mistakes.insert(mistake.what()); !told_.contains(mistake.what())) problems_.push_back(mistake);
    told_ = std::move(mistakes);
    std::vector<std::shared_ptr<const Lesson>> lessons;
    for (Lesson& lesson : course.lessons)
        lessons.push_back(std::make_shared<const Lesson>(std::move(lesson)));
    // A file with a mistake keeps its last good text, for the lesson that is open.
    lessons_ = std::move(lessons);
    list();
    if (!run_) return;
    const auto same = [&](const auto& lesson) { return lesson->file == run_->lesson().file; };
    if (const auto found = std::ranges::find_if(lessons_, same); found != lessons_.end()) {
        run_->replace(*found);
        replaced_ = true;
    }
}

void Lessons::list() {
    course_ = {.lessons = {}, .learner = learners_.current};
    for (const auto& lesson : lessons_) {
        CourseEntry entry{.id = lesson->id, .title = lesson->title, .minutes = lesson->minutes};
        if (const auto found = learner().lessons.find(lesson->id); found != learner().lessons.end()) {
            entry.begun = true;
            entry.finished = found->second.finished;
            entry.step = std::min(found->second.step, lesson->steps.size() - 1);
        }
        course_.lessons.push_back(std::move(entry));
    }
}

std::optional<InputError> Lessons::problem() {
    if (problems_.empty()) return std::nullopt;
    const InputError first = problems_.front();
    problems_.erase(problems_.begin());
    return first;
}

void Lessons::open(const std::string& id, const workbench::Session& before, std::optional<std::size_t> step) {
    if (!was_read_) look(Clock::now());
    const auto found = std::ranges::find(lessons_, id, [](const auto& lesson) { return lesson->id; });
    if (found == lessons_.end())
        throw InputError("lesson", "there is no lesson “" + id + "”", "choose another");
    const auto entry = std::ranges::find(course_.lessons, id, &CourseEntry::id);
    const std::size_t last = entry->finished ? 0 : entry->step;
    run_.emplace(*found, before, step.value_or(last));
    card = {};
}

void Lessons::record(bool finished) {
    if (!run_) return;
    change([&](lesson::Learners& learners) {
        lesson::Progress& progress = learners.all[learners_.current].lessons[run_->lesson().id];
        progress.step = run_->at();
        progress.finished |= finished;
        if (run_->answered() < progress.asked) return;
        progress.asked = run_->answered();
        progress.right = run_->right_at_once();
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

void Lessons::wipe() {
    change([&](lesson::Learners& learners) { learners.all.erase(learners_.current); });
}

} // namespace ui
