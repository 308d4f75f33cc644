#pragma once
// Figures painted with Cairo: the screen's figures, on paper. Only in a build with Cairo.

#include "drawing/shapes/figure.h"
#include "drawing/shapes/fonts.h"

#include <array>
#include <cairo.h>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace drawing {

/// The typefaces as Cairo faces, opened on first use: from their files, or by name where the files are
/// missing. Each object belongs to one thread.
class CairoFonts {
public:
    CairoFonts();
    ~CairoFonts();
    CairoFonts(const CairoFonts&) = delete;
    CairoFonts& operator=(const CairoFonts&) = delete;

    /// Consecutive characters of one face. As on screen, letters that a face lacks come from another one, and
    /// right-to-left words are reordered (display_text).
    struct Run {
        cairo_font_face_t* face;
        double em;    ///< font size, pixels
        double x;     ///< start, in pixels from the left of the text
        double width; ///< pixels
        std::string text;
    };
    /// Splits UTF-8 text set at `size` pixels: as on screen, the line height from ascent to descent.
    std::vector<Run> runs(Font font, float size, std::string_view text);
    /// The distance from the top of a line to its baseline, pixels.
    double ascent(Font font, float size);

private:
    struct Face;

    Face& face(std::size_t i);
    /// The face that has a letter: the requested one, the fallback, or a system font; null if none has it.
    Face* face_with(Font font, char32_t letter);
    Face* system_face_with(char32_t letter);

    std::array<std::unique_ptr<Face>, font_count + 1> faces_; ///< indexed by Font; the last is the fallback
    std::map<FaceFile, std::unique_ptr<Face>> system_faces_;  ///< null: could not be read
    std::map<char32_t, Face*> system_letters_;                ///< letters already looked up
};

/// Font options for all text: unhinted outlines, not fitted to a pixel grid.
cairo_font_options_t* paper_font_options();

struct PaperLook {
    bool dark = false;   ///< matrices use the dark theme's colours
    float sharpness = 2; ///< image pixels per figure pixel, for matrices
};

/// Paints the shapes in order, in the context's units. A document whose figures share `fonts` holds each face
/// only once.
void paint(cairo_t* context, const Figure& figure, const PaperLook& look, CairoFonts& fonts);

/// Text widths as paint() sets them.
class CairoMeasure : public TextMeasure {
public:
    float width(Font font, float size, std::string_view text) const override;

private:
    mutable CairoFonts fonts_; // opens its files on first use
};

/// The text of a figure as a group of transparent SVG text elements, each over the outlines of its label, in
/// reading order and in the label's font. Cairo writes glyphs into SVG files as outlines, which look the same
/// everywhere but can be neither searched nor copied.
std::string svg_text(const Figure& figure, CairoFonts& fonts);

} // namespace drawing
