#pragma once
// Paints figures with Cairo: the screen's figures, on paper. Only in a build with Cairo.

#include "drawing/cairo_fonts.h"

namespace drawing {

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

} // namespace drawing
