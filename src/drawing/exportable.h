#pragma once
// What a view can export: a figure, and the numbers behind it.

#include "drawing/named_matrix.h"
#include "drawing/plot.h"

#include <filesystem>
#include <functional>
#include <span>

namespace drawing {

enum class ExportFormat { svg, pdf, png, csv };
std::span<const ExportFormat> export_formats();
/// "svg": the file name extension.
std::string key(ExportFormat format);

/// A figure that can be rebuilt for paper. Both functions are called on another thread, so they own what they
/// read.
struct Exportable {
    std::string name;                ///< file name: "race-time" becomes attention-lab-race-time.svg
    std::string title = {};          ///< shown above the figure
    std::string note = {};           ///< small text below the title: where the numbers come from
    std::string anchor = {};         ///< the screen area of the same figure: pointing at it selects it
    float width = 800, height = 500; ///< of the sheet, in pixels
    /// Builds the figure within an area, in the colours of a palette.
    std::function<Figure(Rect area, const Palette& palette, const TextMeasure& measure)> figure = {};
    std::function<std::string()> csv = {}; ///< the numbers as CSV; empty: there are none

    bool offers(ExportFormat format) const;
};

/// A plot and its numbers.
Exportable exportable(std::string name, std::string title, Plot plot);

/// A matrix with its colour legend and its numbers, named as the options ask; the sheet is as large as its
/// cells need.
Exportable exportable(std::string name, std::string title, const std::shared_ptr<const base::Matrix>& matrix,
                      MatrixOptions options);

/// Several matrices of the same shape side by side, each under its title, with a colour legend where they
/// share one, and their numbers; at least one.
Exportable exportable(std::string name, std::string title, std::vector<TitledMatrix> matrices);

/// Title, note and figure on their sheet.
Figure sheet_figure(const Exportable& what, const Palette& palette, const TextMeasure& measure);

/// Writes the file. Throws InputError when it cannot be written, or not in this format.
void write_export(const Exportable& what, ExportFormat format, const std::filesystem::path& file, bool dark);

} // namespace drawing
