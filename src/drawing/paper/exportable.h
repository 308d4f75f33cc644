#pragma once
// What a view can export: a figure, and the numbers behind it.

#include "drawing/figures/matrix.h"
#include "drawing/paper/figure_file.h"
#include "drawing/paper/matrix_text.h"
#include "drawing/plot/plot.h"

#include <filesystem>
#include <functional>
#include <span>

namespace drawing {

// Numbers as CSV, for other programs.

/// One line per point: series, x, y, lower, upper, under a header with the axis titles and their units
/// (seconds, bytes). Numbers have enough digits to round-trip; missing values are empty fields. Quoting and
/// line ends follow RFC 4180; the text is UTF-8.
std::string csv_of(const Plot& plot);

/// A matrix: a header with the column names, then one line per row, its name first; unnamed rows and columns
/// are numbered from 1. Non-finite values are written "-inf", "inf" or "nan".
std::string csv_of(const base::Matrix& matrix, const NameOf& row_name = {}, const NameOf& column_name = {});

/// Several matrices with the same columns: as above, with the title of the matrix before each row name.
std::string csv_of(std::span<const TitledMatrix> matrices);

// Figures with their numbers.

enum class ExportFormat { svg, pdf, png, apng, csv };
std::span<const ExportFormat> export_formats();
/// "svg": the file name extension.
std::string key(ExportFormat format);

/// A figure that can be rebuilt for paper. Its functions own what they read: another thread calls them.
struct Exportable {
    std::string name;                ///< file name: "race-time" becomes attention-lab-race-time.svg
    std::string title = {};          ///< shown above the figure
    std::string note = {};           ///< small text below the title: where the numbers come from
    std::string anchor = {};         ///< the screen area of the same figure: pointing at it selects it
    float width = 800, height = 500; ///< of the sheet, in pixels
    /// Builds the figure within an area, in the colours of a palette.
    std::function<Figure(Rect area, const Palette& palette, const TextMeasure& measure)> figure = {};
    std::function<std::string()> csv = {};                 ///< the numbers as CSV; empty: there are none
    std::function<std::string(MatrixForm form)> text = {}; ///< to be copied; empty: they are no matrix
    bool poster = false; ///< the figure fills the sheet, always dark: without title and margins
    /// The whole sheet at a moment, in seconds; empty: it does not move.
    std::function<Figure(double seconds, const Palette& palette, const TextMeasure& measure)> moving = {};
    double seconds = 0;     ///< how long it moves …
    double rests = 0;       ///< … and how long its end then stays
    std::string moves = {}; ///< what does, in a few words

    bool offers(ExportFormat format) const;
};

/// A plot and its numbers.
Exportable exportable(std::string name, std::string title, Plot plot);

/// A matrix with its colour legend and its numbers, with the names that the options give; the sheet is as
/// large as its cells need.
Exportable exportable(std::string name, std::string title, const std::shared_ptr<const base::Matrix>& matrix,
                      MatrixOptions options);

/// Several matrices of the same shape side by side, each under its title, with a colour legend where they
/// share one, and their numbers; at least one.
Exportable exportable(std::string name, std::string title, std::vector<TitledMatrix> matrices);

/// Title, note and figure on their sheet.
Figure sheet_figure(const Exportable& what, const Palette& palette, const TextMeasure& measure);

/// The same for what moves: its sheet is written moment by moment.
std::unique_ptr<ClipWriter> clip_writer(const Exportable& what, const std::filesystem::path& file);

/// Writes the file. Throws InputError when it cannot be written, or not in this format.
void write_export(const Exportable& what, ExportFormat format, const std::filesystem::path& file, bool dark);

} // namespace drawing
