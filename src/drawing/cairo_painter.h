#pragma once
// Paints figures through Cairo: what the screen shows, on paper. Only in a build with Cairo.

#include "drawing/cairo_fonts.h"

namespace drawing {

struct PaperLook {
    bool dark = false;   ///< matrices in the colours of the dark theme
    float sharpness = 2; ///< pixels of a matrix's picture for one of the figure
};

/// Paints the shapes in their order, in the units that the context has.
void paint(cairo_t* context, const Figure& figure, const PaperLook& look);

/// Widths as paint() sets texts.
class CairoMeasure : public TextMeasure {
public:
    float width(Font font, float size, std::string_view text) const override;

private:
    mutable CairoFonts fonts_; // opens its files when they are first asked for
};

} // namespace drawing
