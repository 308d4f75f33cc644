#include "learning/trained.h"

#include "learning/model_files.h"

using namespace learned;

TEST_CASE("a model and a task of other words do not go together") {
    CHECK(refusal([] { learning::expect_same_words(trained("copy"), task("svo")); }) ==
          "model: it was trained with other words than the grammar has now (train it again)");
    CHECK(refusal([] {
              learning::expect_same_words(trained("translation"), task("svo"));
          }).starts_with("model: "));
    CHECK_NOTHROW(learning::expect_same_words(trained("svo"), task("svo")));
}

TEST_CASE("an edge needs a head that the sizes have") {
    model::TransformerSizes sizes{.layers = 2, .heads = 3, .cross_heads = 1};
    const auto fits = [&](Index layer, Index head, bool cross = false) {
        return learning::has_heads_of({{"", 0, 0, false}, {"", layer, head, cross}}, sizes);
    };
    CHECK(fits(1, 2));
    CHECK_FALSE(fits(2, 0));
    CHECK_FALSE(fits(-1, 0));
    CHECK_FALSE(fits(0, 3));
    CHECK_FALSE(fits(0, -1));
    CHECK_FALSE(fits(0, 0, true)); // there is no decoder
    sizes.target_words = 5;
    CHECK(fits(1, 0, true));
    CHECK_FALSE(fits(1, 1, true));
}
