#include "close.h"
#include "workbench/lab.h"
#include "workbench/studies/score_comparison.h"

#include <cmath>

using namespace lab;
using namespace workbench;
using base::Matrix;

namespace {

std::shared_ptr<const Pass> passed(const Document& document) {
    return compute(prepare(document, library()));
}

} // namespace

TEST_CASE("the same Q and K are scored by all five functions, in the order of the textbooks") {
    const auto pass = passed(preset("cat-tired"));
    const auto all = score_comparison(*pass, 0);
    REQUIRE(all);
    REQUIRE(all->size() == 5);
    const char* keys[] = {"dot", "scaled_dot", "general", "additive", "cosine"};
    for (std::size_t i = 0; i < 5; ++i) {
        CHECK((*all)[i].key == keys[i]);
        CHECK((*all)[i].scores.rows() == 10);
        CHECK((*all)[i].weights.cols() == 10);
        CHECK(make::is_constant((*all)[i].weights.rowwise().sum(), 1, 1e-5F));
    }
    CHECK((*all)[0].scores == pass->trace.heads[0].scores);
    CHECK(make::is_close((*all)[1].scores, pass->trace.heads[0].scaled, make::of_largest(1e-6F)));
    CHECK(make::is_close((*all)[1].weights, pass->trace.heads[0].weights, make::of_largest(1e-5F)));
    const Matrix& cosines = (*all)[4].scores;
    CHECK(make::is_close(cosines, cosines.cwiseMax(-1).cwiseMin(1), 1e-5));
}

TEST_CASE("whatever the pass adds to attention, the scaled dot product gives the pass's own weights") {
    for (const Document& d : with_additions()) {
        const auto pass = passed(d);
        const auto all = *score_comparison(*pass, 0);
        CHECK(make::is_close(all[0].scores, pass->trace.heads[0].scores, make::of_largest(1e-6F)));
        CHECK(make::is_close(all[1].weights, pass->trace.heads[0].weights, make::of_largest(1e-5F)));
    }
}

TEST_CASE("hand-set layers have the identity for W, and then general is dot; this is said") {
    const auto all = *score_comparison(*passed(preset("cat-tired")), 0);
    CHECK(all[0].extra == ExtraWeights::none);
    CHECK(all[2].extra == ExtraWeights::identity);
    CHECK(all[3].extra == ExtraWeights::identity);
    CHECK(all[2].scores == all[0].scores);
}

TEST_CASE("random layers have random extra weights, one block a head; this is said") {
    const auto pass = passed(numbers(6, {.d_model = 16, .heads = 2, .seed = 3}));
    const auto all = *score_comparison(*pass, 1);
    CHECK(all[2].extra == ExtraWeights::random);
    CHECK(all[3].extra == ExtraWeights::random);
    const auto& h = pass->trace.heads[1];
    CHECK(make::is_close(all[2].scores, h.q * pass->layer->w_general.bottomRows(8) * h.k.transpose(),
                         make::of_largest(1e-5F)));
}

TEST_CASE("the mask of the pass holds for every function") {
    Document d = preset("cat-tired");
    d.mask.causal = 1;
    const auto all = *score_comparison(*passed(d), 0);
    for (const ScoredBy& by : all) {
        CHECK(by.weights(0, 0) == 1);
        CHECK(by.weights(3, 4) == 0);
        CHECK(std::isfinite(by.scores(3, 4)));
    }
}

TEST_CASE("a comparison that is stopped gives nothing, one that is too large is refused") {
    base::StopSource source;
    source.request_stop();
    CHECK_FALSE(score_comparison(*passed(preset("cat-tired")), 0, source.token()));
    const auto pass = passed(numbers(1025, {.d_model = 2}));
    CHECK(contains(refusal([&] { (void)score_comparison(*pass, 0); }), "1025 × 1025"));
}
