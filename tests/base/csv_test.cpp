#include "base/csv.h"

#include <doctest/doctest.h>

TEST_CASE("a field is quoted where a comma, a quotation mark or a line's end would be misread") {
    CHECK(base::csv_field("anna") == "anna");
    CHECK(base::csv_field("a, b") == "\"a, b\"");
    CHECK(base::csv_field("the \"2nd\"") == "\"the \"\"2nd\"\"\"");
    CHECK(base::csv_field("two\nlines") == "\"two\nlines\"");
    CHECK(base::csv_line({"a", "", "b,"}) == "a,,\"b,\"\r\n");
}

TEST_CASE("a spreadsheet takes no text for a formula, and a negative number for a number") {
    CHECK(base::csv_field("=HYPERLINK(1)") == "'=HYPERLINK(1)");
    CHECK(base::csv_field("@x") == "'@x");
    CHECK(base::csv_field("-0.25") == "-0.25");
}
