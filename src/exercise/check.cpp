#include "exercise/check.h"

#include "base/input_error.h"
#include "exercise/level.h"
#include "language/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <functional>

namespace exercise {

namespace {

constexpr int half_precision = 11; ///< significant bits of a float16

/// Whether no number has more significant bits than a float16, and some are no whole numbers.
bool is_of_half_precision(const Blocks& blocks) {
    bool some = false;
    for (const Numbers& block : blocks)
        for (const double number : block.reshaped()) {
            if (!std::isfinite(number) || number == 0) continue;
            int exponent = 0;
            const double mantissa = std::frexp(number, &exponent) * (1 << half_precision);
            if (mantissa != std::trunc(mantissa)) return false;
            some = some || number != std::trunc(number);
        }
    return some;
}

/// Looks for slips that give the answer's numbers.
class Search {
public:
    Search(Solver& solver, const std::vector<CheckedStage>& stages, double tolerance)
        : solver_(solver), tolerance_(tolerance) {
        for (const CheckedStage& stage : stages)
            if (stage.fits) stages_.push_back(&stage);
    }

    /// How far slips explain an answer.
    struct Reach {
        std::size_t stages;   ///< of the answer, from the first on
        bool dropout = false; ///< with some weights dropped
    };
    Reach reach(const Slips& slips) {
        Reach reached{0};
        left_ = 0;
        const Blocks* dropped = nullptr;
        for (; reached.stages < stages_.size(); ++reached.stages) {
            const CheckedStage& stage = *stages_[reached.stages];
            const Blocks* ours = solver_.stage(stage.name, slips);
            if (!ours || ours->size() != stage.theirs.size()) break;
            Blocks after;
            if (dropped) {
                after = solver_.stage_after(stage.name, *dropped, slips);
                ours = &after;
            }
            const Difference difference = compare(stage.theirs, *ours, tolerance_);
            if (difference.agrees) {
                left_ = std::max(left_, difference.largest);
            } else if (!dropped && stage.name == "weights" && is_dropout(stage.theirs, *ours)) {
                dropped = &stage.theirs;
                reached.dropout = true;
            } else {
                break;
            }
        }
        return reached;
    }

    /// Whether one slip or two give the whole answer, of which the first `agreeing` stages are right.
    bool find(std::size_t agreeing, std::vector<Mistake>& found);

    double left() const { return left_; }

private:
    /// Whether weights are ours with some of them 0 and all others larger by one factor, as dropout makes
    /// them.
    bool is_dropout(const Blocks& theirs, const Blocks& ours) const;
    /// Names the slips if they reach the end of the answer.
    bool name(const Slips& slips, const Reach& reached, std::vector<Mistake>& found) const;

    Solver& solver_;
    double tolerance_;
    std::vector<const CheckedStage*> stages_;
    double left_ = 0;
};

bool Search::is_dropout(const Blocks& theirs, const Blocks& ours) const {
    double factor = 0;
    std::size_t zeros = 0, kept = 0;
    const double room = 10 * tolerance_;
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < ours[block].size(); ++i) {
            const double a = theirs[block].data()[i], b = ours[block].data()[i];
            if (!(b > 100 * tolerance_)) {
                if (!(std::abs(a) <= 10 * (std::abs(b) + room))) return false;
                continue;
            }
            if (a == 0) {
                ++zeros;
                continue;
            }
            if (factor == 0) factor = a / b;
            if (!(std::abs(a / b - factor) <= room / b)) return false;
            ++kept;
        }
    return zeros > 0 && kept > 0 && factor > 1 + room;
}

bool Search::name(const Slips& slips, const Reach& reached, std::vector<Mistake>& found) const {
    if (reached.stages < stages_.size()) return false;
    found.clear();
    for (std::size_t i = 0; i < slips.size(); ++i)
        if (slips.test(i)) {
            const SlipKind& kind = kind_of(static_cast<Slip>(i));
            found.push_back({kind.id, kind.text});
        }
    if (reached.dropout) found.push_back({"dropout_on", "dropout_on"});
    return true;
}

bool Search::find(std::size_t agreeing, std::vector<Mistake>& found) {
    if (name({}, reach({}), found)) return true; // dropout or 16 bits alone
    std::vector<std::pair<std::size_t, Slip>> singles;
    for (const Slip slip : solver_.possible()) {
        const Reach reached = reach(just(slip));
        if (name(just(slip), reached, found)) return true;
        singles.emplace_back(reached.stages, slip);
    }
    // Of two, one mends the stage that differs first, unless both happen before it is seen.
    std::ranges::stable_sort(singles, std::greater{}, &std::pair<std::size_t, Slip>::first);
    const bool one_mends = !singles.empty() && singles.front().first > agreeing;
    for (std::size_t i = 0; i < singles.size(); ++i)
        for (std::size_t j = 0; j < singles.size(); ++j) {
            if (i == j || (one_mends ? singles[i].first <= agreeing : j < i)) continue;
            const Slips both = just(singles[i].second) | just(singles[j].second);
            if (name(both, reach(both), found)) return true;
        }
    return false;
}

CheckedStage checked(const std::string& name, const model::Tensor& tensor, const Blocks& ours, Index items,
                     double share) {
    CheckedStage stage{.name = name, .found = tensor.shape, .wanted = shape_of(ours, items), .ours = ours};
    auto blocks = as_blocks(tensor, ours);
    stage.fits = blocks.has_value();
    if (blocks) {
        stage.theirs = std::move(*blocks);
        stage.difference = compare(stage.theirs, ours, share);
    } else {
        auto turned = stage.found;
        if (turned.size() > 1) std::swap(turned[turned.size() - 1], turned[turned.size() - 2]);
        stage.transpose_fits = turned == stage.wanted;
    }
    return stage;
}

} // namespace

std::string nearest_stage(const Level& level, const std::string& name) {
    const auto near = language::Vocabulary(level.stages).nearest(name, 1);
    return near.empty() ? "" : near.front();
}

bool Checked::agrees() const {
    return first_wrong() == nullptr;
}

bool Checked::done() const {
    return agrees() && holds_goal;
}

const CheckedStage* Checked::first_wrong() const {
    const auto wrong = std::ranges::find_if_not(stages, &CheckedStage::agrees);
    return wrong == stages.end() ? nullptr : &*wrong;
}

Checked check(const Question& question, const model::Tensors& answer, const std::string& where) {
    int precision = 53;
    for (const std::string& name : question.level->stages)
        if (const auto found = answer.find(name); found != answer.end())
            precision = std::min(precision, found->second.precision);
    Checked made;
    made.tolerance = tolerance(precision);
    made.holds_goal = answer.contains(question.level->goal());
    Solver solver(question, {.precision = precision});
    for (const std::string& name : question.level->stages)
        if (const auto found = answer.find(name); found != answer.end())
            made.stages.push_back(
                checked(name, found->second, *solver.stage(name, {}), question.items(), made.tolerance));
        else
            made.missing.push_back(name);
    for (const auto& [name, tensor] : answer)
        if (std::ranges::find(question.level->stages, name) == question.level->stages.end())
            made.unknown.push_back(name);
    if (made.stages.empty()) {
        std::string names;
        for (const std::string& name : question.level->stages)
            names += (names.empty() ? "" : ", ") + name;
        std::string found;
        for (const std::string& name : made.unknown)
            found += (found.empty() ? "it holds " : ", ") + name;
        const std::string meant = made.unknown.empty() ? "" : nearest_stage(*question.level, made.unknown[0]);
        throw base::InputError(where,
                               (found.empty() ? "it holds" : found + ", but") + " no stage of this exercise",
                               meant.empty() ? "save one or more of " + names + " under these names"
                                             : "did you mean " + meant + "? The stages are " + names);
    }
    const CheckedStage* const wrong = made.first_wrong();
    if (!wrong) return made;
    const auto agreeing = static_cast<std::size_t>(wrong - made.stages.data());
    if (wrong->fits) {
        // In 16 bits, and kept in more: the numbers are known by what they lack.
        const bool half = precision > half_precision && is_of_half_precision(wrong->theirs);
        for (const Empty empty : {Empty::zeros, Empty::equal_shares, Empty::not_a_number}) {
            Solver other(question, {precision, empty});
            Search search(other, made.stages, half ? tolerance(half_precision) : made.tolerance);
            if (search.find(agreeing, made.mistakes)) {
                if (half) made.mistakes.push_back({"float16", "float16"});
                made.left = search.left();
                break;
            }
            if (!other.hides()) break; // nothing can be empty
        }
    }
    if (wrong->fits && made.mistakes.empty())
        for (const Slip slip : solver.possible()) {
            const std::string id = kind_of(slip).id;
            if (std::ranges::find(made.ruled_out, id) == made.ruled_out.end()) made.ruled_out.push_back(id);
        }
    return made;
}

} // namespace exercise
