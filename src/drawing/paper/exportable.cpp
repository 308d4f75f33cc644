#include "drawing/paper/exportable.h"

#include "base/csv.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "drawing/figures/matrix.h"
#include "drawing/paper/figure_file.h"
#include "drawing/plot/layout.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace drawing {

namespace {

// CSV.

using base::Index;

constexpr const char* line_end = "\r\n";

std::string number_or_nothing(double value) {
    return std::isfinite(value) ? base::shortest(value) : std::string();
}

std::string heading(const Axis& axis, const char* otherwise) {
    std::string title = axis.title.empty() ? otherwise : axis.title;
    switch (axis.unit) {
    case Unit::seconds:
        return title + " (s)";
    case Unit::bytes:
        return title + " (bytes)";
    default:
        return title;
    }
}

std::string named(const NameOf& name, Index i) {
    return base::csv_field(name ? name(i) : std::to_string(i + 1));
}

std::string header(Index columns, const NameOf& column_name) {
    std::string text;
    for (Index column = 0; column < columns; ++column)
        text += "," + named(column_name, column);
    return text + line_end;
}

/// One line per row: `start`, its name, its numbers.
std::string rows(const std::string& start, const base::Matrix& matrix, const NameOf& row_name) {
    std::string text;
    for (Index row = 0; row < matrix.rows(); ++row) {
        text += start + named(row_name, row);
        for (Index column = 0; column < matrix.cols(); ++column)
            text += "," + base::shortest(matrix(row, column));
        text += line_end;
    }
    return text;
}

} // namespace

std::string csv_of(const Plot& plot) {
    std::string text = "series," + base::csv_field(heading(plot.x, "x")) + "," +
                       base::csv_field(heading(plot.y, "y")) + ",lower,upper" + line_end;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& p : series.points) {
            text += base::csv_field(series.name);
            for (const double value : {p.x, p.y, p.lower, p.upper})
                text += "," + number_or_nothing(value);
            text += line_end;
        }
    return text;
}

std::string csv_of(const base::Matrix& matrix, const NameOf& row_name, const NameOf& column_name) {
    return header(matrix.cols(), column_name) + rows({}, matrix, row_name);
}

std::string csv_of(std::span<const TitledMatrix> matrices) {
    if (matrices.empty()) return {};
    const TitledMatrix& first = matrices.front();
    std::string text = "," + header(first.numbers->cols(), first.options.column_name);
    for (const TitledMatrix& matrix : matrices)
        text += rows(base::csv_field(matrix.title) + ",", *matrix.numbers, matrix.options.row_name);
    return text;
}

namespace {

// Sheets.

constexpr float margin = 24, title_size = 18, note_size = 13.5F; // pixels
constexpr float title_of_matrix = 15, largest_cell = 40;         // several matrices on one sheet, pixels
constexpr float heading_room = 90;                    // title, note and column names, two lines each
constexpr float legend_size = 12, legend_height = 30; // the colour legend under a matrix

void append(Figure& figure, Figure&& more) {
    figure.insert(figure.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

/// Lines no wider than `width`, broken between words.
std::vector<std::string> lines_of(const std::string& text, float width, Font font, float size,
                                  const TextMeasure& measure) {
    std::vector<std::string> lines;
    std::size_t at = 0;
    while (at < text.size()) {
        const std::size_t end = std::min(text.find(' ', at), text.size());
        const std::string word = text.substr(at, end - at);
        const std::string longer = lines.empty() ? word : lines.back() + " " + word;
        if (!lines.empty() && measure.width(font, size, longer) <= width)
            lines.back() = longer;
        else
            lines.push_back(word);
        at = end + 1;
    }
    return lines;
}

/// The legend, at the left below the matrices.
void add_legend(Figure& figure, const MatrixOptions& options, const Rect& area, const Palette& palette,
                const TextMeasure& measure) {
    const Rect place{area.x, area.bottom() - legend_height + 8,
                     legend_width(options.map, options.range, legend_size, measure), legend_height - 8};
    append(figure, legend_figure(options.map, options.range, place, legend_size, palette, measure));
}

bool share_colours(const std::vector<TitledMatrix>& matrices) {
    const MatrixOptions& first = matrices.front().options;
    return std::ranges::all_of(matrices, [&](const TitledMatrix& matrix) {
        return matrix.options.map == first.map && matrix.options.range == first.range;
    });
}

Rect above_legend(Rect area) {
    area.height -= legend_height;
    return area;
}

/// Several matrices, one after another: tables and formulas under their titles, arrays by the names of these.
std::string text_of(MatrixForm form, const std::vector<TitledMatrix>& matrices) {
    if (form == MatrixForm::csv) return csv_of(matrices);
    std::string text;
    for (const TitledMatrix& matrix : matrices) {
        if (!text.empty()) text += "\n";
        if (form == MatrixForm::latex) text += "% " + matrix.title + "\n";
        if (form == MatrixForm::markdown) text += "**" + matrix.title + "**\n\n";
        text += matrix_text(form, *matrix.numbers, matrix.title, matrix.options.row_name,
                            matrix.options.column_name);
    }
    return text;
}

/// A matrix under its title, on a sheet with several.
Figure titled_figure(const TitledMatrix& matrix, const Rect& place, const Palette& palette,
                     const TextMeasure& measure) {
    const float size = title_of_matrix, below = 1.5F * size;
    const MatrixLayout layout =
        fit_with_names({place.x, place.y + below, place.width, place.height - below}, matrix.numbers->rows(),
                       matrix.numbers->cols(), matrix.options, largest_cell, largest_cell, measure);
    Figure figure = matrix_figure(matrix.numbers, layout, matrix.options, palette, measure);
    append(figure, symbols_figure({{place.x, place.y + size / 2},
                                   Align::left,
                                   Font::sans_bold,
                                   size,
                                   palette[Role::text],
                                   elided(matrix.title, place.width, Font::sans_bold, size, measure)},
                                  measure));
    return figure;
}

} // namespace

std::span<const ExportFormat> export_formats() {
    static constexpr std::array all{ExportFormat::svg, ExportFormat::pdf, ExportFormat::png,
                                    ExportFormat::apng, ExportFormat::csv};
    return all;
}

std::string key(ExportFormat format) {
    static constexpr std::array keys{"svg", "pdf", "png", "apng", "csv"};
    return keys[static_cast<std::size_t>(format)];
}

bool Exportable::offers(ExportFormat format) const {
    if (format == ExportFormat::csv) return csv != nullptr;
    if (format == ExportFormat::apng) return moving != nullptr && can_write_clips();
    return figure != nullptr && can_write_figures();
}

Exportable exportable(std::string name, std::string title, Plot plot) {
    Exportable made{.name = std::move(name), .title = std::move(title)};
    const auto shared = std::make_shared<const Plot>(std::move(plot));
    made.figure = [shared](Rect area, const Palette& palette, const TextMeasure& measure) {
        const PlotLayout layout = plot_layout(area, *shared, {}, measure);
        return plot_figure(*shared, layout, {}, palette, measure);
    };
    made.csv = [shared] { return csv_of(*shared); };
    return made;
}

Exportable exportable(std::string name, std::string title, const std::shared_ptr<const base::Matrix>& matrix,
                      MatrixOptions options) {
    constexpr float largest_width = 62, largest_height = 40, most_width = 1000, most_height = 800;
    const auto rows = static_cast<float>(matrix->rows()), columns = static_cast<float>(matrix->cols());
    Exportable made{.name = std::move(name), .title = std::move(title)};
    made.width =
        std::max(420.0F, std::min(largest_width * columns, most_width) + widest_row_name + 14 + 2 * margin);
    made.height = std::min(largest_height * rows, most_height) + heading_room + legend_height + 2 * margin;
    made.csv = [matrix, options] { return csv_of(*matrix, options.row_name, options.column_name); };
    made.text = [matrix, options, name = made.name](MatrixForm form) {
        return matrix_text(form, *matrix, name, options.row_name, options.column_name);
    };
    made.figure = [matrix, options = std::move(options)](Rect area, const Palette& palette,
                                                         const TextMeasure& measure) {
        const MatrixLayout layout = fit_with_names(above_legend(area), matrix->rows(), matrix->cols(),
                                                   options, largest_width, largest_height, measure);
        Figure figure = matrix_figure(matrix, layout, options, palette, measure);
        add_legend(figure, options, area, palette, measure);
        return figure;
    };
    return made;
}

Exportable exportable(std::string name, std::string title, std::vector<TitledMatrix> matrices) {
    constexpr float most = 320, most_across = 4; // largest matrix in pixels; matrices side by side
    const auto rows = static_cast<float>(matrices.front().numbers->rows());
    const auto columns = static_cast<float>(matrices.front().numbers->cols());
    const auto count = static_cast<float>(matrices.size());
    const float across = std::min(std::ceil(std::sqrt(count)), most_across);
    const float down = std::ceil(count / across);
    const float wide = std::min(largest_cell * columns, most) + widest_row_name + 2 * margin;
    const float high = std::min(largest_cell * rows, most) + heading_room;
    Exportable made{.name = std::move(name), .title = std::move(title)};
    made.width = std::max(420.0F, across * wide + 2 * margin);
    made.height = down * high + heading_room + legend_height + 2 * margin;
    const auto all = std::make_shared<const std::vector<TitledMatrix>>(std::move(matrices));
    made.csv = [all] { return csv_of(*all); };
    made.text = [all](MatrixForm form) { return text_of(form, *all); };
    made.figure = [all, across, down](Rect whole, const Palette& palette, const TextMeasure& measure) {
        const Rect area = above_legend(whole);
        const float pitch_x = area.width / across, pitch_y = area.height / down;
        const auto in_a_row = static_cast<std::size_t>(across);
        Figure figure;
        for (std::size_t i = 0; i < all->size(); ++i) {
            const std::size_t row = i / in_a_row, column = i % in_a_row;
            const Rect place{area.x + static_cast<float>(column) * pitch_x,
                             area.y + static_cast<float>(row) * pitch_y, pitch_x - margin, pitch_y - margin};
            append(figure, titled_figure((*all)[i], place, palette, measure));
        }
        if (share_colours(*all)) add_legend(figure, all->front().options, whole, palette, measure);
        return figure;
    };
    return made;
}

Figure sheet_figure(const Exportable& what, const Palette& palette, const TextMeasure& measure) {
    const Rect whole{0, 0, what.width, what.height};
    if (what.poster) return what.figure(whole, palette, measure);
    Figure figure;
    const Rect area = whole.inset(margin);
    float y = area.y;
    const auto write = [&](const std::string& text, Font font, float size, Role role) {
        for (std::string& line : lines_of(text, area.width, font, size, measure)) {
            append(figure,
                   symbols_figure(
                       {{area.x, y + 0.65F * size}, Align::left, font, size, palette[role], std::move(line)},
                       measure));
            y += 1.3F * size;
        }
    };
    write(what.title, Font::sans_bold, title_size, Role::text);
    write(what.note, Font::sans, note_size, Role::quiet);
    if (y > area.y) y += 12;
    append(figure, what.figure({area.x, y, area.width, area.bottom() - y}, palette, measure));
    return figure;
}

namespace {

Sheet sheet_of(const Exportable& what, const Palette& palette) {
    Sheet sheet{.width = what.width,
                .height = what.height,
                .background = palette[what.poster ? Role::background : Role::card],
                .dark = palette.dark,
                .title = what.title};
    if (what.poster) sheet.sharpness = 1; // it is as large as it is shared
    return sheet;
}

const Palette& palette_of(const Exportable& what, bool dark) {
    return dark || what.poster ? dark_palette() : light_palette();
}

} // namespace

std::unique_ptr<ClipWriter> clip_writer(const Exportable& what, const std::filesystem::path& file) {
    if (!what.moving)
        throw base::InputError(base::shown(file), "this figure does not move", "choose svg, pdf or png");
    const Palette& palette = palette_of(what, true);
    const std::shared_ptr<TextMeasure> measure = paper_measure();
    const auto figure = [moving = what.moving, measure, &palette](double seconds) {
        return moving(seconds, palette, *measure);
    };
    return std::make_unique<ClipWriter>(Moving{figure, what.seconds, what.rests}, sheet_of(what, palette),
                                        file);
}

void write_export(const Exportable& what, ExportFormat format, const std::filesystem::path& file, bool dark) {
    if (format == ExportFormat::csv) {
        if (!what.csv)
            throw base::InputError(base::shown(file), "this figure has no numbers to write",
                                   "choose svg, pdf or png");
        return base::write_whole_file(file, what.csv());
    }
    if (format == ExportFormat::apng) {
        const auto writer = clip_writer(what, file);
        while (writer->next() != ClipWriter::Step::written) {
        }
        return;
    }
    const auto measure = paper_measure();
    const Palette& palette = palette_of(what, dark);
    constexpr std::array writers{write_svg, write_pdf, write_png};
    writers[static_cast<std::size_t>(format)](sheet_figure(what, palette, *measure), sheet_of(what, palette),
                                              file);
}

} // namespace drawing
