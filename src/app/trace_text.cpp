#include "app/trace_text.h"

#include "app/text_table.h"
#include "attention/mask.h"
#include "attention/score.h"
#include "attention/stage.h"
#include "attention/trace.h"
#include "base/json_text.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iterator>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace app {

using attention::Product;
using attention::Quantity;
using attention::ScaleKind;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;
using base::Matrix;

// What is said beside the matrices, in both forms: all of it is computed from the numbers.

namespace {

std::string scale_caption(const Trace& t) {
    const std::string number = short_number(t.divisor);
    const attention::ScaleForm& form = attention::form_of(t.options.scale.kind);
    if (form.kind == ScaleKind::none) return "not divided by anything";
    if (!form.width) return "divided by " + number;
    return "divided by " + attention::divisor_symbol(form.kind) + " = √" +
           std::to_string(form.width(t.layer->d_k(), t.layer->d_model())) + " = " + number;
}

std::string mask_caption(const Trace& t) {
    if (t.allowed.rows() == 0) return "nothing is masked: the same numbers";
    const auto forbidden = t.allowed.size() - t.allowed.count();
    std::string text = "−∞ in " + std::to_string(forbidden) + " of " + std::to_string(t.allowed.size()) +
                       (t.allowed.size() == 1 ? " cell" : " cells");
    if (t.options.mask.causal) text += "; causal: no key after its query";
    return text;
}

/// About all heads: a row is 0 where all of its keys are hidden.
std::string softmax_caption(const Trace& t) {
    Index ones = 0, zeros = 0, rows = 0;
    for (const attention::HeadTrace& head : t.heads)
        for (Index i = 0; i < head.weights.rows(); ++i) {
            const double sum = head.weights.row(i).cast<double>().sum();
            ++rows;
            if (sum == 0) ++zeros;
            if (std::abs(sum - 1) < 1e-3) ++ones;
        }
    if (ones == rows) return "each row sums to 1";
    if (zeros == rows) return "every row is 0: no query sees a key";
    if (ones + zeros == rows) return "each row sums to 1, or to 0 where no key can be seen";
    return "shares of each row";
}

std::string output_caption(const Stage& stage, const Trace& t) {
    return std::string(stage.formula) + (t.layer->b_o.size() > 0 ? " + b_o" : "");
}

/// The text next to a stage's title: its formula, or what this pass really does. "each row sums to 1" is said
/// only of rows that do.
std::string caption_of(const Stage& stage, const Trace& t) {
    switch (stage.id) {
    case StageId::scale:
        return scale_caption(t);
    case StageId::mask:
        return mask_caption(t);
    case StageId::softmax:
        return softmax_caption(t);
    case StageId::output:
        return output_caption(stage, t);
    default:
        return std::string(stage.formula);
    }
}

/// "query 3", "queries 1, 3", "4 of 6 queries".
std::string named(const std::vector<Index>& which, const std::string& one, const std::string& many,
                  Index all) {
    constexpr std::size_t most = 3;
    if (std::ssize(which) == all && all > 1) return "all " + std::to_string(all) + " " + many;
    if (which.size() > most) return std::to_string(which.size()) + " of " + std::to_string(all) + " " + many;
    std::string text = which.size() == 1 ? one + " " : many + " ";
    for (std::size_t i = 0; i < which.size(); ++i)
        text += (i > 0 ? ", " : "") + std::to_string(which[i] + 1);
    return text;
}

std::vector<Index> empty_rows(const attention::BoolMatrix& allowed) {
    std::vector<Index> rows;
    for (Index i = 0; i < allowed.rows(); ++i)
        if (!allowed.row(i).any()) rows.push_back(i);
    return rows;
}

/// ", and its output is b_o"; nothing where that is not so for all of these rows.

std::string output_of(const std::vector<Index>& rows, const Trace& t) {
    const std::string whose = rows.size() == 1 ? ", and its output is " : ", and their output is ";
    if (std::ranges::all_of(rows, [&](Index i) { return t.output.row(i).isZero(0); })) return whose + "0";
    const base::RowVector& bias = t.layer->b_o;
    const bool is_bias = bias.size() == t.output.cols() &&
                         std::ranges::all_of(rows, [&](Index i) { return t.output.row(i) == bias; });
    return is_bias ? whose + "b_o" : "";
}

/// True for a mask that would make sense if 1 hid a key: it leaves at least half of the queries nothing, or
/// lets every query see exactly what comes after it.
bool looks_inverted(const attention::BoolMatrix& given) {
    if (given.size() == 0) return false;
    if (2 * std::ssize(empty_rows(given)) >= given.rows()) return true;
    if (given.rows() != given.cols() || given.rows() < 2) return false;
    const attention::BoolMatrix earlier = attention::causal_mask(given.rows(), given.cols());
    return (given.array() != earlier.array()).all();
}

/// True for 0 … 0 1 … 1 with more zeros than ones. Usual padding stands on the right, 1 … 1 0 … 0, and is
/// this when it is inverted; padding on the left is this as well, but seldom longer than what it pads.
bool looks_inverted(const std::vector<std::uint8_t>& padding) {
    const auto zeros = std::ranges::count(padding, 0);
    return std::ranges::is_sorted(padding) && 2 * zeros > std::ssize(padding) && zeros < std::ssize(padding);
}

/// What the masks of this pass do that one may not expect: how a causal mask is aligned where keys and
/// queries differ in number, what becomes of queries that see no key, which keys are padding, and whether a
/// mask looks as if 1 meant “hidden” in it.
std::vector<std::string> mask_notes(const Trace& t) {
    std::vector<std::string> notes;
    if (t.allowed.rows() == 0) return notes;
    if (t.options.mask.causal && t.n() != t.m())
        notes.push_back("the causal mask starts at the upper left: query 1 sees key 1, query i keys 1 to i");
    std::vector<Index> padding;
    for (std::size_t j = 0; j < t.options.mask.key_padding.size(); ++j)
        if (t.options.mask.key_padding[j] == 0) padding.push_back(static_cast<Index>(j));
    if (!padding.empty())
        notes.push_back("key_padding is 0 for " + named(padding, "key", "keys", t.m()) + ": no query sees " +
                        (padding.size() == 1 ? "it" : "them"));
    const std::vector<Index> empty = empty_rows(t.allowed);
    if (!empty.empty())
        notes.push_back(
            named(empty, "query", "queries", t.n()) +
            (empty.size() == 1 ? " sees no key: its weights are 0" : " see no key: their weights are 0") +
            output_of(empty, t));
    for (const auto& [inverted, name] : {std::pair{looks_inverted(t.options.mask.given), "mask"},
                                         {looks_inverted(t.options.mask.key_padding), "key_padding"}})
        if (inverted)
            notes.push_back(
                "here 1 means “may be seen”; if 1 means “hidden” in this file, swap 1 and 0 in its " +
                std::string(name));
    return notes;
}

} // namespace

// As text.

namespace {

std::string count(Index number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

const base::RowVector& bias_of(Quantity result, const attention::Layer& layer) {
    switch (result) {
    case Quantity::q:
        return layer.b_q;
    case Quantity::k:
        return layer.b_k;
    case Quantity::v:
        return layer.b_v;
    default:
        return layer.b_o;
    }
}

class Printer {
public:
    Printer(std::ostream& out, const Traced& traced) : out_(out), traced_(traced) {}

    void print() const {
        for (std::size_t i = 0; i < traced_.items.size(); ++i) {
            if (traced_.batched)
                out_ << (i > 0 ? "\n" : "") << "ITEM " << i + 1 << " OF " << traced_.items.size() << "\n\n";
            print_heading(traced_.items[i]);
            for (const Stage* stage : attention::stages_of(traced_.items[i]))
                print_stage(*stage, traced_.items[i]);
        }
    }

private:
    void print_heading(const Trace& t) const {
        const attention::Layer& layer = *t.layer;
        const bool cross = t.input.is_cross();
        out_ << (cross ? "Cross-attention: " : "Self-attention: ")
             << count(t.n(), cross ? "query row" : "token");
        if (cross) out_ << ", " << count(t.m(), "key row");
        out_ << ", d_model " << layer.d_model() << ", " << count(layer.heads, "head") << ", d_k "
             << layer.d_k() << ", d_v " << layer.d_v() << '\n'
             << traced_.weights_from << '\n';
        for (const std::string& note : traced_.notes)
            out_ << shortened(note, 100) << '\n';
    }

    void print_stage(const Stage& stage, const Trace& t) const {
        out_ << '\n' << stage.title << " · " << caption_of(stage, t) << '\n';
        if (stage.id == StageId::mask)
            for (const std::string& note : mask_notes(t))
                out_ << "  " << note << '\n';
        if (stage.id == StageId::mask && t.allowed.rows() == 0) return;
        for (const Product& product : stage.products(t)) {
            if (product.left && product.addend) print_matrix(*product.left, t);
            if (product.addend) print_matrix(*product.addend, t);
            const bool by_weights = stage.id == StageId::project || stage.id == StageId::output;
            if (by_weights && product.top) print_matrix(*product.top, t);
            if (by_weights) print_bias(product.result, t);
            print_matrix(product.result, t);
        }
    }

    /// Prints a matrix, head by head if there is one per head.
    void print_matrix(Quantity quantity, const Trace& t) const {
        const Index heads = attention::is_per_head(quantity) ? t.layer->heads : 1;
        for (Index head = 0; head < heads; ++head) {
            const Matrix& matrix = t.matrix(quantity, head);
            out_ << "\n  " << attention::symbol(quantity) << "  " << matrix.rows() << " × " << matrix.cols();
            if (heads > 1) out_ << "  head " << head + 1 << " of " << heads;
            out_ << '\n';
            print_table(
                out_, matrix, [&](Index i) { return traced_.names.row(quantity, i); },
                [&](Index j) { return traced_.names.column(quantity, j); });
        }
    }

    /// Prints the bias, if the layer has one, with the heads side by side.
    void print_bias(Quantity result, const Trace& t) const {
        const base::RowVector& bias = bias_of(result, *t.layer);
        if (bias.size() == 0) return;
        out_ << "\n  bias of " << attention::symbol(result) << "  " << bias.size() << '\n';
        print_table(
            out_, bias, [](Index) { return std::string(); }, [](Index j) { return std::to_string(j + 1); });
    }

    std::ostream& out_;
    const Traced& traced_;
};

} // namespace

void print_text(std::ostream& out, const Traced& traced) {
    Printer(out, traced).print();
}

// As JSON, written directly to the stream: the stages of 4096 tokens as JSON objects would take gigabytes.

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
        << ",\"heads\":" << layer.heads << ",\"d_k\":" << layer.d_k() << ",\"d_v\":" << layer.d_v()
        << ",\"divisor\":";
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
