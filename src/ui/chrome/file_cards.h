#pragma once
// The two cards for files, each opened from the menu in the top bar: a session, to be opened, saved or
// recorded; and a figure, to be exported.

#include "base/worker.h"
#include "drawing/paper/exportable.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/widgets/text_field.h"
#include "workbench/document/pass.h"
#include "workbench/session/session_files.h"

#include <functional>
#include <optional>

namespace ui {

// A session.

struct FileCardState {
    std::optional<FilePurpose> opens = {}; ///< the card is to open in the next frame
    FilePurpose purpose = FilePurpose::open;
    PathFieldState field;
    RecordStep step = {};                   ///< being written
    bool done = false;                      ///< the request is done: the card closes
    float height = 300;                     ///< card height in the last frame, design pixels
    std::function<void()> choose_file = {}; ///< as in ShellOptions: files have no paths here, only names
    std::string code = {};                  ///< typed or pasted
};

/// Draws the card while it is open.
void draw_file_card(Ui& ui, FileCardState& state, const workbench::SessionFiles& files,
                    const std::filesystem::path& folder, Actions& actions);

// A figure: which one, in which format, to which file.

/// The name of what a view has to share, if anything.
inline constexpr const char* share_name = "share";

/// What a view offers in this frame, its main figure first.
using Exportables = std::vector<drawing::Exportable>;

struct ExportState {
    bool opens = false;           ///< the card is to open in the next frame
    bool shares = false;          ///< … for what the view has to share, and the code of the screen
    std::filesystem::path script; ///< script exported with all numbers, which recomputes them
    std::string folder;           ///< where figures go until the user names another folder
    std::string figure;           ///< name of the selected figure
    drawing::ExportFormat format = drawing::ExportFormat::svg;
    std::string path; ///< file path as typed
    bool dark = false;
    float height = 300; ///< card height in the last frame, design pixels
    float done = 0;     ///< of a clip being written, 0 to 1
    /// As in ShellOptions; files then have no paths, only names.
    std::function<void(const std::filesystem::path&)> deliver = {};
    base::Worker worker; ///< writes the file; last member: destroyed before what it uses
};

/// Draws the card while it is open; reports the result of a file being written. It opens for the figure under
/// the mouse, or else for the one chosen last. `offer` is called only while the card is open, since gathering
/// figures may take a while. `pass`: the one on screen, whose numbers can be written all at once; null: none.
/// How far a clip is stands on the card or, once that is closed, at the top of `view`.
void draw_export(Ui& ui, ExportState& state, const std::function<Exportables()>& offer,
                 const std::shared_ptr<const workbench::Pass>& pass, const drawing::Rect& view,
                 Actions& actions);

} // namespace ui
