#include "drawing/figures/reading.h"

#include "close.h"
#include "drawing/figure_checks.h"

#include <doctest/doctest.h>

using namespace drawing;

namespace {

const FixedMeasure measure;
const std::vector<std::string> words{"The", "dog", "it"};
const std::vector<float> weights{0.001F, 0.9F, 0.099F};

WordRow row_of_words() {
    return set_row({0, 300, 600, 31}, {words}, 2, {}, measure);
}

} // namespace

TEST_CASE("what is written as 0.00 has neither arc nor number") {
    const Figure figure = reading_figure(row_of_words(), weights, {.query = 2}, light_palette(), measure);
    CHECK(label_named(figure, "0.90"));
    CHECK(label_named(figure, "0.10"));
    CHECK_FALSE(label_named(figure, "0.00"));
}

TEST_CASE("an arc that grows is as thick as its share, and the number counts with it") {
    const auto thickest = [&](float grown) {
        float most = 0;
        for (const Curve& arc : all<Curve>(reading_figure(
                 row_of_words(), weights, {.query = 2, .grown = grown}, light_palette(), measure)))
            most = std::max(most, arc.thickness);
        return most;
    };
    CHECK(thickest(0.5F) == make::about(thickest(1) / 2));
    const Figure half =
        reading_figure(row_of_words(), weights, {.query = 2, .grown = 0.5F}, light_palette(), measure);
    CHECK(label_named(half, "0.45"));
}

TEST_CASE("a bracket says what all weights are together") {
    const Figure figure = reading_figure(row_of_words(), weights, {.query = 2, .together = "together 1"},
                                         light_palette(), measure);
    CHECK(label_named(figure, "together 1"));
}
