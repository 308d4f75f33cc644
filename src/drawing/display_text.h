#pragma once
// Words as they are drawn: right-to-left order, joined letters, and letters that no font has, all handled in
// one place.

#include <functional>
#include <string>
#include <string_view>

namespace drawing {

/// Whether a letter can be drawn: it has a glyph, a font is still being looked for, or there is none.
enum class Glyph { there, awaited, missing };
using GlyphOf = std::function<Glyph(char32_t)>;

/// UTF-8 text in visual order, left to right. Right-to-left words are reversed and Arabic letters joined (the
/// Unicode bidirectional algorithm; presentation forms); the text as a whole runs from right to left when it
/// has no left-to-right letter. Invisible characters (joiners, variation selectors) are dropped. A letter
/// without a glyph is shown as its code point, "U+0928", one still being looked for as a space. Returns
/// `utf8` itself when nothing changes, otherwise the text written to `room`; bytes that are not UTF-8 are
/// left as they are.
std::string_view display_text(std::string_view utf8, const GlyphOf& glyph, std::string& room);

/// Appends a letter to UTF-8 text.
void append_letter(std::string& utf8, char32_t letter);

/// True when the text has letters of a right-to-left script.
bool has_right_to_left(std::string_view utf8);

} // namespace drawing
