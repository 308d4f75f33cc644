#pragma once
// A transformer: word embeddings, layers of attention and MLP that each add to the residual stream, and a
// readout; and what it computes for a sentence. Layers normalise their input first ("pre-LN"). Sources:
// Vaswani et al. 2017; Xiong et al. 2020, "On layer normalization in the transformer architecture".

#include "attention/layer.h"
#include "attention/trace.h"
#include "base/matrix.h"

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace model {

using base::Index;
using base::Matrix;
using base::RowVector;

// The learned parts, of any scalar: training is checked in double.

/// y = x·w + b for every row.
template <class T>
struct Linear {
    Eigen::Matrix<T, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor> w; ///< (d, p)
    Eigen::Matrix<T, 1, Eigen::Dynamic> b;                               ///< (p), or size 0 for none
};

/// y = gain ⊙ x̂ + shift, x̂ the row minus its mean, divided by its standard deviation.
template <class T>
struct LayerNorm {
    Eigen::Matrix<T, 1, Eigen::Dynamic> gain, shift; ///< (d)
};

/// x + (attention(layer_norm(x))·w_o + b_o), heads side by side in the columns of Q, K and V.
template <class T>
struct AttentionBlock {
    LayerNorm<T> norm;
    Linear<T> q, k, v, o;
};

/// A layer: self-attention, cross-attention in a decoder, and x + mlp_2(relu(mlp_1(layer_norm(x)))).
template <class T>
struct Block {
    AttentionBlock<T> self;
    AttentionBlock<T> cross; ///< empty in an encoder
    LayerNorm<T> mlp_norm;   ///< empty without an MLP
    Linear<T> mlp_1, mlp_2;

    bool has_cross() const { return cross.q.w.size() > 0; }
    bool has_mlp() const { return mlp_1.w.size() > 0; }
};

// The model and its parameters.

enum class Positions { sinusoidal, learned, rotary };

/// Ids and layers are counted from 0.
struct TransformerSizes {
    Index source_words = 0; ///< ids of the encoder, padding included
    Index target_words = 0; ///< ids of the decoder; 0: no decoder
    Index width = 32;       ///< d_model
    Index layers = 1;       ///< of the encoder, and again of the decoder
    Index heads = 1;        ///< of self-attention; they divide the width
    Index cross_heads = 1;  ///< of the decoder's cross-attention
    Index mlp_width = 0;    ///< 0: no MLP
    Index longest = 0;      ///< tokens that learned positions reach; 0: other ones, without a limit
    Index rotary_base = 0;  ///< of rotary positions, halves paired: see attention::Rotary; 0: other ones
    Index outputs = 1;      ///< answers at a position: "subject" and "object" are two
    bool causal = false;    ///< an encoder that sees no later word
    bool tied = true;       ///< the embedding of the answers is the unembedding too
    bool scaled = true;     ///< scores are divided by √d_k

    bool has_decoder() const { return target_words > 0; }
    Positions positions() const {
        return rotary_base > 0 ? Positions::rotary : longest > 0 ? Positions::learned : Positions::sinusoidal;
    }
    /// By which queries and keys of self-attention are turned.
    std::optional<attention::Rotary> rotary() const;
    Index answers() const { return has_decoder() ? target_words : source_words; }
    /// What embeddings are multiplied by: √d beside sinusoidal positions, whose numbers are about 1.
    float embedding_factor() const;
    bool operator==(const TransformerSizes&) const = default;
};

/// An encoder or a decoder.
struct Stack {
    Matrix embedding; ///< (words, d)
    Matrix positions; ///< (longest, d) learned; 0 rows: other ones
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

// The model run on one sentence, keeping everything: each attention is a pass of the one core, with all its
// stages.

/// The attention that a cell belongs to.
enum class Part { encoder, decoder, cross };

struct Place {
    Part part = Part::encoder;
    Index layer = 0; ///< from 0
    bool operator==(const Place&) const = default;
};

/// A change to one attention: cells set by hand, which everything after them follows, and heads switched off.
/// A weight knocked out is a cell of the weights set to 0; the others of its row stay what they were.
struct Intervention {
    Place place;
    std::vector<attention::Override> overrides = {};
    std::vector<Index> heads_off = {};
    bool operator==(const Intervention&) const = default;
};

/// A row of the residual stream put in the place of the one that was computed; everything after it follows.
struct Patch {
    Part stack = Part::encoder; ///< or decoder
    Index point = 0;            ///< 0: the input of the first layer; i: what layer i, counted from 1, leaves
    Index row = 0;
    RowVector stream; ///< (d)
};

/// One attention and what it does to the residual stream.
struct AttentionRun {
    attention::Trace trace;         ///< of the normalised stream
    Matrix before = {}, after = {}; ///< (n, d) the stream; after = before + trace.output
};

struct BlockRun {
    AttentionRun self;
    std::optional<AttentionRun> cross = {};
    Matrix hidden = {}; ///< (n, mlp_width) of the MLP after its ReLU; 0 rows without one
    Matrix after = {};  ///< (n, d) the stream after the block
};

struct StackRun {
    Matrix embedded; ///< (n, d) words and positions: where the stream begins
    std::vector<BlockRun> blocks = {};
    Matrix output = {}; ///< (n, d) the stream after the last block, normalised

    /// (n, d) the stream between layers, at a point of a Patch.
    const Matrix& stream(Index point) const;
};

struct TransformerRun {
    StackRun encoder;
    std::optional<StackRun> decoder = {};
    std::vector<Matrix> probabilities = {}; ///< for each output (positions, answers): rows sum to 1

    /// Asserts that the place exists.
    const AttentionRun& at(const Place& place) const;
    /// The stack whose rows answer: the decoder if there is one.
    const StackRun& answering() const { return decoder ? *decoder : encoder; }
};

/// Reads `source`, and `target` where there is a decoder. Ids are of the vocabulary; asserts that they are in
/// range, as are the patches. Throws InputError for a sequence longer than learned positions reach, for
/// interventions outside their matrices and for numbers that grow too large.
TransformerRun run(const Transformer& transformer, const std::vector<Index>& source,
                   const std::vector<Index>& target = {}, const std::vector<Intervention>& interventions = {},
                   const std::vector<Patch>& patches = {});

/// Keys and values that a causal encoder made of the words it has read: later words need nothing else of
/// them.
struct KeyValueCache {
    struct OfLayer {
        Matrix k, v; ///< (words, d) heads side by side, keys turned where positions are rotary
    };
    std::vector<OfLayer> layers;

    Index words() const { return layers.empty() ? 0 : layers.front().k.rows(); }
    /// Forgets all words but the first `count`.
    void keep(Index count);
};
/// Those of a run of all its words, with everything that was set by hand in it.
KeyValueCache cache_of(const TransformerRun& run);
/// Reads `ids` behind the words of the cache, which then holds them as well. The rows of the run are those of
/// `ids`: they are what run() computes for these words, to within rounding. Asserts that the model is a
/// causal encoder. Of `interventions` only heads that are off count. Throws as run() does.
TransformerRun run_on(const Transformer& transformer, KeyValueCache& cache, const std::vector<Index>& ids,
                      const std::vector<Intervention>& interventions = {});

/// What the model answers to rows of the answering stack's stream, at whatever point: for each output
/// (rows, answers) logits, by the final norm and the readout. After the last layer their softmax is
/// TransformerRun::probabilities.
std::vector<Matrix> logits(const Transformer& transformer, const Matrix& stream);

/// The ids that a model with a decoder writes for `source` by itself: from `start` on, always the most
/// probable next one, until that is `end` or there are `most`. Neither `start` nor `end` is among them.
/// Ids and errors as in run().
std::vector<Index> written(const Transformer& transformer, const std::vector<Index>& source, Index start,
                           Index end, std::size_t most);

} // namespace model
