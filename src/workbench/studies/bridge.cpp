#include "workbench/studies/bridge.h"

#include "attention/measure.h"
#include "base/input_error.h"
#include "workbench/document/sizes.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>

namespace workbench {

using base::Index;

namespace {

constexpr const char* task_id = "coreference";

/// What a model answers about a sentence that it has learned to read.
struct Understood {
    Index layers = 0, row = 0;
    std::string answer;
};

std::optional<Understood> understood_by(const std::string& id, const Pass& pass, const Library& library) {
    const TrainedPtr model = library.trained->get(id);
    if (!model->transformer || model->card.task != task_id) return std::nullopt;
    if (model->transformer->sizes.layers < 2)
        return std::nullopt; // no earlier layer that writes into the row
    const auto reading = read(pass.document, TrainedWeights{id, 0}, pass.words, *library.trained);
    const TaskPtr task = library.tasks->of(*model);
    if (!is_of_the_kind_learned(*reading, *task)) return std::nullopt;
    const WhatIsAsked asked = what_is_asked(*reading, *task);
    if (asked.all.empty()) return std::nullopt;
    const learning::Asked& first = asked.all.front();
    return Understood{model->transformer->sizes.layers, first.position,
                      most_probable(reading->run, first, model->answers(), 1).front().word};
}

/// The first model of the library that understands the sentence, and what it answers.
std::optional<std::pair<std::string, Understood>> understood(const Pass& pass, const Library& library) {
    for (const std::string& id : library.trained->ids()) {
        if (library.trained->awaited(id)) continue;
        try {
            if (auto found = understood_by(id, pass, library)) return std::pair{id, *std::move(found)};
        } catch (const base::InputError&) { // words that it does not know, or a file that cannot be read
        }
    }
    return std::nullopt;
}

/// True for one sentence of words under weights set by hand, and nothing else that decides what is read.
bool is_by_hand(const Pass& pass) {
    const Document& document = pass.document;
    return pass.has_names() && !pass.input.is_cross() && document.length == 0 && document.sentences.empty() &&
           document.word_rows.empty() && document.mask == MaskChoice{} && document.dropout.rate == 0 &&
           document.switched_off.empty() && document.overrides.empty();
}

/// The word that gets the row's largest weight.
const std::string& most_read(const Pass& pass, Index row) {
    Index column = 0;
    attention::average_over_heads(pass.trace).row(row).maxCoeff(&column);
    return pass.names.keys[static_cast<std::size_t>(column)];
}

} // namespace

std::optional<Bridge> bridge_from(const Pass& pass, const Pass* before, const Library& library) {
    if (!is_by_hand(pass)) return std::nullopt;
    const auto now = understood(pass, library);
    if (!now) return std::nullopt;
    const auto& [model, answer] = *now;
    const std::string& by_hand = most_read(pass, answer.row);
    const auto& words = pass.names.queries;
    if (answer.answer == by_hand || std::ranges::find(words, answer.answer) == words.end())
        return std::nullopt;
    Bridge bridge{.model = model,
                  .layers = answer.layers,
                  .row = answer.row,
                  .word = words[static_cast<std::size_t>(answer.row)],
                  .by_hand = by_hand,
                  .trained = answer.answer};
    if (before && is_by_hand(*before))
        if (const auto then = understood(*before, library))
            bridge.changed_its_mind =
                then->second.answer == by_hand && most_read(*before, then->second.row) == by_hand;
    return bridge;
}

} // namespace workbench
