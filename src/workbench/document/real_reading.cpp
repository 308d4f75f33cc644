#include "workbench/document/real_reading.h"

#include "base/input_error.h"
#include "base/parallel.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <utility>

namespace workbench {

using base::Index;
using base::InputError;

std::vector<model::Place> places_of(const pretrained::Model& model) {
    std::vector<model::Place> places;
    for (Index layer = 0; layer < model.layers(); ++layer)
        places.push_back({model::Part::encoder, layer});
    return places;
}

void expect_readable(const Document& document, const pretrained::Model& model) {
    if (document.length > 0 || !document.sentences.empty())
        throw InputError("sentence", "a real model reads one text of words", "type a sentence");
    if (document.is_cross())
        throw InputError("sentence", "this model reads one text, and there are two",
                         "switch cross-attention off");
    const auto pieces = std::ssize(pieces_of(model.tokenizer, document.text).ids);
    if (pieces > model.architecture.longest)
        throw InputError("sentence",
                         std::to_string(pieces) + " pieces are more than the model's positions reach",
                         "give at most " + std::to_string(model.architecture.longest));
}

namespace {

std::shared_ptr<const pretrained::Reading> run_of(const RealReading& reading,
                                                  const std::vector<model::Intervention>& interventions,
                                                  const RealReading* like, const base::StopToken& stop) {
    const pretrained::Model& model = *reading.model;
    const bool same_text = like && like->model == reading.model && like->pieces.ids == reading.pieces.ids;
    if (same_text && like->run->interventions == interventions) return like->run;
    const int threads = base::most_threads();
    return std::make_shared<const pretrained::Reading>(
        same_text ? pretrained::read_again(model, *like->run, interventions, threads, stop)
                  : pretrained::read(model, reading.pieces.ids, interventions, {}, threads, stop));
}

} // namespace

bool is_read(const Document& document, const RealWeights& weights, const RealModels& models,
             const RealReading& reading) {
    const pretrained::ModelPtr model = models.get(weights.id);
    return reading.model == model && reading.pieces.ids == pieces_of(model->tokenizer, document.text).ids &&
           reading.run->interventions == interventions(document, places_of(*model));
}

std::shared_ptr<const RealReading> read(const Document& document, const RealWeights& weights,
                                        const RealModels& models, const RealReading* like,
                                        const base::StopToken& stop) {
    RealReading reading;
    reading.model = models.get(weights.id);
    const pretrained::Model& model = *reading.model;
    expect_readable(document, model);
    if (weights.layer < 0 || weights.layer >= model.layers())
        throw InputError("layer", "there is no layer " + std::to_string(weights.layer + 1),
                         "choose one from 1 to " + std::to_string(model.layers()));
    reading.name = RealModels::name_of(weights.id);
    reading.pieces = pieces_of(model.tokenizer, document.text);
    reading.shown = static_cast<std::size_t>(weights.layer);
    reading.run = run_of(reading, interventions(document, places_of(model)), like, stop);
    return std::make_shared<const RealReading>(std::move(reading));
}

Index asked_piece(const RealReading& reading) {
    const Pieces& pieces = reading.pieces;
    Index last = 0;
    for (std::size_t i = 0; i < pieces.ids.size(); ++i) {
        if (pieces.ids[i] == reading.model->mask()) return static_cast<Index>(i);
        if (!pieces.put_in[i]) last = static_cast<Index>(i);
    }
    return last;
}

bool fits(const pretrained::Model& model, std::uint64_t memory) {
    constexpr double share = 0.75; // the rest is the system's and other programs'
    return memory == 0 || static_cast<double>(model.files.bytes()) <= share * static_cast<double>(memory);
}

double reading_cost(const pretrained::Model& model, Index n) {
    double weights = 0, width = 0;
    for (const pretrained::LayerWeights& layer : model.weights.layers) {
        for (const auto* part :
             {&layer.q, &layer.k, &layer.v, &layer.o, &layer.wider, &layer.gate, &layer.up, &layer.down})
            weights += static_cast<double>(part->w.size());
        width += static_cast<double>(layer.q.out());
    }
    const auto words = static_cast<double>(n);
    return words * (weights + 2 * words * width);
}

} // namespace workbench
