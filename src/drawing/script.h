#pragma once
// The script a letter belongs to, as far as it decides whether the letter can be drawn, and with which font.

#include <string_view>

namespace drawing {

/// An entry of the script table.
struct Script {
    std::string_view key;     ///< "arabic": its name is the text "scripts.<key>"
    std::string_view package; ///< the Debian package with a font for it
    /// True when letters change shape and position next to one another by rules that only a shaping engine
    /// knows: drawn one by one they would be wrong.
    bool needs_shaping = false;
};

/// The script of a code point, or a catch-all entry when the table has none for it.
const Script& script_of(char32_t letter);

/// Whether a letter can be drawn: false for scripts that need shaping, and beyond U+FFFF, which the packaged
/// Dear ImGui does not support.
bool can_be_drawn(char32_t letter);

} // namespace drawing
