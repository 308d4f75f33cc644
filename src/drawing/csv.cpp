#include "drawing/csv.h"

#include "base/number_text.h"

#include <cmath>

namespace drawing {
namespace {

using base::Index;

constexpr const char* line_end = "\r\n";

/// Quoted where it would otherwise be misread.
std::string field(const std::string& text) {
    if (text.find_first_of(",\"\r\n") == std::string::npos) return text;
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

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
    return field(name ? name(i) : std::to_string(i + 1));
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
    std::string text = "series," + field(heading(plot.x, "x")) + "," + field(heading(plot.y, "y")) +
                       ",lower,upper" + line_end;
    for (const PlotSeries& series : plot.series)
        for (const PlotPoint& p : series.points) {
            text += field(series.name);
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
        text += rows(field(matrix.title) + ",", *matrix.numbers, matrix.options.row_name);
    return text;
}

} // namespace drawing
