#pragma once
// Figures as files: SVG and PDF for print, PNG for slides, all from one painter. A browser has its own
// writers in figure_file_web.cpp.

#include "drawing/shapes/figure.h"

#include <algorithm>
#include <filesystem>
#include <functional>
#include <memory>
#include <span>
#include <string>

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

/// False without Cairo and in a browser: pdf_of() then throws InputError saying so.
bool can_write_pages();
/// A PDF of several pages, each as large as the sheet; its fonts are in it once. Throws as the functions
/// above do, naming `where`.
std::string pdf_of(std::span<const Figure> pages, const Sheet& sheet, const std::filesystem::path& where);

/// False without Cairo, and in browsers that compress nothing.
bool can_write_clips();

/// A figure that moves.
struct Moving {
    std::function<Figure(double seconds)> figure;
    double seconds = 0; ///< how long it moves
    double rests = 0;   ///< how long its end then stays, before all begins anew

    // It is shown in moments; the last one is its end.

    static constexpr unsigned milliseconds = 50;
    unsigned moments() const { return static_cast<unsigned>(1000 * seconds) / milliseconds + 1; }
    Figure at(unsigned moment) const { return figure(moment * milliseconds / 1000.0); }
    unsigned milliseconds_of(unsigned moment) const {
        return moment + 1 < moments() ? milliseconds : std::max(1U, static_cast<unsigned>(1000 * rests));
    }
};

/// Writes a figure as a PNG that moves (APNG), moment by moment, so that whoever waits for it can be told how
/// far it is, and stop it.
class ClipWriter {
public:
    ClipWriter(Moving moving, const Sheet& sheet, std::filesystem::path file);
    ~ClipWriter();

    enum class Step {
        painted, ///< the next moment
        waits,   ///< for the one before; only in a browser
        written  ///< after the last moment: the file is there
    };
    /// Throws as the functions above do.
    Step next();
    /// How much is done, 0 to 1.
    float done() const;

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace drawing
