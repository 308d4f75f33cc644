#include "workbench/document/document_json.h"

#include "attention/score.h"
#include "base/json_text.h"
#include "base/text.h"
#include "workbench/document/edit.h"
#include "workbench/document/json_fields.h"

#include <algorithm>
#include <functional>
#include <limits>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace workbench {

using attention::Override;
using attention::ScaleKind;
using base::BoolMatrix;
using base::Index;

// The fields of a document, described once: the same visits write, read and check them.

namespace {

/// The keys of a table, in its order.
template <typename Table>
std::vector<std::string> keys_of(const Table& table) {
    std::vector<std::string> keys;
    for (const auto& row : table)
        keys.emplace_back(row.key);
    return keys;
}

template <typename Value>
std::vector<std::string> names_in(const std::map<std::string, Value>& map) {
    std::vector<std::string> names;
    for (const auto& [name, value] : map)
        names.push_back(name);
    return names;
}

void visit_seed(ChoiceVisitor& fields, std::uint32_t& seed) {
    fields.number("seed", seed, 0, std::numeric_limits<std::uint32_t>::max());
}

// Weights.

/// The weights as this kind; those of another kind give way to it.
template <typename Kind>
Kind& as(Weights& weights) {
    if (!std::holds_alternative<Kind>(weights)) weights = Kind{};
    return std::get<Kind>(weights);
}

void visit_random(ChoiceVisitor& fields, model::RandomSizes& sizes) {
    fields.number("d_model", sizes.d_model, 0, largest_size);
    fields.number("heads", sizes.heads, 0, largest_size);
    if (fields.has("kv_heads", sizes.kv_heads > 0))
        fields.number("kv_heads", sizes.kv_heads, 0, largest_size);
    fields.number("d_k", sizes.d_k, 0, largest_size);
    fields.number("d_v", sizes.d_v, 0, largest_size);
    fields.boolean("output_projection", sizes.output_projection);
    visit_seed(fields, sizes.seed);
}

void visit_trained(ChoiceVisitor& fields, TrainedWeights& model) {
    fields.text("id", model.id);
    fields.number("layer", model.layer, 0, largest_size);
    if (fields.has("weights", !model.hash.empty())) fields.text("weights", model.hash);
    if (fields.has("file", !model.file.empty())) fields.text("file", model.file);
}

void visit_real(ChoiceVisitor& fields, RealWeights& model) {
    fields.text("folder", model.id);
    fields.number("layer", model.layer, 0, largest_size);
}

void visit_weights(ChoiceVisitor& fields, Weights& weights) {
    const bool hand_set = fields.has("hand_set", std::holds_alternative<HandSetWeights>(weights));
    const bool random = fields.has("random", std::holds_alternative<model::RandomSizes>(weights));
    const bool trained = fields.has("trained", std::holds_alternative<TrainedWeights>(weights));
    const bool real = fields.has("real", std::holds_alternative<RealWeights>(weights));
    if (hand_set + random + trained + real != 1)
        fields.refuse("", "there must be one of hand_set, random, trained and real",
                      "name hand-set weights, give the sizes of random ones, or name a model");
    if (hand_set) fields.text("hand_set", as<HandSetWeights>(weights).id);
    if (random)
        fields.within("random",
                      [&](ChoiceVisitor& sizes) { visit_random(sizes, as<model::RandomSizes>(weights)); });
    if (trained)
        fields.within("trained",
                      [&](ChoiceVisitor& model) { visit_trained(model, as<TrainedWeights>(weights)); });
    if (real)
        fields.within("real", [&](ChoiceVisitor& model) { visit_real(model, as<RealWeights>(weights)); });
}

// Score, scale and mask.

/// One of the names, or the divisor itself.
void visit_scale(ChoiceVisitor& fields, attention::Scale& scale) {
    static const std::vector<std::string> all = keys_of(attention::scale_forms());
    static const std::vector<std::string> names(all.begin(), all.end() - 1); // the last is a number
    if (!fields.has("scale", true)) return;
    if (fields.is_number("scale", scale.kind == ScaleKind::number)) {
        scale.kind = ScaleKind::number;
        fields.real("scale", scale.number);
    } else {
        fields.named("scale", scale.kind, names);
        scale.number = 1;
    }
}

/// One string per row, "1" where the query may attend: {"100", "110", "111"}.
std::vector<std::string> rows_of(const BoolMatrix& drawn) {
    std::vector<std::string> rows;
    for (Index i = 0; i < drawn.rows(); ++i) {
        std::string& row = rows.emplace_back();
        for (Index j = 0; j < drawn.cols(); ++j)
            row += drawn(i, j) ? '1' : '0';
    }
    return rows;
}

void visit_drawn(ChoiceVisitor& fields, BoolMatrix& drawn) {
    std::vector<std::string> rows = rows_of(drawn);
    fields.texts("drawn", rows);
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].empty() || rows[i].size() != rows.front().size() ||
            rows[i].find_first_not_of("01") != std::string::npos)
            fields.refuse("drawn",
                          "row " + std::to_string(i) + " is not a text of 0 and 1 as long as the others",
                          "write one text for each query: \"1\" where it may attend");
    // Only after the check: one long and many empty rows could ask for far more memory than the file's size.
    const std::size_t columns = rows.empty() ? 0 : rows.front().size();
    drawn.resize(static_cast<Index>(rows.size()), static_cast<Index>(columns));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < columns; ++j)
            drawn(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j] == '1';
}

void visit_kinds(ChoiceVisitor& fields, MaskKinds& kinds) {
    for (const ChosenKind& kind : chosen_kinds()) {
        Index& amount = kinds.*kind.amount;
        if (!kind.is_switch) {
            fields.number(kind.key, amount, 0, largest_size);
            continue;
        }
        bool chosen = amount > 0;
        fields.boolean(kind.key, chosen);
        amount = chosen ? 1 : 0;
    }
    if (!fields.has("window", false)) return; // both sides in one: lessons, and sessions before December 2026
    fields.number("window", kinds.before, 0, largest_size);
    kinds.after = kinds.before;
}

/// {"causal": true, "before": 2, "drawn": ["100", "110"], …}
void visit_mask(ChoiceVisitor& fields, MaskChoice& mask) {
    visit_kinds(fields, mask);
    if (fields.has("drawn", mask.drawn.size() > 0)) visit_drawn(fields, mask.drawn);
    if (fields.has("beneath", mask.beneath != MaskKinds{}))
        fields.within("beneath", [&](ChoiceVisitor& beneath) { visit_kinds(beneath, mask.beneath); });
}

// What models of today add.

void visit_rotary(ChoiceVisitor& fields, attention::Rotary& rotary) {
    fields.real("base", rotary.base);
    fields.number("dims", rotary.dims, 0, largest_size);
    fields.boolean("interleaved", rotary.interleaved);
}

void visit_additions(ChoiceVisitor& fields, Additions& additions) {
    if (fields.has("rotary", additions.rotary.has_value())) {
        if (!additions.rotary) additions.rotary.emplace();
        fields.within("rotary", [&](ChoiceVisitor& rotary) { visit_rotary(rotary, *additions.rotary); });
    }
    if (fields.has("softcap", additions.softcap > 0)) fields.real("softcap", additions.softcap);
    if (fields.has("alibi", additions.alibi)) fields.boolean("alibi", additions.alibi);
    if (fields.has("sink", additions.sink.has_value())) {
        if (!additions.sink) additions.sink = 0;
        fields.real("sink", *additions.sink);
    }
}

// What is set by hand.

/// A feature's name today: sessions saved before December 2026 call one of them otherwise.
std::string today(const std::string& feature) {
    return feature == "link-word" ? "link" : feature;
}

void visit_word_rows(ChoiceVisitor& fields, std::map<std::string, std::map<std::string, float>>& rows) {
    for (const std::string& word : fields.names(names_in(rows)))
        fields.within(word, [&row = rows[word]](ChoiceVisitor& features) {
            for (const std::string& feature : features.names(names_in(row)))
                features.real(feature, row[today(feature)]);
        });
}

/// The heads of one layer that are off, as a list.
void visit_heads_off(ChoiceVisitor& fields, const std::string& name, Index layer, Document& d) {
    std::vector<Index> heads = heads_off(d, layer);
    fields.wholes(name, heads, largest_size);
    if (std::ranges::adjacent_find(heads, std::greater_equal<>()) != heads.end())
        fields.refuse(name, "the heads are not in ascending order", "write for example [0, 2]");
    std::erase_if(d.switched_off, [&](const HeadPlace& off) { return off.layer == layer; });
    for (const Index head : heads)
        d.switched_off.push_back({layer, head});
    std::ranges::sort(d.switched_off);
}

/// Those of the layer shown are a list of their own; those of other layers stand by the layer's number.
void visit_switched_off(ChoiceVisitor& fields, Document& d) {
    const Index shown = shown_layer(d);
    std::vector<std::string> others;
    for (const HeadPlace& off : d.switched_off)
        if (const std::string layer = std::to_string(off.layer);
            off.layer != shown && (others.empty() || others.back() != layer))
            others.push_back(layer);
    if (fields.has("switched_off", !heads_off(d, shown).empty()))
        visit_heads_off(fields, "switched_off", shown, d);
    if (!fields.has("switched_off_elsewhere", !others.empty())) return;
    fields.within("switched_off_elsewhere", [&](ChoiceVisitor& elsewhere) {
        for (const std::string& name : elsewhere.names(others)) {
            const auto layer = base::whole_in(name);
            if (!layer || *layer < 0 || *layer > largest_size || *layer == shown)
                elsewhere.refuse(name, "this is not another layer", "number the layers from 0");
            visit_heads_off(elsewhere, name, *layer, d);
        }
    });
}

void visit_override(ChoiceVisitor& fields, Override& set) {
    for (const char* name : {"quantity", "row", "column", "value"})
        if (!fields.has(name, true)) fields.refuse(name, "it is missing", "add it");
    std::string quantity(key(set.cell.quantity));
    fields.text("quantity", quantity);
    const auto named = attention::quantity_named(quantity);
    if (!named || !attention::is_editable(*named))
        fields.refuse("quantity", "“" + quantity + "” cannot be set",
                      "use x, memory, w_q, w_k, w_v, w_o, q, k, v, scores or weights");
    set.cell.quantity = *named;
    fields.number("head", set.cell.head, 0, largest_size);
    fields.number("row", set.cell.row, 0, largest_size);
    fields.number("column", set.cell.column, 0, largest_size);
    fields.real("value", set.value);
    if (fields.has("layer", set.cell.layer > 0)) fields.number("layer", set.cell.layer, 0, largest_size);
}

// The whole.

void visit(ChoiceVisitor& fields, Document& d) {
    static const std::vector<std::string> languages(language_codes().begin(), language_codes().end());
    static const std::vector<std::string> positions{"none", "sinusoidal"};
    static const std::vector<std::string> scores = keys_of(attention::score_kinds());
    const bool is_batch = d.length > 0 || !d.sentences.empty();

    if (fields.has("preset", !d.preset.empty())) fields.text("preset", d.preset);
    if (fields.has("length", d.length > 0)) fields.number("length", d.length, 0, largest_size);
    if (fields.has("memory_length", d.memory_length > 0))
        fields.number("memory_length", d.memory_length, 0, largest_size);
    if (fields.has("text", d.length == 0)) fields.text("text", d.text);
    if (fields.has("written", d.written > 0)) fields.number("written", d.written, 0, largest_size);
    if (fields.has("memory_text", !d.memory_text.empty())) fields.text("memory_text", d.memory_text);
    if (fields.has("batch", is_batch)) fields.number("batch", d.batch, 0, largest_size);
    if (fields.has("item", is_batch)) fields.number("item", d.item, 0, largest_size);
    if (fields.has("sentences", !d.sentences.empty())) fields.texts("sentences", d.sentences);
    if (fields.has("language", d.language_told || d.language != Language::english)) {
        fields.named("language", d.language, languages);
        d.language_told = d.language == Language::english; // others go without saying
    }
    if (fields.has("weights", true))
        fields.within("weights", [&](ChoiceVisitor& weights) { visit_weights(weights, d.weights); });
    if (fields.has("word_rows", !d.word_rows.empty()))
        fields.within("word_rows", [&](ChoiceVisitor& rows) { visit_word_rows(rows, d.word_rows); });
    if (fields.has("note", !d.note.empty())) fields.text("note", d.note);
    fields.named("position", d.position, positions);
    fields.named("score", d.score, scores);
    visit_scale(fields, d.scale);
    fields.within("mask", [&](ChoiceVisitor& mask) { visit_mask(mask, d.mask); });
    fields.within("dropout", [&](ChoiceVisitor& dropout) {
        dropout.real("rate", d.dropout.rate);
        visit_seed(dropout, d.dropout.seed);
    });
    if (fields.has("additions", d.additions != Additions{}))
        fields.within("additions",
                      [&](ChoiceVisitor& additions) { visit_additions(additions, d.additions); });
    visit_switched_off(fields, d);
    if (fields.has("overrides", !d.overrides.empty())) fields.list("overrides", d.overrides, visit_override);
}

// What has to fit together.

void expect_words_or_length(const Document& d, const Fields& fields) {
    const bool has_words = !d.text.empty() || !d.memory_text.empty();
    const bool has_lengths = d.length > 0 || d.memory_length > 0;
    if (d.text.empty() == (d.length == 0) || (has_words && has_lengths))
        fields.refuse("text", "there must be either words or a length",
                      "write text (and memory_text), or length (and memory_length)");
}

/// What the model wrote stands at the end, one space before each word, behind words of the user's own.
void expect_written(const Document& d, const Fields& fields) {
    if (std::holds_alternative<RealWeights>(d.weights)) { // pieces of words
        if (static_cast<std::size_t>(d.written) >= d.text.size())
            fields.refuse("written", "the text is shorter than that", "leave it out");
        return;
    }
    std::size_t end = d.text.size();
    for (Index word = 0; word < d.written; ++word) {
        const std::size_t space = end == 0 ? std::string::npos : d.text.rfind(' ', end - 1);
        if (space == std::string::npos || space == 0 || space + 1 == end || d.text[space - 1] == ' ')
            fields.refuse("written", "the text does not have that many words, one space before each",
                          "write how many of its last words the model wrote, or leave it out");
        end = space;
    }
}

/// A batch of sentences has one item for each, and its text is the one shown.
void expect_sentence_shown(const Document& d, const Fields& fields) {
    if (d.sentences.empty()) return;
    if (d.batch != static_cast<Index>(d.sentences.size()) || d.item >= d.batch || !d.memory_text.empty() ||
        d.text != d.sentences[static_cast<std::size_t>(d.item)])
        fields.refuse("sentences", "they do not fit batch, item and text",
                      "let batch be their number and text the sentence of the item");
}

void expect_each_cell_once(const Document& d, const Fields& fields) {
    std::set<std::tuple<attention::Quantity, Index, Index, Index, Index>> cells;
    for (std::size_t i = 0; i < d.overrides.size(); ++i) {
        const attention::Cell& cell = d.overrides[i].cell;
        if (!cells.emplace(cell.quantity, cell.layer, cell.head, cell.row, cell.column).second)
            fields.refuse("overrides[" + std::to_string(i) + "]", "this cell is set twice",
                          "keep one of the two");
        if (i == most_overrides)
            fields.refuse("overrides", "there are more than " + std::to_string(most_overrides),
                          "keep those that matter");
    }
}

void expect_whole(const Document& d, const Fields& fields) {
    expect_written(d, fields);
    expect_sentence_shown(d, fields);
    expect_each_cell_once(d, fields);
    expect_words_or_length(d, fields);
}

} // namespace

nlohmann::ordered_json json_of(Document document) {
    return written_choices([&](ChoiceVisitor& fields) { visit(fields, document); });
}

Document read_document(const Fields& fields) {
    Document document;
    read_choices(fields, [&](ChoiceVisitor& named) { visit(named, document); });
    fields.expect_all({"weights"});
    expect_whole(document, fields);
    return document;
}

DocumentPart::DocumentPart(const nlohmann::json& fields, std::string where)
    : fields_(std::make_shared<const nlohmann::json>(fields)), where_(std::move(where)) {}

std::string DocumentPart::text() const {
    return fields_ ? base::json_text(*fields_) : std::string();
}

Document DocumentPart::read_into(Document document) const {
    read_choices(Fields(*fields_, where_, "document"), [&](ChoiceVisitor& named) { visit(named, document); });
    return document;
}

Document DocumentPart::put_in(const Document& document, const Library& library) const {
    if (!fields_) return document;
    Document next = read_into(document);
    if (next.text != document.text || next.memory_text != document.memory_text) {
        const Document typed = apply(document, SetText{next.text, next.memory_text}, library);
        next = read_into(typed);
        next.text = typed.text; // a model may have translated another source
        next.memory_text = typed.memory_text;
    }
    expect_whole(next, Fields(*fields_, where_, "document"));
    return next;
}

} // namespace workbench
