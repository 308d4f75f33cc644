#include "ui/lesson/standing.h"

#include "source_folder.h"
#include "workbench/document/library.h"

#include <doctest/doctest.h>

namespace {

std::string standing(const std::string& formula, const std::string& preset = "cat-tired") {
    static const auto library = workbench::load_library(source_folder() / "assets");
    static const auto texts = narration::Texts::load(source_folder() / "assets" / "texts");
    const auto pass = workbench::compute(workbench::prepare(library.preset(preset).document, library));
    return ui::told(texts, ui::standing_of(formula, {*pass}), *pass);
}

} // namespace

TEST_CASE("how far a goal has come is said in the words of what it is about") {
    CHECK(standing("weights[it, cat]").starts_with("“it” gives “cat” 0."));
    CHECK(standing("scores[it, cat]").starts_with("“it” scores “cat” "));
    CHECK(standing("head_output[it, living]").starts_with("living of “it” is 0."));
    CHECK(standing("largest(weights[it])") == "“it” reads “cat” most");
    CHECK(standing("n") == "10 words");
}

TEST_CASE("the dot product of a query and a key is their score; a row of Q adds up as a query") {
    CHECK(standing("dot(q[it], k[cat])") == standing("scores[it, cat]"));
    CHECK(standing("sum(q[it])").starts_with("the query of “it” adds up to "));
    CHECK(standing("sum(v[cat])").starts_with("the value of “cat” adds up to "));
}

TEST_CASE("what has no words of its own is said as it is written") {
    CHECK(standing("sum(weights[it])") == "sum(weights[it]) is 1.00");
}

TEST_CASE("where there are several heads, the number says whose it is") {
    CHECK(standing("weights[it, cat, 3]", "cat-four-heads").ends_with(" (head 3)"));
}
