#pragma once
// Words as they are drawn: which letters can be, in which order and form, and what replaces letters that no
// font has.

#include <functional>
#include <string>
#include <string_view>

namespace drawing {

// The script of a letter decides whether it can be drawn, and with which font.

/// An entry of the script table.
struct Script {
    std::string_view key;     ///< "arabic": its name is the text "scripts.<key>"
    std::string_view package; ///< the Debian package with a font for it
    /// Its letters change shape and position by rules that only a shaping engine knows: drawn one by one they
    /// would be wrong.
    bool needs_shaping = false;
};

/// The script of a code point, or a catch-all entry when the table has none for it.
const Script& script_of(char32_t letter);

/// False for scripts that need shaping, and beyond U+FFFF, which the packaged Dear ImGui does not support.
bool can_be_drawn(char32_t letter);

// Text in visual order.

/// A letter has a glyph, its font is still being looked for, or no font has it.
enum class Glyph { there, awaited, missing };
using GlyphOf = std::function<Glyph(char32_t)>;

/// UTF-8 text in visual order, left to right. Right-to-left words are reversed and Arabic letters joined (the
/// Unicode bidirectional algorithm; presentation forms); the text as a whole runs from right to left when it
/// has no left-to-right letter. Invisible characters (joiners, variation selectors) are dropped. A letter
/// without a glyph is shown as its code point, "U+0928", an awaited one as a space. Returns
/// `utf8` itself when nothing changes, otherwise the text written to `room`; bytes that are not UTF-8 are
/// left as they are.
std::string_view display_text(std::string_view utf8, const GlyphOf& glyph, std::string& room);

/// Appends a letter to UTF-8 text.
void append_letter(std::string& utf8, char32_t letter);

/// True when the text has letters of a right-to-left script.
bool has_right_to_left(std::string_view utf8);

} // namespace drawing
