#include "attention/make.h"
#include "close.h"
#include "workbench/studies/heads_study.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace attention;
using namespace workbench;

namespace {

/// Four heads over six words; an output bias.
Trace four_heads(std::vector<Index> off = {}) {
    make::Sizes sizes;
    sizes.n = 6;
    sizes.heads = 4;
    Options options;
    options.switched_off = std::move(off);
    return trace(make::input(sizes), make::layer(sizes), options);
}

} // namespace

TEST_CASE("the parts of a row add up to its output, whatever is switched off and however few are shown") {
    for (const auto& off : {std::vector<Index>{}, {2}, {0, 1, 3}, {0, 1, 2, 3}})
        for (const std::size_t most : {3U, 4U, 5U, 20U}) {
            const Trace t = four_heads(off);
            const auto study = study_heads(t);
            for (Index row = 0; row < t.n(); ++row) {
                CAPTURE(row);
                const OutputParts sum = output_parts(t, *study, row, most, 0);
                CHECK(sum.parts.size() <= most);
                CHECK(make::is_close(Matrix(sum.values->colwise().sum()), *sum.output, 1e-5F));
                CHECK(make::is_close(*sum.output, Matrix(t.output.row(row)), 0));
            }
        }
}

TEST_CASE("heads that share a part are those that add least, and every head is in one part") {
    const Trace t = four_heads();
    const auto study = study_heads(t);
    const OutputParts sum = output_parts(t, *study, 0, 4, 3); // two heads of their own, the others, the bias
    REQUIRE(sum.parts.size() == 4);
    CHECK(sum.parts[2].heads.size() == 2);
    CHECK(sum.parts[3].heads.empty());
    const auto size = [&](Index head) {
        return study->parts.heads[static_cast<std::size_t>(head)].row(0).norm();
    };
    for (const Index other : sum.parts[2].heads)
        for (const std::size_t own : {0U, 1U}) {
            CHECK(other != 3); // the opened one
            const Index head = sum.parts[own].heads.front();
            CHECK((head == 3 || size(other) <= size(head)));
        }
}

TEST_CASE("the whole output is that of all heads on, whatever is switched off") {
    const auto all = study_heads(four_heads()), some = study_heads(four_heads({1, 2}));
    CHECK(make::is_close(all->whole, four_heads().output, 1e-5F));
    CHECK(make::is_close(all->whole, some->whole, 1e-6F));
}

TEST_CASE("what heads that are off take away is how far every word's output lies from the whole") {
    const Trace on = four_heads(), off = four_heads({0, 3});
    const Ablation ablation = ablation_of(off, *study_heads(off), 1);
    CHECK(ablation.off == std::vector<Index>{0, 3});
    CHECK_FALSE(ablation.supposed);
    for (Index row = 0; row < on.n(); ++row)
        CHECK(ablation.moved(row) == make::about((on.output.row(row) - off.output.row(row)).norm()));
    CHECK(ablation.distance == make::about(ablation.moved.norm()));
}

TEST_CASE("with all heads on the opened one is taken away in thought: the same as switching it off") {
    const Trace on = four_heads(), off = four_heads({2});
    const Ablation thought = ablation_of(on, *study_heads(on), 2),
                   done = ablation_of(off, *study_heads(off), 0);
    CHECK(thought.supposed);
    CHECK(thought.off == done.off);
    CHECK(make::is_close(Matrix(thought.moved), Matrix(done.moved), 1e-6F));
}

TEST_CASE("heads are put in order by the measure that is named, and equal ones keep their place") {
    std::vector<HeadMeasures> measures(4);
    measures[0] = {.entropy = 2, .mean_distance = 1, .diagonal_share = 0.2F};
    measures[1] = {.entropy = 1, .mean_distance = 3, .diagonal_share = 0.9F};
    measures[2] = {.entropy = 3, .mean_distance = 1, .diagonal_share = 0.2F};
    measures[3] = {.entropy = 1, .mean_distance = 0, .diagonal_share = 0.5F};
    using Order = std::vector<Index>;
    CHECK(ordered_heads(measures, HeadOrder::number) == Order{0, 1, 2, 3});
    CHECK(ordered_heads(measures, HeadOrder::entropy) == Order{1, 3, 0, 2});
    CHECK(ordered_heads(measures, HeadOrder::distance) == Order{3, 0, 2, 1});
    CHECK(ordered_heads(measures, HeadOrder::diagonal) == Order{1, 3, 0, 2});
}

TEST_CASE("a study fits passes of its own sizes only") {
    const auto study = study_heads(four_heads());
    CHECK(study->fits(four_heads({1})));
    make::Sizes other;
    other.n = 7;
    other.heads = 4;
    CHECK_FALSE(study->fits(trace(make::input(other), make::layer(other))));
}

TEST_CASE("the colours of all heads end at 1, and earlier only where all weights are small") {
    CHECK(study_heads(four_heads())->range_end == 1);
    make::Sizes sizes;
    sizes.n = 40;
    const Trace t = trace(make::input(sizes), make::layer(sizes));
    const auto study = study_heads(t);
    CHECK(study->range_end < 1);
    for (const HeadMeasures& measure : study->measures)
        CHECK(measure.largest_weight < study->range_end);
}

TEST_CASE("in very long sequences an even share, the mean of what a pixel covers, still has a colour") {
    make::Sizes sizes;
    sizes.n = 600;
    const auto study = study_heads(trace(make::input(sizes), make::layer(sizes)));
    CHECK(study->range_end <= 8.0F / 600);
    CHECK(study->range_end > 1.0F / 600);
}

TEST_CASE("heads that share keys ask with queries of their own, and so weigh the same keys differently") {
    make::Sizes sizes;
    sizes.n = 6;
    sizes.heads = 4;
    sizes.kv_heads = 2;
    const Trace t = trace(make::input(sizes), make::layer(sizes), {});
    const SharedKeys shared = shared_keys(t, 3, 4);
    CHECK(shared.heads == std::vector<Index>{2, 3});
    CHECK(make::is_close(*shared.keys, Matrix(t.heads[2].k.transpose()), 0));
    for (const Index i : {0, 1}) {
        const HeadTrace& head = t.heads[static_cast<std::size_t>(shared.heads[static_cast<std::size_t>(i)])];
        const Matrix scores = shared.queries->row(i) * *shared.keys;
        CHECK(make::is_close(scores, Matrix(head.scores.row(4)), 1e-5F));
        CHECK(make::is_close(Matrix(shared.weights->row(i)), Matrix(head.weights.row(4)), 0));
    }
    const auto apart = [&](Index key) {
        return std::abs((*shared.weights)(0, key) - (*shared.weights)(1, key));
    };
    for (Index key = 0; key < t.m(); ++key)
        CHECK(apart(key) <= apart(shared.parted));
    CHECK((*shared.weights)(shared.most, shared.parted) > (*shared.weights)(shared.least, shared.parted));
}

TEST_CASE("what is compared is what is scored: queries and keys as they were turned, past ones with them") {
    Options options;
    options.rotary = Rotary{};
    const make::Sizes sizes{.n = 3, .heads = 4, .kv_heads = 1, .past = 2};
    const Trace t = trace(make::input(sizes), make::layer(sizes), options);
    const SharedKeys shared = shared_keys(t, 0, 1);
    CHECK(shared.heads == std::vector<Index>{0, 1, 2, 3});
    REQUIRE(shared.keys->cols() == t.m());
    for (Index i = 0; i < 4; ++i)
        CHECK(make::is_close(Matrix(shared.queries->row(i) * *shared.keys),
                             Matrix(t.heads[static_cast<std::size_t>(i)].scores.row(1)), 1e-5F));
}
