#include "app/text_table.h"

#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cmath>
#include <limits>
#include <ostream>
#include <string_view>
#include <vector>

namespace app {

using base::Index;
using base::Matrix;

namespace {

constexpr int most_decimals = 4;
constexpr int longest_name = 14; ///< columns of the terminal

/// The size of a text on a terminal: characters take one column, wide ones two, combining marks none.
struct Extent {
    int width = 0;
    std::size_t fitting = 0; ///< bytes of its beginning that leave room for an ellipsis
};

/// Stops as soon as the text is wider than `most`, so as not to read all of a word of a million letters.
Extent extent_of(std::string_view text, int most) {
    Extent extent;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(text.data());
    for (utf8proc_ssize_t at = 0, size = static_cast<utf8proc_ssize_t>(text.size());
         at < size && extent.width <= most;) {
        utf8proc_int32_t code = 0;
        const auto length = utf8proc_iterate(bytes + at, size - at, &code);
        if (length <= 0) break;
        extent.width += utf8proc_charwidth(code);
        at += length;
        if (extent.width < most) extent.fitting = static_cast<std::size_t>(at);
    }
    return extent;
}

int width_of(std::string_view text) {
    return extent_of(text, std::numeric_limits<int>::max()).width;
}

std::string right_aligned(const std::string& text, int width) {
    return std::string(static_cast<std::size_t>(std::max(0, width - width_of(text))), ' ') + text;
}

std::string left_aligned(const std::string& text, int width) {
    return text + std::string(static_cast<std::size_t>(std::max(0, width - width_of(text))), ' ');
}

/// The number format shared by all cells, so that columns are easy to read.
struct Style {
    int decimals = 0;
    bool scientific = false;

    std::string text(float number) const {
        if (std::isinf(number)) return number < 0 ? "−∞" : "∞";
        std::string digits = scientific ? base::scientific(number, decimals) : base::fixed(number, decimals);
        const bool is_zero = digits.find_first_of("123456789") == std::string::npos;
        return is_zero && digits[0] == '-' ? digits.substr(1) : digits;
    }
};

/// The fewest decimals that show the number to a float's precision, up to the maximum.
int decimals_of(float number) {
    double scaled = std::abs(static_cast<double>(number));
    const double tolerance = 1e-6 * std::max(1.0, scaled);
    double power = 1;
    for (int decimals = 0; decimals < most_decimals; ++decimals, power *= 10)
        if (std::abs(scaled * power - std::round(scaled * power)) <= tolerance * power) return decimals;
    return most_decimals;
}

Style style_of(const Matrix& matrix) {
    float largest = 0;
    Style style;
    for (const float number : matrix.reshaped()) {
        if (!std::isfinite(number)) continue;
        largest = std::max(largest, std::abs(number));
        style.decimals = std::max(style.decimals, decimals_of(number));
    }
    style.scientific = largest >= 1e6F || (largest > 0 && largest < 1e-3F);
    if (style.scientific) style.decimals = 3;
    return style;
}

/// The indices that are shown; −1 stands for the ellipsis.
std::vector<Index> shown(Index count, Index most, Index last) {
    std::vector<Index> indices;
    for (Index i = 0; i < count; ++i) {
        const bool left_out = count > most && i >= most - last - 1 && i < count - last;
        if (!left_out)
            indices.push_back(i);
        else if (indices.back() >= 0)
            indices.push_back(-1);
    }
    return indices;
}

} // namespace

std::string shortened(const std::string& text, int width) {
    const Extent extent = extent_of(text, width);
    return extent.width <= width ? text : text.substr(0, extent.fitting) + "…";
}

std::string short_number(float number) {
    return Style{decimals_of(number)}.text(number);
}

void print_table(std::ostream& out, const Matrix& matrix, const NameOf& row_name, const NameOf& column_name) {
    const Style style = style_of(matrix);
    const std::vector<Index> rows = shown(matrix.rows(), 12, 3), columns = shown(matrix.cols(), 10, 2);
    const auto cell = [&](Index i, Index j) -> std::string {
        return i < 0 || j < 0 ? "…" : style.text(matrix(i, j));
    };
    const auto name = [](const NameOf& name_of, Index i) {
        return i < 0 ? "…" : shortened(name_of(i), longest_name);
    };

    int name_width = 0;
    for (const Index i : rows)
        name_width = std::max(name_width, width_of(name(row_name, i)));
    std::vector<int> widths;
    for (const Index j : columns) {
        int width = width_of(name(column_name, j));
        for (const Index i : rows)
            width = std::max(width, width_of(cell(i, j)));
        widths.push_back(width);
    }

    const std::string margin = "    ", gap = "  ";
    out << margin << left_aligned("", name_width);
    for (std::size_t c = 0; c < columns.size(); ++c)
        out << gap << right_aligned(name(column_name, columns[c]), widths[c]);
    out << '\n';
    for (const Index i : rows) {
        out << margin << left_aligned(name(row_name, i), name_width);
        for (std::size_t c = 0; c < columns.size(); ++c)
            out << gap << right_aligned(cell(i, columns[c]), widths[c]);
        out << '\n';
    }
}

void print_row(std::ostream& out, const std::vector<std::string>& cells, const std::vector<int>& widths,
               const std::string& note) {
    for (std::size_t c = 0; c < cells.size(); ++c)
        out << (c == 0 ? left_aligned(cells[c], widths[c]) : "  " + right_aligned(cells[c], widths[c]));
    out << note << '\n';
}

} // namespace app
