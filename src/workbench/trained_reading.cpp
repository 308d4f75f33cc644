#include "workbench/trained_reading.h"

#include "base/input_error.h"

#include <algorithm>

namespace workbench {

using base::Index;
using base::InputError;
using model::Part;
using model::Place;

namespace {

/// What was set by hand, by place.
std::vector<model::Intervention> interventions(const Document& document, const std::vector<Place>& places) {
    std::vector<model::Intervention> all;
    for (std::size_t i = 0; i < places.size(); ++i) {
        const auto layer = static_cast<Index>(i);
        model::Intervention done{.place = places[i], .heads_off = heads_off(document, layer)};
        for (attention::Override set : document.overrides)
            if (std::exchange(set.cell.layer, 0) == layer) done.overrides.push_back(set);
        if (!done.overrides.empty() || !done.heads_off.empty()) all.push_back(std::move(done));
    }
    return all;
}

/// The decoder begins with the start token and reads all words but the last, which it only predicts.
std::vector<Index> decoder_input(const learning::Trained& trained, const std::vector<std::string>& words) {
    std::vector<Index> ids = trained.target.ids(words, "sentence");
    ids.insert(ids.begin(), trained.target.id("<start>"));
    ids.pop_back();
    return ids;
}

} // namespace

std::vector<Place> places_of(const model::TransformerSizes& sizes) {
    std::vector<Place> places;
    for (Index layer = 0; layer < sizes.layers; ++layer)
        places.push_back({Part::encoder, layer});
    for (Index layer = 0; sizes.has_decoder() && layer < sizes.layers; ++layer) {
        places.push_back({Part::decoder, layer});
        places.push_back({Part::cross, layer});
    }
    return places;
}

const model::Transformer& transformer_of(const learning::Trained& trained) {
    if (!trained.transformer)
        throw InputError("trained model", "“" + trained.card.title + "” has no attention to look into",
                         "choose a transformer");
    return *trained.transformer;
}

std::shared_ptr<const TrainedReading> read(const Document& document, const TrainedWeights& weights,
                                           const Words& words, const TrainedModels& models) {
    auto reading = std::make_shared<TrainedReading>();
    reading->model = models.get(weights.id);
    const model::Transformer& transformer = transformer_of(*reading->model);
    reading->places = places_of(transformer.sizes);
    if (weights.layer < 0 || weights.layer >= std::ssize(reading->places))
        throw InputError("layer", "there is no layer " + std::to_string(weights.layer + 1),
                         "choose one from 1 to " + std::to_string(reading->places.size()));
    reading->shown = static_cast<std::size_t>(weights.layer);
    if (document.length > 0 || !document.sentences.empty())
        throw InputError("sentence", "a trained model reads one sentence of words", "type a sentence");
    if (transformer.sizes.has_decoder() == words.memory.empty())
        throw InputError("sentence",
                         words.memory.empty() ? "this model translates, and there is no source sentence"
                                              : "this model reads one sentence, and there are two",
                         words.memory.empty() ? "switch cross-attention on, and type the source"
                                              : "switch cross-attention off");
    if (transformer.sizes.has_decoder()) {
        reading->source = reading->model->source.ids(words.memory, "second sentence");
        reading->target = decoder_input(*reading->model, words.queries);
    } else {
        reading->source = reading->model->source.ids(words.queries, "sentence");
    }
    reading->set_by_hand = interventions(document, reading->places);
    reading->run = model::run(transformer, reading->source, reading->target, reading->set_by_hand);
    return reading;
}

} // namespace workbench
