#pragma once
// What the page does for the program in a browser; written in web/bridge.js. Texts are UTF-8, sizes and
// places in pixels of the canvas.

extern "C" {

/// Another frame is wanted.
void page_wake();

void page_show_cursor(const char* name); ///< as CSS calls it

void page_copy(const char* text);
/// Writes what was pasted last to `text` and ends it with 0, unless `most` bytes are too few. Returns the
/// size that it takes, with the 0.
int page_pasted(char* text, int most);

/// The browser's own text field, one at a time, lies over the field that is edited. `begin` opens it, or
/// moves it to another field.
void page_edit_begin(const char* text, int select_all);
/// Places it in this frame; a frame without this call closes it.
void page_edit_place(float x, float y, float width, float height, float letter_size, unsigned colour,
                     int mono);
void page_edit_set(const char* text);
void page_edit_end();
/// Its text, as page_pasted() writes it.
int page_edit_text(char* text, int most);
enum PageEdit { page_edit_closed, page_edit_open, page_edit_entered, page_edit_cancelled, page_edit_left };
/// What has become of it; entered, cancelled and left once.
int page_edit_state();
/// Called at the end of each frame.
void page_edit_frame();

/// A letter of the browser's fonts as pixels: see LetterPicture (typeface.h).
struct PageLetter {
    int width, height, left, above;
    float advance;
};
/// Paints it; page_take_letter() copies the coverage of its pixels.
void page_paint_letter(char32_t letter, float em, PageLetter* size);
void page_take_letter(unsigned char* cover);

/// Offers the user to choose a file to open; downloads a file, or a folder as one.
void page_choose_file();
void page_deliver(const char* path);
/// Fills the screen, or no more.
void page_toggle_full_screen();
/// True when the system asks for less motion, for a dark theme.
int page_prefers_less_motion();
int page_prefers_dark();

} // extern "C"
