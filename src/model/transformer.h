#pragma once
// A transformer: word embeddings, layers of attention and MLP that each add to the residual stream, and a
// readout. Layers are normalised first ("pre-LN"). Sources: Vaswani et al. 2017; Xiong et al. 2020, "On layer
// normalization in the transformer architecture".

#include "attention/layer.h"
#include "model/parameters.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <string>
#include <vector>

namespace model {

using base::Index;
using base::Matrix;
using base::RowVector;

enum class Positions { sinusoidal, learned };

/// Sizes are counted, ids and layers from 0.
struct TransformerSizes {
    Index source_words = 0; ///< ids of the encoder, padding included
    Index target_words = 0; ///< ids of the decoder; 0: no decoder
    Index width = 32;       ///< d_model
    Index layers = 1;       ///< of the encoder, and as many of the decoder
    Index heads = 1;        ///< of self-attention; they divide the width
    Index cross_heads = 1;  ///< of the decoder's cross-attention
    Index mlp_width = 0;    ///< 0: no MLP
    Index longest = 0;      ///< tokens that learned positions reach; 0: sinusoidal ones, without a limit
    Index outputs = 1;      ///< answers at a position: "subject" and "object" are two
    bool causal = false;    ///< an encoder that sees no later word
    bool tied = true;       ///< the embedding of the answers is the unembedding too
    bool scaled = true;     ///< scores are divided by √d_k

    bool has_decoder() const { return target_words > 0; }
    Positions positions() const { return longest > 0 ? Positions::learned : Positions::sinusoidal; }
    Index answers() const { return has_decoder() ? target_words : source_words; }
    /// What embeddings are multiplied by: √d beside sinusoidal positions, whose numbers are about 1.
    float embedding_factor() const;
    bool operator==(const TransformerSizes&) const = default;
};

/// An encoder or a decoder.
struct Stack {
    Matrix embedding; ///< (words, d)
    Matrix positions; ///< (longest, d) learned; 0 rows: sinusoidal
    std::vector<Block<float>> blocks;
    LayerNorm<float> norm; ///< after the last block
};

struct Transformer {
    TransformerSizes sizes;
    Stack encoder = {}, decoder = {}; ///< the decoder is empty without one
    /// One for each output: (d, answers), or with a tied embedding and several outputs (d, d) before it. None
    /// for one output with a tied embedding.
    std::vector<Linear<float>> readout = {};

    const Stack& answering() const { return sizes.has_decoder() ? decoder : encoder; }
};

/// Throws InputError for sizes out of range, and for heads that do not divide the width.
void validate(const TransformerSizes& sizes);
/// All numbers 0, gains 1. Throws as above.
Transformer empty_transformer(const TransformerSizes& sizes);
/// Embeddings and learned positions with deviation d^−½, matrices uniform within ±1/√rows, biases 0, gains 1.
/// The same for the same seed on every machine. Throws as above.
Transformer random_transformer(const TransformerSizes& sizes, std::uint32_t seed);

/// Calls visit(name, rows, columns, numbers) for everything that is learned, always in the same order:
/// "encoder.0.self.w_q". Vectors have one row.
using VisitParameter =
    std::function<void(const std::string& name, Index rows, Index columns, float* numbers)>;
void visit_parameters(Transformer& transformer, const VisitParameter& visit);
/// How many numbers are learned.
Index parameter_count(const Transformer& transformer);

/// The layer as attention itself knows it. The numbers are copied.
attention::Layer layer_of(const AttentionBlock<float>& block, Index heads);

} // namespace model
