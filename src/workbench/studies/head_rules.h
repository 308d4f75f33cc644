#pragma once
// What each head of each layer measurably does: which of seven simple rules its weights follow, and how far.
// That is said of the sentence at hand, and of nothing else. Sources: Clark et al. 2019, "What does BERT look
// at?" (heads that read the previous or the next word, rest on one token, or spread widely); Elhage et al.
// 2021, "A mathematical framework for transformer circuits", and Olsson et al. 2022, "In-context learning and
// induction heads" (induction).

#include "attention/trace.h"
#include "base/stop.h"
#include "workbench/document/pass.h"

#include <array>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace workbench {

/// A head reads …
enum class HeadRule {
    previous,  ///< the word before
    two_back,  ///< the word before that
    next,      ///< the word after
    itself,    ///< the word itself
    first,     ///< the first word, whatever it is: a sink, where a head rests that finds nothing to read
    induction, ///< the word that came next where this word stood before
    spread     ///< everything that it may see, evenly
};
inline constexpr std::size_t head_rules = 7;
/// "previous": anchors and texts.
std::string_view key(HeadRule rule);

// The scores of one head.

/// How far a head follows a rule.
struct RuleScore {
    /// The mean over `rows`: of the weight on the key of the rule or, for `spread`, of H / log m', the
    /// entropy of the row divided by that of an even spread over the m' keys that it may see. 0 to 1.
    float score = 0;
    float chance = 0;     ///< what an even spread over the same keys would score
    base::Index rows = 0; ///< for which the rule names a key that they may see; 0: the score says nothing
};
using RuleScores = std::array<RuleScore, head_rules>; ///< by HeadRule

/// What a head's keys are.
struct KeyWords {
    std::vector<std::string> words = {}; ///< (m) equal words are the same to the model
    /// The place of row 0 among the keys; empty in cross-attention, where places are those of other words.
    std::optional<base::Index> first_row = 0;
};

/// The scores of weights (n, m); `visible` (n, m), or 0 rows where every row sees every key. A row that sees
/// fewer than two keys has no choice, and is left out of every mean.
RuleScores rule_scores(const base::Matrix& weights, const base::BoolMatrix& visible, const KeyWords& keys);

/// What a score must reach for a head to be named after the rule. A key: half of the weight, since then no
/// other key can have more; and twice what an even spread gives, which in a short text is not far from half.
/// Even spread: 0.9, where of 12 keys as many as 9 count, and of 512 still 274 (m^0.9).
float needed(HeadRule rule, const RuleScore& score);
/// True if the score reaches that, in two rows or more: what happens once is no rule.
bool follows(HeadRule rule, const RuleScore& score);

/// The rule that a head is named after; empty: none, it is mixed. Induction comes first, since it is judged
/// by the few rows whose word stood there before, and a head that finds none rests or spreads meanwhile. Of
/// the others it is the one with the highest score.
std::optional<HeadRule> rule_of(const RuleScores& scores);
/// The rule that a mixed head comes nearest to: by score / needed(). Empty if no row says anything.
std::optional<HeadRule> nearest_rule(const RuleScores& scores);

/// The largest weight in each of `most` × `most` blocks that are as equal as can be: a picture that loses no
/// line. A matrix with no more rows and columns stays as it is.
base::Matrix pooled_by_maximum(const base::Matrix& weights, base::Index most);

// All heads of a model.

/// The attentions of a model, wherever they come from.
struct LayerTraces {
    struct Layer {
        base::Index heads = 0;
        std::vector<std::string> words; ///< (m) of its keys: as in KeyWords
    };
    std::vector<Layer> layers; ///< in the order in which they are computed
    /// May be called on another thread, once for each layer in turn; null once `stop` is requested.
    std::function<std::shared_ptr<const attention::Trace>(base::Index layer, const base::StopToken& stop)>
        trace;
    double cost = 0;                   ///< of making all of them, in multiply-adds (base/study.h)
    std::shared_ptr<const void> about; ///< the reading: of the same one everything is the same
};
/// Of all layers of a trained model's reading; of other weights, their one layer.
LayerTraces layer_traces(const std::shared_ptr<const Pass>& pass);

inline constexpr base::Index largest_head_map = 64;

struct RuledHead {
    RuleScores scores;
    std::optional<HeadRule> rule;            ///< empty: mixed
    std::shared_ptr<const base::Matrix> map; ///< the weights, at most largest_head_map in rows and columns
};

struct HeadRules {
    std::vector<std::vector<RuledHead>> layers; ///< those that have been measured, from the first
    float range_end = 1; ///< of the colours of all maps: 1, or less if all weights are small

    /// True if these may be heads of that model, so that an older study can be shown until the new one is
    /// ready.
    bool fits(const LayerTraces& traces) const;
    /// Null for a head that has not been measured yet.
    const RuledHead* find(const HeadPlace& place) const;
};

/// Heads that follow the same rule.
struct RuledGroup {
    std::optional<HeadRule> rule;
    std::vector<HeadPlace> heads; ///< the best score first; mixed ones in the order of the model
};
/// In the order of the rules, mixed heads last; no group is empty.
std::vector<RuledGroup> grouped_by_rule(const HeadRules& rules);

/// Measures one layer after the other. Traces are let go: only scores and maps are kept.
class HeadRulesRun {
public:
    explicit HeadRulesRun(LayerTraces traces) : traces_(std::move(traces)) {}

    /// Measures the next layer, and returns what is known then; null once `stop` is requested.
    std::shared_ptr<const HeadRules> next(const base::StopToken& stop);
    bool finished() const { return found_.layers.size() == traces_.layers.size(); }

private:
    LayerTraces traces_;
    HeadRules found_;
    float typical_ = 0; ///< the mean largest weight of a row, in the most concentrated head so far
};

/// What it all costs, in multiply-adds (base/study.h).
double head_rules_cost(const LayerTraces& traces);

} // namespace workbench
