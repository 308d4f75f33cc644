#pragma once
// What the page does for the program in a browser; implemented in web/bridge.js. Texts are UTF-8; sizes and
// places are in canvas pixels.

extern "C" {

/// Asks for another frame.
void page_wake();

/// Bytes that the program's memory may grow to.
double page_most_memory();

void page_show_cursor(const char* name); ///< its CSS name

void page_copy(const char* text);
/// Writes what was pasted last to `text`, with a terminating 0, if it fits into `most` bytes. Returns the
/// size needed, including the 0.
int page_pasted(char* text, int most);

/// The browser's own text field, one at a time, lies over the field being edited. `begin` opens it, or moves
/// it to another field.
void page_edit_begin(const char* text, int select_all);
/// Places it in this frame; a frame without this call closes it.
void page_edit_place(float x, float y, float width, float height, float letter_size, unsigned colour,
                     int mono);
void page_edit_set(const char* text);
void page_edit_end();
/// Its text, as page_pasted() writes it.
int page_edit_text(char* text, int most);
enum PageEdit { page_edit_closed, page_edit_open, page_edit_entered, page_edit_cancelled, page_edit_left };
/// Its state; entered, cancelled and left are reported once.
int page_edit_state();
/// Called at the end of each frame.
void page_edit_frame();

/// A glyph of the browser's fonts as pixels: see LetterPicture in fonts.h.
struct PageLetter {
    int width, height, left, above;
    float advance;
};
/// Paints it; page_take_letter() copies the coverage of its pixels.
void page_paint_letter(char32_t letter, float em, PageLetter* size);
void page_take_letter(unsigned char* cover);

/// Lets the user choose a file to open, or all files of a real model; or the folder of one.
void page_choose_file();
void page_choose_folder();
/// Takes the files of a real model that was refused out of the program's memory; the package of one that was
/// unpacked, too.
void page_let_go(const char* path);
/// Downloads a file, or a folder as one file.
void page_deliver(const char* path);
/// Enters or leaves full screen.
void page_toggle_full_screen();
/// Whether the system asks for less motion, and for a dark theme.
int page_prefers_less_motion();
int page_prefers_dark();

} // extern "C"
