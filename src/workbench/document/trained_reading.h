#pragma once
// A trained model reads the words of a document: what its layers make of them, and what it answers.

#include "learning/task.h"
#include "learning/trained.h"
#include "model/transformer.h"
#include "workbench/document/document.h"
#include "workbench/document/sizes.h"
#include "workbench/document/trained_models.h"

#include <string>
#include <vector>

namespace workbench {

/// The transformer of a model. Throws InputError for an RNN or LSTM.
const model::Transformer& transformer_of(const learning::Trained& trained);

/// The attentions of a model in the order in which they are computed: the layers of the encoder, then for
/// each of the decoder its self-attention and its cross-attention.
std::vector<model::Place> places_of(const model::TransformerSizes& sizes);

/// What the document has set by hand in these attentions: numbers, and heads that are off.
std::vector<model::Intervention> interventions(const Document& document,
                                               const std::vector<model::Place>& places);

/// What a model made of a sentence. Row t of the decoder has read the words before the t-th, and is named by
/// the last of them: see read_by_decoder().
struct TrainedReading {
    TrainedPtr model;
    std::vector<base::Index> source, target; ///< ids
    std::vector<model::Place> places;
    std::size_t shown = 0;                        ///< the one of `places` that the pass shows
    std::vector<model::Intervention> set_by_hand; ///< numbers, and heads that are off, in any layer
    model::TransformerRun run;
};

/// What a decoder reads of these words, at least one: the start token, then all but the last, which comes out
/// of it.
std::vector<std::string> read_by_decoder(std::vector<std::string> words);

/// Reads the document's words, with everything that was set by hand in any layer. Throws InputError: a model
/// that has no transformer, unknown words (with the nearest known ones), a source that is missing or not
/// read, a layer that does not exist, a sequence without words.
std::shared_ptr<const TrainedReading> read(const Document& document, const TrainedWeights& weights,
                                           const Words& words, const TrainedModels& models);
/// What it costs to read these words once, in multiply-adds (base/study.h).
double reading_cost(const TrainedReading& reading);

// What the task asks of the words read, and what the model answers.

/// Of a translation that the grammar does not know, every row is asked.
struct WhatIsAsked {
    std::vector<learning::Asked> all;
    std::vector<learning::Wanted> wanted; ///< the relations that the task expects between these words
    std::string refusal;                  ///< why nothing is asked; empty otherwise
};
WhatIsAsked what_is_asked(const TrainedReading& reading, const learning::Task& task);

/// True if the words read are of the kind that the task's grammar makes and the model has learned.
bool is_of_the_kind_learned(const TrainedReading& reading, const learning::Task& task);

/// The first row at which the task asks something; of a text that the model goes on with the last; 0 if it
/// asks nothing of these words.
base::Index first_asked(const TrainedReading& reading, const learning::Task& task);

/// A word and its probability.
struct Named {
    std::string word;
    float probability = 0;
};
/// The `count` most probable of all answers (which padding is not), or all if there are fewer; the most
/// probable first.
std::vector<Named> most_probable(const base::RowVector& probabilities, const language::Vocabulary& words,
                                 std::size_t count);
/// The same at the row that is asked.
std::vector<Named> most_probable(const model::TransformerRun& run, const learning::Asked& asked,
                                 const language::Vocabulary& words, std::size_t count);

/// The translation of a sentence, word by word the most probable one. Throws InputError for a model that does
/// not translate and for words that it does not know, naming the nearest known ones.
std::string translation_by(const learning::Trained& trained, const std::string& sentence);

} // namespace workbench
