#include "timing/cache.h"

#include "attention/fused.h"
#include "timing/cost.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <string_view>
#include <vector>

using namespace timing;

namespace {

CacheShape published(std::string_view key) {
    const auto all = published_shapes();
    const auto found = std::ranges::find(all, key, [](const PublishedShape& model) { return model.key; });
    REQUIRE(found != all.end());
    return found->shape;
}

/// A layer whose heads share key heads: columns of W_K and W_V are left out.
attention::Layer sharing(const LayerSizes& sizes, Index key_heads) {
    attention::Layer layer = random_attention(sizes);
    const Index columns = key_heads * (sizes.d / sizes.heads);
    layer.kv_heads = key_heads;
    layer.w_k = Matrix(layer.w_k.leftCols(columns));
    layer.w_v = Matrix(layer.w_v.leftCols(columns));
    return layer;
}

/// All numbers of a Llama or Mistral: embeddings in and out, and in each layer the four projections, the
/// three matrices of the feed-forward part and two norms; a norm at the end.
double llama_parameters(const CacheShape& shape, double vocabulary, double inner) {
    const double d = static_cast<double>(shape.heads * shape.d_head);
    const double keys = static_cast<double>(shape.key_heads * shape.d_head);
    const double layer = 2 * d * d + 2 * d * keys + 3 * d * inner + 2 * d;
    return 2 * vocabulary * d + static_cast<double>(shape.layers) * layer + d;
}

/// The same of a GPT-2 or GPT-3: embeddings of words (used once more at the end) and of places; 12·d² and
/// 13·d numbers of biases and norms in each layer.
double gpt_parameters(const CacheShape& shape) {
    constexpr double vocabulary = 50257;
    const double d = static_cast<double>(shape.heads * shape.d_head);
    return (vocabulary + static_cast<double>(shape.context)) * d +
           static_cast<double>(shape.layers) * (12 * d * d + 13 * d) + 2 * d;
}

} // namespace

TEST_CASE("the cache of a published model is what one works out by hand") {
    const CacheShape llama = published("llama_2_70b");
    CHECK(cache_bytes_per_word(llama, 8) == 327'680); // 80 · 2 · 8 · 128 · 2
    CHECK(cache_bytes(llama, 64, 131'072) == 343'597'383'680);
    CHECK(cache_bytes(llama, 8, 131'072) == 42'949'672'960);
    CHECK(cache_bytes(llama, 1, 131'072) == 5'368'709'120);
    CHECK(cache_bytes_per_word(published("gpt2"), 12) == 36'864);    // 12 · 2 · 12 · 64 · 2
    CHECK(cache_bytes_per_word(published("falcon_7b"), 1) == 8'192); // 32 · 2 · 1 · 64 · 2
}

TEST_CASE("the formula counts the bytes that the running code keeps, with key heads of their own or shared") {
    const LayerSizes sizes{.d = 24, .heads = 4};
    const Matrix x = random_rows(5, sizes.d, 1);
    for (const Index key_heads : {4, 2, 1}) {
        CAPTURE(key_heads);
        attention::KeyValueCache cache(sharing(sizes, key_heads), {}, 5);
        for (Index n = 1; n <= 5; ++n) {
            cache.next(x.row(n - 1));
            CHECK(static_cast<double>(cache.bytes()) == cache_bytes(cache_shape(sizes), key_heads, n));
        }
    }
}

TEST_CASE("the race's layer keeps what its lane is said to keep") {
    const LayerSizes sizes{.d = 64, .heads = 8};
    for (const Index n : {1, 10, 4096})
        CHECK(cache_bytes(cache_shape(sizes), 8, n) == cost_of_generation(Runner::attention, n, sizes).bytes);
    const attention::Layer layer = random_attention(sizes);
    const Index numbers = layer.w_q.size() + layer.w_k.size() + layer.w_v.size() + layer.w_o.size();
    CHECK(cache_shape(sizes).weight_bytes() == static_cast<double>(numbers) * sizeof(float));
}

TEST_CASE("a window keeps the newest words only") {
    const CacheShape mistral = published("mistral_7b");
    CHECK(cache_bytes(mistral, 8, 4095) < cache_bytes(mistral, 8, 4096));
    CHECK(cache_bytes(mistral, 8, 4096) == cache_bytes(mistral, 8, 131'072));
    CHECK(cached_words(mistral, 100) == 100);
    CHECK(mistral.reach() == 131'072); // 4096 back in each of 32 layers
    CHECK(published("llama_2_7b").reach() == 0);
    CHECK(cached_words(published("llama_2_7b"), 131'072) == 131'072);
}

TEST_CASE("half as many key heads keep half as much, at every length") {
    for (const PublishedShape& model : published_shapes())
        for (const Index n : {1, 256, 131'072})
            CHECK(cache_bytes(model.shape, 2, n) == 2 * cache_bytes(model.shape, 1, n));
}

TEST_CASE("groups of equal size share a key head, where the number of heads has a divisor") {
    using Counts = std::vector<Index>;
    CHECK(grouped_key_heads(32) == Counts{2, 4, 8, 16});
    CHECK(grouped_key_heads(128) == Counts{4, 8, 16, 32, 64});
    CHECK(grouped_key_heads(12) == Counts{3, 6});
    CHECK(grouped_key_heads(25) == Counts{5});
    CHECK(grouped_key_heads(71).empty());
    CHECK(grouped_key_heads(2).empty());
    CHECK(grouped_key_heads(1).empty());
    for (Index heads = 1; heads <= 200; ++heads)
        for (const Index count : grouped_key_heads(heads)) {
            CAPTURE(heads);
            CHECK(heads % count == 0);
            CHECK(count > 1);
            CHECK(count < heads);
        }
}

TEST_CASE("a model begins with its own groups, another with about a quarter of its heads") {
    CHECK(usual_key_heads(published("llama_2_70b")) == 8);
    CHECK(usual_key_heads(published("llama_3_1_405b")) == 8);
    CHECK(usual_key_heads(published("llama_2_7b")) == 8);
    CHECK(usual_key_heads(published("gpt2")) == 3);
    CHECK(usual_key_heads(published("falcon_7b")) == 0);
    CHECK(usual_key_heads({.heads = 4}) == 2);
}

TEST_CASE("the sizes of published models give their numbers of parameters") {
    const auto check_llama = [](std::string_view key, double vocabulary, double inner) {
        CAPTURE(key);
        CHECK(published(key).parameters == llama_parameters(published(key), vocabulary, inner));
    };
    check_llama("llama_2_7b", 32'000, 11'008);
    check_llama("llama_2_70b", 32'000, 28'672);
    check_llama("mistral_7b", 32'000, 14'336);
    check_llama("llama_3_1_8b", 128'256, 14'336);
    check_llama("llama_3_1_405b", 128'256, 53'248);
    for (const char* key : {"gpt2", "gpt3"})
        CHECK(published(key).parameters == gpt_parameters(published(key)));
}

TEST_CASE("every published model shares its key heads among equal groups, and was made for some length") {
    for (const PublishedShape& model : published_shapes()) {
        CAPTURE(model.key);
        CHECK(model.shape.heads % model.shape.key_heads == 0);
        CHECK(model.shape.context >= 1024);
        CHECK(model.shape.number_bytes == 2);
    }
}
