#pragma once
// A trained model reads the words of a document: what its layers make of them.

#include "model/transformer_run.h"
#include "workbench/document.h"
#include "workbench/sizes.h"
#include "workbench/trained_models.h"

namespace workbench {

/// The attentions of a model in the order in which they are computed: the layers of the encoder, then for
/// each of the decoder its self-attention and its cross-attention.
std::vector<model::Place> places_of(const model::TransformerSizes& sizes);

/// What a model made of a sentence. Rows of the decoder are named by the word that they predict: row t has
/// read the words before it.
struct TrainedReading {
    TrainedPtr model;
    std::vector<base::Index> source, target; ///< ids
    std::vector<model::Place> places;
    std::size_t shown = 0;                        ///< the one of `places` that the pass shows
    std::vector<model::Intervention> set_by_hand; ///< numbers, and heads that are off, in any layer
    model::TransformerRun run;
};

/// Reads the document's words, with everything that was set by hand in any layer. Throws InputError: a model
/// that has no transformer, unknown words (with the nearest known ones), a source that is missing or not
/// read, a layer that does not exist, a sequence without words.
std::shared_ptr<const TrainedReading> read(const Document& document, const TrainedWeights& weights,
                                           const Words& words, const TrainedModels& models);

/// The transformer of a model. Throws InputError for an RNN or LSTM.
const model::Transformer& transformer_of(const learning::Trained& trained);

} // namespace workbench
