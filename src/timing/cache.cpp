#include "timing/cache.h"

#include <algorithm>
#include <array>

namespace timing {

namespace {

// From each model's config.json (num_hidden_layers, num_attention_heads, num_key_value_heads, head_dim,
// sliding_window, max_position_embeddings) or its paper (GPT-3: table 2.1; Mistral 7B: table 1). The numbers
// of parameters follow from these sizes, and from those of the vocabulary and the feed-forward parts.
constexpr std::array<PublishedShape, 9> published{{
    {"gpt2",
     {.layers = 12, .heads = 12, .key_heads = 12, .d_head = 64, .context = 1024, .parameters = 124'439'808}},
    {"gpt3",
     {.layers = 96,
      .heads = 96,
      .key_heads = 96,
      .d_head = 128,
      .context = 2048,
      .parameters = 174'604'259'328}},
    {"falcon_7b",
     {.layers = 32, .heads = 71, .key_heads = 1, .d_head = 64, .context = 2048, .parameters = 6'921'720'704}},
    {"llama_2_7b",
     {.layers = 32,
      .heads = 32,
      .key_heads = 32,
      .d_head = 128,
      .context = 4096,
      .parameters = 6'738'415'616}},
    {"llama_2_70b",
     {.layers = 80,
      .heads = 64,
      .key_heads = 8,
      .d_head = 128,
      .context = 4096,
      .parameters = 68'976'648'192}},
    {"mistral_7b",
     {.layers = 32,
      .heads = 32,
      .key_heads = 8,
      .d_head = 128,
      .window = 4096,
      .context = 8192,
      .parameters = 7'241'732'096}},
    {"gemma_2b",
     {.layers = 18, .heads = 8, .key_heads = 1, .d_head = 256, .context = 8192, .parameters = 2'506'172'416}},
    {"llama_3_1_8b",
     {.layers = 32,
      .heads = 32,
      .key_heads = 8,
      .d_head = 128,
      .context = 131072,
      .parameters = 8'030'261'248}},
    {"llama_3_1_405b",
     {.layers = 126,
      .heads = 128,
      .key_heads = 8,
      .d_head = 128,
      .context = 131072,
      .parameters = 405'853'388'800}},
}};

} // namespace

double cache_bytes_per_word(const CacheShape& shape, Index key_heads) {
    constexpr Index key_and_value = 2;
    return static_cast<double>(shape.layers * key_and_value * key_heads * shape.d_head * shape.number_bytes);
}

Index cached_words(const CacheShape& shape, Index n) {
    return shape.window > 0 ? std::min(n, shape.window) : n;
}

double cache_bytes(const CacheShape& shape, Index key_heads, Index n) {
    return static_cast<double>(cached_words(shape, n)) * cache_bytes_per_word(shape, key_heads);
}

std::vector<Index> grouped_key_heads(Index heads) {
    constexpr std::size_t most = 5;
    std::vector<Index> counts;
    for (Index half = heads; half % 2 == 0 && half > 2 && counts.size() < most;)
        counts.push_back(half /= 2);
    for (Index divisor = 3; counts.empty() && divisor * divisor <= heads; divisor += 2)
        if (heads % divisor == 0) counts.push_back(heads / divisor);
    std::ranges::reverse(counts);
    return counts;
}

Index usual_key_heads(const CacheShape& shape) {
    const std::vector<Index> counts = grouped_key_heads(shape.heads);
    if (counts.empty()) return 0;
    if (std::ranges::find(counts, shape.key_heads) != counts.end()) return shape.key_heads;
    return counts.size() > 1 ? counts[counts.size() - 2] : counts.front(); // half of a half
}

CacheShape cache_shape(const LayerSizes& sizes) {
    return {.heads = sizes.heads,
            .key_heads = sizes.heads,
            .d_head = sizes.d / sizes.heads,
            .number_bytes = sizeof(float),
            .parameters = 4 * static_cast<double>(sizes.d) * static_cast<double>(sizes.d)};
}

std::span<const PublishedShape> published_shapes() {
    return published;
}

} // namespace timing
