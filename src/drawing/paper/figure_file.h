#pragma once
// Figures as files: SVG and PDF for print, PNG for slides, all from one painter. A browser has its own
// writers in figure_file_web.cpp.

#include "drawing/shapes/figure.h"

#include <filesystem>
#include <functional>

namespace drawing {

/// The sheet that a figure is painted on.
struct Sheet {
    float width = 0, height = 0; ///< of the figure, in pixels: 96 per inch
    Rgba background = {255, 255, 255};
    bool dark = false;   ///< matrices use the dark theme's colours
    float sharpness = 2; ///< of a PNG: file pixels per figure pixel
    std::string title{}; ///< shown in the PDF's properties
};

/// False when the program was built without Cairo: the functions below then throw InputError saying so.
bool can_write_figures();

/// Text widths in these files, for laying out their figures. Throws InputError.
std::unique_ptr<TextMeasure> paper_measure();

/// Each writes to a temporary file beside the target and renames it. Throws InputError when the file cannot
/// be written, or the sheet is empty or too large.
void write_svg(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file);
void write_pdf(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file);
void write_png(const Figure& figure, const Sheet& sheet, const std::filesystem::path& file);

/// False in a browser, and without Cairo.
bool can_write_clips();
/// The figure at 20 moments a second, as a PNG that moves (APNG). Throws as the others do.
void write_clip(const std::function<Figure(double seconds)>& figure, double seconds, const Sheet& sheet,
                const std::filesystem::path& file);

} // namespace drawing
