// attention-lab trace: what is computed for a file or a sentence, and how it is printed.

#include "app/commands.h"

#include "app/pass_options.h"
#include "app/text_table.h"
#include "attention/bias.h"
#include "attention/mask.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "attention/stage.h"
#include "attention/trace.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/json_text.h"
#include "base/text.h"
#include "language/names.h"
#include "model/foreign_layers.h"
#include "model/pass_tensors.h"
#include "workbench/document/pass.h"
#include "workbench/document/sizes.h"

#include <CLI/CLI.hpp>

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <iostream>
#include <iterator>
#include <limits>
#include <memory>
#include <nlohmann/json.hpp>
#include <ostream>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace app {

using attention::Product;
using attention::Quantity;
using attention::Scale;
using attention::ScaleKind;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;
using base::InputError;
using base::Matrix;

namespace {

/// One pass, or the items of a batch, and what the user should know about them.
struct Traced {
    std::vector<attention::Trace> items;
    language::Names names;    ///< shared by all items
    std::string weights_from; ///< "Hand-set weights (Who is meant …)", "Weights from attention.safetensors"
    std::vector<std::string> notes; ///< "“zyzzyx” is not in the lexicon: its row is 0"
    bool batched = false;           ///< the input had a batch dimension, so the output gets one too
};

} // namespace

// What is said beside the matrices, in both forms: all of it is computed from the numbers.

namespace {

std::string count(Index number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

std::string scale_caption(const Trace& t) {
    const std::string number = short_number(t.divisor);
    const attention::ScaleForm& form = attention::form_of(t.options.scale.kind);
    if (form.kind == ScaleKind::none) return "not divided by anything";
    if (!form.width) return "divided by " + number;
    return "divided by " + attention::divisor_symbol(form.kind) + " = √" +
           std::to_string(form.width(t.layer->d_k(), t.layer->d_model())) + " = " + number;
}

std::string softcap_caption(const Trace& t) {
    const std::string cap = short_number(t.options.softcap);
    return cap + " · tanh(S/" + cap + ")";
}

/// "a matrix for each head, −∞ in 3 cells; −slope · distance, slope 0.5 in head 1, 0.25 in head 2".
std::string bias_caption(const Trace& t) {
    const attention::Bias& bias = t.options.bias;
    std::string text;
    if (!bias.given.empty()) {
        Index hidden = 0;
        for (const Matrix& given : bias.given)
            hidden += (given.array() == -std::numeric_limits<float>::infinity()).count();
        text = bias.given.size() > 1 ? "a matrix for each head" : "a matrix is added";
        if (hidden > 0) text += ", −∞ in " + count(hidden, "cell");
    }
    if (!bias.alibi) return text;
    text += text.empty() ? "−slope · distance, slope" : "; −slope · distance, slope";
    constexpr Index most = 4;
    for (Index head = 0; head < std::min(t.layer->heads, most); ++head)
        text += (head > 0 ? ", " : " ") + short_number(attention::alibi_slope(head, t.layer->heads)) +
                (t.layer->heads > 1 ? " in head " + std::to_string(head + 1) : "");
    return text + (t.layer->heads > most ? " …" : "");
}

/// "i", "i + 3", "i − 2": the key at the place of query i, both counted from 1.
std::string place_of_query(const Trace& t) {
    const Index first = t.first_place();
    if (first == 0) return "i";
    return first > 0 ? "i + " + std::to_string(first) : "i − " + std::to_string(-first);
}

/// "; window: 3 keys before and 0 after the place i + 2 of query i".
std::string window_caption(const Trace& t) {
    const attention::Window& window = t.options.mask.window;
    const auto side = [](Index keys) { return keys < 0 ? "any number of keys" : count(keys, "key"); };
    const std::string place = t.first_place() == 0 ? "" : " (key " + place_of_query(t) + " for query i)";
    return "; window: " + side(window.left) + " before and " + side(window.right) + " after its own place" +
           place;
}

std::string mask_caption(const Trace& t) {
    if (t.allowed.rows() == 0) return "nothing is masked: the same numbers";
    const auto forbidden = t.allowed.size() - t.allowed.count();
    std::string text = "−∞ in " + std::to_string(forbidden) + " of " + count(t.allowed.size(), "cell");
    const attention::Mask& mask = t.options.mask;
    if (mask.causal)
        text += t.first_place() == 0 ? "; causal: no key after its query"
                                     : "; causal: query i sees the keys up to " + place_of_query(t);
    if (!mask.window.empty()) text += window_caption(t);
    if (mask.length >= 0) text += "; length " + std::to_string(mask.length) + ": the other keys are padding";
    return text;
}

/// What the sinks take of the rows: "the sink takes 0.12 to 0.4 of each row, the keys the rest". Empty where
/// that is not so, after weights were set by hand.
std::string sink_caption(const Trace& t) {
    double least = 1, most = 0;
    for (const attention::HeadTrace& head : t.heads)
        for (Index i = 0; i < head.weights.rows(); ++i) {
            const double share =
                std::exp(static_cast<double>(head.sink) - static_cast<double>(head.row_max[i])) /
                static_cast<double>(head.denominators[i]);
            if (!(std::abs(head.weights.row(i).cast<double>().sum() + share - 1) < 1e-3)) return "";
            least = std::min(least, share);
            most = std::max(most, share);
        }
    const std::string from = short_number(static_cast<float>(least)),
                      to = short_number(static_cast<float>(most));
    return "the sink takes " + (from == to ? from : from + " to " + to) + " of each row, the keys the rest";
}

/// About all heads: a row is 0 where all of its keys are hidden.
std::string softmax_caption(const Trace& t) {
    if (t.layer->sink.size() > 0) {
        const std::string text = sink_caption(t);
        return text.empty() ? "shares of each row, beside a sink" : text;
    }
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

/// "Q = XW_Q, K, V; RMS norm; turned by place, base 10000, pairs of halves; 3 past keys before the new ones".
std::string project_caption(const Stage& stage, const Trace& t) {
    std::string text(stage.formula);
    const bool of_q = t.has(Quantity::q_normed), of_k = t.has(Quantity::k_normed);
    if (of_q || of_k) text += std::string("; RMS norm of ") + (of_q && of_k ? "Q and K" : of_q ? "Q" : "K");
    if (t.options.rotary) {
        const attention::Rotary& rotary = *t.options.rotary;
        text += "; Q and K turned by their places, base " + short_number(rotary.base) +
                (rotary.interleaved ? ", pairs of neighbours" : ", pairs of halves");
        const Index dims = attention::turned_dims(rotary, t.layer->d_k());
        if (dims < t.layer->d_k())
            text += ", " + std::to_string(dims) + " of " + std::to_string(t.layer->d_k()) + " dimensions";
    }
    if (t.input.past() > 0) text += "; " + count(t.input.past(), "past key") + " before the new ones";
    return text;
}

std::string output_caption(const Stage& stage, const Trace& t) {
    return std::string(stage.formula) + (t.layer->b_o.size() > 0 ? " + b_o" : "");
}

/// The text next to a stage's title: its formula, or what this pass really does. "each row sums to 1" is said
/// only of rows that do.
std::string caption_of(const Stage& stage, const Trace& t) {
    switch (stage.id) {
    case StageId::project:
        return project_caption(stage, t);
    case StageId::scale:
        return scale_caption(t);
    case StageId::softcap:
        return softcap_caption(t);
    case StageId::bias:
        return bias_caption(t);
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

/// Where a score is not −∞, in at least one head: what mask and bias leave.
attention::BoolMatrix seen(const Trace& t) {
    attention::BoolMatrix result = attention::BoolMatrix::Constant(t.n(), t.m(), false);
    for (Index head = 0; head < t.layer->heads; ++head)
        result = result.array() ||
                 t.matrix(Quantity::masked, head).array() > -std::numeric_limits<float>::infinity();
    return result;
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

/// The same of a mask, also of one with the same row for every query, and of a bias that only forbids, which
/// is what a mask for each head becomes.
bool mask_looks_inverted(const attention::Options& options) {
    const attention::BoolMatrix& given = options.mask.given;
    if (looks_inverted(given)) return true;
    bool is_padding = given.rows() > 1;
    for (Index i = 1; i < given.rows(); ++i)
        is_padding = is_padding && given.row(i) == given.row(0);
    if (is_padding) {
        std::vector<std::uint8_t> row;
        for (Index j = 0; j < given.cols(); ++j)
            row.push_back(given(0, j) ? 1 : 0);
        if (looks_inverted(row)) return true;
    }
    return std::ranges::any_of(options.bias.given, [](const Matrix& bias) {
        const bool only_forbids =
            (bias.array() == 0 || bias.array() < std::numeric_limits<float>::lowest()).all();
        return only_forbids && !(bias.array() == 0).all() &&
               looks_inverted(attention::BoolMatrix(bias.array() == 0));
    });
}

/// How a causal mask is aligned where keys and queries differ in number.
std::string alignment_note(const Trace& t) {
    const Index first = t.first_place();
    const std::string of_first = first < 0    ? "query 1 sees none"
                                 : first == 0 ? "query 1 sees key 1"
                                              : "query 1 sees keys 1 to " + std::to_string(first + 1);
    const std::string rest = ", query i keys 1 to " + place_of_query(t);
    if (t.options.mask.alignment == attention::Alignment::lower_right)
        return "the causal mask ends at the lower right: the last query sees every key; " + of_first + rest;
    if (t.input.past() > 0)
        return "the causal mask starts after the " + count(t.input.past(), "past key") + ": " + of_first +
               rest;
    return "the causal mask starts at the upper left: " + of_first + rest;
}

/// What the masks of this pass do that one may not expect: how a causal mask is aligned, what becomes of
/// queries that see no key, which keys are padding, and whether a mask looks as if 1 meant “hidden” in it.
std::vector<std::string> mask_notes(const Trace& t) {
    std::vector<std::string> notes;
    const attention::Mask& mask = t.options.mask;
    if (mask.causal && t.n() != t.m()) notes.push_back(alignment_note(t));
    std::vector<Index> padding;
    for (std::size_t j = 0; j < mask.key_padding.size(); ++j)
        if (mask.key_padding[j] == 0) padding.push_back(static_cast<Index>(j));
    if (!padding.empty())
        notes.push_back("key_padding is 0 for " + named(padding, "key", "keys", t.m()) + ": no query sees " +
                        (padding.size() == 1 ? "it" : "them"));
    const std::vector<Index> empty = empty_rows(seen(t));
    if (!empty.empty())
        notes.push_back(
            named(empty, "query", "queries", t.n()) +
            (empty.size() == 1 ? " sees no key: its weights are 0" : " see no key: their weights are 0") +
            output_of(empty, t));
    for (const auto& [inverted, name] : {std::pair{mask_looks_inverted(t.options), "mask"},
                                         {looks_inverted(mask.key_padding), "key_padding"}})
        if (inverted)
            notes.push_back(
                "here 1 means “may be seen”; if 1 means “hidden” in this file, swap 1 and 0 in its " +
                std::string(name));
    return notes;
}

} // namespace

// As text.

namespace {

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
        out_ << ", d_model " << layer.d_model() << ", " << count(layer.heads, "head");
        if (layer.key_heads() < layer.heads) out_ << " on " << count(layer.key_heads(), "key head");
        out_ << ", d_k " << layer.d_k() << ", d_v " << layer.d_v() << '\n' << traced_.weights_from << '\n';
        for (const std::string& note : traced_.notes)
            out_ << shortened(note, 200) << '\n';
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
            if (stage.id == StageId::bias) print_added(t);
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

    /// Prints what is added to the scores, head by head where that differs.
    void print_added(const Trace& t) const {
        const attention::Bias& bias = t.options.bias;
        const bool of_heads = t.layer->heads > 1 && (bias.alibi || bias.given.size() > 1);
        for (Index head = 0; head < (of_heads ? t.layer->heads : 1); ++head) {
            const auto added = attention::head_bias(bias, head, t.layer->heads, t.first_place());
            out_ << "\n  B  " << t.n() << " × " << t.m();
            if (of_heads) out_ << "  head " << head + 1 << " of " << t.layer->heads;
            out_ << '\n';
            print_table(
                out_, attention::biased_scores(Matrix::Zero(t.n(), t.m()), added),
                [&](Index i) { return traced_.names.row(Quantity::biased, i); },
                [&](Index j) { return traced_.names.column(Quantity::biased, j); });
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

/// Prints every stage in readable form: its matrices with the names of rows and columns. Large ones are
/// abbreviated.
void print_text(std::ostream& out, const Traced& traced) {
    Printer(out, traced).print();
}

} // namespace

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

/// Prints {"n", "m", "d_model", "heads", "kv_heads", "d_k", "d_v", "divisor", "weights_from", "queries",
/// "keys", "stages": {"scores": {"scores": …}, …}}. A matrix is a list of rows; one that exists once per head
/// is a list of such matrices. null stands for −∞. A batch is {"batch": 2, "items": [{…}, {…}]}. Numbers have
/// the fewest digits that read back as the same float.
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

} // namespace

// The pass that is asked for.

namespace {

constexpr Index head_width = 8; ///< of the random weights for a sentence: they are 8·heads wide

Scale read_scale(const std::string& text) {
    if (const auto kind = attention::scale_named(text)) return {*kind, 1};
    const float number = base::float_in(text).value_or(0);
    if (!std::isfinite(number) || number == 0)
        throw InputError("--scale", "“" + text + "” is not a scale",
                         "give sqrt_dk, none, sqrt_dmodel, or a number other than 0");
    return {ScaleKind::number, number};
}

void expect_memory(const model::PassInputs& pass) {
    const attention::Layer& layer = pass.layer;
    double bytes = 0;
    for (const attention::Input& input : pass.items)
        bytes += static_cast<double>(attention::trace_bytes(input.x.rows(), input.keys(), layer.d_model(),
                                                            layer.d_k(), layer.d_v(), layer.heads));
    if (bytes > static_cast<double>(workbench::max_trace_bytes))
        throw InputError("x",
                         "every stage of it takes " + std::to_string(std::lround(bytes / (1 << 30))) +
                             " GB, and at most 6 GB may be used",
                         "give shorter sequences, fewer of them, or fewer heads");
}

/// The tensors of a file, in our names.
model::OwnNames tensors_of(const TraceArguments& arguments, const std::string& where) {
    const auto foreign =
        model::foreign_layer_in(model::tensor_names(arguments.file), arguments.layer.value_or(1), where);
    if (foreign)
        return model::in_own_names(*foreign, model::read_safetensors(arguments.file, foreign->names), where);
    if (arguments.layer) throw InputError("--layer", where + " holds one layer", "leave --layer out");
    return {model::read_safetensors(arguments.file), {}};
}

Traced trace_file(const TraceArguments& arguments) {
    const std::string where = base::shown(arguments.file);
    attention::Options options = options_of(arguments.pass);
    options.scale = read_scale(arguments.scale);
    const model::OwnNames own = tensors_of(arguments, where);
    const model::PassInputs pass = model::pass_inputs_from(own.tensors, arguments.heads, where,
                                                           key_heads_of(arguments.pass, arguments.heads));
    expect_memory(pass);
    auto layer = std::make_shared<const attention::Layer>(pass.layer);
    if (arguments.pass.sink) layer = with_sink(layer);
    Traced traced;
    traced.items = attention::trace_batch(pass.items, layer, pass.options(options));
    traced.batched = pass.batched;
    traced.weights_from = "Weights from " + where;
    traced.notes = own.notes;
    std::ranges::copy(pass.notes, std::back_inserter(traced.notes));
    if (own.notes.empty() && model::may_be_transposed(pass.layer, model::read_notes(arguments.file)))
        traced.notes.emplace_back(
            "its matrices are square and PyTorch wrote them: here Q = x·W; if they came from "
            "Linear layers, which keep (out, in), transpose them");
    return traced;
}

workbench::Document sentence(const TraceArguments& arguments, const workbench::Library& library) {
    workbench::Document document;
    document.text = *arguments.text;
    document.scale = read_scale(arguments.scale);
    document.mask.causal = !arguments.pass.causal.empty();
    document.weights = library.opening().document.weights;
    if (!arguments.model.empty()) {
        document.weights =
            workbench::TrainedWeights{library.trained->add(arguments.model), arguments.layer.value_or(1) - 1};
        return document;
    }
    if (arguments.heads > 1)
        document.weights = model::RandomSizes{.d_model = head_width * arguments.heads,
                                              .heads = arguments.heads,
                                              .kv_heads = key_heads_of(arguments.pass, arguments.heads)};
    return document;
}

/// What the command line asks for besides the document.
void apply(const PassOptions& asked, workbench::Prepared& prepared) {
    const attention::Options options = options_of(asked);
    prepared.options.mask.alignment = options.mask.alignment;
    if (asked.window) prepared.options.mask.window = options.mask.window;
    if (asked.softcap) prepared.options.softcap = options.softcap;
    if (asked.rotary) prepared.options.rotary = options.rotary;
    prepared.options.bias.alibi |= options.bias.alibi;
    if (asked.sink) prepared.layer = with_sink(prepared.layer);
}

std::string weights_from(const workbench::Pass& pass, const workbench::Library& library) {
    if (const auto* random = std::get_if<model::RandomSizes>(&pass.document.weights))
        return "Random weights (seed " + std::to_string(random->seed) + ")";
    if (pass.reading)
        return "Trained weights (" + pass.reading->model->card.title + ", layer " +
               std::to_string(pass.reading->shown + 1) + " of " +
               std::to_string(pass.reading->places.size()) + ")";
    const auto& set = std::get<workbench::HandSetWeights>(pass.document.weights);
    return "Hand-set weights (" + library.hand_set(set.id).title + ")";
}

Traced trace_text(const TraceArguments& arguments, const std::filesystem::path& assets) {
    constexpr Index most_heads = 128; // no published model has more
    if (arguments.heads < 1 || arguments.heads > most_heads)
        throw InputError("--heads", std::to_string(arguments.heads) + " is out of range",
                         "choose a number from 1 to " + std::to_string(most_heads));
    (void)options_of(arguments.pass); // refuses before anything is loaded
    (void)key_heads_of(arguments.pass, arguments.heads);
    const workbench::Library library = workbench::load_library(assets);
    workbench::Prepared prepared = workbench::prepare(sentence(arguments, library), library);
    apply(arguments.pass, prepared);
    const auto pass = workbench::compute(std::move(prepared));
    Traced traced;
    traced.items = {pass->trace};
    traced.names = pass->names;
    traced.weights_from = weights_from(*pass, library);
    for (std::size_t i = 0; i < pass->unknown.size(); ++i)
        if (pass->unknown[i])
            traced.notes.push_back("“" + pass->names.queries[i] + "” is not in the lexicon: its row is 0");
    if (pass->not_learned)
        traced.notes.push_back(
            "This is not a sentence of the kind that the model has learned: its answer is a guess");
    return traced;
}

Traced traced_by(const TraceArguments& arguments, const std::filesystem::path& assets) {
    if (arguments.text.has_value() == !arguments.file.empty())
        throw InputError("trace",
                         arguments.text ? "both a file and a text were given"
                                        : "neither a file nor a text was given",
                         "give a .safetensors file, or --text \"The cat sat\"");
    if (!arguments.model.empty() && !arguments.text)
        throw InputError("--model", "there is no sentence for it to read",
                         "give one with --text \"The cat sat\"");
    if (arguments.layer && arguments.text && arguments.model.empty())
        throw InputError("--layer", "there is no model whose layers could be shown", "give one with --model");
    return arguments.text ? trace_text(arguments, assets) : trace_file(arguments);
}

void write_all(const std::filesystem::path& file, const Traced& traced) {
    model::Tensors tensors = model::pass_inputs_of(traced.items, traced.batched);
    tensors.merge(model::pass_results_of(traced.items, traced.batched));
    model::Notes notes;
    if (!traced.names.queries.empty())
        notes = {{"tokens", base::json_text(nlohmann::json(traced.names.queries))},
                 {"keys", base::json_text(nlohmann::json(traced.names.keys))}};
    model::write_safetensors(file, tensors, notes);
}

/// Only options that are not stored as tensors are needed. The mask in the file includes the causal one and
/// the window, w_k shows how many key heads there are, and --sink is a tensor.
std::string command_to_repeat(const TraceArguments& arguments, Index heads) {
    std::string command = "attention-lab trace " + base::shown(arguments.out);
    if (heads != 1) command += " --heads " + std::to_string(heads);
    if (arguments.scale != "sqrt_dk") command += " --scale " + arguments.scale;
    return command + arguments_to_repeat(arguments.pass);
}

} // namespace

int run_trace(const TraceArguments& arguments, std::ostream& out, const std::filesystem::path& assets) {
    const Traced traced = traced_by(arguments, assets);
    if (!arguments.out.empty()) write_all(arguments.out, traced);
    if (arguments.json)
        print_json(out, traced);
    else if (arguments.out.empty())
        print_text(out, traced);
    else
        out << "The input, the weights and every stage are in " << base::shown(arguments.out)
            << ". To compute them again:\n"
            << command_to_repeat(arguments, traced.items.front().layer->heads) << '\n';
    return 0;
}

void add_trace_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets) {
    CLI::App* command =
        cli.add_subcommand("trace", "every stage of attention, for a file of weights or a sentence");
    const auto arguments = std::make_shared<TraceArguments>();
    add_path(
        *command, "file", arguments->file,
        "safetensors with x, w_q, w_k, w_v and, if you like, memory, w_o, b_q, b_k, b_v, b_o, q_norm, "
        "k_norm, sink, past_k, past_v, mask (1 = may be seen, 0 = hidden; one of real numbers, such as 0 and "
        "−∞, is added to the scores), bias (added after the scale), both of any shape that broadcasts to "
        "(batch, heads, n, m), key_padding ((m) or (batch, m); 1 = token, 0 = padding), lengths "
        "(batch); or a layer under the names of nn.MultiheadAttention, GPT-2, BERT or the Llama "
        "family, which are turned into these");
    command->add_option("--text", arguments->text, "a sentence, in place of a file");
    CLI::Option* model =
        add_path(*command, "--model", arguments->model, "a trained model that reads the sentence");
    command->add_option("--layer", arguments->layer,
                        "which layer of the model, or of a file that has several, from 1");
    command
        ->add_option("--heads", arguments->heads,
                     "number of heads (a sentence gets random weights with more than one)")
        ->excludes(model);
    add_pass_options(*command, arguments->pass)->excludes(model);
    command
        ->add_option("--scale", arguments->scale,
                     "what the scores are divided by: sqrt_dk, none, sqrt_dmodel or a number")
        ->capture_default_str();
    add_path(*command, "--out", arguments->out,
             "write the input, the weights and every stage to this safetensors file");
    command->add_flag("--json", arguments->json, "print JSON, with every number; null stands for −∞");
    command->callback([arguments, &status, assets = std::move(assets)] {
        status = run_trace(*arguments, std::cout, assets());
    });
}

} // namespace app
