// The stages of a pass as JSON, written directly to the stream: those of 4096 tokens as JSON objects would
// take gigabytes.

#include "app/trace_captions.h"
#include "app/traced.h"
#include "attention/score.h"
#include "attention/stage.h"
#include "base/json_text.h"
#include "base/text.h"
#include "model/pass_tensors.h"

#include <cmath>
#include <iterator>
#include <nlohmann/json.hpp>
#include <optional>
#include <ostream>
#include <set>

namespace app {

using attention::Product;
using attention::Quantity;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;
using base::Matrix;

namespace {

void print_number(std::ostream& out, float number) {
    if (!std::isfinite(number)) {
        out << "null";
        return;
    }
    out << base::shortest(number);
}

void print_matrix(std::ostream& out, const Matrix& matrix) {
    out << '[';
    for (Index i = 0; i < matrix.rows(); ++i) {
        out << (i > 0 ? ",[" : "[");
        for (Index j = 0; j < matrix.cols(); ++j) {
            if (j > 0) out << ',';
            print_number(out, matrix(i, j));
        }
        out << ']';
    }
    out << ']';
}

void print_numbers(std::ostream& out, const base::RowVector& row) {
    for (Index j = 0; j < row.size(); ++j) {
        out << (j > 0 ? ',' : '[');
        print_number(out, row[j]);
    }
    out << ']';
}

void print_quantity(std::ostream& out, Quantity quantity, const Trace& t) {
    out << '"' << attention::key(quantity) << "\":";
    if (!attention::is_per_head(quantity)) return print_matrix(out, t.matrix(quantity, 0));
    for (Index i = 0; i < model::matrices_of(quantity, *t.layer); ++i) {
        out << (i > 0 ? ',' : '[');
        print_matrix(out, t.matrix(quantity, model::head_with(i, quantity, *t.layer)));
    }
    out << ']';
}

/// What goes into a stage besides its matrices: biases, gains, past keys and values, what is added to the
/// scores, sinks. Each with a comma in front.
void print_additions(std::ostream& out, const Stage& stage, const Trace& t) {
    for (const RowBeside& row : rows_beside(*t.layer)) {
        if (attention::stage_of(row.of) != stage.id) continue;
        out << ",\"" << row.name << "\":";
        print_numbers(out, *row.numbers);
    }
    const auto matrices = [&](const char* name, const std::vector<Matrix>& all) {
        for (std::size_t i = 0; i < all.size(); ++i) {
            if (i == 0) out << ",\"" << name << "\":";
            out << (i > 0 ? ',' : '[');
            print_matrix(out, all[i]);
        }
        if (!all.empty()) out << ']';
    };
    if (stage.id == StageId::project) {
        matrices("past_k", by_key_head(t.input.past_k, *t.layer));
        matrices("past_v", by_key_head(t.input.past_v, *t.layer));
    }
    if (stage.id == StageId::bias) matrices("bias", added_to_scores(t));
}

/// The results of the stage, and its operands that no earlier stage had: weights, and the addends of the
/// input.
std::vector<Quantity> quantities_of(const Stage& stage, const Trace& t, std::set<Quantity>& seen) {
    std::vector<Quantity> result;
    const auto add = [&](std::optional<Quantity> quantity) {
        if (quantity && seen.insert(*quantity).second) result.push_back(*quantity);
    };
    for (const Product& product : stage.products(t)) {
        add(product.left);
        add(product.addend);
        add(product.top);
        add(product.result);
    }
    return result;
}

void print_stages(std::ostream& out, const Trace& t) {
    std::set<Quantity> seen;
    bool first_stage = true;
    for (const Stage* stage : attention::stages_of(t)) {
        out << (first_stage ? "{\"" : ",\n\"") << stage->key << "\":{";
        bool first = true;
        for (const Quantity quantity : quantities_of(*stage, t, seen)) {
            if (!first) out << ',';
            print_quantity(out, quantity, t);
            first = false;
        }
        print_additions(out, *stage, t);
        out << '}';
        first_stage = false;
    }
    out << '}';
}

void print_names(std::ostream& out, const char* field, const std::vector<std::string>& names) {
    if (!names.empty()) out << ",\"" << field << "\":" << base::json_text(nlohmann::json(names));
}

/// What was asked for, beside the masks and biases of the file.
nlohmann::json options_in_json(const attention::Options& options) {
    nlohmann::json json;
    const auto number = [](float value) { return nlohmann::json::parse(base::shortest(value)); };
    const attention::Mask& mask = options.mask;
    const bool lower_right = mask.alignment == attention::Alignment::lower_right;
    json["causal"] =
        mask.causal ? nlohmann::json(lower_right ? "lower-right" : "upper-left") : nlohmann::json();
    json["window"] =
        mask.window.empty() ? nlohmann::json() : nlohmann::json{mask.window.left, mask.window.right};
    json["scale"] = options.scale.kind == attention::ScaleKind::number
                        ? number(options.scale.number)
                        : nlohmann::json(attention::form_of(options.scale.kind).key);
    json["softcap"] = options.softcap > 0 ? number(options.softcap) : nlohmann::json();
    json["rotary"] = nlohmann::json();
    if (const auto& rotary = options.rotary)
        json["rotary"] = {{"base", number(rotary->base)},
                          {"dims", rotary->dims > 0 ? nlohmann::json(rotary->dims) : nlohmann::json()},
                          {"interleaved", rotary->interleaved}};
    json["alibi"] = options.bias.alibi;
    return json;
}

/// By the stage's key.
nlohmann::json captions(const Trace& t) {
    auto result = nlohmann::json::object();
    for (const Stage* stage : attention::stages_of(t))
        result[std::string(stage->key)] = caption_of(*stage, t);
    return result;
}

void print_item(std::ostream& out, const Trace& t, const Traced& traced) {
    const attention::Layer& layer = *t.layer;
    out << "{\"n\":" << t.n() << ",\"m\":" << t.m() << ",\"d_model\":" << layer.d_model()
        << ",\"heads\":" << layer.heads << ",\"kv_heads\":" << layer.key_heads() << ",\"d_k\":" << layer.d_k()
        << ",\"d_v\":" << layer.d_v() << ",\"divisor\":";
    print_number(out, t.divisor);
    out << ",\"options\":" << base::json_text(options_in_json(t.options));
    out << ",\"weights_from\":" << base::json_text(nlohmann::json(traced.weights_from));
    print_names(out, "queries", traced.names.queries);
    print_names(out, "keys", traced.names.keys);
    std::vector<std::string> notes = traced.notes;
    std::ranges::move(mask_notes(t), std::back_inserter(notes));
    print_names(out, "notes", notes);
    out << ",\"captions\":" << base::json_text(captions(t)) << ",\"stages\":";
    print_stages(out, t);
    out << '}';
}

} // namespace

void print_json(std::ostream& out, const Traced& traced) {
    if (!traced.batched) {
        print_item(out, traced.items.front(), traced);
    } else {
        out << "{\"batch\":" << traced.items.size() << ",\"items\":";
        for (std::size_t i = 0; i < traced.items.size(); ++i) {
            out << (i > 0 ? ",\n" : "[");
            print_item(out, traced.items[i], traced);
        }
        out << "]}";
    }
    out << '\n';
}

} // namespace app
