#pragma once
// What a view reads (Scene) and reports (Actions). Views compute nothing and never talk to one another.

#include "base/input_error.h"
#include "drawing/shapes/figure.h"
#include "exercise/tries.h"
#include "narration/narration.h"
#include "workbench/document/edit.h"
#include "workbench/document/selection.h"
#include "workbench/session/autosave.h"
#include "workbench/workbench.h"

#include <filesystem>
#include <optional>
#include <string>
#include <utility>
#include <variant>
#include <vector>

namespace ui {

/// Read-only: the newest complete pass, the one before the last step, and the selection.
struct Scene {
    const workbench::Workbench& bench;
    std::shared_ptr<const workbench::Pass> shown;
    std::shared_ptr<const workbench::Pass> before; ///< null when there is nothing to compare with
    const workbench::Selection& selection;

    const workbench::Pass& pass() const { return *shown; }
    const attention::Trace& trace() const { return shown->trace; }
    const attention::Stage& stage() const { return attention::stage(selection.stage); }
};

/// The subject of sentences about a scene: its pass, and the selected stage and cell.
inline narration::Subject subject_of(const Scene& scene, const workbench::Selection& selection) {
    return {.trace = scene.trace(),
            .names = scene.pass().names,
            .stage = selection.stage,
            .cell = workbench::marked_cell(selection, scene.trace()),
            .hand_set = scene.pass().has_names(),
            .trained = scene.pass().has_learned()};
}

// What the user did: commands, each a type of its own, which the shell carries out after the frame.

// To the document.

/// A press, or entering a field: later edits start a new undo step.
struct BeginGesture {};
/// Consecutive edits of one gesture are one undo step.
struct PerformEdit {
    workbench::Edit edit;
    std::string gesture = {};
    std::optional<workbench::Selection> then = {}; ///< the selection in the edited document
};
/// Escape: edits of this gesture are reverted.
struct CancelGesture {
    std::string gesture;
};
struct Undo {};
struct Redo {};
/// Stops computing what was asked for last.
struct CancelComputing {};
/// Opens the Compare view with these two documents.
struct CompareDocuments {
    workbench::Comparison pair;
};
/// Deletes a model of the user's own.
struct DiscardModel {
    std::string id;
};

// To what is on screen.

struct OpenView {
    std::string key;
    std::string page = {}; ///< of that view: a stage, a part
};
struct OpenLesson {
    std::string id;
};
struct StartLecture {};
/// Beside a step of a lesson: all that the view has, or again what the step needs.
struct ShowEverything {};
/// Moves the query among the arrows that a lesson has put on the stage; in units of their plane.
struct MoveArrow {
    drawing::Point tip;
};
/// From now on this learner's progress is kept; "": no name given.
struct SetLearner {
    std::string name;
};
/// What the current learner has done.
struct ForgetProgress {};
/// Writes the learner's progress into a file of its own, for a teacher.
struct HandInProgress {};
/// An answer to an exercise, for the current learner's progress.
struct RecordTry {
    std::string level;
    exercise::Try made;
};
/// Puts the caret into the sentence field.
struct TypeSentence {};
/// Opens the card for worksheets.
struct OpenWorksheet {};
struct OpenExport {
    bool share = false; ///< for what the view has to share, else for the figure under the mouse
};
struct ToggleKeys {};
struct ToggleTheme {};
struct ToggleMotion {};
struct FullScreen {};
struct SetZoom {
    float zoom; ///< of the whole interface
};
struct SetPlaySpeed {
    double speed; ///< to remember
};
struct FoldPanel {
    std::string panel;
    bool folded;
    bool usually = false; ///< folded, unless the user opens it
};
struct Tell {
    std::string title, details = {};
};
struct ShowMistake {
    base::InputError mistake;
};

// To sessions and their files.

enum class FilePurpose { open, save, record };
struct OpenFileCard {
    FilePurpose purpose;
};
/// Into its file; asks for one if there is none.
struct SaveSession {};
struct SaveFile {
    std::filesystem::path file;
};
struct OpenFile {
    std::filesystem::path file;
};
/// Lets the user choose the folder of a real model.
struct ChooseModel {};
/// Gets a real model over the network: one of fetch::real_models(), by its name. The user has agreed.
struct GetModel {
    std::string name;
};
/// Stops getting it; nothing of it is kept.
struct StopGettingModel {};
/// Shows a folder in the system's own program for files.
struct ShowFolder {
    std::filesystem::path folder;
};
/// Hands a file or folder that was written to the user, where they have no folders.
struct Deliver {
    std::filesystem::path written;
};
/// Resumes work from an earlier window.
struct GoOn {
    workbench::LeftOff work;
};
/// What is on screen goes into the clipboard, as one line of text.
struct CopyCode {};
/// A text goes into the clipboard, and what it is is said.
struct CopyText {
    std::string text, what;
};
struct OpenCode {
    std::string code;
};
/// Adds what is on screen to a lesson of the user's own, with these words; those after `text` may be empty.
struct RecordStep {
    std::string lesson = {}, title = {}, text = {}, caption = {}, note = {};
    std::string ask = {}, number = {}, because = {}; ///< a question, the formula of its number, and why
};

using Command =
    std::variant<BeginGesture, PerformEdit, CancelGesture, Undo, Redo, CancelComputing, CompareDocuments,
                 DiscardModel, OpenView, OpenLesson, StartLecture, ShowEverything, MoveArrow, SetLearner,
                 ForgetProgress, HandInProgress, RecordTry, ShowFolder, Deliver, TypeSentence, OpenExport,
                 OpenWorksheet, ToggleKeys, ToggleTheme, ToggleMotion, FullScreen, SetZoom, SetPlaySpeed,
                 FoldPanel, Tell, ShowMistake, OpenFileCard, SaveSession, SaveFile, OpenFile, ChooseModel,
                 GetModel, StopGettingModel, GoOn, CopyCode, CopyText, OpenCode, RecordStep>;

/// What the user did in one frame with one document.
struct Actions {
    std::optional<workbench::Selection> select; ///< as it is now; taken over before the commands
    std::vector<Command> commands;              ///< in the order in which they are carried out

    void ask(Command what) { commands.push_back(std::move(what)); }
    void edit(workbench::Edit what, std::string gesture = {}) {
        ask(PerformEdit{std::move(what), std::move(gesture)});
    }
    bool empty() const { return !select && commands.empty(); }
};

} // namespace ui
