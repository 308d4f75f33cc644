#include "app/trace_captions.h"

#include "app/text_table.h"
#include "attention/mask.h"
#include "attention/scale.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

namespace app {

using attention::ScaleKind;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;

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

/// Of all heads: a row of zeros is one whose keys are all hidden.
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

/// What the output of these rows is: ", and its output is b_o"; nothing where that cannot be said of all.
std::string output_of(const std::vector<Index>& rows, const Trace& t) {
    const std::string whose = rows.size() == 1 ? ", and its output is " : ", and their output is ";
    if (std::ranges::all_of(rows, [&](Index i) { return t.output.row(i).isZero(0); })) return whose + "0";
    const base::RowVector& bias = t.layer->b_o;
    const bool is_bias = bias.size() == t.output.cols() &&
                         std::ranges::all_of(rows, [&](Index i) { return t.output.row(i) == bias; });
    return is_bias ? whose + "b_o" : "";
}

/// True for a mask that does what one would if 1 hid a key: it leaves at least half of the queries nothing,
/// or lets every query see exactly what comes after it.
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

} // namespace

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

} // namespace app
