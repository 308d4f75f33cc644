// Queries meet keys: scores, their scale, and the keys that the mask hides.

#include "attention/score.h"
#include "narration/narrate.h"

#include <algorithm>
#include <cmath>

namespace narration {
namespace {

using attention::Quantity;
using attention::ScaleKind;
using attention::ScoreFunction;

/// The words of the marked row and column.
void name_pair(Narrator& narrator) {
    narrator.set("asker", narrator.wording.query(narrator.cell.row));
    narrator.set("key", narrator.wording.key(narrator.cell.column));
}

/// Not rows with a number; nor signs, which are in quotes anyway.
bool are_plain_words(const Narrator& narrator) {
    const auto is_sign = [](const Paragraph& word) { return plain_text(word).starts_with("“"); };
    return narrator.wording.words() && !is_sign(narrator.wording.query(narrator.cell.row)) &&
           !is_sign(narrator.wording.key(narrator.cell.column));
}

bool has_dimension_names(const Narrator& narrator) {
    // Additive scores compare in a separate space, whose dimensions have no names.
    // Nor do numbers that a turn has mixed.
    return narrator.subject.hand_set && narrator.t.options.score != ScoreFunction::additive &&
           !narrator.t.options.rotary;
}

/// The weights do not know the query word, or if they do, the key word: that is said before all else. Returns
/// whether it was.
bool tell_unknown(Narrator& narrator) {
    const Matrix& asked = narrator.t.input.is_cross() ? narrator.t.memory : narrator.t.x;
    const auto& real = narrator.t.options.mask.key_padding;
    const auto unknown = [&](const Matrix& rows, Index i, bool is_key) {
        const bool padding = (is_key || !narrator.t.input.is_cross()) && !real.empty() &&
                             real[static_cast<std::size_t>(i)] == 0;
        return rows.row(i).isZero(0) && !padding; // padding is not a word
    };
    const bool asker = unknown(narrator.t.x, narrator.cell.row, false);
    const Index key = narrator.cell.column - narrator.t.input.past(); // a past key has no row here
    if (!asker && (key < 0 || !unknown(asked, key, true))) return false;
    narrator.set("unknown", asker ? narrator.wording.query(narrator.cell.row)
                                  : narrator.wording.key(narrator.cell.column));
    narrator.say("scores.unknown");
    return true;
}

/// What the query asks for and what the key offers, in one sentence.
void tell_meeting(Narrator& narrator) {
    const auto half = [&](const std::string& text, const Matrix& matrix, Index row) {
        const Paragraph dimensions = narrator.dimensions(matrix, row, narrator.subject.names.key_width);
        narrator.set("dimensions", dimensions);
        if (!dimensions.empty()) return narrator.filled(text);
        return narrator.filled(text + (matrix.row(row).isZero(0) ? "_nothing" : "_little"));
    };
    narrator.set("asks", half("scores.asks", narrator.now(Quantity::q_rotated), narrator.cell.row));
    narrator.set("offers", half("scores.offers", narrator.now(Quantity::present_k), narrator.cell.column));
    narrator.say("scores.meeting");
}

/// How the number comes about where no dimension has a name, or where it is no dot product.
void tell_how(Narrator& narrator, const std::string& score) {
    if (score != "dot")
        narrator.say("scores.how." + score);
    else if (narrator.t.options.rotary)
        narrator.say("scores.how_turned");
    else
        narrator.say("scores.how.dot", narrator.t.layer->d_k());
}

/// How the score compares with the others of its row.
void tell_rank(Narrator& narrator) {
    const RowVector row = narrator.head.scores.row(narrator.cell.row);
    const Rank rank = rank_of(row, narrator.cell.column);
    const Index m = row.size();
    if (m == 1)
        narrator.say("scores.only");
    else if (rank.equal == m - 1)
        narrator.say("scores.all_equal");
    else if (rank.larger == 0 && rank.equal == 0)
        narrator.say("scores.largest");
    else if (rank.larger == 0)
        narrator.say("scores.largest_tied", rank.equal);
    else if (rank.larger == m - 1 && m > 2)
        narrator.say("scores.smallest");
    else
        narrator.say("scores.higher", rank.larger);
}

/// "So …" if the largest score decides, otherwise which stages do.
std::string listens_most(const Narrator& narrator, bool some_are_hidden) {
    if (some_are_hidden) return "scores.will_listen_most_masked";
    const bool is_largest =
        rank_of(narrator.head.scores.row(narrator.cell.row), narrator.cell.column).larger == 0;
    return is_largest ? "scores.will_listen_most" : "scores.will_listen_most_after_all";
}

/// What the score leads to, read from the final weights so that the mask and changes by hand are included.
void tell_consequence(Narrator& narrator) {
    const RowVector weights = narrator.head.weights.row(narrator.cell.row);
    const Index m = weights.size(), key = narrator.cell.column,
                allowed = allowed_count(narrator.t, narrator.cell.row);
    if (m == 1 || !narrator.subject.foretells) return;
    const float weight = weights(key);
    narrator.set("weight", weight);
    const Share share = share_of(weights);
    if (!forbidden_by(narrator.t, narrator.cell.row, key).empty())
        narrator.say("scores.will_be_masked");
    else if (allowed == 1)
        narrator.say("scores.will_be_only");
    else if (key == share.first && share.tied == 0)
        narrator.say(listens_most(narrator, allowed < m));
    else if (weight < 0.05F && weight < 0.5F / static_cast<float>(m))
        narrator.say("scores.will_hardly_listen");
    else
        narrator.say("scores.will_listen");
}

/// The product that makes up most of the score.
void tell_main_product(Narrator& narrator) {
    const ScoreFunction score = narrator.t.options.score;
    if (score != ScoreFunction::dot && score != ScoreFunction::general) return;
    const auto main = main_term(attention::explain(narrator.t, narrator.cell));
    if (!main || main->alone) return;
    const std::string name = narrator.subject.names.along(attention::Axis::key_width, main->term.index);
    narrator.set("dimension", narrator.wording.noun(name));
    narrator.set_product(main->term);
    narrator.say("scores.most_from");
}

} // namespace

void tell_scores(Narrator& narrator) {
    name_pair(narrator);
    const std::string score = attention::key(narrator.t.options.score);
    const bool by_hand = narrator.t.is_overridden(narrator.cell);
    narrator.set("score_name", narrator.texts.text(by_hand ? "scores.name.by_hand" : "scores.name." + score));
    narrator.ask(are_plain_words(narrator) ? "scores.question" : "scores.question_rows");
    const bool has_names = has_dimension_names(narrator);
    const bool unknown = narrator.subject.hand_set && tell_unknown(narrator);
    if (!unknown && has_names)
        tell_meeting(narrator);
    else if (!unknown)
        tell_how(narrator, score);
    tell_rank(narrator);
    narrator.new_paragraph();
    if (unknown) narrator.say("scores.unknown_help");
    if (unknown && has_names) tell_meeting(narrator);
    if (has_names && score != "dot") tell_how(narrator, score);
    if (!narrator.subject.hand_set) tell_main_product(narrator); // otherwise covered by tell_meeting()
    tell_consequence(narrator);
}

namespace {

/// How a divisor other than √d_k affects the weights.
void tell_effect(Narrator& narrator, float divisor, float root) {
    if (divisor < 0)
        narrator.say("scale.effect.reversed");
    else if (std::abs(divisor - root) <= 1e-5F * root)
        narrator.say("scale.effect.same");
    else
        narrator.say(divisor > root ? "scale.effect.flatter" : "scale.effect.sharper");
}

} // namespace

void tell_scale(Narrator& narrator) {
    name_pair(narrator);
    const std::string scale = attention::key(narrator.t.options.scale.kind);
    const float divisor = narrator.t.divisor;
    const float root = std::sqrt(static_cast<float>(narrator.t.layer->d_k()));
    narrator.set("before", narrator.head.scores(narrator.cell.row, narrator.cell.column));
    const std::string digits = short_number(divisor);
    narrator.set("divisor", toned(divisor < 0 ? "(" + digits + ")" : digits, Tone::number));
    narrator.set("root", toned(short_number(root), Tone::number));

    narrator.ask("scale.question." + scale);
    const std::string why =
        divisor == 1 ? "one" : std::string(attention::key(narrator.t.options.score)); // √d_k divides
    const bool is_usual = narrator.t.options.scale.kind == ScaleKind::sqrt_dk;
    narrator.say("scale." + scale);
    if (is_usual)
        narrator.say("scale.why." + why);
    else
        tell_effect(narrator, divisor, root);
    if (narrator.t.options.scale.kind == ScaleKind::none) return;
    narrator.new_paragraph();
    if (is_usual) narrator.say("scale.width");
    if (is_usual && narrator.texts.has("scale.why_more." + why)) narrator.say("scale.why_more." + why);
    narrator.say("scale.cell");
    if (divisor > 0 && narrator.t.m() > 1) narrator.say("scale.order");
}

namespace {

/// Why this key is hidden from this query: every condition that holds.
Paragraph reasons(Narrator& narrator, const std::vector<const attention::MaskKind*>& kinds) {
    const Index i = narrator.cell.row, j = narrator.cell.column;
    narrator.set("key_place", j + 1);
    const Index place = narrator.t.first_place() + i;
    narrator.set("query_place", place + 1);
    narrator.set("distance", narrator.wording.counted(std::abs(place - j), "place"));
    std::vector<Paragraph> all;
    for (const attention::MaskKind* kind : kinds)
        all.push_back(narrator.filled("mask.reason." + std::string(kind->key)));
    return narrator.wording.listed(all);
}

/// How far a window reaches: "keys at most 2 places before it and 0 places after it".
Paragraph sides_of(Narrator& narrator, const attention::Window& window) {
    narrator.set("left", narrator.wording.counted(std::max<Index>(window.left, 0), "place"));
    narrator.set("right", narrator.wording.counted(std::max<Index>(window.right, 0), "place"));
    return narrator.filled(window.left < 0               ? "mask.window.right_only"
                           : window.right < 0            ? "mask.window.left_only"
                           : window.left == window.right ? "mask.window.both"
                                                         : "mask.window.sides");
}

/// What each kind of mask is for.
void tell_kinds(Narrator& narrator) {
    const attention::Mask& mask = narrator.t.options.mask;
    narrator.set("window", sides_of(narrator, mask.window));
    narrator.set("length", narrator.wording.counted(std::max<Index>(mask.length, 0), "key"));
    const auto is_set = [&](const attention::MaskKind& kind) { return kind.is_set(mask); };
    const auto kinds = attention::mask_kinds();
    const auto first = std::ranges::find_if(kinds, is_set);
    const bool several = std::ranges::count_if(kinds, is_set) > 1;
    narrator.say("mask.kind." + (several ? "several" : std::string(first->key)));
}

} // namespace

void tell_mask(Narrator& narrator) {
    name_pair(narrator);
    if (narrator.t.options.mask.empty()) {
        narrator.ask("mask.question.none");
        narrator.say("mask.none", narrator.t.m());
        if (narrator.t.input.is_cross() || narrator.t.m() <= 1) return;
        narrator.say("mask.none_causal");
        narrator.new_paragraph();
        narrator.say("mask.none_causal_more");
        return;
    }
    narrator.ask("mask.question.some");
    tell_kinds(narrator);
    const Index allowed = allowed_count(narrator.t, narrator.cell.row);
    const auto kinds = forbidden_by(narrator.t, narrator.cell.row, narrator.cell.column);
    narrator.set("score", narrator.now(Quantity::biased)(narrator.cell.row, narrator.cell.column));
    if (!kinds.empty()) {
        narrator.set("reasons", reasons(narrator, kinds));
        narrator.say("mask.hidden");
    } else {
        narrator.say("mask.seen");
    }
    narrator.new_paragraph();
    if (!kinds.empty()) narrator.say("mask.hidden_weight");
    if (allowed == 0)
        narrator.say("mask.empty_row");
    else if (narrator.t.m() > 1)
        narrator.say("mask.row", allowed);
}

} // namespace narration
