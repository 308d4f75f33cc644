#pragma once
// The lessons on offer, the one being taken, and how far the learner has come.

#include "lesson/lesson_file.h"
#include "lesson/progress.h"
#include "ui/chrome/view.h"
#include "ui/lesson/card.h"

#include <chrono>
#include <functional>
#include <set>

namespace ui {

class Lessons {
public:
    using Clock = std::chrono::steady_clock;

    /// `folders`: those of the course, the program's own first. `progress`: the learner's file; empty: kept
    /// in memory only.
    Lessons(std::vector<std::filesystem::path> folders, std::filesystem::path progress);

    /// Reads the lessons for the first time, or those that have changed since; a look at the files once a
    /// second at most. True when something is new.
    bool look(Clock::time_point now);
    /// True once after the running lesson was replaced by a newer text.
    bool take_replaced() { return std::exchange(replaced_, false); }
    /// What is wrong with a lesson's file, or with that of the progress; each is told once.
    std::optional<base::InputError> problem();

    const CourseMap& course() const { return course_; }
    /// Opens a lesson at the step last open in it, or at `step`. Throws InputError for one that does not
    /// exist.
    void open(const std::string& id, const workbench::Session& before, std::optional<std::size_t> step = {});
    void close() { run_.reset(); }
    LessonRun* running() { return run_ ? &*run_ : nullptr; }
    const LessonRun* running() const { return run_ ? &*run_ : nullptr; }

    /// True while the lesson taken is from the user's own folder.
    bool is_own() const { return run_ && run_->lesson().file.parent_path() != folders_.front(); }

    /// Records how far the running lesson has come; `finished`: its last step is done. Throws InputError when
    /// it cannot be written, once; it is kept in memory then.
    void record(bool finished);
    /// Another learner at the keyboard; "" for who gives no name. Throws like record().
    void set_learner(const std::string& name);
    /// Forgets what the current learner has done. Throws like record().
    void wipe();

    LessonCardState card;

private:
    using Stamp = std::map<std::filesystem::path, std::filesystem::file_time_type>;
    Stamp stamp() const;
    void read();
    void list();
    /// Changes the progress, here and in its file, where another window may have written in the meantime.
    void change(const std::function<void(lesson::Learners&)>& what);
    lesson::Learner& learner() { return learners_.all[learners_.current]; }

    std::vector<std::filesystem::path> folders_;
    std::filesystem::path progress_;
    lesson::Learners learners_;
    std::vector<std::shared_ptr<const lesson::Lesson>> lessons_;
    CourseMap course_;
    std::vector<base::InputError> problems_;
    std::optional<LessonRun> run_;
    std::set<std::string> told_; ///< mistakes in lessons: each is told when it appears
    bool replaced_ = false;
    Stamp seen_;
    Clock::time_point looked_;
    bool was_read_ = false;
};

} // namespace ui
