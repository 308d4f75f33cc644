#pragma once
// The whole interface, called once per frame. The application owns the loop.

#include "render/heat_map.h"
#include "ui/canvas/screen.h"
#include "ui/chrome/file_cards.h"
#include "ui/chrome/help.h"
#include "ui/chrome/notices.h"
#include "ui/chrome/scene.h"
#include "ui/chrome/top_bar.h"
#include "ui/chrome/word_questions.h"
#include "ui/chrome/worksheet_card.h"
#include "ui/desk/desk.h"
#include "ui/lesson/lecturer.h"
#include "ui/lesson/tutor.h"
#include "workbench/session/session.h"
#include "workbench/session/session_files.h"
#include "workbench/session/settings.h"

#include <atomic>
#include <cstdint>
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
    std::function<void()> choose_file = {};  ///< lets the user choose a file to open; empty: a path is typed
    std::function<void()> choose_model = {}; ///< the same for the folder of a real model
    /// Hears that nobody needs the files of a real model any more: it was refused, or its package is
    /// unpacked. May be empty.
    std::function<void(const std::filesystem::path&)> let_go = {};
    /// Hands a file or folder that was written to the user; empty: it is where its path says.
    std::function<void(const std::filesystem::path&)> deliver = {};
    /// Shows a folder in the system's own program for files; false when there is none. May be empty.
    std::function<bool(const std::filesystem::path&)> show_folder = {};
    /// Opens a window for a lecturer alone; false when it cannot. May be empty.
    std::function<bool()> open_presenter = {};
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
    /// True when this frame must not be seen: what was shown before stays until the next is whole.
    bool withheld() const { return motion_.withheld(); }
    /// True when what is on screen for a while only, a notice, has been there long enough.
    bool is_over() const { return message_.is_over(screen_.age()); }
    /// True while something is being computed that a picture should show.
    bool awaiting() const;
    /// True once after F11.
    bool take_full_screen_request() { return std::exchange(full_screen_, false); }

    /// True once after the keyboard has gone past the last control, or back past the first.
    bool take_leave() { return focus_.take_leave(); }

    // What is on screen; each throws like the class it forwards to.

    const Desk& desk() const { return desk_; }
    void open(std::string_view view, const std::string& page = {}) {
        desk_.open(view, page);
        desk_.view().arrive();
    }
    void choose(const workbench::Choices& choices, const std::string& where) { desk_.choose(choices, where); }
    /// Starts with an opened session, or with what is shown. `file` is where Ctrl+S writes; empty: asks for a
    /// name. Throws InputError for a session that cannot be computed.
    void begin(const workbench::Session* opened, const std::filesystem::path& file);
    Tutor& tutor() { return tutor_; }
    const Tutor& tutor() const { return tutor_; }
    Lecturer& lecturer() { return lecturer_; }
    /// Reads and shows a session, as if chosen under Open.
    /// An answer to an exercise, or its folder, goes to the view that checks it.
    /// A model's folder, or the package of one that can be got, is opened beside the window's work, and then
    /// read.
    void open_file(const std::filesystem::path& file);
    /// What is on screen, as one line of text; shows what such a line holds, or says why it cannot.
    std::string code() const { return workbench::to_code(desk_.session()); }
    void open_code(const std::string& code);
    /// Where a model's files have to be brought into memory first: how many bytes of them are there.
    void tell_reading(const std::string& name, std::uint64_t done, std::uint64_t all);
    /// Moves what scrolls at this place, by a finger; false when nothing does.
    bool scroll(float x, float y, float dx, float dy) { return screen_.scroll(x, y, dx, dy); }
    /// For a screen reader.
    Spoken spoken();
    /// What the Export card would offer now; builds a frame.
    Exportables exports();
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
    // A frame.

    /// Takes what was computed since the last frame; a lesson's step may arrive with it.
    void take_results();
    void follow(Side& side);
    void follow_files();
    /// Closes a message about words that are no longer on screen.
    void follow_words();
    /// Takes what the views' workers have done; true while some view trains a model.
    bool follow_views();
    /// Takes the events, with fonts and sizes as the window has them.
    void begin_screen();
    void draw(Ui& ui, Actions& actions, Actions& second_actions);
    void draw_hint(Ui& ui, const std::string& hint);
    /// What the open view offers, and a picture of the marked word where it has nothing of its own to share.
    Exportables exports_of(ViewFrame& frame);
    /// Shows that a pass is being computed, with a button to cancel.
    void draw_computing(Ui& ui, const drawing::Rect& area, Actions& actions);
    void shortcuts(Ui& ui, ViewFrame& frame);
    void tell_of_letters();

    // Real models.

    /// Opens the one in the folder that `find` returns, beside the window's work.
    void begin_opening(const std::filesystem::path& chosen, std::function<std::filesystem::path()> find);
    void tell_opening(const std::string& name);
    /// Takes one that has been opened: it reads the sentence on screen.
    void follow_opening();
    /// Says of those that have come on screen if their weights do not fit into memory.
    void follow_size();
    void look_at_size(const std::string& id);
    /// Gets one over the network, and then opens it.
    void get_model(const std::string& name);
    void stop_getting();
    void follow_getting();
    /// Opens one that has been got, once no other is being opened.
    void open_got();
    /// In the menus of weights; empty: none is being got.
    void tell_getting(const std::string& how_far);
    /// Over the view, unless something more important stands there.
    void tell_progress(Underway of, const std::string& told);

    // What the user asked for on a side.

    void carry_out(Side& side, const Actions& actions);
    void perform(Side& side, const PerformEdit& edit);
    void undo(bool redo);
    void compare(const workbench::Comparison& pair);
    /// What cannot be opened is shown over the view `here`.
    void open_lesson(const std::string& id, std::string_view here);
    void open_export(bool share);
    /// Changes the settings, in memory and in their file, to which theme and zoom always belong; what cannot
    /// be written is reported.
    void remember(const std::function<void(workbench::Settings&)>& change = [](workbench::Settings&) {});
    void save_session();
    /// Puts what is on screen into the clipboard, as one line of text.
    void hand_in_progress();
    void copy_code();
    /// Says where it is if the system cannot show it.
    void show_folder(const std::filesystem::path& folder);
    /// Adds what is on screen to a lesson of the user's own.
    void record(const RecordStep& step);
    /// Deletes a kept model's file.
    void discard_model(const std::string& id);

    /// Another session is on screen in place of `before`.
    void show(const workbench::Session& opened, const workbench::SessionFiles::Outcome& from,
              const std::string& where);
    /// Says so where the session last shown was saved with other weights than its model's name now stands
    /// for; an earlier message goes.
    void tell_of_weights();
    void close_outdated_message();
    std::string state_json() const;

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

    Desk desk_;
    EarlierWork earlier_;
    workbench::Settings settings_;
    MessageState message_;
    LetterNotes letter_notes_;
    WordQuestions word_questions_;
    ExportState export_;
    WorksheetState worksheet_;
    FileCardState file_card_;
    workbench::SessionFiles files_;
    base::Worker opening_;         ///< of a real model
    std::filesystem::path opened_; ///< what it was asked to open
    std::filesystem::path got_;    ///< what it is to open next; empty: nothing
    std::set<std::string> sized_;  ///< ids of the real models whose size has been looked at
    /// One that is got over the network.
    struct Getting {
        std::string name;
        std::atomic<std::uint64_t> done = 0, all = 0; ///< bytes
        std::string told = {};                        ///< of it, last
    };
    std::shared_ptr<Getting> getting_; ///< null: none
    base::Worker download_;            ///< of it
    Tutor tutor_;
    Lecturer lecturer_;
    bool keys_open_ = false;
    HelpPages help_;
    std::string hint_; ///< this frame's tooltip
    bool full_screen_ = false;
    std::optional<Exportables> asked_exports_; ///< set while they are asked for
    long frame_number_ = 0;
};

} // namespace ui
