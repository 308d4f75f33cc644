#pragma once
// The fonts of a browser, which are not files: font_search_web.cpp finds them by this name.

namespace drawing {

inline constexpr const char* page_fonts = "the browser's fonts";

} // namespace drawing

extern "C" {

/// True when one of them has the letter; web/letters.js.
int page_has_letter(char32_t letter);

/// A line of text in one of the program's faces (drawing::Font), whose lines are `size` pixels high: its
/// width, and the face's em and ascent.
struct PageText {
    float width, em, ascent;
};
void page_measure_text(int font, float size, const char* text, PageText* result);

} // extern "C"
