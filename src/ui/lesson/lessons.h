#pragma once
// The lessons on offer, the one being taken, and how far the learner has come.

#include "lesson/course.h"
#include "lesson/lesson.h"
#include "lesson/progress.h"
#include "ui/chrome/view.h"
#include "ui/lesson/card.h"

#include <chrono>
#include <functional>
#include <utility>

namespace ui {

/// Where a lesson is opened: "3-scale-and-softmax", or "3-scale-and-softmax:3" for its third step.
struct LessonPlace {
    std::string id;
    std::optional<std::size_t> step = {}; ///< from 0; empty: where it was left
};
/// Throws InputError, naming `where`, for what is no number of a step.
LessonPlace lesson_place(const std::string& asked, const std::string& where);

class Lessons {
public:
    using Clock = std::chrono::steady_clock;
    /// All that is wrong with a lesson, as lesson::mistakes_in() finds it.
    using Check = std::function<std::vector<base::InputError>(const lesson::Lesson&)>;
    /// What a step shows, from 0. Throws InputError when it sets what does not exist.
    using Shows = std::function<workbench::Session(const lesson::Lesson&, std::size_t step)>;

    /// `folders`: those of the course, the program's own first. `progress`: the learner's file; empty: kept
    /// in memory only.
    Lessons(std::vector<std::filesystem::path> folders, std::filesystem::path progress, Check check,
            Shows shows);

    /// Reads the lessons for the first time, or those that have changed since; a look at the files once a
    /// second at most. True when something is new. A lesson with a mistake stays as it was before.
    bool look(Clock::time_point now);
    /// How often the files have been read.
    long readings() const { return readings_; }
    /// True once after the running lesson was replaced by a newer text.
    bool take_replaced() { return std::exchange(replaced_, false); }
    /// What is wrong with the lessons' files as they were last read, the running one's first.
    const std::vector<base::InputError>& mistakes() const { return mistakes_; }
    /// What is wrong with the file of the progress, once.
    std::optional<base::InputError> problem() { return std::exchange(problem_, std::nullopt); }

    const CourseMap& course() const { return course_; }
    /// Opens a lesson at the step last open in it, or at `step`. Throws InputError for one that does not
    /// exist, and for a mistake in it; what is open stays open then. From a running lesson to another,
    /// `before` stays what it was.
    void open(const std::string& id, const workbench::Session& before, std::optional<std::size_t> step = {});
    void close() { run_.reset(); }
    LessonRun* running() { return run_ ? &*run_ : nullptr; }
    const LessonRun* running() const { return run_ ? &*run_ : nullptr; }

    /// True while the lesson taken is from the user's own folder.
    bool is_own() const { return run_ && run_->lesson().file.parent_path() != folders_.front(); }

    /// The learner has come to the open step, which is recorded; not called for what a lecturer shows. Throws
    /// like record().
    void arrive();
    /// Records how far the learner has come in the running lesson; `finished`: its last step is done. Throws
    /// InputError when it cannot be written, once; it is kept in memory then.
    void record(bool finished);
    /// The learner leaves it at the questions answered in the running lesson, which counts as done. Throws
    /// like record().
    void do_without();
    /// Another learner at the keyboard; "": no name given. Throws like record().
    void set_learner(const std::string& name);
    /// The current learner has answered an exercise. Throws like record().
    void record_try(const std::string& level, const exercise::Try& made);
    /// Writes what the current learner has done into a folder; returns the file. Throws InputError.
    std::filesystem::path hand_in(const std::filesystem::path& folder) const;
    /// Forgets what the current learner has done. Throws like record().
    void forget_progress();

    LessonCardState card;

private:
    /// Each file, with its time and size.
    using Stamp = std::map<std::filesystem::path, std::pair<std::filesystem::file_time_type, std::uintmax_t>>;
    Stamp stamp() const;
    void read();
    /// By its newer text, if there is one without a mistake.
    void replace_running(const std::vector<std::shared_ptr<const lesson::Lesson>>& read);
    void list();
    std::shared_ptr<const workbench::Session> shown_at(const lesson::Lesson& lesson, std::size_t step) const;
    /// Changes the progress, here and in its file, where another window may have written in the meantime.
    void change(const std::function<void(lesson::Learners&)>& what);
    /// The questions of a lesson, and those of them that the learner has answered, at some time.
    struct Answered {
        std::size_t answered = 0, questions = 0;
        bool all() const { return answered == questions; }
    };
    Answered answered(const lesson::Lesson& lesson) const;
    /// In this lesson; null: it was not begun.
    const lesson::Progress* progress_in(const std::string& id) const;

    std::vector<std::filesystem::path> folders_;
    std::filesystem::path progress_;
    Check check_;
    Shows shows_;
    lesson::Learners learners_;
    std::vector<std::shared_ptr<const lesson::Lesson>> lessons_;
    lesson::CourseOrder order_{{}};
    CourseMap course_;
    std::vector<base::InputError> mistakes_;
    std::optional<base::InputError> problem_;
    std::optional<LessonRun> run_;
    std::optional<std::size_t> arrived_; ///< the step that the learner has come to, in this run
    bool replaced_ = false;
    Stamp seen_;
    Clock::time_point looked_;
    long readings_ = 0;
};

} // namespace ui
