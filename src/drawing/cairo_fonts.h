#pragma once
// The typefaces as Cairo knows them: from their files, or by name where the files are not there.

#include "drawing/figure.h"
#include "drawing/font_search.h"

#include <cairo.h>

#include <array>
#include <functional>
#include <map>
#include <memory>

namespace drawing {

/// Opens each face when it is first needed. An object serves one thread.
class CairoFonts {
public:
    CairoFonts();
    ~CairoFonts();
    CairoFonts(const CairoFonts&) = delete;
    CairoFonts& operator=(const CairoFonts&) = delete;

    /// Letters of one face that follow one another: as on the screen, what a face lacks comes from another
    /// one, and right-to-left words are turned (display_text).
    struct Run {
        cairo_font_face_t* face;
        double em;    ///< the font's size, pixels
        double x;     ///< where it begins, from the text's left, pixels
        double width; ///< pixels
        std::string text;
    };
    /// UTF-8 set at `size` pixels; as on the screen that is the height of a line, from ascent to descent.
    std::vector<Run> runs(Font font, float size, std::string_view text);
    /// From the top of a line to its baseline, pixels.
    double ascent(Font font, float size);

private:
    struct Face;

    Face& face(std::size_t i);
    /// The face that has a letter: the one asked for, the fallback, or one of the system; null: none has it.
    Face* face_with(Font font, char32_t letter);
    Face* system_face_with(char32_t letter);

    std::array<std::unique_ptr<Face>, 9> faces_; ///< by Font; then the one that has what they lack
    std::map<FaceFile, std::unique_ptr<Face>> system_faces_; ///< null: cannot be read
    std::map<char32_t, Face*> system_letters_;               ///< what the system was asked for
};

/// What every text is set with: outlines as drawn, no grid of pixels.
cairo_font_options_t* paper_font_options();

} // namespace drawing
