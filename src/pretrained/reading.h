#pragma once
// A model reads a text. What is kept is the residual stream after each part of each layer, n rows each, and
// not what its attention looked like: the stages of one layer are made again when they are asked for. So
// twelve layers of 512 words take tens of megabytes, not thousands.

#include "attention/trace.h"
#include "base/stop.h"
#include "model/transformer.h"
#include "pretrained/model.h"

#include <memory>
#include <vector>

namespace pretrained {

using model::Intervention;
using model::Patch;

/// The stream after the two parts of a layer, each (n, d).
struct LayerReading {
    Matrix after_attention, after;
};

struct Reading {
    std::vector<tokens::Id> ids;
    std::vector<Intervention> interventions; ///< as given: stages made later show them
    Matrix embedded;                         ///< (n, d) words and positions: where the stream begins
    std::vector<LayerReading> layers;

    Index words() const { return embedded.rows(); }
    /// (n, d) the stream between layers. 0: the input of the first; i: what layer i, counted from 1, leaves.
    const Matrix& stream(Index point) const;
    const Matrix& last() const { return stream(static_cast<Index>(layers.size())); }
};

/// Reads the pieces. Cells set by hand, heads switched off and rows put into the stream flow through
/// everything after them; their places name Part::encoder in every model. Throws InputError for an empty
/// text, one that is longer than the model's positions, ids that it does not have, interventions outside
/// their matrices, and numbers that grow too large. The result is incomplete once `stop` is requested.
Reading read(const Model& model, const std::vector<tokens::Id>& ids,
             const std::vector<Intervention>& interventions = {}, const std::vector<Patch>& patches = {},
             int threads = 1, const base::StopToken& stop = {});

/// Throws InputError for an empty text, and for a piece that is no row of the embedding.
void expect_known_pieces(const Model& model, const std::vector<tokens::Id>& ids);

/// What a layer's attention reads: the rows of the stream, normed if the model does that.
attention::Input input_of(const Model& model, const Reading& reading, Index layer);

/// All stages of a layer's attention in a reading, as attention::trace() has them. Layers count from 0.
std::shared_ptr<const attention::Trace> trace_of(const Model& model, const Reading& reading, Index layer,
                                                 const base::StopToken& stop = {});

/// What the model would answer to rows of the stream (n, d), at whatever point: logits (n, words), by its
/// final norm and readout. After the last layer this is its answer; before, what is called the logit lens.
/// Source: nostalgebraist 2020, "Interpreting GPT: the logit lens". Asserts that the model has words;
/// throws InputError for numbers that grow too large.
Matrix logits(const Model& model, const Matrix& stream, int threads = 1);

/// A word that a model finds probable.
struct Guess {
    tokens::Id id = 0;
    float probability = 0;
};
/// The `count` most probable words of a row of logits, the first first.
std::vector<Guess> likeliest(const RowVector& logits, Index count);

} // namespace pretrained
