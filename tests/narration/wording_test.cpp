#include "cases.h"
#include "narration/wording.h"

#include <doctest/doctest.h>

using namespace narration_test;
using namespace narration;

TEST_CASE("numbers have two decimals, small ones more, and a true minus sign") {
    CHECK(decimal(7.98F) == "7.98");
    CHECK(decimal(-2) == "−2.00");
    CHECK(decimal(0) == "0.00");
    CHECK(decimal(-0.000001F) == "0.00");
    CHECK(decimal(0.0042F) == "0.004");
    CHECK(decimal(0.00042F) == "0.0004");
    CHECK(decimal(12345.6F) == "12346");
    CHECK(decimal(-std::numeric_limits<float>::infinity()) == "−∞");
}

TEST_CASE("short numbers have no needless zeros") {
    CHECK(short_number(2) == "2");
    CHECK(short_number(2.8284F) == "2.83");
    CHECK(short_number(-1.5F) == "−1.5");
    CHECK(short_number(100) == "100");
    CHECK(short_number(0) == "0");
}

TEST_CASE("lists have commas and a last and") {
    const language::Names names = cat_names();
    const Wording wording(texts(), names);
    const auto listed = [&](std::initializer_list<const char*> parts) {
        std::vector<Paragraph> all;
        for (const char* part : parts)
            all.push_back(toned(part));
        return words_of(wording.listed(all));
    };
    CHECK(listed({}).empty());
    CHECK(listed({"a"}) == "a");
    CHECK(listed({"a", "b"}) == "a and b");
    CHECK(listed({"a", "b", "c"}) == "a, b and c");
}

TEST_CASE("one key, ten keys") {
    const language::Names names = cat_names();
    const Wording wording(texts(), names);
    CHECK(wording.counted(1, "key") == "1 key");
    CHECK(wording.counted(10, "key") == "10 keys");
    CHECK(wording.counted(0, "word") == "0 words");
}

TEST_CASE("dimensions are things with their article") {
    const language::Names names = cat_names();
    const Wording wording(texts(), names);
    CHECK(wording.noun("living") == "something alive (living)");
    CHECK(wording.noun("action") == "an action");
    CHECK(wording.noun("water") == "water");
    CHECK(wording.noun("3") == "number 3");
}

namespace {

std::string marked(Paragraph paragraph) {
    mark_rounded(paragraph);
    return words_of(paragraph);
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

namespace {

std::string meaning(const Case& c, Quantity quantity) {
    return texts().text(meaning_of(c.trace, quantity));
}

std::string caption(const Case& c, StageId stage) {
    return texts().text(caption_of(c.trace, attention::stage(stage)));
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
    CHECK(caption(cat("", none), StageId::softmax).find("that row is 0") == std::string::npos);
    none.mask.given.row(3).setConstant(false);
    CHECK(caption(cat("", none), StageId::softmax).find("that row is 0") != std::string::npos);
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
            for (std::size_t product = 0; product < s->products(c.trace).size(); ++product)
                CHECK(texts().has(caption_of(c.trace, *s, product)));
            for (const Product& product : s->products(c.trace))
                CHECK(texts().has(meaning_of(c.trace, product.result)));
        }
}

namespace {

std::string read(const Matrix& row) {
    language::Names names;
    names.queries = {"it"};
    names.keys = {"The", "cat", "sat", "the"};
    return most_read(texts(), names, row.row(0), 0);
}

} // namespace

TEST_CASE("the key with the largest weight is the one that is read most") {
    CHECK(read(Matrix{{0.1F, 0.7F, 0.1F, 0.1F}}) == "“it” reads most from “cat”: 0.70");
}

TEST_CASE("no key is said to be read most where others get as much") {
    CHECK(has(read(Matrix{{0.4F, 0.1F, 0.1F, 0.4F}}), "“The” and one other"));
    CHECK(has(read(Matrix{{0.3F, 0.3F, 0.1F, 0.3F}}), "equally, from 3 keys"));
    CHECK(has(read(Matrix{{0.25F, 0.25F, 0.25F, 0.25F}}), "evenly from 4 keys"));
    CHECK(has(read(Matrix{{0, 0, 0, 0}}), "nothing"));
}
