#pragma once
// Which script a letter belongs to, as far as that decides whether it can be drawn, and with which font.

#include <string_view>

namespace drawing {

/// A row of the table of scripts.
struct Script {
    std::string_view key;     ///< "arabic": its name is the text "scripts.<key>"
    std::string_view package; ///< of Debian, that brings a font for it
    /// True where letters change shape and place beside one another by rules that only a shaping engine
    /// knows: drawn one by one they would be wrong.
    bool needs_shaping = false;
};

/// The script of a code point; one that stands for all others where the table has no row for it.
const Script& script_of(char32_t letter);

/// Whether letters are drawn at all: not where they need shaping, nor beyond U+FFFF, where Dear ImGui as
/// packaged has no room for them.
bool can_be_drawn(char32_t letter);

} // namespace drawing
