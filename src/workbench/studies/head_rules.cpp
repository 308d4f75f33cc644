#include "workbench/studies/head_rules.h"

#include "attention/measure.h"
#include "base/study.h"

#include <algorithm>
#include <cassert>
#include <cmath>
#include <functional>
#include <limits>
#include <map>
#include <utility>

namespace workbench {

using attention::Quantity;
using attention::Trace;
using base::BoolMatrix;
using base::Index;
using base::Matrix;

std::string_view key(HeadRule rule) {
    constexpr std::array<std::string_view, head_rules> keys{"previous", "two_back",  "next",  "itself",
                                                            "first",    "induction", "spread"};
    return keys[static_cast<std::size_t>(rule)];
}

namespace {

constexpr float half = 0.5F, even_enough = 0.9F;
constexpr Index least_ruled_rows = 2;

/// For each key the earlier keys with the same word, in ascending order.
std::vector<std::vector<Index>> earlier_occurrences(const std::vector<std::string>& words) {
    std::map<std::string, std::vector<Index>> places;
    std::vector<std::vector<Index>> earlier;
    for (const std::string& word : words) {
        std::vector<Index>& same = places[word];
        earlier.push_back(same);
        same.push_back(std::ssize(earlier) - 1);
    }
    return earlier;
}

/// The mean of a rule, row by row.
struct RuleMean {
    double score = 0, chance = 0;
    Index rows = 0;

    void add(double of_row, double by_chance) {
        score += of_row;
        chance += by_chance;
        ++rows;
    }
    RuleScore result() const {
        if (rows == 0) return {};
        const auto count = static_cast<double>(rows);
        return {static_cast<float>(score / count), static_cast<float>(chance / count), rows};
    }
};

/// H / log m' of a row of weights that need not add up to 1, beside a sink.
double evenness(const Matrix& weights, Index row, Index visible) {
    const double sum = weights.row(row).cast<double>().sum();
    double entropy = 0;
    for (Index j = 0; j < weights.cols(); ++j) {
        const double share = weights(row, j) / sum;
        if (share > 0) entropy -= share * std::log(share);
    }
    return entropy / std::log(static_cast<double>(visible));
}

/// Takes the rows of one head, one by one.
class RuleCount {
public:
    RuleCount(const Matrix& weights, const BoolMatrix& visible, const KeyWords& keys)
        : weights_(weights), visible_(visible), keys_(keys), earlier_(earlier_occurrences(keys.words)) {}

    void add_row(Index row) {
        Index seen = 0;
        for (Index j = 0; j < weights_.cols(); ++j)
            seen += is_visible(row, j) ? 1 : 0;
        if (seen < 2 || weights_.row(row).isZero(0)) return;
        mean(HeadRule::spread).add(evenness(weights_, row, seen), 1);
        if (!keys_.first_row) return read(HeadRule::first, row, {0}, seen);
        const Index own = row + *keys_.first_row;
        read(HeadRule::previous, row, {own - 1}, seen);
        read(HeadRule::two_back, row, {own - 2}, seen);
        read(HeadRule::next, row, {own + 1}, seen);
        read(HeadRule::itself, row, {own}, seen);
        if (own > 0) read(HeadRule::first, row, {0}, seen); // the first word reads itself
        read(HeadRule::induction, row, after_earlier(own), seen);
    }

    RuleScores scores() const {
        RuleScores all;
        std::ranges::transform(means_, all.begin(), &RuleMean::result);
        return all;
    }

private:
    RuleMean& mean(HeadRule rule) { return means_[static_cast<std::size_t>(rule)]; }
    bool is_visible(Index row, Index j) const { return visible_.rows() == 0 || visible_(row, j); }

    /// Where the word stood before, the places after it. Those just before the word itself are left out:
    /// there induction could not be told from reading at a fixed distance.
    std::vector<Index> after_earlier(Index own) const {
        std::vector<Index> after;
        for (const Index place : earlier_[static_cast<std::size_t>(own)])
            if (place + 1 < own - 2) after.push_back(place + 1);
        return after;
    }

    /// The weight on these keys, if the row sees one of them.
    void read(HeadRule rule, Index row, const std::vector<Index>& keys, Index seen) {
        double weight = 0;
        Index count = 0;
        for (const Index j : keys) {
            if (j < 0 || j >= weights_.cols() || !is_visible(row, j)) continue;
            weight += weights_(row, j);
            ++count;
        }
        if (count > 0) mean(rule).add(weight, static_cast<double>(count) / static_cast<double>(seen));
    }

    const Matrix& weights_;
    const BoolMatrix& visible_;
    const KeyWords& keys_;
    const std::vector<std::vector<Index>> earlier_;
    std::array<RuleMean, head_rules> means_;
};

} // namespace

RuleScores rule_scores(const Matrix& weights, const BoolMatrix& visible, const KeyWords& keys) {
    assert(std::ssize(keys.words) == weights.cols());
    RuleCount count(weights, visible, keys);
    for (Index row = 0; row < weights.rows(); ++row)
        count.add_row(row);
    return count.scores();
}

// The rule that a head is named after.

namespace {

const RuleScore& score_of(const RuleScores& scores, HeadRule rule) {
    return scores[static_cast<std::size_t>(rule)];
}

/// The rule for which `value(rule)` is largest, among those for which it is more than 0.
template <typename Value>
std::optional<HeadRule> largest_rule(Value&& value) {
    std::optional<HeadRule> best;
    float most = 0;
    for (std::size_t i = 0; i < head_rules; ++i) {
        const auto rule = static_cast<HeadRule>(i);
        if (const float here = value(rule); here > most) {
            most = here;
            best = rule;
        }
    }
    return best;
}

} // namespace

float needed(HeadRule rule, const RuleScore& score) {
    return rule == HeadRule::spread ? even_enough : std::max(half, 2 * score.chance);
}

bool follows(HeadRule rule, const RuleScore& score) {
    return score.rows >= least_ruled_rows && score.score >= needed(rule, score);
}

std::optional<HeadRule> rule_of(const RuleScores& scores) {
    if (follows(HeadRule::induction, score_of(scores, HeadRule::induction))) return HeadRule::induction;
    return largest_rule([&](HeadRule rule) {
        const RuleScore& score = score_of(scores, rule);
        return follows(rule, score) ? score.score : 0;
    });
}

std::optional<HeadRule> nearest_rule(const RuleScores& scores) {
    return largest_rule([&](HeadRule rule) {
        const RuleScore& score = score_of(scores, rule);
        return score.rows >= least_ruled_rows ? score.score / needed(rule, score) : 0;
    });
}

// The pictures.

Matrix pooled_by_maximum(const Matrix& weights, Index most) {
    const Index rows = std::min(weights.rows(), most), columns = std::min(weights.cols(), most);
    const auto block = [](Index i, Index all, Index count) { return i * all / count; };
    Matrix pooled(rows, columns);
    for (Index i = 0; i < rows; ++i)
        for (Index j = 0; j < columns; ++j) {
            const Index top = block(i, weights.rows(), rows), left = block(j, weights.cols(), columns);
            pooled(i, j) = weights
                               .block(top, left, block(i + 1, weights.rows(), rows) - top,
                                      block(j + 1, weights.cols(), columns) - left)
                               .maxCoeff();
        }
    return pooled;
}

// All heads of a model.

bool HeadRules::fits(const LayerTraces& traces) const {
    return layers.size() <= traces.layers.size() &&
           std::equal(layers.begin(), layers.end(), traces.layers.begin(),
                      [](const std::vector<RuledHead>& heads, const LayerTraces::Layer& layer) {
                          return std::ssize(heads) == layer.heads;
                      });
}

const RuledHead* HeadRules::find(const HeadPlace& place) const {
    const auto layer = static_cast<std::size_t>(place.layer), head = static_cast<std::size_t>(place.head);
    return layer < layers.size() && head < layers[layer].size() ? &layers[layer][head] : nullptr;
}

std::vector<RuledGroup> grouped_by_rule(const HeadRules& rules) {
    std::vector<RuledGroup> groups(head_rules + 1);
    for (std::size_t layer = 0; layer < rules.layers.size(); ++layer)
        for (std::size_t head = 0; head < rules.layers[layer].size(); ++head) {
            const std::optional<HeadRule> rule = rules.layers[layer][head].rule;
            RuledGroup& group = groups[rule ? static_cast<std::size_t>(*rule) : head_rules];
            group.rule = rule;
            group.heads.push_back({static_cast<Index>(layer), static_cast<Index>(head)});
        }
    std::erase_if(groups, [](const RuledGroup& group) { return group.heads.empty(); });
    for (RuledGroup& group : groups)
        std::ranges::stable_sort(group.heads, std::greater<>(), [&](const HeadPlace& place) {
            return group.rule ? score_of(rules.find(place)->scores, *group.rule).score : 0;
        });
    return groups;
}

namespace {

/// Of a real model, whose stages are made again when they are asked for.
LayerTraces traces_of_real(const std::shared_ptr<const RealReading>& reading) {
    LayerTraces traces;
    const pretrained::Model& model = *reading->model;
    traces.layers.assign(reading->layers(), {model.architecture.attention.heads, reading->pieces.names});
    traces.trace = [reading](Index layer, const base::StopToken& stop) {
        auto trace = pretrained::trace_of(*reading->model, *reading->run, layer, stop);
        return stop.stop_requested() ? nullptr : trace;
    };
    traces.cost = reading_cost(model, std::ssize(reading->pieces.ids));
    traces.about = reading->run;
    return traces;
}

} // namespace

LayerTraces layer_traces(const std::shared_ptr<const Pass>& pass) {
    if (pass->real) return traces_of_real(pass->real);
    LayerTraces traces;
    if (!pass->reading) {
        traces.layers.push_back({std::ssize(pass->trace.heads), pass->names.keys});
        traces.trace = [pass](Index, const base::StopToken&) {
            return std::shared_ptr<const Trace>(pass, &pass->trace);
        };
        traces.about = pass;
        return traces;
    }
    const std::shared_ptr<const TrainedReading> reading = pass->reading;
    const learning::Trained& model = *reading->model;
    for (const model::Place& place : reading->places) {
        const bool of_target = place.part == model::Part::decoder;
        traces.layers.push_back(
            {std::ssize(reading->run.at(place).trace.heads),
             of_target ? model.target.words(reading->target) : model.source.words(reading->source)});
    }
    traces.trace = [reading](Index layer, const base::StopToken&) {
        const model::Place& place = reading->places[static_cast<std::size_t>(layer)];
        return std::shared_ptr<const Trace>(reading, &reading->run.at(place).trace);
    };
    traces.about = reading;
    return traces;
}

namespace {

/// Which keys each row sees, whatever hides the others: its mask, or a bias.
BoolMatrix visible_in(const Trace& t, Index head) {
    return t.matrix(Quantity::masked, head).array() > -std::numeric_limits<float>::infinity();
}

RuledHead ruled(const Trace& t, Index head, const KeyWords& keys) {
    const Matrix& weights = t.matrix(Quantity::weights, head);
    RuledHead made;
    made.scores = rule_scores(weights, visible_in(t, head), keys);
    made.rule = rule_of(made.scores);
    made.map = std::make_shared<const Matrix>(pooled_by_maximum(weights, largest_head_map));
    return made;
}

} // namespace

std::shared_ptr<const HeadRules> HeadRulesRun::next(const base::StopToken& stop) {
    const std::size_t layer = found_.layers.size();
    const auto t = traces_.trace(static_cast<Index>(layer), stop);
    if (!t || stop.stop_requested()) return nullptr;
    KeyWords keys{traces_.layers[layer].words};
    keys.first_row = t->input.is_cross() ? std::nullopt : std::optional(t->first_place());
    std::vector<RuledHead> heads;
    for (Index head = 0; head < std::ssize(t->heads); ++head) {
        if (stop.stop_requested()) return nullptr;
        heads.push_back(ruled(*t, head, keys));
        const Matrix& weights = t->matrix(Quantity::weights, head);
        typical_ = std::max(typical_, attention::largest_weight(weights).mean());
    }
    found_.layers.push_back(std::move(heads));
    // As in study_heads(): where all weights are small, the colours end earlier, or there would be none.
    found_.range_end = typical_ > 0 && typical_ < 0.2F ? 2 * typical_ : 1;
    return std::make_shared<const HeadRules>(found_);
}

double head_rules_cost(const LayerTraces& traces) {
    double cost = traces.cost;
    for (const LayerTraces::Layer& layer : traces.layers) {
        const auto keys = static_cast<double>(layer.words.size());
        cost += static_cast<double>(layer.heads) * keys * keys * 2 * base::exponential_cost;
    }
    return cost;
}

} // namespace workbench
