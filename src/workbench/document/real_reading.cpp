#include "workbench/document/real_reading.h"

#include "base/input_error.h"
#include "base/parallel.h"
#include "base/text.h"
#include "language/tokenizer.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <cctype>
#include <string_view>
#include <utility>

namespace workbench {

using base::Index;
using base::InputError;

// Pieces.

namespace {

constexpr std::string_view space_letter = "Ġ", space_sign = "▁", goes_on = "##";

bool is_space(char c) {
    return c == ' ' || c == '\n' || c == '\t' || c == '\r';
}

/// A letter or digit of ASCII, or part of any other character: what words are made of.
bool is_of_word(char c) {
    return std::isalnum(static_cast<unsigned char>(c)) != 0 || static_cast<unsigned char>(c) >= 0x80;
}

std::string without_spaces(std::string text) {
    const auto is_other = [](char c) { return !is_space(c); };
    const auto first = std::ranges::find_if(text, is_other);
    if (first == text.end()) return text.find('\n') == std::string::npos ? "␣" : "⏎";
    const auto last = std::find_if(text.rbegin(), text.rend(), is_other).base();
    return {first, last};
}

/// The name of a piece that stands for part of the text.
std::string name_in(const std::string& text, const tokens::Piece& piece) {
    const std::string part = text.substr(piece.offset, piece.length);
    if (part.empty() || base::well_formed(part) != part) return piece.text; // some bytes of a character
    const std::string name = without_spaces(part);
    const bool continues = piece.offset > 0 && is_of_word(text[piece.offset - 1]) && is_of_word(part.front());
    return continues ? "-" + name : name;
}

} // namespace

Pieces pieces_of(const pretrained::Model& model, const std::string& text) {
    Pieces pieces;
    for (const tokens::Piece& piece : model.tokenizer.encode(text)) {
        pieces.ids.push_back(piece.id);
        pieces.names.push_back(piece.is_special ? piece.text : name_in(text, piece));
        pieces.special.push_back(piece.is_special && piece.length == 0); // "[UNK]" is some word's
    }
    if (std::ranges::all_of(pieces.special, [](bool special) { return special; }))
        throw language::NoWord("sentence", "there is no word in it", "type at least one");
    return pieces;
}

namespace {

/// How a piece of the vocabulary would stand in a text that goes on.
struct Standing {
    std::string text; ///< without the space before it
    bool continues;   ///< the word before it goes on
};

Standing standing(const tokens::Tokenizer& tokenizer, tokens::Id id) {
    const std::string piece = tokenizer.text(id).value_or("");
    if (piece.starts_with(goes_on)) return {piece.substr(goes_on.size()), true};
    std::string text = tokenizer.decode({id}, tokens::Specials::kept);
    // Either all pieces that begin a word are marked, or, as above, those that go on with one.
    const auto marks = [&](std::string_view sign) { return tokenizer.find(sign).has_value(); };
    const bool begins = piece.starts_with(space_letter) || piece.starts_with(space_sign) ||
                        !(marks(space_letter) || marks(space_sign));
    if (begins && text.starts_with(' ')) text.erase(0, 1); // some decoders drop it
    return {std::move(text), !begins};
}

} // namespace

std::string piece_name(const pretrained::Model& model, tokens::Id id) {
    const std::string piece = model.tokenizer.text(id).value_or("");
    if (piece.empty()) return "[" + std::to_string(id) + "]"; // a row that only fills up the embedding
    if (model.tokenizer.is_special(id)) return piece;
    auto [text, continues] = standing(model.tokenizer, id);
    if (text.find(base::replacement) != std::string::npos) return piece; // some bytes of a character
    const std::string name = without_spaces(std::move(text));
    return continues && is_of_word(name.front()) ? "-" + name : name;
}

std::string piece_text(const pretrained::Model& model, tokens::Id id) {
    if (!model.tokenizer.text(id)) return {};
    const auto [text, continues] = standing(model.tokenizer, id);
    if (text.find(base::replacement) != std::string::npos) return {};
    return (continues ? "" : " ") + text;
}

std::vector<std::size_t> piece_begins(const pretrained::Model& model, const std::string& text) {
    std::vector<std::size_t> begins;
    std::size_t end = 0; // of the piece before
    for (const tokens::Piece& piece : model.tokenizer.encode(text)) {
        if (piece.length == 0) continue;
        const std::size_t begin = base::character_start(text, end);
        if (begins.empty() || begins.back() < begin) begins.push_back(begin);
        end = piece.offset + piece.length;
    }
    return begins;
}

// The reading.

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
    const auto pieces = std::ssize(pieces_of(model, document.text).ids);
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
    return reading.model == model && reading.pieces.ids == pieces_of(*model, document.text).ids &&
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
    reading.pieces = pieces_of(model, document.text);
    reading.shown = static_cast<std::size_t>(weights.layer);
    reading.run = run_of(reading, interventions(document, places_of(model)), like, stop);
    return std::make_shared<const RealReading>(std::move(reading));
}

Index asked_piece(const RealReading& reading) {
    const auto& [ids, names, special] = reading.pieces;
    Index last = 0;
    for (std::size_t i = 0; i < ids.size(); ++i) {
        if (ids[i] == reading.model->mask()) return static_cast<Index>(i);
        if (!special[i]) last = static_cast<Index>(i);
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
