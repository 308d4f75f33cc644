#pragma once
// Words as they are drawn: one place for right-to-left order, joined letters, and letters that no font has.

#include <functional>
#include <string>
#include <string_view>

namespace drawing {

/// What there is to draw a letter with: a glyph; nothing yet, a font is being looked for; nothing.
enum class Glyph { there, awaited, missing };
using GlyphOf = std::function<Glyph(char32_t)>;

/// UTF-8 text in the order in which its letters are drawn, from left to right. Right-to-left words are
/// reversed and Arabic letters joined (the Unicode bidirectional algorithm; presentation forms); the text as
/// a whole runs from right to left when it has no left-to-right letter. Signs that have no picture (joiners,
/// variation selectors) go. A letter without a glyph stands as its code point, "U+0928", one that is still
/// looked for as a space. Returns `utf8` itself where nothing changes, else what it wrote to `room`; bytes
/// that are not UTF-8 stay as they are.
std::string_view display_text(std::string_view utf8, const GlyphOf& glyph, std::string& room);

/// Adds a letter to UTF-8 text.
void append_letter(std::string& utf8, char32_t letter);

/// True when the text has letters of a right-to-left script.
bool has_right_to_left(std::string_view utf8);

} // namespace drawing
