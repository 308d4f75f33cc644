#pragma once
// The path of a file, typed with the help of what is in its folder: Tab completes it, a click takes a name.

#include "ui/widgets/controls.h"
#include "workbench/folder_listing.h"
#include "workbench/study.h"

#include <optional>

namespace ui {

struct ListedFolder {
    std::string folder;
    std::vector<workbench::FolderEntry> entries;
};

struct PathFieldState {
    std::string path;        ///< as typed
    std::string ending;      ///< of the files that are listed; empty: all
    bool take_caret = false; ///< until it is there
    int looked = 0;          ///< how often the field was opened: a folder may have changed since
    workbench::Study<ListedFolder> listing;

    /// For a card that opens: the path to begin with.
    void begin(std::string start) {
        path = std::move(start);
        ++looked;
    }
};

struct PathFieldResult {
    bool changed = false, entered = false;
    bool taken = false; ///< the name of a file was clicked, and stands in the path now
    float height = 0;   ///< of field and names together
};

/// A field `name` of this width, and below it up to `rows` names of its folder that begin as typed:
/// `name`/entry/0 and so on.
PathFieldResult path_field(Ui& ui, const std::string& name, drawing::Point at, float width,
                           PathFieldState& state, int rows);

} // namespace ui
