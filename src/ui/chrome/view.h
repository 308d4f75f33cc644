#pragma once
// What a view is: a page of the window, chosen by a tab. A lab is a view too, chosen within the Labs view.

#include "exercise/tries.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/file_cards.h"
#include "ui/chrome/needed.h"
#include "ui/chrome/notices.h"
#include "ui/chrome/scene.h"
#include "workbench/document/json_fields.h"
#include "workbench/session/autosave.h"
#include "workbench/session/settings.h"

#include <nlohmann/json_fwd.hpp>

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>
#include <string_view>

namespace ui {

/// What the user worked on in earlier windows.
struct EarlierWork {
    std::vector<std::string> files = {};                                  ///< the newest first
    std::shared_ptr<const std::vector<workbench::LeftOff>> left_off = {}; ///< null: not looked up yet
};

/// A lesson in the course's map.
struct CourseEntry {
    std::string id, title;
    std::string afterwards = {}; ///< what one can do then; may be empty
    int minutes = 0;
    std::optional<long> number = {}; ///< in the course; empty: a side room, or a lesson of the user's own
    bool room = false;               ///< a side room …
    std::string door = {};           ///< … offered by this lesson; empty: by none …
    std::size_t door_step = 0;       ///< … at this step, from 0
    bool begun = false;
    bool ended = false;    ///< its last step is done …
    bool finished = false; ///< … and its questions are answered, or the learner did without
    std::size_t step = 0;  ///< to continue with, from 0 …
    std::size_t steps = 0; ///< … of so many
    std::chrono::system_clock::time_point seen = {}; ///< the last time; the epoch: not known
    /// What that step shows; null unless the lesson was begun and not ended.
    std::shared_ptr<const workbench::Session> shows = {};
};

/// The course, and who takes it.
struct CourseMap {
    std::vector<CourseEntry> lessons;
    std::string learner = {};            ///< empty: no name given
    exercise::LevelsDone exercises = {}; ///< what they have done of the exercises
};

/// What a lesson's step puts on the stage, a view that shows nothing but what has been named so far.
struct Staged {
    std::shared_ptr<const workbench::Pass> arrows = {}; ///< a pass of one query, in a plane; null: none
    drawing::Point start = {};                          ///< where the query's arrow began
    bool moves = false;     ///< it may be moved: not while a question is asked about its numbers
    std::string place = {}; ///< of the step, by which steps are told apart
    bool asks = false;      ///< its question is open: what would answer it is not shown
    bool clicks = false;    ///< … and is answered by a click on a word
    bool drags = false;     ///< … by moving the arrow
    bool changes = false;   ///< its question is about words that the learner changes
    long attempts = 0;      ///< answers given; if the last was wrong:
    std::optional<base::Index> wrong = {}; ///< the word that was clicked
};

/// What a view receives each frame.
struct ViewFrame {
    Ui& ui;
    Scene scene;
    Actions& actions;
    std::optional<Scene> second; ///< set in two-document views
    Actions& second_actions;
    const EarlierWork& earlier;
    drawing::Rect area;
    double seconds; ///< since the last frame
    const CourseMap& course;
    bool guided = false; ///< a lesson's card stands beside the view, which omits its own guidance
    bool trains = false; ///< some view trains a model
    /// Part of a slide, where nothing reacts: controls that convey nothing are left out.
    bool on_slide = false;
    const Staged* staged = nullptr; ///< by a lesson; null: there is none
    bool on_page = false;           ///< in a browser, where the user's folders are out of reach
    const Needed* needed = nullptr; ///< by the step beside the view; null: it shows everything
    bool in_hand = false; ///< on a slide whose question is answered by working the picture: that reacts

    /// True where the mouse does something.
    bool reacts() const { return !on_slide || in_hand; }

    /// True while a lesson speaks of the words on screen and does not ask to change them.
    bool words_are_given() const { return guided && !(staged && staged->changes); }

    bool shows_control(std::string_view name) const { return !needed || needed->control(name); }
    bool shows_part(std::string_view name) const { return !needed || needed->part(name); }

    /// The same about another scene.
    ViewFrame about(const Scene& other) const {
        return {ui,     other,  actions, second,   second_actions, earlier, area,   seconds,
                course, guided, trains,  on_slide, staged,         on_page, needed, in_hand};
    }
    /// The same for a view drawn with another theme, in another place.
    ViewFrame within(Ui& other, const drawing::Rect& there) const {
        return {other,  scene,  actions, second,   second_actions, earlier, there,  seconds,
                course, guided, trains,  on_slide, staged,         on_page, needed, in_hand};
    }
};

/// A view while the program runs: its choices, its background work, and state kept between frames.
class View {
public:
    virtual ~View() = default;

    virtual void draw(ViewFrame& frame) = 0;
    /// Called when no field and no menu has keyboard focus.
    virtual void keys(ViewFrame&) {}
    /// Called when the user opens the view, not a session or a lesson: it may show first what is worth
    /// seeing.
    virtual void arrive() {}
    /// Plays again, from its start, what the view has played by itself.
    virtual void replay() {}
    /// Called when another view is opened: computations for this one only may stop.
    virtual void leave() {}
    /// The figures on screen that can be exported, the main one first.
    virtual Exportables exports(ViewFrame&) { return {}; }

    /// Shows the visitor each choice that the user made in the view, for sessions and tests.
    virtual void visit(workbench::ChoiceVisitor&) {}
    /// Called every frame, even while the view is not on screen: collects results of its workers.
    virtual void take_results() {}
    /// True while the view trains a model. Meanwhile nothing is timed: stop_timing() is called in every
    /// frame.
    virtual bool trains() const { return false; }
    virtual void stop_timing() {}
    /// Applies the settings, at the start and after each change.
    virtual void use(const workbench::Settings&) {}
    /// Called once, at the start: the folder for what a view keeps beyond the window's life; empty: none.
    virtual void keep_in(const std::filesystem::path&) {}
    /// Called once, at the start: the folder for files that the user asks for without naming another.
    virtual void write_into(const std::filesystem::path&) {}
    /// A file or folder dropped onto the window, or opened: true if it is one for this view, which shows it
    /// next. Text pasted while the view is open, the same.
    virtual bool take_file(const std::filesystem::path&) { return false; }
    virtual bool take_text(const std::string&) { return false; }

    /// The pages that a tour photographs, by key; by default the stages, which the selection holds.
    virtual std::vector<std::string> pages(const attention::Trace& t) const;
    /// Opens one of its own pages; false if it has none of that name, which may be a stage's.
    virtual bool open(const std::string&) { return false; }

    /// Computed results that are on screen now, for tests; null: nothing beyond the choices.
    virtual nlohmann::json shown() const;
};

/// A row in the table of views.
struct ViewKind {
    std::string_view key;       ///< "walkthrough": command line, anchors; its title is the text "views.<key>"
    bool entrance = false;      ///< true: an entry page; sessions never resume there
    bool of_lessons = false;    ///< true: a lesson's steps open it; it has no tab
    bool of_lecture = false;    ///< true: for the window of a lecturer alone; it has no tab
    bool own_text = false;      ///< true: shows nothing of the document, whose bar is left out
    bool has_stages = false;    ///< true: shows the stage that is selected
    bool two_documents = false; ///< true: the view has its own document bars, and the top bar shows none
    bool random_weights = false; ///< true: shows layers of its own; the document's weights do not matter
    /// Minimum size in design pixels: in a smaller window the view is drawn at this size and scrolled. Zero
    /// for a view that adapts by itself.
    float least_width = 0, least_height = 0;
    MessagePlace messages = MessagePlace::bottom;
    bool several_heads = false; ///< a tour shows it with several heads, unless given a text of its own …
    bool trained = false;       ///< … or with a trained model
    std::vector<std::string_view> landmarks = {};   ///< anchors that a lesson may point at
    std::span<const ViewKind> (*pages)() = nullptr; ///< views within it, of which its "page" is open
    std::unique_ptr<View> (*make)() = nullptr;

    bool has_tab() const { return !of_lessons && !of_lecture; }
    /// True if the top bar shows the document's sentence and weights above it.
    bool shows_document() const { return !entrance && !own_text && !two_documents && !random_weights; }
};

template <typename AnyView>
std::unique_ptr<View> make_view() {
    return std::make_unique<AnyView>();
}

/// Draws a view into its area, or on a larger page that scrolls there.
void draw_view(View& view, const ViewKind& kind, ViewFrame& frame);

} // namespace ui
