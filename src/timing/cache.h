#pragma once
// The key–value cache of generation: every layer keeps a key and a value of every word so far, in each of its
// key heads. Fewer key heads than query heads, which then share them, make it smaller: one for all of them
// (Shazeer 2019, "Fast transformer decoding: one write-head is all you need") or one for each group (Ainslie
// et al. 2023, "GQA: training generalized multi-query transformer models from multi-head checkpoints").

#include "timing/runner.h"

#include <span>
#include <vector>

namespace timing {

/// What the cache of a model depends on.
struct CacheShape {
    Index layers = 1;
    Index heads = 1;     ///< h query heads
    Index key_heads = 1; ///< h_kv, which divides h
    Index d_head = 1;    ///< numbers of a key, and of a value
    Index number_bytes = 2;
    Index window = 0;      ///< older words are dropped; 0: none is
    Index context = 0;     ///< words that the model was made to read; 0: unknown
    double parameters = 0; ///< numbers in all weights, embeddings included

    /// How many words back the layers read together, each through its window; 0 without one. Jiang et al.
    /// 2023, "Mistral 7B", section 2.
    Index reach() const { return window * layers; }
    double weight_bytes() const { return parameters * static_cast<double>(number_bytes); }
};

/// A key and a value in each key head of each layer: layers · 2 · h_kv · d_head numbers.
double cache_bytes_per_word(const CacheShape& shape, Index key_heads);
/// Of n words, those whose keys and values are still there.
Index cached_words(const CacheShape& shape, Index n);
/// After n words.
double cache_bytes(const CacheShape& shape, Index key_heads, Index n);

/// At most five numbers of key heads between 1 and h that groups of query heads can share, the fewest first:
/// h halved again and again, or, for an odd h, its largest divisor. Empty when there is none, as for 71
/// heads.
std::vector<Index> grouped_key_heads(Index heads);
/// The one of them to begin with: the model's own, or about a quarter of the query heads. 0: there is none.
Index usual_key_heads(const CacheShape& shape);

/// The race's attention: one layer of four (d, d) weights, in floats.
CacheShape cache_shape(const LayerSizes& sizes);

/// A model whose sizes are published.
struct PublishedShape {
    const char* key; ///< of its texts: race.shape_<key>, and where it is published, race.source_<key>
    CacheShape shape;
};
/// From the oldest to the newest; 16-bit numbers, in which all of them are commonly run.
std::span<const PublishedShape> published_shapes();

} // namespace timing
