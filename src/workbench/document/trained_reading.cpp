#include "workbench/document/trained_reading.h"

#include "base/input_error.h"
#include "language/tokenizer.h"
#include "model/transformer.h"

#include <algorithm>

namespace workbench {

using base::Index;
using base::InputError;
using model::Part;
using model::Place;

const model::Transformer& transformer_of(const learning::Trained& trained) {
    if (!trained.transformer)
        throw InputError("trained model", "“" + trained.card.title + "” has no attention to look into",
                         "choose a transformer");
    return *trained.transformer;
}

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

namespace {

constexpr const char* start = "<start>";

std::vector<Index> decoder_input(const learning::Trained& trained, const std::vector<std::string>& words) {
    std::vector<Index> ids = trained.target.ids(words, "sentence");
    ids.insert(ids.begin(), trained.target.id(start));
    ids.pop_back();
    return ids;
}

} // namespace

std::vector<std::string> read_by_decoder(std::vector<std::string> words) {
    words.insert(words.begin(), start);
    words.pop_back();
    return words;
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

double reading_cost(const TrainedReading& reading) {
    const model::TransformerSizes& sizes = reading.model->transformer->sizes;
    const auto n = static_cast<double>(reading.source.size() + reading.target.size());
    const auto width = static_cast<double>(sizes.width), mlp = static_cast<double>(sizes.mlp_width);
    const auto layers = static_cast<double>(reading.places.size());
    return n * layers * (4 * width * width + 2 * width * mlp + 2 * n * width) +
           n * static_cast<double>(sizes.answers() * sizes.outputs) * width;
}

// What is asked, and answered.

namespace {

bool begins_with(const std::vector<Index>& whole, const std::vector<Index>& beginning) {
    return beginning.size() <= whole.size() && std::equal(beginning.begin(), beginning.end(), whole.begin());
}

} // namespace

WhatIsAsked what_is_asked(const TrainedReading& reading, const learning::Task& task) {
    WhatIsAsked asked;
    try {
        const learning::Example example = task.ask(reading.model->source.words(reading.source));
        if (reading.target.empty()) return {example.asked, example.wanted, {}};
        const auto rows = static_cast<Index>(reading.target.size());
        const bool known = begins_with(example.target, reading.target);
        for (Index row = 0; row < rows; ++row)
            asked.all.push_back({0, row});
        for (const learning::Asked& one : example.asked)
            if (known && one.position < rows) asked.all[static_cast<std::size_t>(one.position)] = one;
        for (const learning::Wanted& one : example.wanted)
            if (known && one.from < rows) asked.wanted.push_back(one);
    } catch (const InputError& error) {
        asked.refusal = error.problem;
    }
    return asked;
}

bool is_of_the_kind_learned(const TrainedReading& reading, const learning::Task& task) {
    const WhatIsAsked asked = what_is_asked(reading, task);
    return asked.refusal.empty() && std::ranges::none_of(asked.all, [](const learning::Asked& one) {
               return one.answer == learning::unknown_answer;
           });
}

Index first_asked(const TrainedReading& reading, const learning::Task& task) {
    Index first = std::ssize(reading.target.empty() ? reading.source : reading.target);
    const WhatIsAsked asked = what_is_asked(reading, task);
    if (task.stories) return first - 1;
    for (const learning::Asked& one : asked.all)
        first = std::min(first, one.position);
    return asked.all.empty() ? 0 : first;
}

std::vector<Named> most_probable(const base::RowVector& probabilities, const language::Vocabulary& words,
                                 std::size_t count) {
    std::vector<Index> ids;
    for (Index id = 0; id < probabilities.size(); ++id)
        if (id != language::Vocabulary::padding) ids.push_back(id);
    count = std::min(count, ids.size());
    const auto end = ids.begin() + static_cast<std::ptrdiff_t>(count);
    std::ranges::partial_sort(ids, end, std::greater<>(), [&](Index id) { return probabilities(id); });
    std::vector<Named> named;
    for (auto id = ids.begin(); id != end; ++id)
        named.push_back({words.word(*id), probabilities(*id)});
    return named;
}

std::vector<Named> most_probable(const model::TransformerRun& run, const learning::Asked& asked,
                                 const language::Vocabulary& words, std::size_t count) {
    return most_probable(run.probabilities[static_cast<std::size_t>(asked.output)].row(asked.position), words,
                         count);
}

std::string translation_by(const learning::Trained& trained, const std::string& sentence) {
    constexpr std::size_t most_words = 30; // longer than every sentence of the grammar
    if (!trained.transformer || !trained.transformer->sizes.has_decoder())
        throw InputError("trained model", "“" + trained.card.title + "” does not translate",
                         "choose one that does");
    const auto source =
        trained.source.ids(language::tokenize(sentence, "second sentence"), "second sentence");
    const auto ids = model::written(*trained.transformer, source, trained.target.id(start),
                                    trained.target.id("<end>"), most_words);
    std::string text;
    for (const std::string& word : trained.target.words(ids))
        text += (text.empty() ? "" : " ") + word;
    return text;
}

} // namespace workbench
