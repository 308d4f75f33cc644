#include "workbench/document/document_json.h"

#include "attention/score.h"
#include "base/input_error.h"
#include "base/text.h"

#include <algorithm>
#include <functional>
#include <nlohmann/json.hpp>
#include <set>
#include <tuple>

namespace workbench {

using attention::Override;
using attention::ScaleKind;
using attention::ScoreFunction;
using base::BoolMatrix;
using base::Index;
using nlohmann::ordered_json;

namespace {

const std::vector<Choice<PositionKind>> positions{{"none", PositionKind::none},
                                                  {"sinusoidal", PositionKind::sinusoidal}};

std::vector<Choice<Language>> language_choices() {
    std::vector<Choice<Language>> choices;
    for (const std::string_view code : language_codes())
        choices.push_back({code.data(), language_of(code)});
    return choices;
}
const std::vector<Choice<Language>> languages = language_choices();

std::vector<Choice<ScoreFunction>> score_choices() {
    std::vector<Choice<ScoreFunction>> choices;
    for (const attention::ScoreKind& kind : attention::score_kinds())
        choices.push_back({kind.key, kind.function});
    return choices;
}
const std::vector<Choice<ScoreFunction>> scores = score_choices();

/// Without a number, which is written as itself.
std::vector<Choice<ScaleKind>> scale_choices() {
    std::vector<Choice<ScaleKind>> choices;
    for (const attention::ScaleForm& form : attention::scale_forms())
        if (form.kind != ScaleKind::number) choices.push_back({form.key, form.kind});
    return choices;
}
const std::vector<Choice<ScaleKind>> scales = scale_choices();

// ---------------------------------------------------------------- writing

ordered_json written(const Weights& weights) {
    if (const auto* set = std::get_if<HandSetWeights>(&weights)) return {{"hand_set", set->id}};
    if (const auto* trained = std::get_if<TrainedWeights>(&weights)) {
        ordered_json model{{"id", trained->id}, {"layer", trained->layer}};
        if (!trained->hash.empty()) model["weights"] = trained->hash;
        if (!trained->file.empty()) model["file"] = trained->file;
        return {{"trained", std::move(model)}};
    }
    const auto& random = std::get<model::RandomSizes>(weights);
    return {{"random",
             {{"d_model", random.d_model},
              {"heads", random.heads},
              {"d_k", random.d_k},
              {"d_v", random.d_v},
              {"output_projection", random.output_projection},
              {"seed", random.seed}}}};
}

ordered_json written(const attention::Scale& scale) {
    if (scale.kind == ScaleKind::number) return readable(scale.number);
    return name_of(scales, scale.kind);
}

ordered_json written(const std::map<std::string, std::map<std::string, float>>& word_rows) {
    ordered_json result = ordered_json::object();
    for (const auto& [word, row] : word_rows) {
        result[word] = ordered_json::object();
        for (const auto& [feature, value] : row)
            result[word][feature] = readable(value);
    }
    return result;
}

ordered_json written(const std::vector<Override>& overrides) {
    ordered_json result = ordered_json::array();
    for (const Override& o : overrides) {
        result.push_back({{"quantity", key(o.cell.quantity)},
                          {"head", o.cell.head},
                          {"row", o.cell.row},
                          {"column", o.cell.column},
                          {"value", readable(o.value)}});
        if (o.cell.layer > 0) result.back()["layer"] = o.cell.layer;
    }
    return result;
}

/// One string per row, "1" where the query may attend: {"100", "110", "111"}.
ordered_json written(const BoolMatrix& drawn) {
    ordered_json rows = ordered_json::array();
    for (Index i = 0; i < drawn.rows(); ++i) {
        std::string row;
        for (Index j = 0; j < drawn.cols(); ++j)
            row += drawn(i, j) ? '1' : '0';
        rows.push_back(row);
    }
    return rows;
}

ordered_json written(const MaskKinds& kinds) {
    ordered_json result;
    for (const ChosenKind& kind : chosen_kinds())
        if (const Index amount = kinds.*kind.amount; kind.is_switch)
            result[kind.key] = amount > 0;
        else
            result[kind.key] = amount;
    return result;
}

/// {"causal": true, "window": 2, "drawn": ["100", "110"], …}
ordered_json written(const MaskChoice& mask) {
    ordered_json result = written(static_cast<const MaskKinds&>(mask));
    if (mask.drawn.size() > 0) result["drawn"] = written(mask.drawn);
    if (mask.beneath != MaskKinds{}) result["beneath"] = written(mask.beneath);
    return result;
}

/// The heads that are off in other layers than the one shown, by layer; those of the layer shown are a list
/// of their own.
ordered_json written_elsewhere(const Document& d) {
    ordered_json result = ordered_json::object();
    for (const HeadPlace& off : d.switched_off)
        if (off.layer != shown_layer(d)) result[std::to_string(off.layer)].push_back(off.head);
    return result;
}

// ---------------------------------------------------------------- reading

model::RandomSizes read_random(const Fields& fields) {
    fields.expect_only({"d_model", "heads", "d_k", "d_v", "output_projection", "seed"});
    model::RandomSizes sizes;
    sizes.d_model = fields.integer("d_model", sizes.d_model, largest_size);
    sizes.heads = fields.integer("heads", sizes.heads, largest_size);
    sizes.d_k = fields.integer("d_k", sizes.d_k, largest_size);
    sizes.d_v = fields.integer("d_v", sizes.d_v, largest_size);
    sizes.output_projection = fields.boolean("output_projection", sizes.output_projection);
    sizes.seed = fields.seed("seed", sizes.seed);
    return sizes;
}

TrainedWeights read_trained(const Fields& fields) {
    fields.expect_only({"id", "layer", "weights", "file"});
    return {fields.text("id", longest_text), fields.integer("layer", 0, largest_size),
            fields.text("weights", longest_text), fields.text("file", longest_text)};
}

Weights read_weights(const Fields& fields) {
    fields.expect_only({"hand_set", "random", "trained"});
    if (fields.has("hand_set") + fields.has("random") + fields.has("trained") != 1)
        fields.refuse("", "there must be one of hand_set, random and trained",
                      "name hand-set weights, give the sizes of random ones, or name a trained model");
    if (fields.has("trained")) return read_trained(fields.object("trained"));
    if (fields.has("random")) return read_random(fields.object("random"));
    return HandSetWeights{fields.text("hand_set", longest_text)};
}

attention::Scale read_scale(const Fields& fields) {
    if (fields.is_number("scale")) return {ScaleKind::number, fields.number("scale", 1)};
    return {fields.choice("scale", scales, ScaleKind::sqrt_dk), 1};
}

BoolMatrix read_drawn(const Fields& fields) {
    const std::vector<std::string> rows = fields.texts("drawn", longest_text);
    if (rows.empty()) return {};
    for (std::size_t i = 0; i < rows.size(); ++i)
        if (rows[i].empty() || rows[i].size() != rows.front().size() ||
            rows[i].find_first_not_of("01") != std::string::npos)
            fields.refuse("drawn",
                          "row " + std::to_string(i) + " is not a text of as many 0 and 1 as the others",
                          "write one text for each query: \"1\" where it may attend");
    // Only after the check: one long and many empty rows could ask for far more memory than the file's size.
    BoolMatrix drawn(static_cast<Index>(rows.size()), static_cast<Index>(rows.front().size()));
    for (std::size_t i = 0; i < rows.size(); ++i)
        for (std::size_t j = 0; j < rows[i].size(); ++j)
            drawn(static_cast<Index>(i), static_cast<Index>(j)) = rows[i][j] == '1';
    return drawn;
}

/// `beside`: the fields that stand beside the kinds.
MaskKinds read_kinds(const Fields& fields, std::vector<std::string_view> beside) {
    MaskKinds kinds;
    for (const ChosenKind& kind : chosen_kinds()) {
        beside.emplace_back(kind.key);
        kinds.*kind.amount = kind.is_switch ? Index{fields.boolean(kind.key, false)}
                                            : fields.integer(kind.key, 0, largest_size);
    }
    fields.expect_only(beside);
    return kinds;
}

MaskChoice read_mask(const Fields& fields) {
    MaskChoice mask{read_kinds(fields, {"drawn", "beneath"})};
    mask.drawn = read_drawn(fields);
    if (fields.has("beneath")) mask.beneath = read_kinds(fields.object("beneath"), {});
    return mask;
}

attention::Dropout read_dropout(const Fields& fields) {
    fields.expect_only({"rate", "seed"});
    return {fields.number("rate", 0), fields.seed("seed", 0)};
}

std::map<std::string, std::map<std::string, float>> read_word_rows(const Fields& fields) {
    std::map<std::string, std::map<std::string, float>> rows;
    for (const std::string& word : fields.names()) {
        const Fields row = fields.object(word);
        auto& values = rows[word];
        for (const std::string& feature : row.names())
            values[feature] = row.number(feature, 0);
    }
    return rows;
}

/// Ascending order, each head once.
void read_heads_off(const Fields& fields, const std::string& name, Index layer, std::vector<HeadPlace>& off) {
    const std::vector<Index> heads = fields.integers(name, largest_size);
    if (std::ranges::adjacent_find(heads, std::greater_equal<>()) != heads.end())
        fields.refuse(name, "the heads are not in ascending order", "write for example [0, 2]");
    for (const Index head : heads)
        off.push_back({layer, head});
}

/// In the order in which SwitchHeads leaves them.
std::vector<HeadPlace> read_switched_off(const Fields& fields, Index shown) {
    std::vector<HeadPlace> off;
    read_heads_off(fields, "switched_off", shown, off);
    const Fields elsewhere = fields.object("switched_off_elsewhere");
    for (const std::string& name : elsewhere.names()) {
        const auto layer = base::whole_in(name);
        if (!layer || *layer < 0 || *layer > largest_size || *layer == shown)
            elsewhere.refuse(name, "this is not another layer", "number the layers from 0");
        read_heads_off(elsewhere, name, *layer, off);
    }
    std::ranges::sort(off);
    return off;
}

Override read_override(const Fields& fields) {
    fields.expect_only({"quantity", "layer", "head", "row", "column", "value"});
    fields.expect_all({"quantity", "row", "column", "value"});
    const std::string name = fields.text("quantity", longest_text);
    const auto quantity = attention::quantity_named(name);
    if (!quantity || !attention::is_editable(*quantity))
        fields.refuse("quantity", "“" + name + "” cannot be set",
                      "use x, memory, w_q, w_k, w_v, w_o, q, k, v, scores or weights");
    return {{*quantity, fields.integer("head", 0, largest_size), fields.integer("row", 0, largest_size),
             fields.integer("column", 0, largest_size), fields.integer("layer", 0, largest_size)},
            fields.number("value", 0)};
}

std::vector<Override> read_overrides(const Fields& fields) {
    std::vector<Override> overrides;
    std::set<std::tuple<attention::Quantity, Index, Index, Index, Index>> cells;
    for (const Fields& entry : fields.objects("overrides")) {
        const Override o = read_override(entry);
        if (!cells.emplace(o.cell.quantity, o.cell.layer, o.cell.head, o.cell.row, o.cell.column).second)
            entry.refuse("", "this cell is set twice", "keep one of the two");
        if (overrides.size() == most_overrides)
            fields.refuse("overrides", "there are more than " + std::to_string(most_overrides),
                          "keep those that matter");
        overrides.push_back(o);
    }
    return overrides;
}

void expect_words_or_length(const Document& d, const Fields& fields) {
    const bool has_words = !d.text.empty() || !d.memory_text.empty();
    const bool has_lengths = d.length > 0 || d.memory_length > 0;
    if (d.text.empty() == (d.length == 0) || (has_words && has_lengths))
        fields.refuse("text", "there must be either words or a length",
                      "write text (and memory_text), or length (and memory_length)");
}

/// A batch of sentences has one item for each, and its text is the one shown.
void expect_sentence_shown(const Document& d, const Fields& fields) {
    if (d.sentences.empty()) return;
    if (d.batch != static_cast<Index>(d.sentences.size()) || d.item >= d.batch || !d.memory_text.empty() ||
        d.text != d.sentences[static_cast<std::size_t>(d.item)])
        fields.refuse("sentences", "they do not fit batch, item and text",
                      "let batch be their number and text the sentence of the item");
}

} // namespace

Document read_document(const Fields& fields) {
    fields.expect_only({"preset",
                        "text",
                        "memory_text",
                        "length",
                        "memory_length",
                        "batch",
                        "item",
                        "sentences",
                        "language",
                        "weights",
                        "word_rows",
                        "note",
                        "position",
                        "score",
                        "scale",
                        "mask",
                        "dropout",
                        "switched_off",
                        "switched_off_elsewhere",
                        "overrides"});
    Document d;
    d.preset = fields.text("preset", longest_text);
    d.text = fields.text("text", longest_text);
    d.memory_text = fields.text("memory_text", longest_text);
    d.length = fields.integer("length", 0, largest_size);
    d.memory_length = fields.integer("memory_length", 0, largest_size);
    d.batch = fields.integer("batch", 1, largest_size);
    d.item = fields.integer("item", 0, largest_size);
    d.sentences = fields.texts("sentences", longest_text);
    expect_sentence_shown(d, fields);
    d.language = fields.choice("language", languages, d.language);
    d.language_told = fields.has("language") && d.language == Language::english; // others go without saying
    fields.expect_all({"weights"});
    d.weights = read_weights(fields.object("weights"));
    d.word_rows = read_word_rows(fields.object("word_rows"));
    d.note = fields.text("note", longest_text);
    d.position = fields.choice("position", positions, d.position);
    d.score = fields.choice("score", scores, d.score);
    d.scale = read_scale(fields);
    d.mask = read_mask(fields.object("mask"));
    d.dropout = read_dropout(fields.object("dropout"));
    d.switched_off = read_switched_off(fields, shown_layer(d));
    d.overrides = read_overrides(fields);
    expect_words_or_length(d, fields);
    return d;
}

ordered_json json_of(const Document& d) {
    ordered_json result = ordered_json::object();
    if (!d.preset.empty()) result["preset"] = d.preset;
    if (d.length > 0) {
        result["length"] = d.length;
        if (d.memory_length > 0) result["memory_length"] = d.memory_length;
    } else {
        result["text"] = d.text;
        if (!d.memory_text.empty()) result["memory_text"] = d.memory_text;
    }
    if (d.length > 0 || !d.sentences.empty()) {
        result["batch"] = d.batch;
        result["item"] = d.item;
    }
    if (!d.sentences.empty()) result["sentences"] = d.sentences;
    if (d.language_told || d.language != Language::english)
        result["language"] = name_of(languages, d.language);
    result["weights"] = written(d.weights);
    if (!d.word_rows.empty()) result["word_rows"] = written(d.word_rows);
    if (!d.note.empty()) result["note"] = d.note;
    result["position"] = name_of(positions, d.position);
    result["score"] = name_of(scores, d.score);
    result["scale"] = written(d.scale);
    result["mask"] = written(d.mask);
    result["dropout"] = {{"rate", readable(d.dropout.rate)}, {"seed", d.dropout.seed}};
    if (const auto off = heads_off(d, shown_layer(d)); !off.empty()) result["switched_off"] = off;
    if (ordered_json off = written_elsewhere(d); !off.empty()) result["switched_off_elsewhere"] = off;
    if (!d.overrides.empty()) result["overrides"] = written(d.overrides);
    return result;
}

} // namespace workbench
