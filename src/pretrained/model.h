#pragma once
// A real model, opened from the files that people have: what it is, its weights where they lie on the disk,
// and its tokenizer.

#include "pretrained/architecture.h"
#include "pretrained/product.h"
#include "pretrained/weight_files.h"
#include "tokens/tokenizer.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

namespace pretrained {

/// A row's numbers normed, then gain ⊙ and + shift.
struct Norm {
    NormStyle style = {};
    RowVector gain;  ///< (d); size 0: there is no norm at this place
    RowVector shift; ///< (d), or size 0 for none

    bool empty() const { return gain.size() == 0; }
};

/// Norms around a part of a layer: x ← after(x + branch(part(before(x)))).
struct Norms {
    Norm before, branch, after;
};

struct LayerWeights {
    Norms attention, mlp;
    Linear q, k, v, o;
    RowVector q_norm, k_norm; ///< (d_k), or size 0 for none
    Linear wider;             ///< what the stream itself goes through beside the attention; empty: nothing
    Linear gate, up, down;    ///< gate is empty unless the MLP is gated
};

/// What is made of a row at the end: norm, then for masked words a layer of its own, then a logit a word.
struct Readout {
    Norm norm;    ///< of the last layer's output, with a norm before each part
    Linear dense; ///< BERT's: norm(f(dense(x))); empty: none
    Norm dense_norm;
    Linear words; ///< (d, words); empty where the files have none, as those of sentence encoders
};

/// Instead of words: the mean of all rows, mapped, tanh, scaled to length 1. Source: Cer et al. 2018,
/// "Universal sentence encoder", section 3.
struct SentenceHead {
    Linear dense;
};

struct Weights {
    StoredMatrix embedding;        ///< (words, d)
    Matrix positions;              ///< (longest, d) made by a rule, or 0 rows
    StoredMatrix stored_positions; ///< (longest, d) learned, or empty
    RowVector kind;                ///< (d) of the first kind of text, or size 0
    Norm embedding_norm;
    std::vector<LayerWeights> layers;
    Readout readout;
    SentenceHead sentence;
};

struct Model {
    Architecture architecture;
    WeightFiles files; ///< which the weights lie in
    Weights weights;
    tokens::Tokenizer tokenizer;
    std::vector<tokens::Id> ends = {}; ///< pieces with which a text ends, as config.json names them

    Index layers() const { return static_cast<Index>(weights.layers.size()); }
    /// Whether rows can be read as words: see logits().
    bool has_words() const { return !weights.readout.words.empty(); }
    /// Whether a text has a vector of its own: see sentence_vector().
    bool is_sentence_encoder() const { return !weights.sentence.dense.empty(); }
    /// The piece that stands for a word to be guessed; empty where the tokenizer has none.
    std::optional<tokens::Id> mask() const;
    bool is_end(tokens::Id piece) const;
};
using ModelPtr = std::shared_ptr<const Model>;

/// Opens a model's folder, or the folder of one of its files: config.json with *.safetensors, or the sentence
/// encoder's model.json (pretrained/sentence_encoder.h); and its tokenizer (tokens/read_tokenizer.h). Reads
/// names, shapes and vectors; the matrices stay on the disk. Throws InputError for files that are missing,
/// damaged, or do not belong together, and for models that are not known (docs/models.md).
ModelPtr open_model(const std::filesystem::path& folder_or_file);

/// The layer as attention itself knows it, its numbers copied.
attention::Layer layer_of(const Model& model, Index layer);
/// What the layer's attention does besides, for texts of any length.
attention::Options options_of(const Model& model, Index layer);

} // namespace pretrained
