#pragma once
// The fonts of a browser, which are not files: fonts_web.cpp gives this name for them, and the page measures
// their text.

namespace drawing {

inline constexpr const char* page_fonts = "the browser's fonts";

} // namespace drawing

extern "C" {

/// True when one of them has the letter; web/letters.js.
int page_has_letter(char32_t letter);

/// The width of a line of text, and the em and ascent of its face; pixels.
struct PageText {
    float width, em, ascent;
};
/// Measures a line of text, `size` pixels high, in one of the program's faces (drawing::Font).
void page_measure_text(int font, float size, const char* text, PageText* result);

} // extern "C"
