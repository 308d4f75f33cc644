#include "workbench/document/pass.h"

#include "attention/layer.h"
#include "attention/validate.h"
#include "base/input_error.h"
#include "language/tokenizer.h"
#include "workbench/document/real_reading.h"
#include "workbench/document/sizes.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <cassert>
#include <new>

namespace workbench {

using attention::Override;
using attention::Quantity;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;
using model::Part;

// Rows that are changed.

bool is_of_row(Quantity quantity) {
    return quantity == Quantity::x || quantity == Quantity::memory;
}

bool is_changed(const std::vector<ChangedRow>& rows, Index place, bool in_memory) {
    return std::ranges::any_of(rows, [&](const ChangedRow& row) {
        const auto& places = in_memory ? row.memory_places : row.places;
        return std::ranges::find(places, place) != places.end();
    });
}

namespace {

std::vector<Index> positions_of(const std::string& word, const std::vector<std::string>& words) {
    std::vector<Index> places;
    for (std::size_t i = 0; i < words.size(); ++i)
        if (language::fold_case(words[i]) == word) places.push_back(static_cast<Index>(i));
    return places;
}

language::Names names_of(const Words& words) {
    language::Names names;
    names.queries = language::word_names(words.queries);
    names.keys = words.memory.empty() ? names.queries : language::word_names(words.memory);
    return names;
}

ChangedRow set_for_word(const std::string& word, const std::map<std::string, float>& values,
                        const language::Names& names, bool cross) {
    const std::string folded = language::fold_case(word);
    ChangedRow row{word, positions_of(folded, names.queries)};
    if (cross) row.memory_places = positions_of(folded, names.keys);
    if (!row.places.empty()) row.word = names.queries[static_cast<std::size_t>(row.places.front())];
    for (const auto& [feature, value] : values)
        if (value != 0) row.holds.emplace_back(feature, value);
    std::ranges::sort(row.holds, std::ranges::greater(), [](const auto& held) { return held.second; });
    return row;
}

/// Adds the cell to its row.
void add_cell(std::vector<ChangedRow>& rows, const Override& set, const Prepared& prepared) {
    const bool in_memory = set.cell.quantity == Quantity::memory;
    const Index place = set.cell.row;
    auto row = std::ranges::find_if(
        rows, [&](const ChangedRow& known) { return is_changed({known}, place, in_memory); });
    if (row == rows.end()) {
        const auto& words = in_memory ? prepared.names.keys : prepared.names.queries;
        rows.push_back({words[static_cast<std::size_t>(place)], {}});
        row = rows.end() - 1;
        (in_memory ? row->memory_places : row->places).push_back(place);
    }
    const std::string feature = prepared.names.column(set.cell.quantity, set.cell.column);
    std::erase_if(row->holds, [&](const auto& held) { return held.first == feature; });
    row->holds.emplace_back(feature, set.value);
}

} // namespace

std::vector<ChangedRow> rows_set_by(const Document& document, const Library& library) {
    if (document.word_rows.empty() || !std::holds_alternative<HandSetWeights>(document.weights)) return {};
    const language::Names names = names_of(words_of(document, library));
    std::vector<ChangedRow> rows;
    for (const auto& [word, values] : document.word_rows) {
        ChangedRow row = set_for_word(word, values, names, document.is_cross());
        if (!row.places.empty() || !row.memory_places.empty()) rows.push_back(std::move(row));
    }
    return rows;
}

namespace {

/// First the words whose row is set by the document, then the rows in which the user set a number.
std::vector<ChangedRow> changed_rows(const Prepared& prepared, const Library& library) {
    std::vector<ChangedRow> rows = rows_set_by(prepared.document, library);
    for (const Override& set : prepared.overrides)
        if (is_of_row(set.cell.quantity)) add_cell(rows, set, prepared);
    return rows;
}

} // namespace

std::vector<model::Place> places_of(const Prepared& prepared) {
    if (prepared.reading) return prepared.reading->places;
    return prepared.real ? places_of(*prepared.real->model) : std::vector<model::Place>();
}

// What weights of each kind make of the words.

const model::HandSet* clock_of(const Document& document, const Library& library) {
    const auto* weights = std::get_if<HandSetWeights>(&document.weights);
    if (!weights) return nullptr;
    const model::HandSet& set = library.hand_set(weights->id);
    return set.clock.empty() ? nullptr : &set;
}

namespace {

/// The rows of words, from the lexicon or as the document overrides them.
class HandSetRows {
public:
    HandSetRows(const Document& document, const Library& library, const model::HandSet& set)
        : lexicon_(library.lexicon), language_(document.language), features_(set.words),
          d_model_(set.layer->d_model()) {
        for (const auto& [word, values] : document.word_rows)
            rows_[language::fold_case(word)] = row_of(word, values);
    }

    /// (words, d_model), 0 where a clock will be added. Sets `unknown` to true for each word without a row.
    Matrix matrix(const std::vector<std::string>& words, std::vector<bool>& unknown) const {
        Matrix x = Matrix::Zero(static_cast<Index>(words.size()), d_model_);
        unknown.assign(words.size(), false);
        for (std::size_t i = 0; i < words.size(); ++i) {
            const auto row = find(words[i]);
            unknown[i] = !row;
            if (row) x.row(static_cast<Index>(i)).head(row->size()) = *row;
        }
        return x;
    }

private:
    std::optional<RowVector> find(const std::string& word) const {
        const auto found = rows_.find(language::fold_case(word));
        if (found != rows_.end()) return found->second;
        if (language_ == Language::other) return std::nullopt;
        const bool all = language_ == Language::english;
        return lexicon_.find(word, features_, all ? std::string_view() : code_of(language_));
    }

    /// A row reduced to the features that the weights read, which may be fewer than the lexicon has.
    RowVector row_of(const std::string& word, const std::map<std::string, float>& values) const {
        RowVector row = RowVector::Zero(static_cast<Index>(features_.size()));
        for (const auto& [name, value] : values) {
            if (!lexicon_.feature(name))
                throw InputError("row of “" + word + "”", "“" + name + "” is not a feature",
                                 "use the names of the features in assets/lexicon.toml");
            for (std::size_t i = 0; i < features_.size(); ++i)
                if (features_[i] == name) row(static_cast<Index>(i)) = value;
        }
        return row;
    }

    const language::Lexicon& lexicon_;
    Language language_;
    const std::vector<std::string>& features_;
    Index d_model_;
    std::map<std::string, RowVector> rows_; ///< case-folded word → (features)
};

Matrix random_words(const std::vector<std::string>& words, Index d_model, std::uint32_t seed) {
    Matrix x(static_cast<Index>(words.size()), d_model);
    for (std::size_t i = 0; i < words.size(); ++i)
        x.row(static_cast<Index>(i)) = model::random_word(words[i], d_model, seed);
    return x;
}

/// Unit-variance rows without words. Every sequence of a batch has its own seed, different from that of the
/// weights.
Matrix random_sequence(Index length, Index d_model, std::uint32_t seed, Index item, bool is_memory) {
    constexpr std::uint32_t stride = 0x9E3779B9U; // 2³² / golden ratio: spreads consecutive seeds far apart
    const auto sequence = static_cast<std::uint32_t>(2 * item + (is_memory ? 2 : 1));
    return model::Random(seed + stride * sequence).normal(length, d_model, 1);
}

void fill(Prepared& prepared, const HandSetWeights& weights, const Words& words, const Library& library,
          const Prepared*, const base::StopToken&) {
    const model::HandSet& set = library.hand_set(weights.id);
    const HandSetRows rows(prepared.document, library, set);
    prepared.layer = set.layer;
    prepared.input.x = rows.matrix(words.queries, prepared.unknown);
    if (!words.memory.empty()) prepared.input.memory = rows.matrix(words.memory, prepared.memory_unknown);
    prepared.names.model = set.features;
    prepared.names.key_width = set.key_width;
    prepared.names.value_width = set.value_width;
    prepared.names.output = set.output;
    prepared.head_purposes = set.heads;
}

void fill(Prepared& prepared, const model::RandomSizes& weights, const Words& words, const Library&,
          const Prepared*, const base::StopToken& stop) {
    const Document& d = prepared.document;
    if (!prepared.layer)
        prepared.layer = std::make_shared<const attention::Layer>(model::random_layer(weights, stop));
    const Index d_model = weights.d_model;
    const auto rows = [&](const std::vector<std::string>& of, bool is_memory) {
        if (d.length == 0) return random_words(of, d_model, weights.seed);
        return random_sequence(static_cast<Index>(of.size()), d_model, weights.seed, d.item, is_memory);
    };
    prepared.input.x = rows(words.queries, false);
    if (!words.memory.empty()) prepared.input.memory = rows(words.memory, true);
    prepared.unknown.assign(words.queries.size(), false);
    prepared.memory_unknown.assign(words.memory.size(), false);
    prepared.names.model = language::numbered(d_model);
    prepared.names.key_width = language::numbered(prepared.layer->d_k());
    prepared.names.value_width = language::numbered(prepared.layer->d_v());
    if (weights.output_projection) prepared.names.output = language::numbered(d_model);
}

/// False also for a model of another version, about which its task cannot say.
bool is_not_learned(const TrainedReading& reading, const Library& library) {
    if (!library.tasks) return false;
    try {
        return !is_of_the_kind_learned(reading, *library.tasks->of(*reading.model));
    } catch (const InputError&) {
        return false;
    }
}

/// Those of a model that has learned them mean nothing in particular.
void number_dimensions(language::Names& names, const attention::Layer& layer) {
    names.model = language::numbered(layer.d_model());
    names.output = language::numbered(layer.w_o.cols());
    names.key_width = language::numbered(layer.d_k());
    names.value_width = language::numbered(layer.d_v());
}

/// The attention shown is a pass of its own, on what the layers before it made of the words.
void fill(Prepared& prepared, const TrainedWeights& weights, const Words& words, const Library& library,
          const Prepared*, const base::StopToken&) {
    prepared.reading = read(prepared.document, weights, words, *library.trained);
    prepared.not_learned = is_not_learned(*prepared.reading, library);
    const model::Place& place = prepared.reading->places[prepared.reading->shown];
    const attention::Trace& t = prepared.reading->run.at(place).trace;
    prepared.layer = t.layer;
    prepared.input = t.input;
    // The self-attention of a decoder reads no source, that of the encoder before it nothing else.
    const bool of_source = place.part == model::Part::encoder && !words.memory.empty();
    if (of_source) prepared.names.queries = prepared.names.keys;
    // In the decoder asks what stands there already; the word after it comes out.
    if (place.part != model::Part::encoder)
        prepared.names.queries = read_by_decoder(std::move(prepared.names.queries));
    if (!t.input.is_cross()) prepared.names.keys = prepared.names.queries;
    prepared.unknown.assign(prepared.names.queries.size(), false);
    prepared.memory_unknown.assign(t.input.is_cross() ? words.memory.size() : 0, false);
    number_dimensions(prepared.names, *t.layer);
}

/// The same of a real model, whose layers read the normed stream.
void fill(Prepared& prepared, const RealWeights& weights, const Words&, const Library& library,
          const Prepared* like, const base::StopToken& stop) {
    prepared.real = read(prepared.document, weights, *library.real, like ? like->real.get() : nullptr, stop);
    if (stop.stop_requested()) return;
    const RealReading& reading = *prepared.real;
    if (!prepared.layer)
        prepared.layer =
            std::make_shared<const attention::Layer>(pretrained::layer_of(*reading.model, weights.layer));
    prepared.input = pretrained::input_of(*reading.model, *reading.run, weights.layer);
    prepared.unknown.assign(prepared.names.queries.size(), false);
    number_dimensions(prepared.names, *prepared.layer);
}

} // namespace

// The pass.

namespace {

void add_positions(Prepared& prepared, const Library& library) {
    if (const model::HandSet* clock = clock_of(prepared.document, library))
        prepared.positions = [set = *clock](Index n) { return set.positions(n); };
    else {
        const Index width = prepared.layer->d_model();
        prepared.positions = [width](Index n) { return attention::sinusoidal_positions(n, width); };
        prepared.names.position = language::numbered(width); // waves have no names, even if features do
    }
    // A model has its own.
    if (prepared.document.position == PositionKind::none || prepared.has_learned()) return;
    attention::Input& input = prepared.input;
    input.x_positions = prepared.positions(input.x.rows());
    if (input.is_cross()) input.memory_positions = prepared.positions(input.memory.rows());
}

/// A word with a cell set by hand no longer counts as unknown.
void forget_set_rows(Prepared& prepared) {
    for (const Override& o : prepared.overrides) {
        const auto row = static_cast<std::size_t>(o.cell.row);
        if (o.cell.quantity == Quantity::x && row < prepared.unknown.size()) prepared.unknown[row] = false;
        if (o.cell.quantity == Quantity::memory && row < prepared.memory_unknown.size())
            prepared.memory_unknown[row] = false;
    }
}

/// What a model does besides, and what the document asks for in place of that.
void follow_model(attention::Options& asked, const attention::Options& own) {
    asked.mask.causal |= own.mask.causal;
    if (asked.mask.window.empty()) asked.mask.window = own.mask.window;
    if (asked.scale == attention::Scale{}) asked.scale = own.scale;
    if (!asked.rotary) asked.rotary = own.rotary;
    if (asked.softcap == 0) asked.softcap = own.softcap;
}

/// The layer with the sink that the document asks for, or without one; shared layers stay as they are.
void follow_sink(Prepared& prepared) {
    const Index heads = prepared.layer->heads;
    const auto& sink = prepared.document.additions.sink;
    const RowVector wanted = sink ? RowVector::Constant(heads, *sink).eval() : RowVector();
    if (prepared.layer->sink.size() == wanted.size() && prepared.layer->sink == wanted) return;
    attention::Layer layer = *prepared.layer;
    layer.sink = wanted;
    prepared.layer = std::make_shared<const attention::Layer>(std::move(layer));
}

void expect_layers(const Document& document, const Library& library) {
    const auto layers = static_cast<Index>(heads_of_layers(document.weights, library).size());
    const auto expect = [&](const char* what, Index layer) {
        if (layer >= layers)
            throw InputError(what,
                             "layer " + std::to_string(layer) + ", but there are " + std::to_string(layers),
                             "number the layers from 0");
    };
    for (const HeadPlace& off : document.switched_off)
        expect("switched_off", off.layer);
    for (const Override& set : document.overrides)
        expect("overrides", set.cell.layer);
}

} // namespace

Prepared prepare(const Document& document, const Library& library, const Prepared* like,
                 const base::StopToken& stop) {
    (void)sizes_of(document, library); // throws if it is too large, before anything is allocated
    expect_layers(document, library);
    const Words words = words_of(document, library);
    Prepared prepared;
    prepared.document = document;
    prepared.words = words;
    prepared.names = names_of(words);
    prepared.filled_up = words.padding;
    if (like && like->document.weights == document.weights) prepared.layer = like->layer;
    std::visit([&](const auto& weights) { fill(prepared, weights, words, library, like, stop); },
               document.weights);
    if (stop.stop_requested()) return prepared;
    prepared.names.heads = prepared.layer->heads;
    add_positions(prepared, library);
    prepared.options = {
        .score = document.score,
        .scale = document.scale,
        .mask = spelled_out(document.mask, static_cast<Index>(words.keys().size()), words.padding),
        .dropout = document.dropout,
        .rotary = document.additions.rotary,
        .softcap = document.additions.softcap,
        .bias = {.alibi = document.additions.alibi},
        .switched_off = heads_off(document, shown_layer(document))};
    if (const auto& reading = prepared.reading)
        follow_model(prepared.options, reading->run.at(reading->places[reading->shown]).trace.options);
    if (const auto& real = prepared.real)
        follow_model(prepared.options, pretrained::options_of(*real->model, shown_layer(document)));
    follow_sink(prepared);
    for (Override set : document.overrides)
        if (std::exchange(set.cell.layer, 0) == shown_layer(document)) prepared.overrides.push_back(set);
    attention::validate(prepared.input, *prepared.layer, prepared.options, prepared.overrides);
    forget_set_rows(prepared);
    prepared.changed_rows = changed_rows(prepared, library);
    for (Index i = 0; i < words.padding; ++i) // padding does not count as unknown
        prepared.unknown[prepared.unknown.size() - 1 - static_cast<std::size_t>(i)] = false;
    return prepared;
}

std::shared_ptr<const Pass> compute(Prepared prepared, base::StopToken stop) {
    if (stop.stop_requested()) return nullptr;
    try {
        auto pass = std::make_shared<Pass>();
        static_cast<Prepared&>(*pass) = std::move(prepared);
        pass->trace = attention::trace(pass->input, pass->layer, pass->options, pass->overrides, stop);
        if (stop.stop_requested()) return nullptr;
        return pass;
    } catch (const std::bad_alloc&) {
        throw InputError("memory", "there is not enough for every stage of this pass",
                         "shorten the text, use fewer heads, or close other programs");
    }
}

} // namespace workbench
