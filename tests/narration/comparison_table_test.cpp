#include "narration/narration.h"

#include "narration/cases.h"

using narration::ComparisonRow;

namespace {

attention::Trace pass(base::Index n, base::Index m, base::Index heads,
                      const attention::Options& options = {}) {
    attention::Input input;
    input.x = narration_test::wave(n, 6, 0.1F);
    if (m > 0) input.memory = narration_test::wave(m, 6, 0.7F);
    attention::Layer layer;
    layer.heads = heads;
    layer.w_q = narration_test::wave(6, heads * 4, 1);
    layer.w_k = narration_test::wave(6, heads * 4, 2);
    layer.w_v = narration_test::wave(6, heads * 5, 3);
    return attention::trace(input, layer, options);
}

ComparisonRow row(const std::vector<ComparisonRow>& rows, const std::string& key) {
    for (const auto& entry : rows)
        if (entry.key == key) return entry;
    FAIL("no row " << key);
    return {};
}

} // namespace

TEST_CASE("self-attention is square, cross-attention is target × source") {
    const auto rows = narration::comparison_table(narration_test::texts(), pass(10, 0, 1), pass(3, 7, 1));
    CHECK(row(rows, "shape_a").values[0] == "10 × 10 — n × n: square");
    CHECK(row(rows, "shape_a").values[1] == "3 × 7 — n × m: target × source");
    CHECK(row(rows, "shape_q").values[1] == "3 × 4");
    CHECK(row(rows, "shape_k").values[1] == "7 × 4, 7 × 5");
    CHECK(row(rows, "query_from").values[0] != row(rows, "query_from").values[1]);
    CHECK(row(rows, "key_from").values[0] != row(rows, "key_from").values[1]);
}

TEST_CASE("the multiply-adds are counted: n·m·(d_k + d_v) in every head") {
    CHECK(narration::attention_multiply_adds(pass(10, 0, 1)) == 10 * 10 * (4 + 5));
    CHECK(narration::attention_multiply_adds(pass(3, 7, 2)) == 2 * 3 * 7 * (4 + 5));
    const auto rows = narration::comparison_table(narration_test::texts(), pass(10, 0, 1), pass(20, 30, 2));
    CHECK(row(rows, "work").values[0] == "n² · 9 = 10 · 10 · (4 + 5) = 900");
    CHECK(row(rows, "work").values[1] == "2 · n · m · 9 = 2 · 20 · 30 · (4 + 5) = 10\u00A0800");
}

TEST_CASE("with a causal mask information flows from earlier words to later ones, as in GPT") {
    attention::Options causal;
    causal.mask.causal = true;
    const auto rows =
        narration::comparison_table(narration_test::texts(), pass(4, 0, 1), pass(4, 0, 1, causal));
    CHECK(row(rows, "direction").values[0] == narration_test::texts().text("compare.direction_self"));
    CHECK(row(rows, "direction").values[1] == narration_test::texts().text("compare.direction_causal"));
    CHECK(row(rows, "used_in").values[0].find("GPT") == std::string::npos);
    CHECK(row(rows, "used_in").values[1].find("GPT") != std::string::npos);
}
