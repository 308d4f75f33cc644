#include "lesson/comparison_table.h"

#include "lesson/cases.h"

using lesson::ComparisonRow;

namespace {

attention::Trace pass(attention::Index n, attention::Index m, attention::Index heads) {
    attention::Input input;
    input.x = lesson_test::wave(n, 6, 0.1F);
    if (m > 0) input.memory = lesson_test::wave(m, 6, 0.7F);
    attention::Layer layer;
    layer.heads = heads;
    layer.w_q = lesson_test::wave(6, heads * 4, 1);
    layer.w_k = lesson_test::wave(6, heads * 4, 2);
    layer.w_v = lesson_test::wave(6, heads * 5, 3);
    return attention::trace(input, layer);
}

ComparisonRow row(const std::vector<ComparisonRow>& rows, const std::string& key) {
    for (const auto& entry : rows)
        if (entry.key == key) return entry;
    FAIL("no row " << key);
    return {};
}

} // namespace

TEST_CASE("self-attention is square, cross-attention is target × source") {
    const auto rows = lesson::comparison_table(lesson_test::texts(), pass(10, 0, 1), pass(3, 7, 1));
    CHECK(row(rows, "shape_a").values[0] == "10 × 10 — square");
    CHECK(row(rows, "shape_a").values[1] == "3 × 7 — target × source");
    CHECK(row(rows, "shape_q").values[1] == "3 × 4");
    CHECK(row(rows, "shape_k").values[1] == "7 × 4, 7 × 5");
    CHECK(row(rows, "query_from").values[0] != row(rows, "query_from").values[1]);
    CHECK(row(rows, "key_from").values[0] != row(rows, "key_from").values[1]);
}

TEST_CASE("the multiply-adds are counted: n·m·(d_k + d_v) in every head") {
    CHECK(lesson::attention_multiply_adds(pass(10, 0, 1)) == 10 * 10 * (4 + 5));
    CHECK(lesson::attention_multiply_adds(pass(3, 7, 2)) == 2 * 3 * 7 * (4 + 5));
    const auto rows = lesson::comparison_table(lesson_test::texts(), pass(10, 0, 1), pass(20, 30, 2));
    CHECK(row(rows, "work").values[0] == "900 = 10 · 10 · (4 + 5)");
    CHECK(row(rows, "work").values[1] == "10\u202F800 = 2 · 20 · 30 · (4 + 5)");
}
