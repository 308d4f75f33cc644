#include "drawing/paper/matrix_text.h"

#include "base/enum_table.h"
#include "base/text.h"
#include "drawing/paper/exportable.h"

#include <array>
#include <cctype>
#include <cmath>

namespace drawing {

namespace {

using base::Index;

constexpr std::array<MatrixFormEntry, 6> all_forms{{
    {MatrixForm::numpy, "numpy", "NumPy"},
    {MatrixForm::pytorch, "pytorch", "PyTorch"},
    {MatrixForm::cpp, "cpp", "C++"},
    {MatrixForm::latex, "latex", "LaTeX"},
    {MatrixForm::markdown, "markdown", "Markdown"},
    {MatrixForm::csv, "csv", "CSV"},
}};
static_assert(base::is_in_order(all_forms, &MatrixFormEntry::form));

/// How a language writes what is no finite number.
struct NotFinite {
    const char *infinity, *minus_infinity, *nan;
};

std::string written(float number, const NotFinite& words) {
    if (std::isnan(number)) return words.nan;
    if (std::isinf(number)) return number > 0 ? words.infinity : words.minus_infinity;
    return base::shortest(number);
}

/// Letters, digits and "_": a name in all three languages.
std::string identifier(const std::string& name) {
    std::string safe;
    for (const char c : name)
        safe += std::isalnum(static_cast<unsigned char>(c)) && base::is_ascii(c) ? c : '_';
    if (safe.empty() || std::isdigit(static_cast<unsigned char>(safe.front()))) safe.insert(0, "m_");
    return safe;
}

/// A name on one line, where no comment can end: a comment in C++ goes on after a last "\".
std::string in_comment(std::string name) {
    for (char& c : name)
        if (c == '\n' || c == '\r' || c == '\\') c = ' ';
    return name;
}

/// How a language writes a matrix.
struct Code {
    std::string before, open_row, close_row, after, comment;
    NotFinite words;
    std::string_view float_end; ///< "F" after a number
};

std::string literal(float number, const Code& code) {
    std::string text = written(number, code.words);
    if (code.float_end.empty() || !std::isfinite(number)) return text;
    if (text.find_first_of(".e") == std::string::npos) text += ".0";
    return text + std::string(code.float_end);
}

std::string in_code(const Code& code, const base::Matrix& matrix, const NameOf& row_name,
                    const NameOf& column_name) {
    std::string text = code.before;
    if (column_name) {
        text += "    " + code.comment;
        for (Index j = 0; j < matrix.cols(); ++j)
            text += (j > 0 ? ", " : " ") + in_comment(column_name(j));
        text += "\n";
    }
    for (Index i = 0; i < matrix.rows(); ++i) {
        text += "    " + code.open_row;
        for (Index j = 0; j < matrix.cols(); ++j)
            text += (j > 0 ? ", " : "") + literal(matrix(i, j), code);
        text += code.close_row + ",";
        if (row_name) text += "  " + code.comment + " " + in_comment(row_name(i));
        text += "\n";
    }
    return text + code.after;
}

Code code_of(MatrixForm form, const std::string& name) {
    if (form == MatrixForm::numpy)
        return {"import numpy as np\n\n" + name + " = np.array([\n",
                "[",
                "]",
                "], dtype=np.float32)\n",
                "#",
                {"np.inf", "-np.inf", "np.nan"},
                ""};
    if (form == MatrixForm::pytorch)
        return {"import torch\n\n" + name + " = torch.tensor([\n",
                "[",
                "]",
                "], dtype=torch.float32)\n",
                "#",
                {"float(\"inf\")", "float(\"-inf\")", "float(\"nan\")"},
                ""};
    return {"#include <Eigen/Core>\n#include <limits>\n\nconst Eigen::MatrixXf " + name + "{\n",
            "{",
            "}",
            "};\n",
            "//",
            {"std::numeric_limits<float>::infinity()", "-std::numeric_limits<float>::infinity()",
             "std::numeric_limits<float>::quiet_NaN()"},
            "F"};
}

// LaTeX.

/// Words as text in a formula.
std::string in_latex(const std::string& words) {
    std::string safe;
    for (const char c : words)
        switch (c) {
        case '\\':
            safe += "\\textbackslash{}";
            break;
        case '~':
            safe += "\\textasciitilde{}";
            break;
        case '^':
            safe += "\\textasciicircum{}";
            break;
        case '&':
        case '%':
        case '$':
        case '#':
        case '_':
        case '{':
        case '}':
            safe += std::string("\\") + c;
            break;
        default:
            safe += c;
        }
    return "\\text{" + safe + "}";
}

/// "1e-07" as "1\cdot 10^{-7}".
std::string number_in_latex(float number) {
    const std::string text = written(number, {"\\infty", "-\\infty", "\\text{NaN}"});
    const std::size_t e = text.find('e');
    if (e == std::string::npos || !std::isfinite(number)) return text;
    return text.substr(0, e) + "\\cdot 10^{" +
           std::to_string(*base::whole_in(text[e + 1] == '+' ? text.substr(e + 2) : text.substr(e + 1))) +
           "}";
}

std::string latex_of(const base::Matrix& matrix, const NameOf& row_name, const NameOf& column_name) {
    const std::string columns(static_cast<std::size_t>(matrix.cols()), 'r');
    std::string text = row_name ? "\\begin{array}{r|" + columns + "}\n" : "\\begin{array}{" + columns + "}\n";
    if (column_name) {
        for (Index j = 0; j < matrix.cols(); ++j)
            text += (j > 0 || row_name ? " & " : "  ") + in_latex(column_name(j));
        text += " \\\\ \\hline\n";
    }
    for (Index i = 0; i < matrix.rows(); ++i) {
        text += "  ";
        if (row_name) text += in_latex(row_name(i)) + " & ";
        for (Index j = 0; j < matrix.cols(); ++j)
            text += (j > 0 ? " & " : "") + number_in_latex(matrix(i, j));
        text += " \\\\\n";
    }
    return text + "\\end{array}\n";
}

// Markdown.

std::string in_markdown(const std::string& words) {
    std::string safe;
    for (const char c : words) {
        if (std::string_view("\\`*_{}[]<>#|~").find(c) != std::string_view::npos) safe += '\\';
        safe += c == '\n' || c == '\r' ? ' ' : c;
    }
    return safe;
}

std::string markdown_of(const base::Matrix& matrix, const NameOf& row_name, const NameOf& column_name) {
    std::string text = row_name ? "|  |" : "|"; // the head must be there, with names or without
    for (Index j = 0; j < matrix.cols(); ++j)
        text += " " + (column_name ? in_markdown(column_name(j)) : std::string()) + " |";
    text += row_name ? "\n|:--|" : "\n|";
    for (Index j = 0; j < matrix.cols(); ++j)
        text += "--:|";
    text += "\n";
    for (Index i = 0; i < matrix.rows(); ++i) {
        text += row_name ? "| " + in_markdown(row_name(i)) + " |" : "|";
        for (Index j = 0; j < matrix.cols(); ++j)
            text += " " + written(matrix(i, j), {"∞", "−∞", "NaN"}) + " |";
        text += "\n";
    }
    return text;
}

} // namespace

std::span<const MatrixFormEntry> matrix_forms() {
    return all_forms;
}

std::string matrix_text(MatrixForm form, const base::Matrix& matrix, const std::string& name,
                        const NameOf& row_name, const NameOf& column_name) {
    switch (form) {
    case MatrixForm::latex:
        return latex_of(matrix, row_name, column_name);
    case MatrixForm::markdown:
        return markdown_of(matrix, row_name, column_name);
    case MatrixForm::csv:
        return csv_of(matrix, row_name, column_name);
    default:
        return in_code(code_of(form, identifier(name)), matrix, row_name, column_name);
    }
}

} // namespace drawing
