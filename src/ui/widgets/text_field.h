#pragma once
// A file path field that lists the folder's contents: Tab completes the path, a click picks a name.

#include "base/study.h"
#include "ui/widgets/controls.h"
#include "workbench/session/session_files.h"

#include <optional>

namespace ui {

struct ListedFolder {
    std::string folder;
    std::vector<workbench::FolderEntry> entries;
};

struct PathFieldState {
    std::string path;        ///< as typed
    std::string ending;      ///< file extension to list; empty: all
    bool take_caret = false; ///< until the field has the caret
    int looked = 0;          ///< how often the field was opened: forces a new listing, since the folder may
                             ///< have changed
    base::Study<ListedFolder, std::tuple<std::string, std::string, int>> listing;

    /// Call when a card opens: the initial path.
    void begin(std::string start) {
        path = std::move(start);
        ++looked;
    }
};

struct PathFieldResult {
    bool changed = false, entered = false, cancelled = false;
    bool taken = false; ///< a file name was clicked and is now in the path
    float height = 0;   ///< of the field and the names together
};

/// A field `name` of this width, and below it up to `rows` matching names of its folder: `name`/entry/0 and
/// so on.
PathFieldResult path_field(Ui& ui, const std::string& name, drawing::Point at, float width,
                           PathFieldState& state, int rows);

} // namespace ui
