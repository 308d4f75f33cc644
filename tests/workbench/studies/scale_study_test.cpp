#include "close.h"
#include "workbench/lab.h"
#include "workbench/studies/scale_study.h"

#include <cmath>

using namespace lab;
using namespace workbench;
using attention::ScaleKind;

namespace {

const ScaleStudy& usual() {
    static const auto study = scale_study({.samples = 16});
    return *study;
}

ScaleStudyOptions small() {
    return {.widths = {1, 4, 64}, .keys = 4, .samples = 4};
}

/// The standard deviation of the mean of s² over R samples of n queries and n keys. Var(s²) = 2d² + 6d, and
/// two scores that share their query or their key have Cov(s², s'²) = Var(‖q‖²) = 2d.
float error_of_variance(Index d_k, Index n, Index samples) {
    const auto d = static_cast<double>(d_k), keys = static_cast<double>(n);
    return static_cast<float>(
        std::sqrt((2 * d * d + 6 * d + 4 * (keys - 1) * d) / static_cast<double>(samples)) / keys);
}

} // namespace

TEST_CASE("unit-variance queries and keys give scores of variance d_k") {
    for (std::uint32_t seed = 1; seed <= 5; ++seed) {
        const ScaleStudyOptions options{.samples = 16, .seed = seed};
        const auto study = scale_study(options);
        for (std::size_t i = 0; i < options.widths.size(); ++i) {
            const auto d_k = static_cast<float>(options.widths[i]);
            CAPTURE(seed);
            CAPTURE(d_k);
            const float error = error_of_variance(options.widths[i], options.keys, options.samples);
            CHECK(study->variance[i].mean ==
                  make::about(d_k).within(4 * error)); // 50 checks: 1 in 300 would fail
            CHECK(study->deviation[i].mean == std::sqrt(study->variance[i].mean));
        }
    }
}

TEST_CASE("divided by √d_k they have variance 1 at every width") {
    const ScaleCurve& curve = usual().curves[0];
    REQUIRE(curve.choice.scale.kind == ScaleKind::sqrt_dk);
    for (std::size_t i = 0; i < curve.variance.size(); ++i) {
        const auto d_k = static_cast<float>(usual().options.widths[i]);
        CHECK(curve.divisors[i] == std::sqrt(d_k));
        CHECK(curve.variance[i].mean == make::about(usual().variance[i].mean / d_k).share(1e-5));
    }
}

TEST_CASE("divided by √d_k entropy does not depend on d_k: the weights stay as spread at 512 as at 8") {
    // A row's entropy varies by about 0.4 bits. The mean of 256 rows, 16 and 16 of which share their keys,
    // is known to 0.025 to 0.1. Below 8 the scores are not yet near a normal distribution.
    const ScaleCurve& curve = usual().curves[0];
    for (std::size_t i = 4; i < curve.entropy.size(); ++i) {
        CHECK(curve.entropy[i].mean == make::about(curve.entropy[3].mean).within(0.15));
        CHECK(curve.gradient[i].mean == make::about(curve.gradient[3].mean).within(0.02));
    }
}

TEST_CASE("without a scale one key takes all as the width grows: entropy falls, and the gradient with it") {
    const ScaleCurve& curve = usual().curves[1];
    REQUIRE(curve.choice.scale.kind == ScaleKind::none);
    for (std::size_t i = 1; i < curve.entropy.size(); ++i) {
        CHECK(curve.entropy[i].mean < curve.entropy[i - 1].mean);
        CHECK(curve.largest_weight[i].mean > curve.largest_weight[i - 1].mean);
        // Up to d_k = 8 some rows are shared by two keys, which passes more than equal weights do.
        if (i > 3) CHECK(curve.gradient[i].median < curve.gradient[i - 1].median);
        if (i > 3) CHECK(curve.gradient[i].mean < curve.gradient[i - 1].mean);
    }
    CHECK(curve.entropy.back().mean < 0.5F);
    CHECK(curve.gradient.back().median < 0.01F);
}

TEST_CASE("divided by √d_model a head's scores are too small, and its weights too equal") {
    const ScaleStudy& study = usual();
    const ScaleCurve &by_key = study.curves[0], &by_model = study.curves[2];
    REQUIRE(by_model.choice.scale.kind == ScaleKind::sqrt_dmodel);
    for (std::size_t i = 0; i < by_key.variance.size(); ++i) {
        CHECK(by_model.variance[i].mean == make::about(by_key.variance[i].mean / 8));
        CHECK(by_model.entropy[i].mean > by_key.entropy[i].mean);
        CHECK(by_model.entropy[i].mean <= study.largest_entropy);
    }
}

TEST_CASE("temperature is one more divisor: 2 · √d_k is what the number of that size is") {
    ScaleStudyOptions options = small();
    options.widths = {4};
    options.scales = {{.temperature = 2}, {.scale = {ScaleKind::number, 4}}};
    const auto study = scale_study(options);
    CHECK(study->curves[0].divisors[0] == 4);
    CHECK(study->curves[0].entropy[0].mean == study->curves[1].entropy[0].mean);
}

TEST_CASE("the quartiles are in order, and every measure is in its range") {
    const ScaleStudy& study = usual();
    CHECK(study.largest_entropy == 4);
    CHECK(study.equal_weight_gradient == make::about(std::sqrt(15.0) / 16));
    for (const ScaleCurve& curve : study.curves)
        for (std::size_t i = 0; i < curve.variance.size(); ++i) {
            for (const Spread& s : {curve.variance[i], curve.deviation[i], curve.largest_weight[i],
                                    curve.entropy[i], curve.gradient[i]}) {
                CHECK(s.lower <= s.median);
                CHECK(s.median <= s.upper);
                CHECK(s.lower >= 0);
            }
            CHECK(curve.largest_weight[i].lower >= 1.0F / 16);
            CHECK(curve.largest_weight[i].upper <= 1);
            CHECK(curve.entropy[i].upper <= 4);
            CHECK(curve.gradient[i].upper <= 0.5F);
        }
}

TEST_CASE("the same seed gives the same numbers, another one others, and other widths change nothing") {
    ScaleStudyOptions options = small();
    const auto first = scale_study(options), again = scale_study(options);
    options.widths = {64};
    const auto alone = scale_study(options);
    options.seed = 2;
    const auto other = scale_study(options);
    CHECK(first->options.seed == 1);
    CHECK(first->variance[2].mean == again->variance[2].mean);
    CHECK(first->curves[1].entropy[2].median == again->curves[1].entropy[2].median);
    CHECK(first->variance[2].mean == alone->variance[0].mean);
    CHECK(first->variance[2].mean != other->variance[0].mean);
}

TEST_CASE("one key has all the weight whatever the scale") {
    ScaleStudyOptions options = small();
    options.keys = 1;
    const auto study = scale_study(options);
    CHECK(study->largest_entropy == 0);
    CHECK(study->curves[1].largest_weight[2].mean == 1);
    CHECK(study->curves[1].gradient[2].mean == 0);
}

TEST_CASE("a study that is stopped gives nothing") {
    base::StopSource source;
    source.request_stop();
    CHECK(scale_study({}, source.token()) == nullptr);
}

TEST_CASE("a study that cannot be made is refused, each with its reason") {
    const auto refused = [](auto&& change) {
        ScaleStudyOptions options = small();
        change(options);
        return refusal([&] { (void)scale_study(options); });
    };
    CHECK(contains(refused([](auto& o) { o.widths = {}; }), "widths: none"));
    CHECK(contains(refused([](auto& o) { o.widths = {4, 0}; }), "d_k: 0 is out of range"));
    CHECK(contains(refused([](auto& o) { o.keys = 100000; }), "keys: 100000"));
    CHECK(contains(refused([](auto& o) { o.samples = 0; }), "samples: 0"));
    CHECK(contains(refused([](auto& o) { o.scales = {{.heads = 0}}; }), "heads: 0"));
    CHECK(contains(refused([](auto& o) { o.scales = {{.scale = {ScaleKind::number, 0}}}; }), "scale: "));
    CHECK(contains(refused([](auto& o) { o.scales = {{.temperature = -1}}; }), "temperature: "));
    CHECK(contains(refused([](auto& o) { o.scales = {{.temperature = 1e-20F}}; }), "too large"));
}
