// From weights to the output: softmax, dropout, the weighted sum, and how the heads are combined.

#include "narration/narrate.h"

#include <algorithm>

namespace narration {
namespace {

using attention::Quantity;

void name_share(Narrator& narrator, const Share& share) {
    narrator.set("first", narrator.wording.key(share.first));
    narrator.set("first_weight", share.first_weight);
    narrator.set("second", narrator.wording.key(share.second));
    narrator.set("second_weight", share.second_weight);
    narrator.set("sum", share.sum);
}

bool has_weights_by_hand(const Narrator& narrator, Index row) {
    return std::ranges::any_of(narrator.t.overrides, [&](const attention::Override& o) {
        return o.cell.quantity == Quantity::weights && o.cell.head == narrator.cell.head && o.cell.row == row;
    });
}

constexpr Index most_tied_named = 2; ///< besides the first

/// The keys that share the largest weight.
Paragraph first_keys(const Narrator& narrator, const Share& share, const RowVector& weights) {
    const std::vector<Index> order = by_size(weights);
    std::vector<Paragraph> keys;
    for (Index i = 0; i <= share.tied; ++i)
        keys.push_back(narrator.wording.key(order[static_cast<std::size_t>(i)]));
    return narrator.wording.listed(keys);
}

/// Which keys get most of the attention.
void tell_largest(Narrator& narrator, const Share& share, const RowVector& weights) {
    if (share.tied > most_tied_named) {
        narrator.say("softmax.tied", share.tied + 1);
    } else if (share.tied > 0) {
        narrator.set("first_keys", first_keys(narrator, share, weights));
        narrator.say("softmax.tied.few");
    } else if (share.first_weight >= 0.95F)
        narrator.say("softmax.nearly_all");
    else
        narrator.say(share.first_weight >= 0.505F ? "softmax.more_than_half" : "softmax.largest");
}

/// A trivial row: no key, one key, or equal scores. Returns false for any other row.
bool tell_special_row(Narrator& narrator, Index allowed, bool all_keys) {
    if (allowed == 0)
        narrator.say("softmax.empty");
    else if (allowed == 1)
        narrator.say(all_keys ? "softmax.only_key" : "softmax.only_allowed");
    else if (all_equal(narrator.t.matrix(Quantity::masked, narrator.cell.head).row(narrator.cell.row)))
        narrator.say(all_keys ? "softmax.even" : "softmax.even_allowed", allowed);
    else
        return false;
    return true;
}

/// The marked weight, unless it is the largest, which is described anyway.
void tell_weight(Narrator& narrator, const Share& share) {
    if (!forbidden_by(narrator.t, narrator.cell.row, narrator.cell.column).empty())
        narrator.say("softmax.hidden");
    else if (narrator.cell.column != share.first)
        narrator.say("softmax.weight");
}

/// Why a word listens most to itself, where that weight is the marked one: what its own query and key have in
/// common.
void tell_itself(Narrator& narrator, const Share& share) {
    const Index row = narrator.cell.row;
    const attention::ScoreFunction score = narrator.t.options.score;
    const bool has_products =
        score == attention::ScoreFunction::dot || score == attention::ScoreFunction::general;
    if (narrator.t.input.is_cross() || share.first != row || narrator.cell.column != row || share.tied > 0 ||
        !has_products)
        return;
    const attention::Cell own{Quantity::scores, narrator.cell.head, row, row};
    if (narrator.t.is_overridden(own)) return;
    const auto main = main_term(attention::explain(narrator.t, own));
    if (!main) return;
    const std::string name = narrator.subject.names.along(attention::Axis::key_width, main->term.index);
    narrator.set("dimension", narrator.wording.noun(name));
    narrator.say(main->alone ? "softmax.itself_alone" : "softmax.itself");
}

} // namespace

void tell_softmax(Narrator& narrator) {
    const Index row = narrator.cell.row;
    const RowVector weights = narrator.head.weights.row(row);
    const Index allowed = allowed_count(narrator.t, row);
    const Share share = share_of(weights);
    name_share(narrator, share);
    narrator.set("asker", narrator.wording.query(row));
    narrator.set("key", narrator.wording.key(narrator.cell.column));
    narrator.set("max", narrator.head.row_max(row));
    narrator.set("denominator", narrator.head.denominators(row));
    narrator.set("even", number(1 / static_cast<float>(std::max<Index>(allowed, 1))));
    narrator.ask("softmax.question");

    if (has_weights_by_hand(narrator, row)) {
        narrator.say("softmax.set_by_hand");
        narrator.new_paragraph();
        narrator.say("softmax.how");
        return;
    }
    const bool has_sink = narrator.head.sink != attention::no_sink && allowed > 0;
    if (!has_sink && tell_special_row(narrator, allowed, allowed == weights.size())) return;
    narrator.set("left_over", number(1 - share.sum));
    narrator.say(has_sink ? "softmax.sink" : "softmax.adds_up");
    const bool foretells = narrator.subject.foretells; // the largest is the next question's answer
    if (foretells)
        tell_largest(narrator, share, weights);
    else
        tell_weight(narrator, share);
    narrator.new_paragraph();
    narrator.say(has_sink ? "softmax.how_sink" : "softmax.how");
    tell_itself(narrator, share);
    if (foretells) tell_weight(narrator, share);
}

void tell_dropout(Narrator& narrator) {
    const Index row = narrator.cell.row;
    const attention::Explanation e = attention::explain(narrator.t, narrator.cell);
    const float rate = narrator.t.options.dropout.rate;
    narrator.set("key", narrator.wording.key(narrator.cell.column));
    narrator.set("rate", toned(short_number(rate), Tone::number));
    narrator.set("kept_share", toned(short_number(1 - rate), Tone::number));
    narrator.set("before", e.operand);
    narrator.set("sum", narrator.head.dropped.row(row).sum());
    narrator.ask("dropout.question");
    narrator.say("dropout.how");
    narrator.new_paragraph();
    narrator.say(e.kept ? "dropout.kept" : "dropout.dropped");
    narrator.say("dropout.sum");
}

namespace {

/// The third largest weight, 0 with fewer than three keys: distinguishes a mix of two from a mix of many.
float third_weight(const RowVector& weights) {
    return weights.size() < 3 ? 0 : weights(by_size(weights)[2]);
}

/// "the largest weight is 0.30, for cat", or that several keys share it.
void name_largest(Narrator& narrator, const Share& share, const RowVector& weights) {
    narrator.set("count", share.tied + 1);
    if (share.tied > 0 && share.tied <= most_tied_named)
        narrator.set("first_keys", first_keys(narrator, share, weights));
    const char* form = share.tied == 0 ? "one" : share.tied <= most_tied_named ? "few" : "many";
    narrator.set("largest", narrator.filled(std::string("weighted_sum.largest.") + form));
}

/// Which values make up the new row. Shares are relative to the row's sum, which need not be 1 after dropout.
void tell_mix(Narrator& narrator, const Share& share, const RowVector& weights) {
    const float first = share.first_weight / share.sum, second = share.second_weight / share.sum;
    name_largest(narrator, share, weights);
    if (share.nonzero == 0)
        narrator.say("weighted_sum.nothing");
    else if (share.nonzero == 1)
        narrator.say(share.first_weight == 1 ? "weighted_sum.copy" : "weighted_sum.scaled_copy");
    else if (has_weights_by_hand(narrator, narrator.cell.row))
        narrator.say("weighted_sum.by_hand");
    else if (share.tied + 1 == share.nonzero)
        narrator.say("weighted_sum.average", share.nonzero);
    else if (first >= 0.95F)
        narrator.say("weighted_sum.nearly");
    else if (first >= 0.5F)
        narrator.say(second >= 0.1F ? "weighted_sum.mostly_with" : "weighted_sum.mostly");
    else if (first + second >= 0.5F && third_weight(weights) < 0.5F * share.second_weight)
        narrator.say("weighted_sum.two");
    else
        narrator.say("weighted_sum.many");
}

/// The key whose value contributes most to the marked number.
void tell_main_source(Narrator& narrator) {
    const auto main = main_term(attention::explain(narrator.t, narrator.cell));
    if (!main) return;
    narrator.set("key", narrator.wording.key(main->term.index));
    narrator.set_product(main->term);
    narrator.say(main->alone ? "weighted_sum.all_from" : "weighted_sum.most_from");
}

} // namespace

void tell_weighted_sum(Narrator& narrator) {
    const Index row = narrator.cell.row;
    const RowVector weights = narrator.t.matrix(Quantity::dropped, narrator.cell.head).row(row);
    const Share share = share_of(weights);
    name_share(narrator, share);
    narrator.set("asker", narrator.wording.query(row));
    narrator.ask("weighted_sum.question");
    tell_mix(narrator, share, weights);
    if (share.nonzero == 0) return;
    const bool off = !narrator.t.options.is_on(narrator.cell.head);
    if (off) narrator.say("weighted_sum.switched_off");
    if (narrator.subject.hand_set) {
        if (off) narrator.new_paragraph();
        const Paragraph carries =
            narrator.dimensions(narrator.head.output, row, narrator.subject.names.value_width);
        narrator.set("dimensions", carries);
        if (!carries.empty()) narrator.say("weighted_sum.carries");
    }
    narrator.new_paragraph();
    if (share.nonzero > 1) tell_main_source(narrator);
    narrator.say("weighted_sum.not_why");
}

void tell_concatenate(Narrator& narrator) {
    const attention::Explanation e = attention::explain(narrator.t, narrator.cell);
    narrator.set("asker", narrator.wording.query(narrator.cell.row));
    narrator.set("width", narrator.t.concat.cols());
    narrator.set("source_head", e.source_head + 1);
    narrator.set("source_column", e.source_column + 1);
    narrator.ask("concatenate.question");
    narrator.say("concatenate.how");
    narrator.set("before", e.operand);
    if (e.switched_off)
        narrator.say("concatenate.switched_off");
    else
        narrator.say("concatenate.cell");
    narrator.new_paragraph();
    narrator.say(narrator.t.layer->w_o.size() > 0 ? "concatenate.next" : "concatenate.result");
}

namespace {

/// Which heads do not contribute to the output.
void tell_switched_off(Narrator& narrator) {
    std::vector<Paragraph> off;
    for (const Index head : narrator.t.options.switched_off)
        off.push_back(toned(std::to_string(head + 1), Tone::number));
    if (off.empty()) return;
    narrator.set("off", narrator.wording.listed(off));
    const auto count = static_cast<Index>(off.size());
    if (count == narrator.t.layer->heads)
        narrator.say("output.all_off", count);
    else
        narrator.say("output.off", count);
}

} // namespace

void tell_output(Narrator& narrator) {
    narrator.set("asker", narrator.wording.query(narrator.cell.row));
    narrator.set("width", narrator.t.concat.cols());
    narrator.set("d_out", narrator.t.output.cols());
    narrator.ask("output.question");
    const bool one_head = narrator.t.layer->heads == 1;
    narrator.say(one_head ? "output.turns" : "output.mixes");
    tell_switched_off(narrator);
    if (!narrator.t.options.switched_off.empty()) narrator.new_paragraph();
    if (const auto main = main_term(attention::explain(narrator.t, narrator.cell))) {
        narrator.set("source_head", main->term.index / narrator.t.layer->d_v() + 1);
        narrator.set("source_column", main->term.index % narrator.t.layer->d_v() + 1);
        narrator.set_product(main->term);
        narrator.say(one_head ? "output.most_from_one" : "output.most_from");
    }
    narrator.new_paragraph();
    if (narrator.t.layer->b_o.size() > 0) narrator.say("output.bias");
    narrator.say("output.then");
}

} // namespace narration
