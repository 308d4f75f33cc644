#include "narration/tell_heads.h"

#include "cases.h"
#include "narration/narration.h"

#include <doctest/doctest.h>

using namespace attention;
using narration_test::has;
using narration_test::texts;

namespace {

/// Three words and the weights of one head, as if they had been computed.
struct Told {
    Trace trace;
    language::Names names;

    explicit Told(const Matrix& weights) {
        trace = attention::trace(narration_test::cat_input(), narration_test::cat_layer());
        trace.x.conservativeResize(weights.rows(), Eigen::NoChange);
        trace.input.x = trace.x;
        trace.heads.front().weights = weights;
        for (Index i = 0; i < weights.rows(); ++i)
            names.queries.push_back(std::string(1, static_cast<char>('a' + i)));
        names.keys = names.queries;
    }
    std::string title(Index row) const { return narration::head_title(texts(), names, trace, 0, row); }
};

std::string told_loss(const ColumnVector& moved, std::vector<Index> off, bool supposed, float size) {
    language::Names names;
    names.queries = names.keys = {"a", "b", "c"};
    return narration::plain_text(
        narration::tell_head_loss(texts(), names, 4, {off, supposed, &moved, moved.norm(), size}));
}

} // namespace

TEST_CASE("the title names the key with the largest weight") {
    CHECK(Told(Matrix{{0.1F, 0.2F, 0.7F}, {0, 1, 0}, {1, 0, 0}}).title(0) == "Head 1: “a” reads “c”");
}

TEST_CASE("a second key is named when its weight is not far behind") {
    CHECK(Told(Matrix{{0.05F, 0.4F, 0.55F}, {0, 1, 0}, {1, 0, 0}}).title(0) ==
          "Head 1: “a” reads “c” and “b”");
}

TEST_CASE("a word that looks at itself is said to do so") {
    CHECK(has(Told(Matrix{{0.1F, 0.2F, 0.7F}, {0, 1, 0}, {1, 0, 0}}).title(1), "reads itself"));
}

TEST_CASE("equal weights are not called a look at the first key") {
    const float third = 1.0F / 3;
    const std::string title = Told(Matrix{{third, third, third}, {0, 1, 0}, {1, 0, 0}}).title(0);
    CHECK(has(title, "evenly"));
    CHECK_FALSE(has(title, "almost"));
    CHECK(has(Told(Matrix{{0.3F, 0.32F, 0.38F}, {0, 1, 0}, {1, 0, 0}}).title(0), "almost evenly"));
}

TEST_CASE("equally over some words is said only where they have nearly all of the attention") {
    Matrix shared = Matrix::Constant(1, 20, 0.02F);
    shared.leftCols(4).setConstant(0.17F);
    CHECK(Told(shared).title(0) == "Head 1: “a” reads 4 words most, 0.17 each, 0.68 together");
    shared.setConstant(0.001F);
    shared.leftCols(4).setConstant(0.246F);
    CHECK(Told(shared).title(0) == "Head 1: “a” reads 4 words equally");
}

TEST_CASE("a row without weights looks at nothing") {
    CHECK(has(Told(Matrix{{0, 0, 0}, {0, 1, 0}, {1, 0, 0}}).title(0), "nothing"));
}

TEST_CASE("what a switched-off head changes is told with the words that move most") {
    const std::string told = told_loss(ColumnVector{{0.1F, 0.9F, 0.8F}}, {2}, false, 2);
    CHECK(has(told, "Head 3 is switched off."));
    CHECK(has(told, "“b” (0.90) and “c” (0.80)"));
    CHECK(has(told, "60 %")); // ‖(0.1, 0.9, 0.8)‖ / 2 = 0.604…
}

TEST_CASE("with all heads on it is told what would happen") {
    const std::string told = told_loss(ColumnVector{{0.1F, 0.9F, 0.2F}}, {0}, true, 2);
    CHECK(has(told, "All heads are on. Without head 1 the output would change"));
    CHECK(has(told, "“b” (0.90)"));
    CHECK_FALSE(has(told, "“c”"));
}

TEST_CASE("no change is said to be none") {
    CHECK(has(told_loss(ColumnVector{{0, 0, 0}}, {1, 3}, false, 2),
              "Heads 2 and 4 are switched off. The output stays the same."));
}

TEST_CASE("a long list of heads is cut, and says by how many") {
    const std::vector<Index> heads{0, 1, 2, 3, 4, 5, 6};
    CHECK(narration::heads_listed(texts(), heads, false) == "heads 1, 2, 3, 4 and 3 more");
    CHECK(narration::heads_counted(texts(), 4) == "Four heads, one layer");
    CHECK(narration::heads_counted(texts(), 16) == "16 heads, one layer");
    CHECK(narration::heads_counted(texts(), 4, 4) == "Four heads, one layer");
    CHECK(narration::heads_counted(texts(), 4, 2) == "Four heads, two key heads");
    CHECK(narration::heads_counted(texts(), 16, 1) == "16 heads, one key head");
}
