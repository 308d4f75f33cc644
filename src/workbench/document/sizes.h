#pragma once
// How large a pass will be, checked before anything of that size is allocated.

#include "workbench/document/document.h"
#include "workbench/document/library.h"

#include <cstddef>

namespace workbench {

/// The most bytes that one pass may keep in memory: enough for the stages of 4096 tokens in 8 heads, or,
/// where addresses have 32 bits, as in a browser, of 1024 tokens.
inline constexpr std::size_t max_trace_bytes = (std::size_t{sizeof(void*) > 4 ? 12U : 1U} << 29);

/// The most items in a batch. One is computed at a time.
inline constexpr base::Index max_batch = 4096;

/// The token that pads shorter sentences of a batch.
inline constexpr const char* padding_word = "[pad]";

/// The words of a document; in a numeric document "1", "2", …; of a real model its pieces.
struct Words {
    std::vector<std::string> queries;
    std::vector<std::string> memory; ///< empty in self-attention
    base::Index padding = 0;         ///< how many queries at the end are padding

    const std::vector<std::string>& keys() const { return memory.empty() ? queries : memory; }
};

/// Throws InputError: no word, invalid UTF-8, too many tokens, a batch without the item, a real model that is
/// not open.
Words words_of(const Document& document, const Library& library);

struct Sizes {
    base::Index n = 0, m = 0; ///< queries and keys
    bool is_cross = false;
    base::Index d_model = 0, d_k = 0, d_v = 0, heads = 1;
    base::Index d_out = 0; ///< 0 without W_O

    /// Multiply-adds of the pass: three projections, Q·Kᵀ and A·V in every head, W_O.
    double multiply_adds() const;
    /// The number of weights in the layer, which is the cost of drawing it at random.
    double weights() const;

    bool operator==(const Sizes&) const = default;
};

/// Throws InputError as words_of() does, and for: unknown hand-set weights, hand-set weights without words,
/// sizes that random_layer() refuses, more memory than max_trace_bytes.
Sizes sizes_of(const Document& document, const Library& library);
/// How many heads each layer has: one layer but for trained models. Throws InputError for unknown weights.
std::vector<base::Index> heads_of_layers(const Weights& weights, const Library& library);
/// The sizes of a pass that has been computed.
Sizes sizes_of(const attention::Trace& t);

} // namespace workbench
