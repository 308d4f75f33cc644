// Queries meet keys: scores, their scale, and the keys that the mask hides.

#include "attention/score.h"
#include "narration/narrate.h"

#include <cmath>

namespace narration {
namespace {

using attention::ScaleKind;
using attention::ScoreFunction;

/// The words of the marked row and column.
void name_pair(Story& story) {
    story.set("asker", story.wording.query(story.cell.row));
    story.set("key", story.wording.key(story.cell.column));
}

bool has_dimension_names(const Story& story) {
    // Additive scores compare in a separate space, whose dimensions have no names.
    return story.subject.hand_set && story.t.options.score != ScoreFunction::additive;
}

/// Says that the weights do not know the query word, or if they do, the key word; and what to do about it.
void tell_unknown(Story& story) {
    const Matrix& asked = story.t.input.is_cross() ? story.t.memory : story.t.x;
    const auto& real = story.t.options.mask.key_padding;
    const auto unknown = [&](const Matrix& rows, Index i, bool is_key) {
        const bool padding =
            (is_key || !story.t.input.is_cross()) && !real.empty() && real[static_cast<std::size_t>(i)] == 0;
        return rows.row(i).isZero(0) && !padding; // padding is not a word
    };
    const bool asker = unknown(story.t.x, story.cell.row, false);
    if (!asker && !unknown(asked, story.cell.column, true)) return;
    story.set("unknown", asker ? story.wording.query(story.cell.row) : story.wording.key(story.cell.column));
    story.say("scores.unknown");
    story.new_paragraph();
}

/// What the query asks for and what the key offers.
void tell_meeting(Story& story) {
    const auto tell = [&](const std::string& text, const Matrix& matrix, Index row) {
        const Paragraph dimensions = story.dimensions(matrix, row, story.subject.names.key_width);
        story.set("dimensions", dimensions);
        if (!dimensions.empty())
            story.say(text);
        else
            story.say(text + (matrix.row(row).isZero(0) ? "_nothing" : "_little"));
    };
    tell("scores.asks", story.head.q, story.cell.row);
    tell("scores.offers", story.head.k, story.cell.column);
}

/// How the score compares with the others of its row.
void tell_rank(Story& story) {
    const RowVector row = story.head.scores.row(story.cell.row);
    const Rank rank = rank_of(row, story.cell.column);
    const Index m = row.size();
    if (m == 1)
        story.say("scores.only");
    else if (rank.equal == m - 1)
        story.say("scores.all_equal");
    else if (rank.larger == 0 && rank.equal == 0)
        story.say("scores.largest");
    else if (rank.larger == 0)
        story.say("scores.largest_tied", rank.equal);
    else if (rank.larger == m - 1 && m > 2)
        story.say("scores.smallest");
    else
        story.say("scores.higher", rank.larger);
}

/// "So …" if the largest score decides, otherwise which stages do.
std::string listens_most(const Story& story, bool some_are_hidden) {
    if (some_are_hidden) return "scores.will_listen_most_masked";
    const bool is_largest = rank_of(story.head.scores.row(story.cell.row), story.cell.column).larger == 0;
    return is_largest ? "scores.will_listen_most" : "scores.will_listen_most_after_all";
}

/// What the score leads to, read from the final weights so that the mask and changes by hand are included.
void tell_consequence(Story& story) {
    const RowVector weights = story.head.weights.row(story.cell.row);
    const Index m = weights.size(), key = story.cell.column, allowed = allowed_count(story.t, story.cell.row);
    if (m == 1 || !story.subject.foretells) return;
    const float weight = weights(key);
    story.set("weight", weight);
    const Share share = share_of(weights);
    if (!forbidden_by(story.t, story.cell.row, key).empty())
        story.say("scores.will_be_masked");
    else if (allowed == 1)
        story.say("scores.will_be_only");
    else if (key == share.first && share.tied == 0)
        story.say(listens_most(story, allowed < m));
    else if (weight < 0.05F && weight < 0.5F / static_cast<float>(m))
        story.say("scores.will_hardly_listen");
    else
        story.say("scores.will_listen");
}

/// The product that makes up most of the score.
void tell_main_product(Story& story) {
    const ScoreFunction score = story.t.options.score;
    if (score != ScoreFunction::dot && score != ScoreFunction::general) return;
    const auto main = main_term(attention::explain(story.t, story.cell));
    if (!main || main->alone) return;
    const std::string name = story.subject.names.along(attention::Axis::key_width, main->term.index);
    story.set("dimension", story.wording.noun(name));
    story.set_product(main->term);
    story.say("scores.most_from");
}

} // namespace

void tell_scores(Story& story) {
    name_pair(story);
    const std::string score = attention::key(story.t.options.score);
    const bool by_hand = story.t.is_overridden(story.cell);
    story.set("score_name", story.texts.text(by_hand ? "scores.name.by_hand" : "scores.name." + score));
    story.ask("scores.question");
    if (story.subject.hand_set) tell_unknown(story);
    if (has_dimension_names(story)) tell_meeting(story);
    if (score != "dot")
        story.say("scores.how." + score);
    else if (!story.subject.hand_set)
        story.say("scores.how.dot", story.t.layer->d_k());
    tell_rank(story);
    if (!story.subject.hand_set) tell_main_product(story); // otherwise covered by tell_meeting()
    tell_consequence(story);
}

namespace {

/// How a divisor other than √d_k affects the weights.
void tell_effect(Story& story, float divisor, float root) {
    if (divisor < 0)
        story.say("scale.effect.reversed");
    else if (std::abs(divisor - root) <= 1e-5F * root)
        story.say("scale.effect.same");
    else
        story.say(divisor > root ? "scale.effect.flatter" : "scale.effect.sharper");
}

} // namespace

void tell_scale(Story& story) {
    name_pair(story);
    const std::string scale = attention::key(story.t.options.scale.kind);
    const float divisor = story.t.divisor;
    const float root = std::sqrt(static_cast<float>(story.t.layer->d_k()));
    story.set("before", story.head.scores(story.cell.row, story.cell.column));
    const std::string digits = short_number(divisor);
    story.set("divisor", toned(divisor < 0 ? "(" + digits + ")" : digits, Tone::number));
    story.set("root", toned(short_number(root), Tone::number));

    story.ask("scale.question." + scale);
    story.say("scale." + scale);
    if (story.t.options.scale.kind == ScaleKind::sqrt_dk)
        story.say("scale.why." + (divisor == 1 ? "one" : std::string(attention::key(story.t.options.score))));
    else
        tell_effect(story, divisor, root);
    if (story.t.options.scale.kind == ScaleKind::none) return;
    story.new_paragraph();
    story.say("scale.cell");
    if (divisor > 0 && story.t.m() > 1) story.say("scale.order");
}

namespace {

/// Why this key is hidden from this query: every condition that holds.
Paragraph reasons(Story& story, const std::vector<const attention::MaskKind*>& kinds) {
    const Index i = story.cell.row, j = story.cell.column;
    story.set("query_place", i + 1);
    story.set("key_place", j + 1);
    story.set("distance", story.wording.counted(std::abs(i - j), "place"));
    std::vector<Paragraph> all;
    for (const attention::MaskKind* kind : kinds)
        all.push_back(story.filled("mask.reason." + std::string(kind->key)));
    return story.wording.listed(all);
}

/// What each kind of mask is for.
void tell_kinds(Story& story) {
    const attention::Mask& mask = story.t.options.mask;
    story.set("window", story.wording.counted(mask.window, "place"));
    const auto is_set = [&](const attention::MaskKind& kind) { return kind.is_set(mask); };
    const auto kinds = attention::mask_kinds();
    const auto first = std::ranges::find_if(kinds, is_set);
    const bool several = std::ranges::count_if(kinds, is_set) > 1;
    story.say("mask.kind." + (several ? "several" : std::string(first->key)));
}

} // namespace

void tell_mask(Story& story) {
    name_pair(story);
    if (story.t.options.mask.empty()) {
        story.ask("mask.question.none");
        story.say("mask.none", story.t.m());
        if (!story.t.input.is_cross() && story.t.m() > 1) story.say("mask.none_causal");
        return;
    }
    story.ask("mask.question.some");
    tell_kinds(story);
    story.new_paragraph();
    const Index allowed = allowed_count(story.t, story.cell.row);
    const auto kinds = forbidden_by(story.t, story.cell.row, story.cell.column);
    story.set("score", story.head.scaled(story.cell.row, story.cell.column));
    if (!kinds.empty()) {
        story.set("reasons", reasons(story, kinds));
        story.say("mask.hidden");
    } else {
        story.say("mask.seen");
    }
    if (allowed == 0)
        story.say("mask.empty_row");
    else if (story.t.m() > 1)
        story.say("mask.row", allowed);
}

} // namespace narration
