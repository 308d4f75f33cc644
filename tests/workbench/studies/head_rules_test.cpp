#include "attention/make.h"
#include "close.h"
#include "workbench/lab.h"
#include "workbench/studies/head_rules.h"

#include <algorithm>
#include <doctest/doctest.h>

using namespace lab;
using namespace workbench;
using attention::Matrix;
using base::BoolMatrix;

namespace {

const std::vector<std::string> six_words{"a", "b", "c", "d", "e", "f"};

BoolMatrix causal(Index n) {
    BoolMatrix visible(n, n);
    for (Index i = 0; i < n; ++i)
        for (Index j = 0; j < n; ++j)
            visible(i, j) = j <= i;
    return visible;
}

/// An even spread over what each row sees.
Matrix even(const BoolMatrix& visible) {
    Matrix weights = visible.cast<float>();
    for (Index i = 0; i < weights.rows(); ++i)
        weights.row(i) /= weights.row(i).sum();
    return weights;
}

/// Row i gives `share` to key i + offset where there is one that it sees, and spreads the rest.
Matrix looking(Index offset, float share, const BoolMatrix& visible) {
    Matrix weights = even(visible);
    for (Index i = 0; i < weights.rows(); ++i) {
        const Index j = i + offset;
        if (j < 0 || j >= weights.cols() || !visible(i, j)) continue;
        weights.row(i) *= 1 - share;
        weights(i, j) += share;
    }
    return weights;
}

RuleScore score(const RuleScores& scores, HeadRule rule) {
    return scores[static_cast<std::size_t>(rule)];
}

RuleScore score(HeadRule rule, const Matrix& weights, const BoolMatrix& visible,
                const std::vector<std::string>& words) {
    return score(rule_scores(weights, visible, {words}), rule);
}

} // namespace

TEST_CASE("the score of a rule about a place is the mean weight there") {
    const BoolMatrix all = BoolMatrix::Constant(6, 6, true);
    const RuleScore previous = score(HeadRule::previous, looking(-1, 0.6F, all), all, six_words);
    CHECK(previous.score == make::about(0.6F + 0.4F / 6));
    CHECK(previous.chance == make::about(1 / 6.0F));
    CHECK(previous.rows == 5); // the first word has none before it
    const RuleScore next = score(HeadRule::next, looking(1, 0.7F, all), all, six_words);
    CHECK(next.score == make::about(0.7F + 0.3F / 6));
    CHECK(next.rows == 5);
    const RuleScore two_back = score(HeadRule::two_back, looking(-2, 0.6F, all), all, six_words);
    CHECK(two_back.score == make::about(0.6F + 0.4F / 6));
    CHECK(two_back.rows == 4);
    const RuleScore itself = score(HeadRule::itself, looking(0, 0.8F, all), all, six_words);
    CHECK(itself.score == make::about(0.8F + 0.2F / 6));
    CHECK(itself.rows == 6);
}

TEST_CASE("a row that sees one key has no choice, and says nothing") {
    const BoolMatrix visible = causal(6);
    const RuleScores scores = rule_scores(even(visible), visible, {six_words});
    CHECK(score(scores, HeadRule::itself).rows == 5);
    CHECK(score(scores, HeadRule::first).rows == 5);
    CHECK(score(scores, HeadRule::spread).rows == 5);
    CHECK(score(scores, HeadRule::next).rows == 0); // always hidden
    CHECK(score(scores, HeadRule::itself).chance ==
          make::about((1 / 2.0F + 1 / 3.0F + 1 / 4.0F + 1 / 5.0F + 1 / 6.0F) / 5));
    CHECK(score(scores, HeadRule::itself).score == make::about(score(scores, HeadRule::itself).chance));
}

TEST_CASE("rows whose key is hidden are left out, and rows that see nothing") {
    BoolMatrix visible = BoolMatrix::Constant(6, 6, true);
    visible.col(2).setConstant(false);
    visible.row(5).setConstant(false);
    Matrix weights = Matrix::Zero(6, 6);
    weights.topRows(5) = even(visible.topRows(5));
    const RuleScores scores = rule_scores(weights, visible, {six_words});
    CHECK(score(scores, HeadRule::previous).rows == 3); // rows 1, 2, 4
    CHECK(score(scores, HeadRule::spread).rows == 5);
    CHECK(score(scores, HeadRule::spread).score == make::about(1.0F));
}

TEST_CASE("the first word is a sink for the other words") {
    const BoolMatrix all = BoolMatrix::Constant(6, 6, true);
    Matrix weights = Matrix::Zero(6, 6);
    weights.col(0).setConstant(0.75F);
    weights.col(5).setConstant(0.25F);
    const RuleScore first = score(HeadRule::first, weights, all, six_words);
    CHECK(first.score == make::about(0.75F));
    CHECK(first.rows == 5);
}

TEST_CASE("induction counts only words that stood there before, and what came after them") {
    const std::vector<std::string> words{"a", "b", "c", "d", "a", "b", "e", "f", "a"};
    const BoolMatrix visible = causal(9);
    Matrix weights = even(visible);
    for (const auto& [row, key] : {std::pair{4, 1}, {5, 2}}) {
        weights.row(row).setZero();
        weights(row, key) = 1;
    }
    weights.row(8).setZero();
    weights(8, 1) = 0.25F; // two earlier "a": what came after either counts
    weights(8, 5) = 0.5F;
    weights(8, 0) = 0.25F;
    const RuleScore induction = score(HeadRule::induction, weights, visible, words);
    CHECK(induction.rows == 3);
    CHECK(induction.score == make::about((2 + 0.75F) / 3));
    CHECK(induction.chance == make::about((1 / 5.0F + 1 / 6.0F + 2 / 9.0F) / 3));
    CHECK(score(HeadRule::induction, even(causal(6)), causal(6), six_words).rows == 0);
}

TEST_CASE("where what came next the last time stands just before, induction says nothing") {
    const BoolMatrix visible = causal(6);
    for (const auto& words : {std::vector<std::string>{"a", "a", "b", "c", "d", "e"}, // itself
                              {"a", "b", "a", "c", "d", "e"},                         // the word before
                              {"a", "b", "c", "a", "d", "e"}})                        // the one before that
        CHECK(score(HeadRule::induction, even(visible), visible, words).rows == 0);
    CHECK(score(HeadRule::induction, even(visible), visible, {"a", "b", "c", "d", "a", "e"}).rows == 1);
}

TEST_CASE("evenness is the entropy of what a row gives, beside that of an even spread") {
    const BoolMatrix all = BoolMatrix::Constant(4, 4, true);
    const std::vector<std::string> words{"a", "b", "c", "d"};
    CHECK(score(HeadRule::spread, even(all), all, words).score == make::about(1.0F));
    Matrix two = Matrix::Zero(4, 4);
    two.leftCols(2).setConstant(0.5F);
    CHECK(score(HeadRule::spread, two, all, words).score == make::about(0.5F));
    CHECK(score(HeadRule::spread, 0.5F * two, all, words).score == make::about(0.5F)); // beside a sink
    CHECK(score(HeadRule::spread, looking(0, 1, all), all, words).score == make::about(0.0F));
}

TEST_CASE("past keys come before the rows") {
    Matrix weights = Matrix::Constant(2, 5, 0.1F);
    weights(0, 2) = weights(1, 3) = 0.6F;
    const RuleScores scores = rule_scores(weights, {}, {{"a", "b", "c", "d", "e"}, 3});
    CHECK(score(scores, HeadRule::previous).score == make::about(0.6F));
    CHECK(score(scores, HeadRule::itself).score == make::about(0.1F));
}

TEST_CASE("across two sentences places mean nothing") {
    const RuleScores scores = rule_scores(Matrix::Constant(3, 4, 0.25F), {}, {{"a", "b", "a", "b"}, {}});
    for (const HeadRule rule :
         {HeadRule::previous, HeadRule::two_back, HeadRule::next, HeadRule::itself, HeadRule::induction})
        CHECK(score(scores, rule).rows == 0);
    CHECK(score(scores, HeadRule::first).rows == 3);
    CHECK(rule_of(scores) == HeadRule::spread);
}

TEST_CASE("a head is named after the rule that it follows most, if it follows one") {
    const BoolMatrix all = BoolMatrix::Constant(12, 12, true);
    const KeyWords words{{"a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k", "l"}};
    const auto rule = [&](const Matrix& weights) { return rule_of(rule_scores(weights, all, words)); };
    CHECK(rule(looking(-1, 0.5F, all)) == HeadRule::previous);
    CHECK(rule(looking(-2, 0.5F, all)) == HeadRule::two_back);
    CHECK(rule(looking(1, 0.9F, all)) == HeadRule::next);
    CHECK(rule(looking(0, 0.9F, all)) == HeadRule::itself);
    CHECK(rule(looking(0, 0.4F, all)) == std::nullopt);
    CHECK(nearest_rule(rule_scores(looking(0, 0.45F, all), all, words)) == HeadRule::itself);
    CHECK(rule(even(all)) == HeadRule::spread);
}

TEST_CASE("in a short text a rule needs twice what an even spread gives") {
    const BoolMatrix visible = causal(4);
    const RuleScore even_score = score(HeadRule::previous, even(visible), visible, {"a", "b", "c", "d"});
    CHECK(even_score.chance > 0.25F);
    CHECK(needed(HeadRule::previous, even_score) == make::about(2 * even_score.chance));
    CHECK(needed(HeadRule::previous, {.chance = 0.1F}) == 0.5F);
    CHECK(needed(HeadRule::spread, {.chance = 1}) == 0.9F);
}

TEST_CASE("what happens once is no rule") {
    CHECK_FALSE(follows(HeadRule::next, {.score = 1, .chance = 0.1F, .rows = 1}));
    CHECK(follows(HeadRule::next, {.score = 1, .chance = 0.1F, .rows = 2}));
}

TEST_CASE("a head that rests on the first word until it finds an earlier occurrence is an induction head") {
    RuleScores scores{};
    scores[static_cast<std::size_t>(HeadRule::first)] = {.score = 0.9F, .chance = 0.1F, .rows = 50};
    CHECK(rule_of(scores) == HeadRule::first);
    scores[static_cast<std::size_t>(HeadRule::induction)] = {.score = 0.6F, .chance = 0.1F, .rows = 4};
    CHECK(rule_of(scores) == HeadRule::induction);
}

TEST_CASE("a picture of many words keeps the largest weight of each block") {
    Matrix weights = Matrix::Zero(10, 10);
    weights(9, 9) = 0.9F;
    weights(2, 7) = 0.4F;
    const Matrix pooled = pooled_by_maximum(weights, 4);
    CHECK(pooled.rows() == 4);
    CHECK(pooled.cols() == 4);
    CHECK(pooled.sum() == make::about(1.3F));
    CHECK(pooled(3, 3) == 0.9F);
    CHECK(pooled(1, 3) == 0.4F);
    CHECK(pooled_by_maximum(weights, 10) == weights);
}

TEST_CASE("all heads of all layers of a trained model are measured, one layer after the other") {
    const auto pass = compute(prepare(preset("trained-story"), library()));
    HeadRulesRun run(layer_traces(pass));
    std::shared_ptr<const HeadRules> rules;
    for (std::size_t layers = 1; !run.finished(); ++layers) {
        rules = run.next({});
        CHECK(rules->layers.size() == layers);
    }
    REQUIRE(rules->layers.size() == 2);
    for (const auto& layer : rules->layers) {
        REQUIRE(layer.size() == 4);
        for (const RuledHead& head : layer)
            CHECK(head.map->rows() <= largest_head_map);
    }
    const TrainedReading& reading = *pass->reading;
    const Matrix& weights = reading.run.at(reading.places[1]).trace.heads[2].weights;
    CHECK(make::is_close(*rules->layers[1][2].map, weights, 0)); // 42 words: none are pooled
    const std::vector<RuledGroup> groups = grouped_by_rule(*rules);
    std::size_t heads = 0;
    for (const RuledGroup& group : groups)
        heads += group.heads.size();
    CHECK(heads == 8);
    CHECK(std::ranges::none_of(groups, [](const RuledGroup& group) { return group.heads.empty(); }));
}

TEST_CASE("other weights than a trained model's have one layer") {
    const auto one = layer_traces(compute(prepare(preset("cat-four-heads"), library())));
    REQUIRE(one.layers.size() == 1);
    CHECK(one.layers[0].heads == 4);
}

TEST_CASE("a decoder's keys are the words that it has read, from the start token on") {
    const auto pass = compute(prepare(preset("trained-french"), library()));
    const LayerTraces traces = layer_traces(pass);
    REQUIRE(traces.layers.size() == pass->reading->places.size());
    for (std::size_t layer = 0; layer < traces.layers.size(); ++layer) {
        const std::vector<std::string>& words = traces.layers[layer].words;
        CHECK(std::ssize(words) == traces.trace(static_cast<Index>(layer), {})->m());
        const bool decodes = pass->reading->places[layer].part == model::Part::decoder;
        CHECK((words.front() == "<start>") == decodes);
    }
    HeadRulesRun run(traces);
    while (!run.finished())
        CHECK(run.next({}));
}

TEST_CASE("heads of a rule stand together, the best first, and mixed ones last") {
    HeadRules rules;
    rules.layers.resize(2, std::vector<RuledHead>(2));
    const auto set = [&](std::size_t layer, std::size_t head, HeadRule rule, float value) {
        rules.layers[layer][head].rule = rule;
        rules.layers[layer][head].scores[static_cast<std::size_t>(rule)].score = value;
    };
    set(0, 1, HeadRule::previous, 0.6F);
    set(1, 0, HeadRule::previous, 0.9F);
    set(1, 1, HeadRule::spread, 0.95F);
    const std::vector<RuledGroup> groups = grouped_by_rule(rules);
    REQUIRE(groups.size() == 3);
    CHECK(groups[0].rule == HeadRule::previous);
    CHECK(groups[0].heads == std::vector<HeadPlace>{{1, 0}, {0, 1}});
    CHECK(groups[1].rule == HeadRule::spread);
    CHECK_FALSE(groups[2].rule);
    CHECK(groups[2].heads == std::vector<HeadPlace>{{0, 0}});
}

TEST_CASE("a run that is stopped returns nothing") {
    HeadRulesRun run(layer_traces(compute(prepare(preset("trained-story"), library()))));
    base::StopSource source;
    source.request_stop();
    CHECK_FALSE(run.next(source.token()));
}
