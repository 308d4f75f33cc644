// The comparisons in close.h, and that all tests use them.

#include "close.h"

#include "base/make.h"
#include "source_folder.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <fstream>
#include <iterator>
#include <limits>
#include <regex>
#include <string>

using base::Index;
using base::Matrix;
using make::about, make::differs, make::is_close, make::is_constant, make::is_zero;

namespace {

constexpr float no_number = std::numeric_limits<float>::quiet_NaN(),
                infinity = std::numeric_limits<float>::infinity();

/// The same numbers with another one in this cell.
Matrix with(Matrix m, Index cell, float number) {
    m.data()[cell] = number;
    return m;
}

} // namespace

TEST_CASE("one NaN anywhere, on either side or on both, is no agreement and no difference") {
    const Matrix m = make::matrix(7, 6, 1), other = make::matrix(7, 6, 2);
    for (Index cell = 0; cell < m.size(); ++cell) {
        const Matrix torn = with(m, cell, no_number);
        for (const make::Tolerance tolerance : {make::Tolerance(1e30), make::of_largest(1e30)}) {
            CHECK_FALSE(is_close(torn, m, tolerance).holds);
            CHECK_FALSE(is_close(m, torn, tolerance).holds);
            CHECK_FALSE(is_close(torn, torn, tolerance).holds);
        }
        CHECK_FALSE(is_zero(torn, 1e30).holds);
        CHECK_FALSE(is_constant(torn, 0, 1e30).holds);
        CHECK_FALSE(differs(torn, other, 0.1).holds);
        CHECK_FALSE(differs(other, torn, 0.1).holds);
        CHECK(std::isnan(make::largest(torn)));
        CHECK(std::isnan(make::smallest(torn)));
    }
    CHECK_FALSE((no_number == about(1).within(1e30)));
    CHECK_FALSE((1 == about(no_number).within(1e30)));
    CHECK_FALSE((no_number == about(no_number)));
}

TEST_CASE("an infinity agrees with itself, with no number, and not with the other one") {
    const Matrix m = make::matrix(3, 4, 1);
    const Matrix masked = with(m, 5, -infinity);
    CHECK(is_close(masked, masked, 0).holds);
    CHECK(is_close(masked, masked, make::of_largest()).holds);
    for (const make::Tolerance tolerance : {make::Tolerance(1e30), make::of_largest(1e30)}) {
        CHECK_FALSE(is_close(masked, m, tolerance).holds);
        CHECK_FALSE(is_close(m, masked, tolerance).holds);
        CHECK_FALSE(is_close(masked, with(m, 5, infinity), tolerance).holds);
    }
    CHECK((infinity == about(infinity)));
    CHECK_FALSE((1e30 == about(infinity)));
    CHECK_FALSE((-infinity == about(infinity)));
}

TEST_CASE("shapes have to be the same, even where there is no number") {
    CHECK_FALSE(is_close(Matrix(2, 3), Matrix(3, 2)).holds);
    CHECK_FALSE(is_close(Matrix(0, 3), Matrix(0, 2)).holds);
    CHECK(is_close(Matrix(0, 3), Matrix(0, 3)).holds);
    CHECK(is_close(Matrix(2, 3), Matrix(3, 2)).why == "2 × 3 instead of 3 × 2");
}

TEST_CASE("the first number that is wrong is named, and how far off it may be") {
    const Matrix expected{{1, 2}, {3, 4}}, found{{1, 2}, {3.5F, no_number}};
    CHECK(is_close(found, expected, 0.25).why == "row 1, column 0: 3.5 instead of 3, ± 0.25");
    CHECK(is_close(found, expected, make::of_largest(0.25)).why == "row 1, column 1: nan instead of 4, ± 1");
    CHECK(is_close(expected, expected, 0).holds);
}

TEST_CASE("one number is compared relative to what is expected, zero exactly") {
    CHECK((1.000009 == about(1)));
    CHECK_FALSE((1.00002 == about(1)));
    CHECK((2e-10 == about(2e-10)));
    CHECK_FALSE((0 == about(2e-10)));
    CHECK_FALSE((1e-30 == about(0)));
    CHECK((0.9 == about(1).share(0.11)));
    CHECK((1e-3 == about(0).within(2e-3)));
}

TEST_CASE("numbers differ where one of them does, by more than is asked") {
    const Matrix m = make::matrix(4, 4, 1);
    CHECK(differs(m, with(m, 3, 5), 1).holds);
    CHECK_FALSE(differs(m, m, 0).holds);
    CHECK_FALSE(differs(m, (m.array() + 0.05F).matrix(), 0.1).holds);
    CHECK_FALSE(differs(m, m.leftCols(3), 0).holds);
}

namespace {

/// Whether a line of a test compares nearly equal numbers by itself. Eigen's maxCoeff() skips NaN,
/// doctest's Approx takes everything below 1e-5 for 0, numbers that are not close may be NaN, and a hand-made
/// tolerance does not say what was wrong.
bool compares_by_itself(const std::string& line) {
    static const std::regex by_itself(
        R"(CHECK\(!(make::)?is_close|CHECK_FALSE\((make::)?is_close|)" // NaN passes these: differs() says it
        R"(\bApprox\b|\.isApprox|isMuchSmallerThan|\.isZero\(|\.isOnes\(|\.isConstant\()"
        R"(|(CHECK|REQUIRE)\(.*(max|min)Coeff\(\) *[<=>])"
        R"(|(^|[^<])<=? *-?[0-9.]*e-[0-9]|>=? *-?[0-9.]*e-[0-9]|[<>]=?.* [+-] *[0-9.]+e-[0-9])" // or x ± 1e-4
        R"(|(CHECK|REQUIRE).*[<>]=?.* [+-] 0?\.0[0-9]*F?\))"
        R"(|orm\(\) *[<>]|std::f?abs\(.* - .*\) *<=? *[0-9]*\.[0-9])");
    return std::regex_search(line, by_itself);
}

} // namespace

TEST_CASE("a tolerance of one's own is seen, and a bound is none") {
    for (const char* line :
         {"CHECK(study->largest <= 1e-5F);", "CHECK(sum < 1e-4F);",
          "CHECK((row - sum).norm() < 1e-4F * row.norm());",
          "(weights(1, j) - weights.row(1).minCoeff() <= 1e-6F));", "CHECK(largest <= 3.5F + 1e-5F);",
          "CHECK(a >= b + c - 1e-3F);", "CHECK(right <= width + 0.01F);", "CHECK(std::abs(a - b) < 0.01);",
          "REQUIRE(std::fabs(a - b) <= 2.5e-4);", "CHECK(a == doctest::Approx(1));",
          "CHECK(m.maxCoeff() == 2);", "CHECK(a.isApprox(b));", "CHECK_FALSE(make::is_close(a, b));",
          "CHECK(t.output.row(1).norm() > 0);"}) {
        CAPTURE(line);
        CHECK(compares_by_itself(line));
    }
    for (const char* line : {"CHECK(weight > 0.9F);", "CHECK(make::is_close(a, b, 1e-5));", "w << 1e-3F, 2;",
                             "CHECK(std::abs(cells[i].row - cells[i - 1].row) <= 1);",
                             "CHECK(x == make::about(0).within(1e-3));", "trainer.set_learning_rate(1e-45F);",
                             "CHECK(std::abs(dash.to.x - dash.from.x) < 15);"}) {
        CAPTURE(line);
        CHECK_FALSE(compares_by_itself(line));
    }
}

TEST_CASE("no test compares nearly equal numbers by itself") {
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "tests")) {
        const auto file = entry.path();
        if ((file.extension() != ".cpp" && file.extension() != ".h") || file.filename() == "close_test.cpp")
            continue;
        std::ifstream in(file);
        int number = 0;
        for (std::string line; std::getline(in, line);) {
            ++number;
            const std::string at = file.string() + ":" + std::to_string(number) + ": " + line;
            CAPTURE(at);
            if (compares_by_itself(line)) FAIL_CHECK("tests/close.h compares numbers");
        }
    }
}
