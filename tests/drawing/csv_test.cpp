#include "drawing/csv.h"

#include <charconv>
#include <doctest/doctest.h>
#include <limits>

using namespace drawing;

TEST_CASE("a plot is a header with the axes' titles and a line for each point") {
    Plot plot;
    plot.x.title = "length n";
    plot.y = {.title = "time", .unit = Unit::seconds};
    plot.series = {{"RNN", {}, {{16, 0.5, 0.25, 0.75}, {32, 1}}}, {"Attention", {}, {{16, 0.125}}}};
    CHECK(csv_of(plot) == "series,length n,time (s),lower,upper\r\n"
                          "RNN,16,0.5,0.25,0.75\r\n"
                          "RNN,32,1,,\r\n"
                          "Attention,16,0.125,,\r\n");
}

TEST_CASE("a plot without titles, series or points still has its header") {
    CHECK(csv_of(Plot{}) == "series,x,y,lower,upper\r\n");
}

TEST_CASE("commas, quotes and line ends are quoted, other letters stay as they are") {
    Plot plot;
    plot.x.title = "n, length";
    plot.series = {{"the \"best\"", {}, {{1, 2}}}, {"two\nlines", {}, {{1, 2}}}, {"÷ √dₖ", {}, {{1, 2}}}};
    CHECK(csv_of(plot) == "series,\"n, length\",y,lower,upper\r\n"
                          "\"the \"\"best\"\"\",1,2,,\r\n"
                          "\"two\nlines\",1,2,,\r\n"
                          "÷ √dₖ,1,2,,\r\n");
}

TEST_CASE("numbers read back are the same numbers, and what is none is an empty field") {
    for (const double value : {0.1, 1.0 / 3, 6.02214076e23, 5e-324, -1.7976931348623157e308}) {
        Plot plot;
        plot.series = {{"s", {}, {{value, std::numeric_limits<double>::quiet_NaN()}}}};
        const std::string text = csv_of(plot);
        const std::size_t start = text.find("\r\ns,") + 4, end = text.find(',', start);
        double read = 0;
        std::from_chars(text.data() + start, text.data() + end, read);
        CHECK(read == value);
        CHECK(text.substr(end) == ",,,\r\n");
    }
}

TEST_CASE("a matrix has its names above and before its numbers") {
    base::Matrix matrix(2, 2);
    matrix << 0.1F, -std::numeric_limits<float>::infinity(), 3, 4;
    const auto word = [](base::Index i) { return i == 0 ? std::string("the") : std::string("a,b"); };
    CHECK(csv_of(matrix, word, word) == ",the,\"a,b\"\r\nthe,0.1,-inf\r\n\"a,b\",3,4\r\n");
    CHECK(csv_of(matrix) == ",1,2\r\n1,0.1,-inf\r\n2,3,4\r\n");
}
