#pragma once
// Takes a learner through a lesson on the desk: puts its steps on screen, with the card beside the view and
// what it points at highlighted, judges answers, and knows when something else is on screen than what a step
// speaks of.

#include "lesson/check.h"
#include "ui/chrome/notices.h"
#include "ui/desk/desk.h"
#include "ui/lesson/lessons.h"
#include "ui/lesson/recap.h"
#include "workbench/session/session_files.h"

#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ui {

/// What lessons work with; all of it outlives them.
struct Classroom {
    Desk& desk;
    workbench::SessionFiles& files; ///< keep what was on the desk before, and what was tried on it
    MessageState& message;
    Motion& motion;
    const narration::Texts& texts;
};

class Tutor {
public:
    /// `folders`, `progress`: as in Lessons; `offer`: what a lesson can name.
    Tutor(const Classroom& room, const std::vector<std::filesystem::path>& folders,
          const std::filesystem::path& progress, const lesson::Offer& offer);
    Tutor(const Tutor&) = delete; // its lessons are checked by itself
    Tutor& operator=(const Tutor&) = delete;

    // Lessons come and go.

    /// Opens a lesson at this step, from 0, or where it was left. Throws InputError for one that does not
    /// exist, and for a mistake in it.
    void open(const std::string& id, std::optional<std::size_t> step = {});
    /// The same for "3-scale-and-softmax:3", from `where`; empty: none. Throws like it.
    void open_at(const std::string& asked, const std::string& where);
    /// Opens the next lesson of the course at its first step, or the one that offers this side room where it
    /// does; false if there is none. Throws like open().
    bool open_next();
    /// Another session was opened: the lesson is over, and what is on the desk stays.
    void drop();
    std::vector<std::string> ids() const; ///< in the order of the course
    const CourseMap& course() const { return lessons_.course(); }
    /// The lesson after the running one, side rooms left out; after a side room, the lesson that offers it.
    /// Null: there is none.
    const CourseEntry* next() const;
    long readings() const { return lessons_.readings(); }

    const LessonRun* running() const { return lessons_.running(); }
    LessonRun* running() { return lessons_.running(); }
    bool is_on_screen() const { return running() && !room_.desk.kind().entrance; }
    /// True after the last step, when its end takes the place of the view.
    bool at_end() const { return is_on_screen() && ended_; }

    /// What the learner asks for, from the card or by a key; carried out after the frame, by carry_out().
    void ask(const LessonWish& wish) { wish_ = wish; }
    void carry_out();
    // Whose progress is kept. What cannot be written is shown.
    void set_learner(const std::string& name);
    void forget_progress();
    void record_try(const std::string& level, const exercise::Try& made);
    /// Writes the progress into a folder, for a teacher; returns the file. Throws InputError.
    std::filesystem::path hand_in(const std::filesystem::path& folder) const {
        return lessons_.hand_in(folder);
    }
    /// False while a lecturer shows the steps: that is nobody's progress.
    bool records = true;

    /// Adds what is on screen to the lesson in this file, with these words; returns the step's number. Throws
    /// InputError when it cannot be written.
    std::size_t add(const RecordStep& step, const std::filesystem::path& file) const;

    // In each frame.

    /// Called after the desk has taken new passes; a step may arrive with them. `revealed`: whether the
    /// answer is shown; empty: once the learner has given it.
    void follow(std::optional<bool> revealed);
    /// Reads the lessons' files where they have changed. Called on every iteration of the loop.
    void look();
    /// Shows what is wrong with the files of lessons and progress, one after the other.
    void tell_problems();
    /// Moves the query among the step's arrows, which may answer its question.
    void move_arrow(drawing::Point tip);
    /// What the open step puts on the stage; null: no lesson is on screen.
    const Staged* staged();
    /// The lesson's card, which takes its room from the view.
    void draw_beside(Ui& ui, ViewFrame& frame);
    /// What the step points at, once the view is drawn; and a word clicked for an answer. `covered`: by the
    /// card of keys. `rests`: nothing moves or is computed.
    void draw_over(Ui& ui, ViewFrame& frame, bool covered, bool rests);

    // What a step says of what is on screen.

    /// Whether all that the view has is shown beside the step, or only what it needs. Each step begins so.
    void show_everything(bool everything);
    bool shows_everything() const { return shows_everything_; }
    /// How far the open step's goal has come, as its card says; empty: it says nothing of it.
    const std::string& now() const { return lessons_.card.now; }
    /// The same, and what keeps the goal from being reached, once something was tried, for a slide:
    /// a sentence each.
    std::vector<std::string> so_far();
    /// True while a step is on its way to the screen: its pass is still being computed.
    bool step_arrives() const { return step_arrives_; }
    /// True when what the step sets could not be put on screen.
    bool step_failed() const { return step_failed_; }
    /// True when something was changed since the open step was put on screen.
    bool left_path() const;
    /// True when the step asks to change something, and something was changed.
    bool tried() const;
    /// Whether what the open step says can be computed from what is on screen: not while its pass is awaited,
    /// nor when the learner has changed the words that it speaks of. Worked out once for each pass.
    bool can_be_told();
    /// The texts of lessons, about what is on screen.
    lesson::Telling& telling();
    bool answer_is_shown() const { return answer_is_shown_; }
    /// True once what the open step asks to make true was made true in a lecture, by hand.
    bool reached() const { return reached_; }
    /// What shows the answer, while that is shown.
    const std::vector<lesson::Tie>& answer() const { return answer_; }
    /// What that changed: numbers, and a few words of a sentence that is as long as before.
    std::vector<lesson::Tie> changed() const;
    /// What is pointed at and not on screen.
    const std::vector<std::string>& missing() const { return missing_; }
    /// The open step and its question, line by line, for a screen reader.
    std::vector<std::string> spoken();

private:
    /// The step that the lesson’s end looks back on, as the learner left it.
    struct Kept {
        std::shared_ptr<const workbench::Pass> pass = {}, arrows = {}; ///< arrows: null without a plane
        workbench::Selection selection = {};
    };
    const CourseEntry* here() const; ///< of the running lesson; null: it is no longer there
    void show_step();
    /// What a step with a goal says speaks of how it began, also for those who come back to it answered.
    void tell_of_arrival();
    /// Leaves the lesson: what was on the desk before it comes back, and what was tried in it is kept.
    void leave();
    /// Once a step's question is answered, what shows the answer is looked at; and the reverse.
    void follow_answer(std::optional<bool> revealed);
    /// Goes to what shows the answer, once it is on screen.
    void look_at_answer();
    /// At once, since the window may be closed on any step.
    void record_answer();
    /// From a side room to the step that it was entered from; false: it was not entered from one.
    bool go_back_through_door();
    /// On the stage, the word that the step marks stays marked when the words around it are changed.
    void follow_mark();
    /// How far the open step's goal has come, as far as that is not in sight; empty: nothing to say.
    std::string standing();
    /// What keeps the goal from being reached; empty: nothing in particular, or nothing was tried.
    std::string what_is_missing();
    std::string what_is_missing_to_arrow();
    std::string missing_to_arrow_ = {};
    /// Which of what the goal is about stands on the screen just drawn.
    void look_for_watched(const Anchors& anchors);
    /// What has to be made true may have become so.
    void follow_goal();
    /// Makes it true, as the lesson says how.
    void show_solution();
    /// A sentence passes through others while it is typed: it counts once the keys rest.
    bool is_typing();
    /// The open step's arrows as a pass, with the query where it is now; null: it has none.
    std::shared_ptr<const workbench::Pass> arrows();
    /// The pass that the step's texts are about: a question keeps to the numbers it asked about, wherever the
    /// arrow is moved once it is answered.
    std::shared_ptr<const workbench::Pass> told_arrows();
    /// True while what has to be made true is not, as things stand on screen. The step has a question.
    bool goal_is_open();
    /// True while the step asks to make something true by changing what is on screen.
    bool has_goal() const;
    /// The lessons' files have been read: shows what is wrong with them, until it is corrected.
    void follow_mistakes();
    void tell_mistake(); ///< the next that was not shown yet
    /// What the lesson's end looks back on is on screen: remembers it as it is now.
    void keep_step();
    /// The last step is done: the lesson's end is on screen until it is left.
    void end();
    /// What the lesson comes to, in the learner's own numbers, or where those do not fit it, in the step's.
    lesson::LessonText recap_about(const Kept& own, const Kept& as_it_was) const;
    Recap recap() const;
    const Kept* picture() const; ///< at the lesson's end, to keep; null: none
    /// Says, once for each step of a lesson of the user's own, which of its targets are not on screen.
    void tell_missing();
    void answer_by_click(Ui& ui, ViewFrame& frame);
    /// True when words or numbers were changed: those that the step's question is about.
    bool left_words() const;
    std::optional<drawing::Rect> on_screen(const Anchors& anchors, const lesson::Tie& tie);

    /// What a step put on screen.
    struct StepMark {
        workbench::History::Step first, second;
        std::string view;
        workbench::Choices choices;
        attention::StageId stage = {};
        std::size_t product = 0;
        bool operator==(const StepMark&) const = default;
    };
    StepMark mark() const;

    Classroom room_;
    lesson::Offer offer_;
    Lessons lessons_;
    LessonWish wish_;
    lesson::Telling telling_;
    std::set<std::string> shown_mistakes_;  ///< of the lessons' files: each is shown when it appears
    workbench::SessionFiles::Outcome desk_; ///< the files of what was on screen before the lesson …
    std::optional<workbench::History> desk_history_; ///< … and what could be undone there
    bool from_start_ = false; ///< the lesson was begun on the Start page, before anything else
    StepMark step_mark_;
    bool step_arrives_ = false;
    bool step_failed_ = false;             ///< what it sets could not be put on screen
    bool reached_ = false;                 ///< in a lecture, where nobody's answers are kept
    bool answer_is_shown_ = false;         ///< what shows the answer of its question is looked at
    std::vector<lesson::Tie> answer_ = {}; ///< and pointed at
    /// A step that was tried on these passes, and whether it can be told.
    struct Tried {
        std::shared_ptr<const lesson::Lesson> lesson = {};
        std::size_t step = 0;
        std::shared_ptr<const workbench::Pass> left = {}, right = {};
        bool operator==(const Tried&) const = default;
    };
    Tried tried_;
    bool can_be_told_ = false;
    /// A step's arrows, where the query is, and the pass they make.
    struct Arrows {
        std::string place = {};
        lesson::Plane plane = {};
        lesson::Arrow tip = {};
        std::shared_ptr<const workbench::Pass> pass = {};

        /// The pass of this step's arrows, with the query there; computed only if it is not this one already.
        std::shared_ptr<const workbench::Pass> with(const lesson::Step& step, lesson::Arrow at);
    };
    Arrows arrows_, told_arrows_;
    Staged staged_;
    bool ended_ = false; ///< the last step is done
    /// Where a lesson was left for a side room.
    struct Door {
        LessonPlace place;
        std::vector<QuestionState> questions; ///< as they were answered
    };
    std::optional<Door> came_from_ = {}; ///< into the open side room; empty: it was not entered so
    /// What the goal of a step is about.
    struct Watch {
        std::string place = {};                     ///< of the step
        std::vector<std::string> formulas = {};     ///< of the numbers and words …
        std::optional<std::vector<bool>> seen = {}; ///< … that stand on screen; empty: nothing was drawn yet
    };
    Watch watch_;
    bool shows_everything_ = false;
    std::string typed_ = {}; ///< the sentence in the last frame …
    double keys_rest_ = 0;   ///< … and for how many seconds it has been that
    bool waits_for_keys_ = false;
    Needed needed_;                       ///< by the open step
    std::map<std::string, Kept> kept_;    ///< by the id of the lesson
    lesson::LessonText told_at_end_ = {}; ///< what the lesson comes to
    // A step with a goal speaks of the numbers with which it arrived; once it is reached, of those, unless
    // the words that it names are gone.
    std::shared_ptr<const workbench::Pass> arrived_with_, not_told_of_;
    std::shared_ptr<const workbench::Pass>
        answered_with_;                                ///< when the goal was reached; null: not in this visit
    std::shared_ptr<const workbench::Pass> marked_in_; ///< where the step's word was marked last
    std::vector<std::string> missing_;
    std::string missing_at_; ///< place of the step about which tell_missing() spoke
};

} // namespace ui
