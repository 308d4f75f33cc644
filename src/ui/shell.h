#pragma once
// The whole interface, called once per frame. The application owns the loop.

#include "render/heat_map.h"
#include "ui/canvas/screen.h"
#include "ui/chrome/file_card.h"
#include "ui/chrome/help.h"
#include "ui/chrome/notices.h"
#include "ui/chrome/scene.h"
#include "ui/chrome/top_bar.h"
#include "ui/frame_stats.h"
#include "ui/lesson/lecture.h"
#include "ui/lesson/lessons.h"
#include "ui/side.h"
#include "ui/views.h"
#include "workbench/session/session.h"
#include "workbench/session/session_files.h"
#include "workbench/session/settings.h"

#include <filesystem>
#include <functional>
#include <optional>
#include <set>
#include <string>
#include <utility>

namespace ui {

struct ShellOptions {
    std::filesystem::path shaders, assets;
    std::filesystem::path anchors;              ///< empty: not written
    std::filesystem::path exports;              ///< default folder for figures and sessions
    std::filesystem::path settings;             ///< settings for all sessions; empty: not stored
    std::filesystem::path state;                ///< folder for unsaved work; empty: not stored
    std::vector<std::filesystem::path> lessons; ///< folders of lessons, the program's own first
    std::filesystem::path progress;             ///< the learner's progress; empty: not stored
    std::function<void(const std::string&)> tell_notes =
        {};                                ///< hears the lecturer's notes on each step; may be empty, and
                                           ///< throws InputError when nobody can read them any more
    std::optional<ThemeChoice> theme = {}; ///< empty: the one in the settings
    float content_scale = 1;
    bool reduce_motion = false;
    bool quiet = false;                   ///< for tours: no hovering, no motion
    std::function<void()> on_result = {}; ///< called on a worker's thread when there is something new to show
    bool focus_leaves = false; ///< Tab goes on past the last control, to what stands beside the program
    std::function<void()> choose_file = {}; ///< lets the user choose a file to open; empty: a path is typed
    /// Hands a file or folder that was written to the user; empty: it is where its path says.
    std::function<void(const std::filesystem::path&)> deliver = {};
};

/// What is on screen, in words; empty where there is nothing to say.
struct Spoken {
    std::string view, stage;
    std::string cell;        ///< the marked one: "weight(it → cat) = 0.59"
    std::string explanation; ///< of the stage, paragraph by paragraph
    std::string lesson;      ///< the open step and its question
    std::string message;
};

class Shell {
public:
    /// `window` must have a current OpenGL context, and is null in a browser; `bench` must outlive the shell.
    /// Throws InputError (fonts, shaders, texts).
    Shell(GLFWwindow* window, workbench::Workbench& bench, const ShellOptions& options);

    void push(const Event& event) { events_.push(event); }
    void set_content_scale(float scale) { content_scale_ = scale; }
    /// Builds a frame: takes the events, computes what is quick, and lays everything out.
    void build();
    /// Paints the frame built last into the back buffer, unless it looks like the one before; false then.
    /// `anyway`: what was painted before is lost.
    bool paint(bool anyway);
    /// True when the anchors are written to a file.
    bool is_watched() const { return anchors_.written(); }
    /// Called when the frame is on screen: publishes the anchors.
    void presented() { anchors_.publish(frame_number_, state_json()); }
    /// True while something moves: another frame follows, and each of them has to be seen.
    bool moving() const { return motion_.moving(); }
    /// True when another frame follows at once, for what this one has changed or not yet taken in: this one
    /// need not be seen.
    bool settling() const;
    /// True while something is being computed that a picture should show.
    bool awaiting() const;
    /// True once after F11.
    bool take_full_screen_request() { return std::exchange(full_screen_, false); }

    /// True once after the keyboard has gone past the last control, or back past the first.
    bool take_leave() { return focus_.take_leave(); }

    /// Opens a view and one of its pages (views.h): a stage, a part; empty: the last one. Throws InputError
    /// for a view that does not exist.
    void open(std::string_view view, const std::string& page = {});
    /// The pages of a view, by key.
    std::vector<std::string> pages(std::string_view view) const {
        return views_[index_of(view)].view->pages(side_.pass().trace);
    }
    /// Starts with an opened session, or with what is shown. `file` is where Ctrl+S writes; empty: asks for a
    /// name. Throws InputError for a session that cannot be computed.
    void begin(const workbench::Session* opened, const std::filesystem::path& file);
    /// Takes over what somebody asks to be chosen, as a session has it: {"race": {"plot": "memory"}}. Throws
    /// InputError, naming `where`, for what nobody could choose, and for views that do not exist.
    void choose(const std::string& choices, const std::string& where);
    /// Opens a lesson at this step, from 0, or where it was left. Throws InputError for one that does not
    /// exist, and for a mistake in it.
    void open_lesson(const std::string& id, std::optional<std::size_t> step = {});
    /// The same for "06-softmax:3", from `where`; empty: none. Throws like it.
    void open_lesson_at(const std::string& asked, const std::string& where);
    std::vector<std::string> lesson_ids() const; ///< in the order of the course
    void start_lecture();
    void end_lecture() { lecture_.on = false; }
    /// Reads and shows a session, as if chosen under Open.
    void open_file(const std::filesystem::path& file) { files_.open(file); }
    /// What is on screen, as one line of text; shows what such a line holds, or says why it cannot.
    std::string code() const { return workbench::to_code(session()); }
    void open_code(const std::string& code);
    /// Moves what scrolls at this place, by a finger; false when nothing does.
    bool scroll(float x, float y, float dx, float dy) { return screen_.scroll(x, y, dx, dy); }
    /// For a screen reader.
    Spoken spoken();
    /// Recreates what was on the graphics card after a lost context. Requires a context like the one before.
    void restore_graphics();
    /// Autosaves changes. Called on every iteration of the loop.
    void keep();
    /// Waits for pending saves and autosaves the rest, before the program exits.
    void finish();
    /// Shows an error to the user.
    void show(const base::InputError& error) { message_.show(error); }
    const FrameStats& stats() const { return stats_; }
    FrameStats& stats() { return stats_; }

private:
    /// Takes what was computed since the last frame, with which a lesson's step may have arrived.
    void take_results();
    /// Takes the events, with fonts and sizes as the window has them.
    void begin_screen();
    /// True while a newer pass than the one shown is ready or being computed.
    bool result_waits() const { return side_.waits() || (second_ && second_->side.waits()); }
    void draw(Ui& ui, Actions& actions, Actions& second_actions);
    /// Takes what the views' workers have done; true while some view trains a model.
    bool follow_views();
    /// The lesson's card, which takes its room from the view.
    void draw_lesson_beside(Ui& ui, ViewFrame& frame, bool told);
    /// What the step points at, once the view is drawn; and a word clicked for an answer.
    void draw_lesson_over(Ui& ui, ViewFrame& frame);
    void answer_by_click(Ui& ui, ViewFrame& frame);
    /// Says, once for each step of a lesson of the user's own, which of its targets are not on screen.
    void tell_missing();
    void close_outdated_message();
    /// The lecture fills the window; its keys are the only ones that do something.
    void draw_lecture_slide(Ui& ui, ViewFrame& frame);
    Slide slide(const Ui& ui);
    Slide closing(const Ui& ui) const;
    void open_next_lesson();
    std::function<void(Ui& ui, const drawing::Rect& area)> picture_of_answer();
    /// A click on the word that is asked for shows the answer.
    void answer_on_slide(const Ui& ui);
    /// Once a step's question is answered, what shows the answer is looked at; and the reverse.
    void follow_answer();
    void carry_out(const LectureWish& wish, const Slide& slide, Actions& actions);
    void tell_notes();
    /// The texts of lessons, about what is on screen.
    lesson::Telling& telling();
    /// Whether what the open step says can be computed from what is on screen: not while its pass is awaited,
    /// nor when the learner has changed the words that it speaks of. Worked out once for each pass.
    bool lesson_can_be_told();
    /// Leaves the lesson: what was on the desk before it comes back, and what was tried in it is kept.
    void leave_lesson();
    /// Another session was opened: the lesson is over, and its desk stays as it is.
    void drop_lesson();
    /// The lessons' files have been read: shows what is wrong with them, until it is corrected.
    void follow_mistakes();
    void tell_mistake(); ///< the next that was not told yet
    /// "Finished, 2 of 7 questions answered", to who skipped some.
    void tell_skipped(const std::string& id);
    std::string spoken_lesson();
    bool lesson_is_on_screen() const { return lessons_.running() && !kind().entrance; }
    /// True when something was changed since the open step was put on screen; the words and numbers among it
    /// are those that its question is about.
    bool left_path() const;
    bool left_words() const;
    void show_step();
    /// A text with its {placeholders} filled in, without emphasis.
    std::string said(const char* text, const narration::Values& values) const {
        return narration::plain_text(narration::fill(texts_.text(text), values));
    }
    void carry_out_learner(const Actions& actions);
    void carry_out(const LessonWish& wish);
    void draw_hint(Ui& ui, const std::string& hint);
    /// Where messages are shown: over the view, but not over sentences that are typed there.
    drawing::Rect message_area(const Ui& ui, const drawing::Rect& window, const drawing::Rect& bar) const;
    /// Shows that a pass is being computed, with a button to cancel.
    void draw_computing(Ui& ui, const drawing::Rect& area, Actions& actions);
    void shortcuts(Ui& ui, ViewFrame& frame);
    /// Deletes a kept model's file.
    void discard_model(const std::string& id);
    /// Opens the Compare view with these two documents.
    void compare(const workbench::Comparison& pair);
    void carry_out(Side& side, const Actions& actions);
    void carry_out(const Actions& actions);
    void follow(Side& side);
    void tell_of_letters();
    /// The document that undo and redo apply to: in a two-document view, the one edited last.
    Side& edited_side();
    /// What is shown, except the Start page, where no work is left off.
    workbench::Session session() const;
    /// `where`: its file. A session that cannot be shown changes nothing.
    void show(const workbench::Session& opened, const std::string& where);
    void show(const workbench::Session& opened);
    /// Says so where the session last shown was saved with other weights than its model's name now stands
    /// for; an earlier message goes.
    void tell_of_weights();
    void carry_out_files(const Actions& actions);
    /// Puts what is on screen into the clipboard, as one line of text; shows the line that is there.
    void copy_code();
    void paste_code();
    /// Adds what is on screen to a lesson of the user's own.
    void record(const NewStep& step);
    void follow_files();
    /// Changes the settings, in memory and in their file; what cannot be written is reported.
    void remember(const std::function<void(workbench::Settings&)>& change);
    View& view() const { return *views_[view_].view; }
    const ViewKind& kind() const { return *views_[view_].kind; }
    std::size_t index_of(std::string_view view) const;
    std::string choices() const; ///< what was chosen in each view, as JSON by its key
    std::string state_json() const;

    /// The second document of a two-document view; created when such a view is first opened.
    struct Second {
        explicit Second(const workbench::Workbench& first);
        workbench::Workbench bench;
        Side side;
    };

    ShellOptions options_;
    Screen screen_;
    EventQueue events_;
    Theme theme_;
    float content_scale_ = 1;
    Fonts fonts_;
    render::HeatMap heat_map_;
    Canvas canvas_;
    Anchors anchors_;
    Focus focus_;
    Motion motion_;
    narration::Texts texts_;
    TextEditing editing_;
    FrameStats stats_;

    Side side_;
    std::unique_ptr<Second> second_;
    bool second_edited_ = false; ///< the last edit in a two-document view was made in the second document
    std::vector<RunningView> views_;
    std::size_t view_ = 0;      ///< the open one
    std::size_t left_view_ = 0; ///< the last one open other than the Start page
    EarlierWork earlier_;
    workbench::Settings settings_;
    MessageState message_;
    bool other_weights_ = false; ///< of the session that was last shown
    LetterNotes letter_notes_;
    LanguageQuestion language_question_;
    ExportState export_;
    FileCardState file_card_;
    workbench::SessionFiles files_;
    lesson::Offer offer_ = lesson_offer();
    Lessons lessons_;
    std::set<std::string> told_mistakes_;   ///< of the lessons' files: each is shown when it appears
    workbench::SessionFiles::Outcome desk_; ///< the files of what was on screen before the lesson …
    std::optional<workbench::History> desk_history_; ///< … and what could be undone there
    /// What a step put on screen.
    struct StepMark {
        workbench::History::Step first, second;
        std::string view, choices;
        attention::StageId stage = {};
        std::size_t product = 0;
        bool operator==(const StepMark&) const = default;
    };
    StepMark mark() const;
    StepMark step_mark_;
    bool step_arrives_ = false;            ///< a step was set, and its pass is still being computed
    bool step_failed_ = false;             ///< what it sets could not be put on screen
    bool answer_is_shown_ = false;         ///< what shows the answer of its question is looked at
    std::vector<lesson::Tie> answer_ = {}; ///< and pointed at
    std::string told_notes_;               ///< place of the step whose notes were told last
    /// A step that was tried on these passes, and whether it can be told.
    struct Told {
        std::shared_ptr<const lesson::Lesson> lesson = {};
        std::size_t step = 0;
        std::shared_ptr<const workbench::Pass> left = {}, right = {};
        bool operator==(const Told&) const = default;
    };
    Told told_;
    bool can_be_told_ = false;
    LessonWish lesson_wish_;
    lesson::Telling telling_;
    std::vector<std::string> missing_; ///< what the step points at and is not on screen
    std::string told_missing_;         ///< place of the step about which this was said
    LectureState lecture_;
    bool keys_open_ = false;
    HelpPages help_;
    std::string hint_; ///< this frame's tooltip
    bool full_screen_ = false;
    long frame_number_ = 0;
};

} // namespace ui
