#include "app/trace_captions.h"

#include "app/text_table.h"
#include "attention/bias.h"
#include "attention/mask.h"
#include "attention/rotary.h"
#include "attention/score.h"
#include "base/text.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <limits>
#include <utility>

namespace app {

using attention::Quantity;
using attention::ScaleKind;
using attention::Stage;
using attention::StageId;
using attention::Trace;
using base::Index;
using base::Matrix;

std::string counted(Index number, const std::string& what) {
    return std::to_string(number) + " " + what + (number == 1 ? "" : "s");
}

namespace {

std::string scale_caption(const Trace& t) {
    const std::string number = short_number(t.divisor);
    const attention::ScaleForm& form = attention::form_of(t.options.scale.kind);
    if (form.kind == ScaleKind::none) return "not divided by anything";
    if (!form.width) return "divided by " + number;
    return "divided by " + attention::divisor_symbol(form.kind) + " = √" +
           std::to_string(form.width(t.layer->d_k(), t.layer->d_model())) + " = " + number;
}

std::string softcap_caption(const Trace& t) {
    const std::string cap = base::shortest(t.options.softcap);
    return cap + " · tanh(S/" + cap + ")";
}

constexpr float infinite = std::numeric_limits<float>::infinity();

/// True for a matrix of 0 and −∞ that holds −∞: a mask that stands among what is added, as one for each head
/// does.
bool only_forbids(const Matrix& bias) {
    return (bias.array() == 0 || bias.array() == -infinite).all() && (bias.array() != 0).any();
}

/// True where the biases are masks.
bool is_mask(const std::vector<Matrix>& given) {
    return std::ranges::any_of(given, only_forbids) && std::ranges::all_of(given, [](const Matrix& bias) {
               return only_forbids(bias) || bias.isZero(0);
           });
}

Index hidden_in(const std::vector<Matrix>& given) {
    Index hidden = 0;
    for (const Matrix& bias : given)
        hidden += (bias.array() == -infinite).count();
    return hidden;
}

/// "a matrix for each head, −∞ in 3 cells; −slope · distance, slope 0.5 in head 1, 0.25 in head 2".
std::string bias_caption(const Trace& t) {
    const attention::Bias& bias = t.options.bias;
    std::string text;
    if (!bias.given.empty()) {
        const Index hidden = hidden_in(bias.given);
        if (is_mask(bias.given))
            text = bias.given.size() > 1 ? "the mask of each head" : "the mask";
        else
            text = bias.given.size() > 1 ? "a matrix for each head" : "a matrix is added";
        if (hidden > 0) text += ", −∞ in " + counted(hidden, "cell");
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
    const auto side = [](Index keys) { return keys < 0 ? "any number of keys" : counted(keys, "key"); };
    const std::string place = t.first_place() == 0 ? "" : " (key " + place_of_query(t) + " for query i)";
    return "; window: " + side(window.left) + " before and " + side(window.right) + " after its own place" +
           place;
}

std::string mask_caption(const Trace& t) {
    if (t.allowed.rows() == 0)
        return hidden_in(t.options.bias.given) > 0
                   ? "nothing more is hidden than by what was added: the same numbers"
                   : "nothing is masked: the same numbers";
    const auto forbidden = t.allowed.size() - t.allowed.count();
    std::string text = "−∞ in " + std::to_string(forbidden) + " of " + counted(t.allowed.size(), "cell");
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
    if (t.input.past() > 0) text += "; " + counted(t.input.past(), "past key") + " before the new ones";
    return text;
}

std::string output_caption(const Stage& stage, const Trace& t) {
    return std::string(stage.formula) + (t.layer->b_o.size() > 0 ? " + b_o" : "");
}

} // namespace

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

namespace {

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
        result = result.array() || t.matrix(Quantity::masked, head).array() > -infinite;
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
        return only_forbids(bias) && looks_inverted(attention::BoolMatrix(bias.array() == 0));
    });
}

/// Whether the mask lets every query see exactly the keys up to its place.
bool is_causal_alone(const Trace& t) {
    if (t.allowed.rows() == 0) return false;
    for (Index i = 0; i < t.n(); ++i)
        for (Index j = 0; j < t.m(); ++j)
            if (t.allowed(i, j) != (j <= t.first_place() + i)) return false;
    return true;
}

/// "query 1 sees keys 1 to 3, query i keys 1 to i + 2": of a causal mask alone.
std::string seen_by_queries(const Trace& t) {
    const Index first = t.first_place();
    const std::string of_first = first < 0    ? "query 1 sees none"
                                 : first == 0 ? "query 1 sees key 1"
                                              : "query 1 sees keys 1 to " + std::to_string(first + 1);
    return of_first + ", query i keys 1 to " + place_of_query(t);
}

/// From where the places of queries count, for conditions that compare places, where keys and queries differ
/// in number.
std::string alignment_note(const Trace& t) {
    const attention::Mask& mask = t.options.mask;
    const bool alone = mask.causal && is_causal_alone(t);
    const bool at_the_end = mask.alignment == attention::Alignment::lower_right;
    const std::string what = mask.causal           ? "the causal mask "
                             : mask.window.empty() ? "the distances of ALiBi "
                                                   : "the window ";
    const std::string starts = mask.causal || !mask.window.empty() ? "starts " : "start ";
    const std::string from = at_the_end ? "ends at the lower right: "
                             : t.input.past() > 0
                                 ? starts + "after the " + counted(t.input.past(), "past key") + ": "
                                 : starts + "at the upper left: ";
    const std::string last =
        alone && at_the_end && t.allowed.row(t.n() - 1).all() ? "the last query sees every key; " : "";
    if (alone) return what + from + last + seen_by_queries(t);
    return what + from + "query i stands at key " + place_of_query(t) +
           (t.first_place() < 0 ? ", the first ones before key 1" : "");
}

} // namespace

std::vector<std::string> mask_notes(const Trace& t) {
    std::vector<std::string> notes;
    const attention::Mask& mask = t.options.mask;
    const bool compares_places = mask.causal || !mask.window.empty() || t.options.bias.alibi;
    if (compares_places && t.n() != t.m()) notes.push_back(alignment_note(t));
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
            notes.push_back("in this program 1 means “may be seen”; if 1 means “hidden” in this file, swap 1 "
                            "and 0 in its " +
                            std::string(name));
    return notes;
}

} // namespace app
