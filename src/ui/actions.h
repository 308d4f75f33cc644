#pragma once
// What a panel reads, and what it says the person did. Panels compute nothing and never talk to one another.

#include "attention/input_error.h"
#include "workbench/autosave.h"
#include "workbench/selection.h"
#include "workbench/workbench.h"

#include <optional>
#include <string>
#include <vector>

namespace ui {

/// Read-only: the newest complete pass, the one before the last step, and what is pointed at.
struct Scene {
    const workbench::Workbench& bench;
    std::shared_ptr<const workbench::Pass> shown;
    std::shared_ptr<const workbench::Pass> before; ///< null when there is nothing to compare with
    const workbench::Selection& selection;

    const workbench::Pass& pass() const { return *shown; }
    const attention::Trace& trace() const { return shown->trace; }
    const attention::Stage& stage() const { return attention::stage(selection.stage); }
};

enum class FilePurpose { open, save };

struct EditRequest {
    workbench::Edit edit;
    std::string gesture; ///< edits of one gesture in a row are one step of the history
};

struct Actions {
    bool begin_gesture = false; ///< a press, a visit to a field: the edits from here on are a new step
    std::vector<EditRequest> edits;
    std::string cancel_gesture; ///< Escape: what this gesture did is taken back
    std::optional<workbench::Selection> select;
    std::optional<workbench::Selection>
        after_edits; ///< what is pointed at in the document that the edits made
    bool undo = false, redo = false, cancel = false;
    bool toggle_theme = false, toggle_keys = false, save_session = false, toggle_motion = false,
         full_screen = false, open_export = false;
    bool type_sentence = false;                       ///< the caret goes into the sentence
    std::optional<FilePurpose> files;                 ///< the card to open or save a session
    std::filesystem::path open_file, save_file;       ///< a session to read or to write; empty: none
    std::optional<workbench::LeftOff> go_on;          ///< work of an earlier window
    std::string view;                                 ///< key of a view to go to; empty: this one
    std::string page;                                 ///< of that view: a stage, a part
    std::optional<std::pair<std::string, bool>> fold; ///< a panel, and whether it is folded away from now on
    std::optional<float> zoom;                        ///< a new zoom of the whole interface
    std::optional<double> play_speed;                 ///< remembered from now on
    std::optional<attention::InputError> mistake;     ///< to be shown
    std::optional<std::pair<std::string, std::string>> tell; ///< a word to the person: what, and more

    void edit(workbench::Edit what, std::string gesture = {}) {
        edits.push_back({std::move(what), std::move(gesture)});
    }
};

} // namespace ui
