#include "model/random.h"

#include "base/input_error.h"
#include "close.h"

#include <doctest/doctest.h>

#include <cmath>

using attention::Layer;
using base::InputError;
using base::Matrix;
using model::Random;
using model::RandomSizes;

namespace {

float mean(const Matrix& m) {
    return m.mean();
}
float variance(const Matrix& m) {
    return (m.array() - m.mean()).square().mean();
}

RandomSizes sizes(base::Index d_model, base::Index heads, base::Index d_k = 0, base::Index d_v = 0) {
    RandomSizes result;
    result.d_model = d_model;
    result.heads = heads;
    result.d_k = d_k;
    result.d_v = d_v;
    return result;
}

} // namespace

TEST_CASE("heads divide the width, or have widths of their own") {
    CHECK(model::divides(sizes(16, 4)));
    CHECK_FALSE(model::divides(sizes(16, 3)));
    CHECK_FALSE(model::divides(sizes(16, 3, 5)));
    CHECK(model::divides(sizes(16, 3, 5, 5)));
}

TEST_CASE("nobody waits for weights that are no longer wanted") {
    base::StopSource stop;
    stop.request_stop();
    const Layer layer = model::random_layer(sizes(64, 8), stop.token());
    CHECK(make::is_zero(layer.w_q)); // not one number was drawn
    CHECK(make::is_zero(layer.w_o));
}

TEST_CASE("a seed gives the same numbers on every machine") {
    // mt19937 with seed 1 begins 1791095845, 4282876139: the upper 24 bits of each, over 2^24.
    Random uniform(1);
    CHECK(uniform.uniform() == 0x1.ab07dp-2F);
    CHECK(uniform.uniform() == 0x1.fe8fp-1F);
    CHECK(uniform.uniform() == 0x1.70ce5ep-1F);
    Random normal(1);
    for (const float expected : {1.03868854F, -0.0183749832F, 1.45513153F, -0.656386018F})
        CHECK(normal.normal() == expected);
    const auto cat = model::random_word("cat", 4, 1);
    for (const auto& [j, expected] :
         {std::pair{0, -1.11488295F}, {1, 2.10076761F}, {2, 0.0289008245F}, {3, 2.09205389F}})
        CHECK(cat(j) == expected);
    const Layer layer = model::random_layer(RandomSizes{});
    CHECK(layer.w_q(0, 0) == 0.259672135F);
    CHECK(layer.w_k(0, 0) == 0.0132241109F);
    CHECK(layer.w_v(0, 0) == -0.283849329F);
    CHECK(layer.w_o(0, 0) == 0.0290517937F);
}

TEST_CASE("uniform numbers fill [0, 1) evenly") {
    Random random(7);
    double sum = 0, squares = 0;
    constexpr int count = 20000;
    for (int i = 0; i < count; ++i) {
        const float u = random.uniform();
        REQUIRE(u >= 0);
        REQUIRE(u < 1);
        sum += u;
        squares += u * u;
    }
    CHECK(sum / count == make::about(0.5).within(0.01));
    CHECK(squares / count == make::about(1.0 / 3).within(0.01));
}

TEST_CASE("normal numbers have mean 0, variance 1 and the tails of the normal distribution") {
    Random random(8);
    const Matrix sample = random.normal(200, 100, 1);
    CHECK(mean(sample) == make::about(0).within(0.02));
    CHECK(variance(sample) == make::about(1).within(0.03));
    const double beyond_two = (sample.array().abs() > 2).cast<double>().mean();
    CHECK(beyond_two == make::about(0.0455).within(0.006));
}

TEST_CASE("unit-variance inputs give unit-variance queries, keys, values and outputs") {
    RandomSizes wide = sizes(256, 4);
    wide.seed = 3;
    const Layer layer = model::random_layer(wide);
    Random random(4);
    const Matrix x = random.normal(100, 256, 1);
    for (const Matrix* w : {&layer.w_q, &layer.w_k, &layer.w_v, &layer.w_o})
        CHECK(variance(x * *w) == make::about(1).within(0.1));
}

TEST_CASE("a layer has the sizes that were asked for") {
    const Layer split = model::random_layer(sizes(64, 8));
    CHECK(split.heads == 8);
    CHECK(split.d_k() == 8);
    CHECK(split.d_v() == 8);
    CHECK(split.w_o.rows() == 64);
    CHECK(split.w_o.cols() == 64);
    CHECK(split.w_general.rows() == 64);
    CHECK(split.w_general.cols() == 8);
    CHECK(split.v_add.rows() == 8);

    RandomSizes free = sizes(10, 3, 5, 2);
    free.output_projection = false;
    const Layer odd = model::random_layer(free);
    CHECK(odd.w_q.rows() == 10);
    CHECK(odd.w_q.cols() == 15);
    CHECK(odd.w_v.cols() == 6);
    CHECK(odd.w_o.size() == 0);
}

TEST_CASE("another seed gives another layer, the same seed the same") {
    RandomSizes one = sizes(8, 2), two = sizes(8, 2);
    CHECK(model::random_layer(one).w_q == model::random_layer(two).w_q);
    two.seed = 2;
    CHECK(model::random_layer(one).w_q != model::random_layer(two).w_q);
}

TEST_CASE("a word has one row, whatever its case; another word or seed another") {
    CHECK(model::random_word("Cat", 16, 1) == model::random_word("cat", 16, 1));
    CHECK(model::random_word("cat", 16, 1) != model::random_word("mat", 16, 1));
    CHECK(model::random_word("cat", 16, 1) != model::random_word("cat", 16, 2));
}

TEST_CASE("sizes that cannot be are refused") {
    struct Impossible {
        RandomSizes sizes;
        const char* message;
    };
    const Impossible impossible[] = {
        {sizes(0, 1), "d_model: 0 is out of range (choose a size from 1 to 4096)"},
        {sizes(-4, 1), "d_model: -4 is out of range (choose a size from 1 to 4096)"},
        {sizes(5000, 1), "d_model: 5000 is out of range (choose a size from 1 to 4096)"},
        {sizes(64, 0), "heads: 0 is out of range (choose a size from 1 to 4096)"},
        {sizes(64, 7), "heads: d_model 64 does not divide by 7 heads "
                       "(choose heads that divide d_model, or give the width of a head)"},
        {sizes(64, 8, -1), "d_k: -1 is out of range (choose a size from 1 to 4096)"},
        {sizes(64, 8, 8, 5000), "d_v: 5000 is out of range (choose a size from 1 to 4096)"},
        {sizes(64, 64, 128), "heads · d_k: 8192 is out of range (choose a size from 1 to 4096)"}};
    for (const Impossible& given : impossible) {
        CAPTURE(given.message);
        CHECK_THROWS_WITH_AS(model::random_layer(given.sizes), given.message, InputError);
    }
}

TEST_CASE("query heads may share the keys and values of fewer heads") {
    RandomSizes shared = sizes(16, 4);
    shared.kv_heads = 2;
    const Layer layer = model::random_layer(shared);
    CHECK(layer.key_heads() == 2);
    CHECK(layer.w_q.cols() == 16);
    CHECK(layer.w_k.cols() == 8);
    CHECK(layer.w_v.cols() == 8);
    CHECK(layer.w_o.rows() == 16);
    CHECK(layer.w_q == model::random_layer(sizes(16, 4)).w_q); // drawn first, it is the same
    for (const base::Index wrong : {3, 5, -1}) {
        shared.kv_heads = wrong;
        CHECK_THROWS_WITH_AS(model::random_layer(shared), doctest::Contains("do not divide the 4 heads"),
                             InputError);
    }
}
