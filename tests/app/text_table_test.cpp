#include "app/text_table.h"

#include <doctest/doctest.h>

#include <limits>
#include <sstream>

using app::short_number;
using base::Index;
using base::Matrix;

namespace {

std::string table(const Matrix& matrix, const std::string& row = "r", const std::string& column = "c") {
    std::ostringstream out;
    app::print_table(
        out, matrix, [&](Index i) { return row + std::to_string(i); },
        [&](Index j) { return column + std::to_string(j); });
    return out.str();
}

} // namespace

TEST_CASE("a number is shown with as few decimals as it needs, at most four") {
    CHECK(short_number(2) == "2");
    CHECK(short_number(0.5F) == "0.5");
    CHECK(short_number(7.98F) == "7.98");
    CHECK(short_number(std::sqrt(2.0F)) == "1.4142");
    CHECK(short_number(-0.0F) == "0");
    CHECK(short_number(-0.00001F) == "0.0000");
    CHECK(short_number(-std::numeric_limits<float>::infinity()) == "−∞");
}

TEST_CASE("all numbers of a matrix have the same decimals, and stand below their column's name") {
    const Matrix m{{1, 0.5F}, {-20, 3}};
    CHECK(table(m) == "           c0   c1\n"
                      "    r0    1.0  0.5\n"
                      "    r1  -20.0  3.0\n");
}

TEST_CASE("minus infinity and wide letters take the columns that a terminal gives them") {
    const Matrix m{{1, -std::numeric_limits<float>::infinity()}};
    CHECK(table(m, "猫", "é") == "         é0  é1\n"
                                 "    猫0   1  −∞\n");
}

TEST_CASE("many rows and columns are abbreviated in the middle") {
    const std::string text = table(Matrix::Identity(100, 100));
    CHECK(text.find("r7 ") != std::string::npos);
    CHECK(text.find("r8 ") == std::string::npos);
    CHECK(text.find("r97 ") != std::string::npos);
    CHECK(text.find("c99") != std::string::npos);
    CHECK(text.find("c50") == std::string::npos);
    CHECK(std::count(text.begin(), text.end(), '\n') == 13);
    const std::string whole = table(Matrix::Identity(12, 10));
    CHECK(whole.find("…") == std::string::npos);
}

TEST_CASE("a long name is cut, between letters") {
    const std::string text = table(Matrix::Identity(1, 1), "ééééééééééééééééééééé");
    CHECK(text.find("ééééééééééééé…") != std::string::npos);
    CHECK(text.find("éééééééééééééé") == std::string::npos);
}

TEST_CASE("a text as wide as its room stays whole; wide letters count twice, combining marks do not") {
    CHECK(app::shortened("abcd", 4) == "abcd");
    CHECK(app::shortened("abcde", 4) == "abc…");
    CHECK(app::shortened("猫猫猫", 5) == "猫猫…");
    CHECK(app::shortened("e\u0301e\u0301e\u0301", 3) == "e\u0301e\u0301e\u0301");
    CHECK(app::shortened("e\u0301e\u0301e\u0301e\u0301", 3) == "e\u0301e\u0301…");
}

TEST_CASE("numbers too large or too small for decimals are written with an exponent") {
    CHECK(table(Matrix{{3e7F}}).find("3.000e+07") != std::string::npos);
    CHECK(table(Matrix{{2e-5F}}).find("2.000e-05") != std::string::npos);
}
