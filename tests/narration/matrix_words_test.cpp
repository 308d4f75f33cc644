#include "narration/matrix_words.h"

#include "cases.h"

using namespace narration_test;

namespace {

std::string meaning(const Case& c, Quantity quantity) {
    return texts().text(narration::meaning_of(c.trace, quantity));
}

std::string caption(const Case& c, StageId stage) {
    return texts().text(narration::caption_of(c.trace, attention::stage(stage)));
}

std::string scaled_by(float divisor) {
    return meaning(cat("", scaled(ScaleKind::number, divisor)), Quantity::scaled);
}

} // namespace

TEST_CASE("scores are said to become smaller only where they do") {
    CHECK(scaled_by(2) == "the same, closer to 0");
    CHECK(scaled_by(0.5F) == "the same, further from 0");
    CHECK(scaled_by(1) == "the same, divided by 1");
    CHECK(scaled_by(-2) == "the same, order reversed");
}

TEST_CASE("a score is said to be a dot product only where it is one") {
    CHECK(caption(cat(""), StageId::scores).find("is one dot product:") != std::string::npos);
    const Layer layer = wave_layer(6, 1, 4, 3, true, true);
    for (const ScoreFunction score :
         {ScoreFunction::general, ScoreFunction::additive, ScoreFunction::cosine}) {
        const std::string said = caption(rows("", layer, scored(score)), StageId::scores);
        CHECK(said.find("is one dot product:") == std::string::npos);
    }
}

TEST_CASE("where a row has no key, its weights are not said to add up to 1") {
    attention::Options none;
    none.mask.given = base::BoolMatrix::Constant(10, 10, true);
    CHECK(caption(cat("", none), StageId::softmax).find("such a row is 0") == std::string::npos);
    none.mask.given.row(3).setConstant(false);
    CHECK(caption(cat("", none), StageId::softmax).find("such a row is 0") != std::string::npos);
    CHECK(meaning(cat("", none), Quantity::weights) == "rows without a key are 0");
}

TEST_CASE("keys are said to be hidden only where a mask hides some") {
    const Case open = cat(""), causal = cat("", masked([](Mask&m) { m.causal = true; }));
    CHECK(meaning(open, Quantity::masked) == "nothing is hidden");
    CHECK(meaning(causal, Quantity::masked) == "hidden keys are −∞");
    CHECK(caption(open, StageId::mask) != caption(causal, StageId::mask));
}

TEST_CASE("every row of the weights is said to add up to 1 only where it must") {
    const std::string whole = meaning(cat(""), Quantity::weights);
    const Case by_hand = cat("", {}, {{{Quantity::weights, 0, 7, 1}, 0.2F}});
    const Case padded = cat("", masked([](Mask& m) { m.key_padding.assign(10, 0); }));
    CHECK(whole == "each row adds up to 1");
    CHECK(meaning(by_hand, Quantity::weights) != whole);
    CHECK(meaning(padded, Quantity::weights) != whole);
}

TEST_CASE("every pass has words for each of its matrices") {
    for (const Case& c : all_cases())
        for (const Stage* s : stages_of(c.trace)) {
            CHECK(texts().has(narration::caption_of(c.trace, *s)));
            for (const Product& product : s->products(c.trace))
                CHECK(texts().has(narration::meaning_of(c.trace, product.result)));
        }
}
