#pragma once
// The typefaces as Cairo faces: loaded from their files, or by name where the files are missing.

#include "drawing/shapes/figure.h"
#include "drawing/shapes/fonts.h"

#include <array>
#include <cairo.h>
#include <functional>
#include <map>
#include <memory>
#include <string>

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

// Paints figures with Cairo: the screen's figures, on paper. Only in a build with Cairo.

struct PaperLook {
    bool dark = false;   ///< matrices use the dark theme's colours
    float sharpness = 2; ///< image pixels per figure pixel, for matrices
};

/// Paints the shapes in order, in the context's units.
void paint(cairo_t* context, const Figure& figure, const PaperLook& look);

/// Text widths as paint() sets them.
class CairoMeasure : public TextMeasure {
public:
    float width(Font font, float size, std::string_view text) const override;

private:
    mutable CairoFonts fonts_; // opens its files on first use
};

// The text of a figure as SVG text. Cairo writes letters into SVG files as outlines, which look the same
// everywhere but can be neither searched nor copied.

/// A group of transparent SVG text elements, each lying over the outlines of its label, in reading order and
/// in the label's font.
std::string svg_text(const Figure& figure, CairoFonts& fonts);

} // namespace drawing
