// The stages of a pass as JSON, written directly to the stream: those of 4096 tokens as JSON objects would
// take gigabytes.

#include "app/trace_captions.h"
#include "app/traced.h"
#include "attention/stage.h"
#include "base/json_text.h"
#include "base/text.h"

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

void print_quantity(std::ostream& out, Quantity quantity, const Trace& t) {
    out << '"' << attention::key(quantity) << "\":";
    if (!attention::is_per_head(quantity)) return print_matrix(out, t.matrix(quantity, 0));
    for (Index head = 0; head < t.layer->heads; ++head) {
        out << (head > 0 ? ',' : '[');
        print_matrix(out, t.matrix(quantity, head));
    }
    out << ']';
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
        out << '}';
        first_stage = false;
    }
    out << '}';
}

void print_names(std::ostream& out, const char* field, const std::vector<std::string>& names) {
    if (!names.empty()) out << ",\"" << field << "\":" << base::json_text(nlohmann::json(names));
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
