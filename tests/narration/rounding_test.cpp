#include "narration/rounding.h"

#include <doctest/doctest.h>

namespace {

using narration::Paragraph;

std::string marked(Paragraph paragraph) {
    narration::mark_rounded(paragraph);
    std::string text;
    for (const narration::Span& span : paragraph)
        text += span.text;
    return text;
}

} // namespace

TEST_CASE("a sentence says of an equation that it is rounded when its digits do not come out") {
    CHECK(marked({{"each gets 1 ÷ "}, {"3"}, {" = "}, {"0.33"}, {"."}}) == "each gets 1 ÷ 3 ≈ 0.33.");
    CHECK(marked({{"1 ÷ "}, {"8"}, {" = "}, {"0.12"}}) == "1 ÷ 8 ≈ 0.12");
    CHECK(marked({{"2.27 ÷ 2 = 1.13, and 2.8 × 2.8 = 7.84"}}) == "2.27 ÷ 2 ≈ 1.13, and 2.8 × 2.8 = 7.84");
    CHECK(marked({{"√dₖ = √8 = 2.83"}}) == "√dₖ = √8 ≈ 2.83");
}

TEST_CASE("what comes out keeps its sign, and so does what is no equation of two numbers") {
    for (const char* text : {"7.98 ÷ 2 = 3.99", "1.5 × (−2) = −3.00", "√4 = 2", "4 × 2 = 8 numbers",
                             "Q = X·W_Q", "exp(−∞) = 0", "n = 5"})
        CHECK(marked({{text}}) == text);
}
