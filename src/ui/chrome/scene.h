#pragma once
// What a panel reads (Scene) and reports (Actions). Panels compute nothing and never talk to one another.

#include "base/input_error.h"
#include "narration/narration.h"
#include "workbench/document/edit.h"
#include "workbench/document/selection.h"
#include "workbench/session/autosave.h"
#include "workbench/workbench.h"

#include <optional>
#include <string>
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
            .trained = scene.pass().reading != nullptr};
}

// What the user did.

enum class FilePurpose { open, save, record };

/// A step for a lesson of the user's own: what is on screen, and these words, of which those after `text` may
/// be empty.
struct NewStep {
    std::string lesson = {}, title = {}, text = {}, caption = {}, note = {};
    std::string ask = {}, number = {}, because = {}; ///< a question, the formula of its number, and why
};

struct EditRequest {
    workbench::Edit edit;
    std::string gesture; ///< consecutive edits of one gesture are one undo step
};

struct Actions {
    bool begin_gesture = false; ///< a press, or entering a field: later edits start a new undo step
    std::vector<EditRequest> edits;
    std::string cancel_gesture; ///< Escape: edits of this gesture are reverted
    std::optional<workbench::Selection> select;
    std::optional<workbench::Selection> after_edits; ///< the selection in the edited document
    bool undo = false, redo = false, cancel = false;
    bool toggle_theme = false, toggle_keys = false, save_session = false, toggle_motion = false,
         full_screen = false, open_export = false, lecture = false;
    bool type_sentence = false;                       ///< puts the caret into the sentence field
    std::optional<FilePurpose> files;                 ///< opens the card for opening or saving a session
    std::filesystem::path open_file, save_file;       ///< session to read or write; empty: none
    bool copy_code = false;                           ///< what is on screen goes into the clipboard as a code
    std::optional<NewStep> record;                    ///< adds what is on screen to a lesson
    std::string discard_model;                        ///< id of a model of the user's own to delete
    std::string open_code;                            ///< a code to show; empty: none
    std::optional<workbench::LeftOff> go_on;          ///< resumes work from an earlier window
    std::optional<workbench::Comparison> compare;     ///< opens the Compare view with these two documents
    std::string view;                                 ///< key of the view to open; empty: stay
    std::string page;                                 ///< page of that view: a stage, a part
    std::string lesson;                               ///< id of the lesson to open
    std::optional<std::string> learner;               ///< whose progress is kept from now on
    bool forget_progress = false;                     ///< of the current learner
    std::optional<std::pair<std::string, bool>> fold; ///< a panel, and whether it is now folded
    std::optional<float> zoom;                        ///< new zoom of the whole interface
    std::optional<double> play_speed;                 ///< new speed to remember
    std::optional<base::InputError> mistake;          ///< error to show
    std::optional<std::pair<std::string, std::string>> tell; ///< a notice for the user: title, details

    void edit(workbench::Edit what, std::string gesture = {}) {
        edits.push_back({std::move(what), std::move(gesture)});
    }
};

} // namespace ui
