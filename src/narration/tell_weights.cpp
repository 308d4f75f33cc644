// From weights to the output: softmax, dropout, the weighted sum, and how the heads are combined.

#include "narration/narrate.h"

#include <algorithm>

namespace narration {
namespace {

using attention::Quantity;

void name_share(Story& story, const Share& share) {
    story.set("first", story.wording.key(share.first));
    story.set("first_weight", share.first_weight);
    story.set("second", story.wording.key(share.second));
    story.set("second_weight", share.second_weight);
    story.set("sum", share.sum);
}

bool has_weights_by_hand(const Story& story, Index row) {
    return std::ranges::any_of(story.t.overrides, [&](const attention::Override& o) {
        return o.cell.quantity == Quantity::weights && o.cell.head == story.cell.head && o.cell.row == row;
    });
}

constexpr Index most_tied_named = 2; ///< besides the first

/// The keys that share the largest weight.
Paragraph first_keys(const Story& story, const Share& share, const RowVector& weights) {
    const std::vector<Index> order = by_size(weights);
    std::vector<Paragraph> keys;
    for (Index i = 0; i <= share.tied; ++i)
        keys.push_back(story.wording.key(order[static_cast<std::size_t>(i)]));
    return story.wording.listed(keys);
}

/// Which keys get most of the attention.
void tell_largest(Story& story, const Share& share, const RowVector& weights) {
    if (share.tied > most_tied_named) {
        story.say("softmax.tied", share.tied + 1);
    } else if (share.tied > 0) {
        story.set("first_keys", first_keys(story, share, weights));
        story.say("softmax.tied.few");
    } else if (share.first_weight >= 0.95F)
        story.say("softmax.nearly_all");
    else
        story.say(share.first_weight >= 0.505F ? "softmax.more_than_half" : "softmax.largest");
}

/// A trivial row: no key, one key, or equal scores. Returns false for any other row.
bool tell_special_row(Story& story, Index allowed, bool all_keys) {
    if (allowed == 0)
        story.say("softmax.empty");
    else if (allowed == 1)
        story.say(all_keys ? "softmax.only_key" : "softmax.only_allowed");
    else if (all_equal(story.t.matrix(Quantity::masked, story.cell.head).row(story.cell.row)))
        story.say(all_keys ? "softmax.even" : "softmax.even_allowed", allowed);
    else
        return false;
    return true;
}

/// The marked weight, unless it is the largest, which is described anyway.
void tell_weight(Story& story, const Share& share) {
    if (!forbidden_by(story.t, story.cell.row, story.cell.column).empty())
        story.say("softmax.hidden");
    else if (story.cell.column != share.first)
        story.say("softmax.weight");
}

/// Why a word listens most to itself, where that weight is the marked one: what its own query and key have in
/// common.
void tell_itself(Story& story, const Share& share) {
    const Index row = story.cell.row;
    const attention::ScoreFunction score = story.t.options.score;
    const bool has_products =
        score == attention::ScoreFunction::dot || score == attention::ScoreFunction::general;
    if (story.t.input.is_cross() || share.first != row || story.cell.column != row || share.tied > 0 ||
        !has_products)
        return;
    const attention::Cell own{Quantity::scores, story.cell.head, row, row};
    if (story.t.is_overridden(own)) return;
    const auto main = main_term(attention::explain(story.t, own));
    if (!main) return;
    const std::string name = story.subject.names.along(attention::Axis::key_width, main->term.index);
    story.set("dimension", story.wording.noun(name));
    story.say(main->alone ? "softmax.itself_alone" : "softmax.itself");
}

} // namespace

void tell_softmax(Story& story) {
    const Index row = story.cell.row;
    const RowVector weights = story.head.weights.row(row);
    const Index allowed = allowed_count(story.t, row);
    const Share share = share_of(weights);
    name_share(story, share);
    story.set("asker", story.wording.query(row));
    story.set("key", story.wording.key(story.cell.column));
    story.set("max", story.head.row_max(row));
    story.set("denominator", story.head.denominators(row));
    story.set("even", number(1 / static_cast<float>(std::max<Index>(allowed, 1))));
    story.ask("softmax.question");

    if (has_weights_by_hand(story, row)) {
        story.say("softmax.how");
        story.say("softmax.set_by_hand");
        return;
    }
    if (tell_special_row(story, allowed, allowed == weights.size())) return;
    story.say("softmax.how");
    story.say("softmax.adds_up");
    story.new_paragraph();
    if (story.subject.foretells) tell_largest(story, share, weights); // the next question's answer
    tell_itself(story, share);
    tell_weight(story, share);
}

void tell_dropout(Story& story) {
    const Index row = story.cell.row;
    const attention::Explanation e = attention::explain(story.t, story.cell);
    const float rate = story.t.options.dropout.rate;
    story.set("key", story.wording.key(story.cell.column));
    story.set("rate", toned(short_number(rate), Tone::number));
    story.set("kept_share", toned(short_number(1 - rate), Tone::number));
    story.set("before", e.operand);
    story.set("sum", story.head.dropped.row(row).sum());
    story.ask("dropout.question");
    story.say("dropout.how");
    story.new_paragraph();
    story.say(e.kept ? "dropout.kept" : "dropout.dropped");
    story.say("dropout.sum");
}

namespace {

/// The third largest weight, 0 with fewer than three keys: distinguishes a mix of two from a mix of many.
float third_weight(const RowVector& weights) {
    return weights.size() < 3 ? 0 : weights(by_size(weights)[2]);
}

/// "the largest weight is 0.30, for cat", or that several keys share it.
void name_largest(Story& story, const Share& share, const RowVector& weights) {
    story.set("count", share.tied + 1);
    if (share.tied > 0 && share.tied <= most_tied_named)
        story.set("first_keys", first_keys(story, share, weights));
    const char* form = share.tied == 0 ? "one" : share.tied <= most_tied_named ? "few" : "many";
    story.set("largest", story.filled(std::string("weighted_sum.largest.") + form));
}

/// Which values make up the new row. Shares are relative to the row's sum, which need not be 1 after dropout.
void tell_mix(Story& story, const Share& share, const RowVector& weights) {
    const float first = share.first_weight / share.sum, second = share.second_weight / share.sum;
    name_largest(story, share, weights);
    if (share.nonzero == 0)
        story.say("weighted_sum.nothing");
    else if (share.nonzero == 1)
        story.say(share.first_weight == 1 ? "weighted_sum.copy" : "weighted_sum.scaled_copy");
    else if (has_weights_by_hand(story, story.cell.row))
        story.say("weighted_sum.by_hand");
    else if (share.tied + 1 == share.nonzero)
        story.say("weighted_sum.average", share.nonzero);
    else if (first >= 0.95F)
        story.say("weighted_sum.nearly");
    else if (first >= 0.5F)
        story.say(second >= 0.1F ? "weighted_sum.mostly_with" : "weighted_sum.mostly");
    else if (first + second >= 0.5F && third_weight(weights) < 0.5F * share.second_weight)
        story.say("weighted_sum.two");
    else
        story.say("weighted_sum.many");
}

/// The key whose value contributes most to the marked number.
void tell_main_source(Story& story) {
    const auto main = main_term(attention::explain(story.t, story.cell));
    if (!main) return;
    story.set("key", story.wording.key(main->term.index));
    story.set_product(main->term);
    story.say(main->alone ? "weighted_sum.all_from" : "weighted_sum.most_from");
}

} // namespace

void tell_weighted_sum(Story& story) {
    const Index row = story.cell.row;
    const RowVector weights = story.t.matrix(Quantity::dropped, story.cell.head).row(row);
    const Share share = share_of(weights);
    name_share(story, share);
    story.set("asker", story.wording.query(row));
    story.ask("weighted_sum.question");
    tell_mix(story, share, weights);
    if (share.nonzero == 0) return;
    if (story.subject.hand_set) {
        const Paragraph carries = story.dimensions(story.head.output, row, story.subject.names.value_width);
        story.set("dimensions", carries);
        if (!carries.empty()) story.say("weighted_sum.carries");
    }
    story.new_paragraph();
    if (share.nonzero > 1) tell_main_source(story);
    story.say("weighted_sum.not_why");
    if (!story.t.options.is_on(story.cell.head)) story.say("weighted_sum.switched_off");
}

void tell_concatenate(Story& story) {
    const attention::Explanation e = attention::explain(story.t, story.cell);
    story.set("asker", story.wording.query(story.cell.row));
    story.set("width", story.t.concat.cols());
    story.set("source_head", e.source_head + 1);
    story.set("source_column", e.source_column + 1);
    story.ask("concatenate.question");
    story.say("concatenate.how");
    story.say("concatenate.cell");
    story.set("before", e.operand);
    if (e.switched_off) story.say("concatenate.switched_off");
    story.say(story.t.layer->w_o.size() > 0 ? "concatenate.next" : "concatenate.result");
}

namespace {

/// Which heads do not contribute to the output.
void tell_switched_off(Story& story) {
    std::vector<Paragraph> off;
    for (const Index head : story.t.options.switched_off)
        off.push_back(toned(std::to_string(head + 1), Tone::number));
    if (off.empty()) return;
    story.set("off", story.wording.listed(off));
    const auto count = static_cast<Index>(off.size());
    if (count == story.t.layer->heads)
        story.say("output.all_off", count);
    else
        story.say("output.off", count);
}

} // namespace

void tell_output(Story& story) {
    story.set("asker", story.wording.query(story.cell.row));
    story.set("width", story.t.concat.cols());
    story.set("d_out", story.t.output.cols());
    story.ask("output.question");
    const bool one_head = story.t.layer->heads == 1;
    story.say(one_head ? "output.turns" : "output.mixes");
    tell_switched_off(story);
    if (story.t.layer->b_o.size() > 0) story.say("output.bias");
    if (const auto main = main_term(attention::explain(story.t, story.cell))) {
        story.set("source_head", main->term.index / story.t.layer->d_v() + 1);
        story.set("source_column", main->term.index % story.t.layer->d_v() + 1);
        story.set_product(main->term);
        story.say(one_head ? "output.most_from_one" : "output.most_from");
    }
    story.new_paragraph();
    story.say("output.then");
}

} // namespace narration
