#pragma once
// Figures as files: SVG and PDF for print, PNG for slides. One painter makes all three.

#include "drawing/figure.h"

#include <filesystem>

namespace drawing {

/// What a figure is painted on.
struct Sheet {
    float width = 0, height = 0; ///< of the figure, in its pixels: 96 of them are an inch
    Rgba background = {255, 255, 255};
    bool dark = false;   ///< the colours of matrices are those of the dark theme
    float sharpness = 2; ///< of a PNG: pixels of the file for one of the figure
    std::string title{}; ///< stands in the PDF's properties
};

/// False when the program was built without Cairo: what follows then throws InputError and says so.
bool can_write_figures();

/// How wide texts are in these files: figures for them are prepared with it. Throws InputError.
std::unique_ptr<TextMeasure> paper_measure();

/// Each writes beside the target and renames; throws InputError when the file cannot be written, or the sheet
/// is empty or too large.
void write_svg(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file);
void write_pdf(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file);
void write_png(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file);

} // namespace drawing
