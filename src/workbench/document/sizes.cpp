#include "workbench/document/sizes.h"

#include "attention/trace.h"
#include "base/input_error.h"
#include "language/names.h"
#include "language/tokenizer.h"
#include "workbench/document/real_reading.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <cmath>

namespace workbench {

using base::Index;
using base::InputError;

namespace {

void expect_length(Index length, const std::string& where) {
    if (length < 0 || length > language::max_tokens)
        throw InputError(
            where, std::to_string(length) + " tokens, expected 1 to " + std::to_string(language::max_tokens),
            "choose a shorter sequence; the matrices grow with the square of its length");
}

void expect_item(const Document& document) {
    if (document.batch < 1 || document.batch > max_batch)
        throw InputError(
            "batch", std::to_string(document.batch) + " items, expected 1 to " + std::to_string(max_batch),
            "choose a smaller batch");
    if (document.item < 0 || document.item >= document.batch)
        throw InputError("item",
                         "there is no item " + std::to_string(document.item) + " in a batch of " +
                             std::to_string(document.batch),
                         "items are counted from 0");
}

Sizes layer_sizes(const HandSetWeights& weights, const Document& document, const Library& library) {
    if (document.length > 0)
        throw InputError("weights", "hand-set weights need words, and this sequence has none",
                         "type a sentence, or choose random weights");
    const model::HandSet& set = library.hand_set(weights.id);
    const attention::Layer& layer = *set.layer;
    return {.d_model = layer.d_model(),
            .d_k = layer.d_k(),
            .d_v = layer.d_v(),
            .heads = layer.heads,
            .d_out = layer.w_o.cols()};
}

Sizes layer_sizes(const model::RandomSizes& weights, const Document&, const Library&) {
    const model::RandomSizes full = model::with_widths(weights);
    return {.d_model = full.d_model,
            .d_k = full.d_k,
            .d_v = full.d_v,
            .heads = full.heads,
            .d_out = full.output_projection ? full.d_model : 0};
}

Index heads_at(const model::Place& place, const model::TransformerSizes& sizes) {
    return place.part == model::Part::cross ? sizes.cross_heads : sizes.heads;
}

Sizes layer_sizes(const TrainedWeights& weights, const Document& document, const Library& library) {
    if (document.length > 0)
        throw InputError("weights", "a trained model needs words, and this sequence has none",
                         "type a sentence, or choose random weights");
    const model::TransformerSizes& sizes = transformer_of(*library.trained->get(weights.id)).sizes;
    const auto places = places_of(sizes);
    const auto layer = static_cast<std::size_t>(std::clamp<Index>(weights.layer, 0, std::ssize(places) - 1));
    const Index heads = heads_at(places[layer], sizes);
    return {.d_model = sizes.width,
            .d_k = sizes.width / heads,
            .d_v = sizes.width / heads,
            .heads = heads,
            .d_out = sizes.width};
}

Sizes layer_sizes(const RealWeights& weights, const Document& document, const Library& library) {
    if (document.length > 0)
        throw InputError("weights", "a real model needs words, and this sequence has none",
                         "type a sentence, or choose random weights");
    const pretrained::ModelPtr model = library.real->get(weights.id);
    expect_readable(document, *model);
    const auto layer = static_cast<std::size_t>(std::clamp<Index>(weights.layer, 0, model->layers() - 1));
    const pretrained::LayerWeights& w = model->weights.layers[layer];
    const pretrained::AttentionStyle& style = model->architecture.attention;
    return {.d_model = w.q.in(),
            .d_k = w.q.out() / style.heads,
            .d_v = w.o.in() / style.heads,
            .heads = style.heads,
            .d_out = w.o.out()};
}

/// The part of the attention shown in a trained model; other weights attend across wherever there is a
/// source.
model::Part part_shown(const Document& document, const Library& library) {
    const auto* trained = std::get_if<TrainedWeights>(&document.weights);
    if (!trained) return model::Part::cross;
    const auto places = places_of(transformer_of(*library.trained->get(trained->id)).sizes);
    return places[static_cast<std::size_t>(std::clamp<Index>(trained->layer, 0, std::ssize(places) - 1))]
        .part;
}

/// Pads the sentence to the length of the longest in its batch.
void fill_up(Words& words, const std::vector<std::string>& sentences) {
    std::size_t longest = words.queries.size();
    for (const std::string& sentence : sentences)
        longest = std::max(longest, language::tokenize(sentence, "sentence of the batch").size());
    words.padding = static_cast<Index>(longest - words.queries.size());
    words.queries.resize(longest, padding_word);
}

void expect_memory(const Sizes& s, const Additions& additions) {
    const std::size_t bytes =
        attention::trace_bytes(s.n, s.m, s.d_model, s.d_k, s.d_v, s.heads,
                               {.softcap = additions.softcap, .bias = {.alibi = additions.alibi}});
    if (bytes <= max_trace_bytes) return;
    const auto gigabytes = [](std::size_t b) {
        return std::to_string(static_cast<long>(std::ceil(static_cast<double>(b) / (1 << 30))));
    };
    throw InputError("memory",
                     "every stage of " + std::to_string(s.n) + " × " + std::to_string(s.m) + " tokens in " +
                         std::to_string(s.heads) + " heads takes " + gigabytes(bytes) + " GB, and at most " +
                         gigabytes(max_trace_bytes) + " GB may be used",
                     "shorten the text or use fewer heads");
}

} // namespace

Words words_of(const Document& document, const Library& library) {
    expect_item(document);
    expect_length(document.length, "length");
    expect_length(document.memory_length, "memory_length");
    Words words;
    if (document.length > 0) {
        words.queries = language::numbered(document.length);
        words.memory = language::numbered(document.memory_length);
    } else if (const auto* real = std::get_if<RealWeights>(&document.weights)) {
        words.queries = pieces_of(library.real->get(real->id)->tokenizer, document.text).names;
    } else {
        words.queries = language::tokenize(document.text, "sentence");
        fill_up(words, document.sentences);
        if (document.is_cross()) words.memory = language::tokenize(document.memory_text, "second sentence");
    }
    return words;
}

double Sizes::multiply_adds() const {
    const auto product = [](auto... sizes) { return (1.0 * ... * static_cast<double>(sizes)); };
    return product(n, d_model, heads, d_k) + product(m, d_model, heads, d_k + d_v) +
           product(n, m, heads, d_k + d_v) + product(n, heads, d_v, d_out);
}

double Sizes::weights() const {
    return static_cast<double>(d_model) * static_cast<double>(heads * (2 * d_k + d_v)) +
           static_cast<double>(heads * d_v) * static_cast<double>(d_out) +
           static_cast<double>(heads * d_k) * static_cast<double>(3 * d_k); // for general and additive scores
}

std::vector<Index> heads_of_layers(const Weights& weights, const Library& library) {
    if (const auto* random = std::get_if<model::RandomSizes>(&weights)) return {random->heads};
    if (const auto* set = std::get_if<HandSetWeights>(&weights))
        return {library.hand_set(set->id).layer->heads};
    if (const auto* real = std::get_if<RealWeights>(&weights)) {
        const pretrained::ModelPtr model = library.real->get(real->id);
        return std::vector<Index>(model->weights.layers.size(), model->architecture.attention.heads);
    }
    const auto& id = std::get<TrainedWeights>(weights).id;
    const model::TransformerSizes& sizes = transformer_of(*library.trained->get(id)).sizes;
    std::vector<Index> heads;
    for (const model::Place& place : places_of(sizes))
        heads.push_back(heads_at(place, sizes));
    return heads;
}

Sizes sizes_of(const attention::Trace& t) {
    const attention::Layer& layer = *t.layer;
    return {t.n(),       t.m(),       t.input.is_cross(), layer.d_model(),
            layer.d_k(), layer.d_v(), layer.heads,        layer.w_o.cols()};
}

Sizes sizes_of(const Document& document, const Library& library) {
    const Words words = words_of(document, library);
    Sizes sizes = std::visit([&](const auto& weights) { return layer_sizes(weights, document, library); },
                             document.weights);
    sizes.n = static_cast<Index>(words.queries.size());
    sizes.m = static_cast<Index>(words.keys().size());
    sizes.is_cross = !words.memory.empty();
    const model::Part part = part_shown(document, library);
    if (sizes.is_cross && part != model::Part::cross) { // an attention of one of the sentences to itself
        (part == model::Part::encoder ? sizes.n : sizes.m) = part == model::Part::encoder ? sizes.m : sizes.n;
        sizes.is_cross = false;
    }
    expect_memory(sizes, document.additions);
    return sizes;
}

} // namespace workbench
