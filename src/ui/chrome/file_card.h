#pragma once
// Opens a session or saves it under a name, under the button "files_button".

#include "ui/chrome/scene.h"
#include "ui/widgets/text_field.h"
#include "workbench/session/session_files.h"

#include <functional>

namespace ui {

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

} // namespace ui
