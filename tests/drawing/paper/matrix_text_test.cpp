#include "drawing/paper/matrix_text.h"

#include "base/text.h"
#include "close.h"
#include "source_folder.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>
#include <cstring>
#include <limits>
#include <regex>

using namespace drawing;
using base::Index;
using base::Matrix;

namespace {

constexpr float infinity = std::numeric_limits<float>::infinity();

/// Numbers that lose most by being written: those with many digits, large, small, and none.
Matrix hard_numbers() {
    Matrix m(3, 4);
    m << 0.1F, 1.0F / 3, -0.0F, 16777217.0F, //
        std::numeric_limits<float>::min(), std::numeric_limits<float>::denorm_min(),
        std::numeric_limits<float>::max(), -0.0000001F, //
        -infinity, infinity, 2, -3.4028e38F;
    return m;
}

const NameOf words = [](Index i) {
    static const std::vector<std::string> names{"the", "c_a|t & \\", "it’s \"50%\", {she}", "猫"};
    return names[static_cast<std::size_t>(i)];
};

std::string text(MatrixForm form, const Matrix& matrix = hard_numbers()) {
    return matrix_text(form, matrix, "weights", words, words);
}

bool is_same(float a, float b) {
    return std::memcmp(&a, &b, sizeof a) == 0;
}

/// The numbers between two signs in a line.
std::vector<std::string> fields(const std::string& line, const std::string& separator) {
    std::vector<std::string> all;
    for (std::size_t at = 0; at <= line.size();) {
        const std::size_t end = std::min(line.find(separator, at), line.size());
        std::string field = line.substr(at, end - at);
        field.erase(0, field.find_first_not_of(' '));
        field.erase(field.find_last_not_of(' ') + 1);
        all.push_back(field);
        at = end + separator.size();
    }
    return all;
}

std::vector<std::string> lines(const std::string& text) {
    return fields(text, "\n");
}

float number_in(std::string field) {
    if (field == "−∞" || field == "-\\infty" || field == "-inf") return -infinity;
    if (field == "∞" || field == "\\infty" || field == "inf") return infinity;
    field = std::regex_replace(field, std::regex(R"(\\cdot 10\^\{(-?[0-9]+)\})"), "e$1");
    const auto number = base::float_in(field);
    REQUIRE_MESSAGE(number, field);
    return *number;
}

void expect_read_back(const std::vector<std::string>& row, Index i) {
    const Matrix m = hard_numbers();
    REQUIRE(row.size() >= 4);
    for (Index j = 0; j < 4; ++j) {
        CAPTURE(row[row.size() - 4 + static_cast<std::size_t>(j)]);
        CHECK(is_same(number_in(row[row.size() - 4 + static_cast<std::size_t>(j)]), m(i, j)));
    }
}

/// Runs what reads the copied text back in its own language; false where that is not installed.
bool read_back(const std::filesystem::path& folder, const std::string& language) {
    for (const char* python : {"python3", "/usr/bin/python3"}) {
        const std::string command = std::string(python) + " '" +
                                    (source_folder() / "tests/drawing/paper/read_matrices.py").string() +
                                    "' '" + folder.string() + "' " + language;
        const int status = std::system(command.c_str());
        const int code = status > 255 ? status / 256 : status;
        if (code == 77 || code == 127) continue;
        CHECK(code == 0);
        return true;
    }
    MESSAGE("skipped: what reads ", language, " is not installed");
    return false;
}

void expect_language_reads_back(MatrixForm form, const char* language, const char* ending) {
    const TemporaryFolder folder;
    Matrix numbers = hard_numbers();
    numbers(2, 2) = std::numeric_limits<float>::quiet_NaN();
    const std::vector<Matrix> all{numbers, Matrix::Constant(1, 1, 2), Matrix::Constant(1, 3, -0.5F),
                                  Matrix::Constant(3, 1, 1e10F)};
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::string start = "matrix" + std::to_string(i);
        std::ofstream(folder.path / (start + ending), std::ios::binary) << text(form, all[i]);
        std::ofstream bits(folder.path / (start + ".bin"), std::ios::binary);
        const std::int32_t shape[2]{static_cast<std::int32_t>(all[i].rows()),
                                    static_cast<std::int32_t>(all[i].cols())};
        bits.write(reinterpret_cast<const char*>(shape), sizeof shape);
        bits.write(reinterpret_cast<const char*>(all[i].data()),
                   static_cast<std::streamsize>(sizeof(float)) * all[i].size());
    }
    read_back(folder.path, language);
}

} // namespace

TEST_CASE("a copied LaTeX array reads back as the same floats") {
    const auto all = lines(text(MatrixForm::latex));
    REQUIRE(all.size() >= 6);
    CHECK(all[0] == "\\begin{array}{r|rrrr}");
    CHECK(all[1].find("\\text{c\\_a|t \\& \\textbackslash{}}") != std::string::npos);
    for (Index i = 0; i < 3; ++i) {
        std::string row = all[static_cast<std::size_t>(i) + 2];
        row.erase(row.rfind(" \\\\"));
        expect_read_back(fields(row, " & "), i);
    }
}

TEST_CASE("a copied Markdown table reads back as the same floats, and a word with | stays in its cell") {
    const auto all = lines(text(MatrixForm::markdown));
    CHECK(all[1] == "|:--|--:|--:|--:|--:|");
    CHECK(all[3].starts_with("| c\\_a\\|t & \\\\ |"));
    for (Index i = 0; i < 3; ++i) {
        auto row = fields(all[static_cast<std::size_t>(i) + 2], " |");
        row.pop_back();
        expect_read_back(row, i);
    }
}

TEST_CASE("a copied CSV table reads back as the same floats") {
    const auto all = lines(text(MatrixForm::csv));
    for (Index i = 0; i < 3; ++i) {
        std::string row = all[static_cast<std::size_t>(i) + 1];
        if (row.ends_with('\r')) row.pop_back();
        expect_read_back(fields(row, ","), i);
    }
}

TEST_CASE("NaN and names are written as each language has them") {
    const Matrix nan = Matrix::Constant(1, 1, std::numeric_limits<float>::quiet_NaN());
    CHECK(matrix_text(MatrixForm::numpy, nan, "2 heads") ==
          "import numpy as np\n\nm_2_heads = np.array([\n    [np.nan],\n], dtype=np.float32)\n");
    CHECK(matrix_text(MatrixForm::latex, nan, "w") ==
          "\\begin{array}{r}\n  \\text{NaN} \\\\\n\\end{array}\n");
    CHECK(matrix_text(MatrixForm::cpp, Matrix::Constant(1, 1, 2), "w").find("{2.0F},") != std::string::npos);
}

// These start interpreters and compilers: in ./dev check.

TEST_CASE("a copied NumPy array is the same array in NumPy" * doctest::skip(!std::getenv("EVERY_LISTING"))) {
    expect_language_reads_back(MatrixForm::numpy, "numpy", ".py");
}

TEST_CASE("a copied PyTorch tensor is the same in PyTorch" * doctest::skip(!std::getenv("EVERY_LISTING"))) {
    expect_language_reads_back(MatrixForm::pytorch, "pytorch", ".py");
}

TEST_CASE("a copied Eigen matrix compiles and is the same" * doctest::skip(!std::getenv("EVERY_LISTING"))) {
    expect_language_reads_back(MatrixForm::cpp, "cpp", ".h");
}
