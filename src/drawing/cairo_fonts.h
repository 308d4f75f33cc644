#pragma once
// The typefaces as Cairo faces: loaded from their files, or by name where the files are missing.

#include "drawing/figure.h"
#include "drawing/font_search.h"

#include <cairo.h>

#include <array>
#include <functional>
#include <map>
#include <memory>

namespace drawing {

/// Opens each face on first use. Each object belongs to one thread.
class CairoFonts {
public:
    CairoFonts();
    ~CairoFonts();
    CairoFonts(const CairoFonts&) = delete;
    CairoFonts& operator=(const CairoFonts&) = delete;

    /// Consecutive letters of one face: as on screen, letters that a face lacks come from another one, and
    /// right-to-left words are reordered (display_text).
    struct Run {
        cairo_font_face_t* face;
        double em;    ///< font size, pixels
        double x;     ///< start, in pixels from the left of the text
        double width; ///< pixels
        std::string text;
    };
    /// Splits UTF-8 text set at `size` pixels; as on screen, that is the line height, from ascent to descent.
    std::vector<Run> runs(Font font, float size, std::string_view text);
    /// The distance from the top of a line to its baseline, pixels.
    double ascent(Font font, float size);

private:
    struct Face;

    Face& face(std::size_t i);
    /// The face that has a letter: the requested one, the fallback, or a system font; null if none has it.
    Face* face_with(Font font, char32_t letter);
    Face* system_face_with(char32_t letter);

    std::array<std::unique_ptr<Face>, 9> faces_;             ///< indexed by Font; the last is the fallback
    std::map<FaceFile, std::unique_ptr<Face>> system_faces_; ///< null: could not be read
    std::map<char32_t, Face*> system_letters_;               ///< letters already looked up
};

/// Font options for all text: unhinted outlines, not fitted to a pixel grid.
cairo_font_options_t* paper_font_options();

} // namespace drawing
