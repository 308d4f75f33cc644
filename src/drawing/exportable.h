#pragma once
// What a view offers to be kept: a figure, and the numbers behind it.

#include "drawing/named_matrix.h"
#include "drawing/plot.h"

#include <filesystem>
#include <functional>
#include <span>

namespace drawing {

enum class ExportFormat { svg, pdf, png, csv };
std::span<const ExportFormat> export_formats();
/// "svg": the ending of a file's name.
std::string key(ExportFormat format);

/// A figure that can be made anew for paper. Both functions are called on another thread: they own what they
/// read.
struct Exportable {
    std::string name;        ///< of its file: "race-time" becomes attention-lab-race-time.svg
    std::string title = {};  ///< stands above the figure
    std::string note = {};   ///< below the title, quietly: where the numbers come from
    std::string anchor = {}; ///< the place on the screen where the same figure is: pointing at it chooses it
    float width = 800, height = 500; ///< of the sheet, pixels
    /// The figure within an area, in the colours of a palette.
    std::function<Figure(Rect area, const Palette& palette, const TextMeasure& measure)> figure = {};
    std::function<std::string()> csv = {}; ///< the numbers; empty: there are none

    bool offers(ExportFormat format) const;
};

/// A plot and its numbers.
Exportable exportable(std::string name, std::string title, Plot plot);

/// A matrix, what its colours say, and its numbers, with the names that the options ask for; the sheet is as
/// large as its cells need.
Exportable exportable(std::string name, std::string title,
                      const std::shared_ptr<const attention::Matrix>& matrix, MatrixOptions options);

/// Several matrices of one shape side by side, each under its title, what their colours say where they share
/// them, and their numbers; at least one.
Exportable exportable(std::string name, std::string title, std::vector<TitledMatrix> matrices);

/// Title, note and figure on their sheet.
Figure sheet_figure(const Exportable& what, const Palette& palette, const TextMeasure& measure);

/// Makes the file. Throws InputError when it cannot be written, or not in this format.
void write_export(const Exportable& what, ExportFormat format, const std::filesystem::path& file, bool dark);

} // namespace drawing
