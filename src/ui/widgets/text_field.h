#pragma once
// Fields to type in: a line of text, and a file path with the contents of its folder.

#include "base/study.h"
#include "ui/widgets/controls.h"
#include "workbench/session/session_files.h"

#include <functional>
#include <optional>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

namespace ui {

/// The result of a text field: `began` when it gets the caret, `changed` while typing, `entered` on Enter,
/// `committed` on Enter and when the field is left, `cancelled` on Escape, which restores the original text.
struct TextFieldResult {
    bool began = false, changed = false, entered = false, committed = false, cancelled = false,
         active = false;
};
struct TextFieldStyle {
    drawing::Font font = drawing::Font::sans;
    float size = body_size;
    bool wrong = false;      ///< framed as an error
    bool take_focus = false; ///< gives the field the caret in this frame
    bool frame = true;
    bool select_all = true; ///< on focus; otherwise take_focus puts the caret at the end
    /// Bytes [first, second) of the text to select while the field begins to be edited; in the browser all of
    /// it is selected.
    std::optional<std::pair<std::size_t, std::size_t>> select = {};
    /// Tab's completion of the text; if that changes nothing, Tab moves on to the next control.
    std::function<std::string(const std::string&)> complete = {};
    std::string placeholder = {};
    std::string label = {}; ///< shown in the field before the text
    float kept_free = 0;    ///< pixels at its right end, for a button in the field
};
TextFieldResult text_field(Ui& ui, const std::string& name, const drawing::Rect& rect, std::string& text,
                           const TextFieldStyle& style = {});

// The part of a field that takes the typing: ImGui's (text_entry_glfw.cpp), or the browser's own, with its
// input methods and phone keyboards (text_entry_web.cpp).

struct TextEntry {
    std::string name;
    drawing::Rect rect;
    SizedFont font;
    bool at_rest = false; ///< the field paints its text itself
    bool begin = false;   ///< takes the caret in this frame
    bool was_editing = false;
    std::string replacement = {}; ///< new text for the field being edited; empty: none
};

struct TextEntered {
    bool began = false, entered = false, left = false, cancelled = false, active = false, hovered = false;
    bool left_after_edit = false;
};

/// Draws the entry and applies what is typed to `text`, the field's text.
TextEntered enter_text(Ui& ui, const TextEntry& entry, std::string& text, const TextFieldStyle& style);
/// Takes the caret from the field that has it.
void leave_text(Ui& ui);

// A file path: Tab completes it, a click picks one of the names listed below.

struct ListedFolder {
    std::string folder;
    std::vector<workbench::FolderEntry> entries;
};

struct PathFieldState {
    std::string path;        ///< as typed
    std::string ending;      ///< file extension to list; empty: all
    bool take_caret = false; ///< until the field has the caret
    int looked = 0;          ///< how often the field was opened: each time the folder is listed again
    base::Study<ListedFolder, std::tuple<std::string, std::string, int>> listing;

    /// Called when a card opens, with the initial path.
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

/// A field `name` of this width, and below it up to `rows` matching names of its folder, as controls
/// `name`/entry/0 and so on.
PathFieldResult path_field(Ui& ui, const std::string& name, drawing::Point at, float width,
                           PathFieldState& state, int rows);

} // namespace ui
