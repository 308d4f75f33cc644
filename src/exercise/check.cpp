#include "exercise/check.h"

#include "base/input_error.h"
#include "exercise/level.h"
#include "language/vocabulary.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>
#include <optional>

namespace exercise {

namespace {

constexpr int half_precision = 11, bfloat_precision = 8; ///< significant bits of a float16, a bfloat16

/// Whether no number has more significant bits than a float16, and many need all of them: numbers that were
/// rounded to 1/64, say, do not.
bool is_of_half_precision(const Blocks& blocks) {
    Index numbers = 0, full = 0;
    for (const Numbers& block : blocks)
        for (const double number : block.reshaped()) {
            if (!std::isfinite(number) || number == 0) continue;
            int exponent = 0;
            const double mantissa = std::frexp(number, &exponent) * (1 << half_precision);
            if (mantissa != std::trunc(mantissa)) return false;
            ++numbers;
            if (std::fmod(mantissa, 2) != 0) ++full;
        }
    return 16 * full >= numbers && full > 0; // differences of rounded numbers need fewer
}

/// Whether some numbers of a stage can be told apart: what is NaN or the same everywhere has many causes.
bool says_something(const Blocks& blocks) {
    std::optional<double> first;
    for (const Numbers& block : blocks)
        for (const double number : block.reshaped())
            if (!std::isnan(number)) {
                if (first && *first != number) return true;
                first = number;
            }
    return false;
}

/// Looks for slips that give the answer's numbers.
class Search {
public:
    /// In the first `count` stages. `least_tolerance`: where the numbers are known to be coarser than their
    /// type.
    Search(Solver& solver, const std::vector<CheckedStage>& stages, std::size_t count, double least_tolerance)
        : solver_(solver), few_(solver.question(), few(solver)), least_tolerance_(least_tolerance) {
        for (std::size_t i = 0; i < count; ++i)
            if (stages[i].fits) stages_.push_back(&stages[i]);
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
            const double tolerance = std::max(stage.tolerance, least_tolerance_);
            if (agree(stage.theirs, *ours, tolerance)) {
                left_ = std::max(left_, compare(stage.theirs, *ours, tolerance).largest);
            } else if (!dropped && stage.name == "weights" && is_dropout(stage.theirs, *ours, tolerance)) {
                dropped = &stage.theirs;
                reached.dropout = true;
            } else {
                break;
            }
        }
        return reached;
    }

    /// The slips, one or two, that give all these stages, of which the first `agreeing` are right; only such
    /// as have one of `among`. Adds what they are called to `found`.
    std::optional<Slips> find(std::size_t agreeing, const Slips& among, std::vector<Mistake>& found);

    double left() const { return left_; }

private:
    /// How the solver works, but for a few rows, if that is much less work.
    static Manner few(const Solver& solver);
    /// Whether two slips may give the first stage that differs, by a few of its rows: a fraction of the work
    /// for what is nearly always no.
    bool may_reach(const Slips& slips, std::size_t agreeing);
    /// Whether weights are ours with some of them 0 and all others larger by one factor, as dropout makes
    /// them.
    static bool is_dropout(const Blocks& theirs, const Blocks& ours, double tolerance);
    /// Names the slips if they reach the end of the answer.
    bool name(const Slips& slips, const Reach& reached, std::vector<Mistake>& found) const;

    Solver& solver_;
    Solver few_;             ///< makes a few rows only, and
    Blocks few_theirs_ = {}; ///< theirs of the stage that differs first
    double few_room_ = 0;
    double least_tolerance_;
    std::vector<const CheckedStage*> stages_;
    double left_ = 0;
};

bool Search::is_dropout(const Blocks& theirs, const Blocks& ours, double tolerance) {
    double factor = 0;
    std::size_t zeros = 0, kept = 0;
    const double room = 10 * tolerance;
    for (std::size_t block = 0; block < ours.size(); ++block)
        for (Index i = 0; i < ours[block].size(); ++i) {
            const double a = theirs[block].data()[i], b = ours[block].data()[i];
            if (!(b > 100 * tolerance)) {
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
    constexpr double most_factor = 10; // nine of ten dropped
    return zeros > 0 && 4 * kept >= zeros && factor > 1 + room && factor <= most_factor;
}

Manner Search::few(const Solver& solver) {
    Manner manner = solver.manner();
    const Index rows = solver.question().rows();
    if (rows > 16) manner.probe = {1, rows / 3, rows - 2};
    return manner;
}

bool Search::may_reach(const Slips& slips, std::size_t agreeing) {
    const std::vector<Index>& rows = few_.manner().probe;
    if (rows.empty() || (slips & mixing_rows()).any()) return true;
    const CheckedStage& stage = *stages_[agreeing];
    if (stage.name == "weights") return true; // dropout is known by all of them
    const Blocks* const ours = few_.stage(stage.name, slips);
    if (!ours || ours->front().rows() == stage.theirs.front().rows())
        return true; // before the scores: all rows
    if (few_theirs_.empty()) {
        for (const Numbers& block : stage.theirs)
            few_theirs_.push_back(block(rows, Eigen::all));
        // That of the whole stage, which theirs is like if ours gives it.
        few_room_ = 2 * room_of(stage.theirs, std::max(stage.tolerance, least_tolerance_));
    }
    return agree_within(few_theirs_, *ours, few_room_);
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

std::optional<Slips> Search::find(std::size_t agreeing, const Slips& among, std::vector<Mistake>& found) {
    if (among.all() && name({}, reach({}), found)) return Slips(); // dropout or 16 bits alone
    std::vector<std::pair<std::size_t, Slip>> singles;
    for (const Slip slip : solver_.possible()) {
        const Slips one = just(slip);
        const Reach reached = reach(one);
        if ((one & among).any() && name(one, reached, found)) return one;
        singles.emplace_back(reached.stages, slip);
    }
    // Of two, one mends the stage that differs first, unless both happen before it is seen.
    std::ranges::stable_sort(singles, std::greater{}, &std::pair<std::size_t, Slip>::first);
    const bool one_mends = !singles.empty() && singles.front().first > agreeing;
    for (std::size_t i = 0; i < singles.size(); ++i)
        for (std::size_t j = 0; j < singles.size(); ++j) {
            if (one_mends ? singles[i].first <= agreeing : j < i) continue;
            if (!together(singles[i].second, singles[j].second)) continue;
            const Slips both = just(singles[i].second) | just(singles[j].second);
            if ((both & among).any() && may_reach(both, agreeing) && name(both, reach(both), found))
                return both;
        }
    return std::nullopt;
}

CheckedStage checked(const std::string& name, const model::Tensor& tensor, const Blocks& ours, Index items,
                     double share) {
    CheckedStage stage{.name = name,
                       .found = tensor.shape,
                       .wanted = shape_of(ours, items),
                       .tolerance = share,
                       .ours = ours};
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

bool is_of_16_bits(int precision) {
    return precision == half_precision || precision == bfloat_precision;
}

/// Compares what the answer holds of the level, stage by stage.
void compare_stages(Checked& made, const Question& question, const model::Tensors& answer) {
    Solver solver(question);
    double carried = 0; // what was computed in 16 bits stays as coarse in later stages; printed digits do not
    for (const std::string& name : question.level->stages) {
        const auto found = answer.find(name);
        if (found == answer.end()) {
            made.missing.push_back(name);
            continue;
        }
        const double own = tolerance(found->second.precision);
        if (is_of_16_bits(found->second.precision)) carried = std::max(carried, own);
        made.stages.push_back(
            checked(name, found->second, *solver.stage(name, {}), question.items(), std::max(own, carried)));
        made.tolerance = std::max(made.tolerance, made.stages.back().tolerance);
    }
    for (const auto& [name, tensor] : answer)
        if (std::ranges::find(question.level->stages, name) == question.level->stages.end())
            made.unknown.push_back(name);
}

/// Whether a row of the question has nothing to read, without any slip.
bool has_empty_row(Solver& solver) {
    const Blocks* masked = solver.stage("masked", {});
    return masked && std::ranges::any_of(*masked, [](const Numbers& block) {
               return (block.rowwise().maxCoeff().array() < -std::numeric_limits<double>::max()).any();
           });
}

/// Names the mistakes that give the answer; or those that give it up to the stage `at`, which differs first.
/// False if nothing can be looked for in what is the same everywhere or NaN.
bool name_mistakes(Checked& made, const Question& question, std::size_t at, int precision) {
    const CheckedStage& wrong = made.stages[at];
    if (!wrong.fits || !says_something(wrong.theirs)) return false;
    // In 16 bits, and kept in more: the numbers are known by what they lack.
    const bool half = !is_of_16_bits(precision) && is_of_half_precision(wrong.theirs);
    const double least_tolerance = half ? tolerance(half_precision) : 0;
    const int overflows_as = is_of_16_bits(precision) ? precision : std::max(precision, 24);
    // Slips by which a row or a column may have nothing but hidden scores.
    const Slips emptying = just(Slip::mask_inverted) | just(Slip::causal_reversed) |
                           just(Slip::diagonal_hidden) | just(Slip::softmax_axis);
    std::vector<std::size_t> counts{made.stages.size()};
    if (at + 1 < made.stages.size()) counts.push_back(at + 1);
    for (const std::size_t count : counts)
        for (const Empty empty : {Empty::zeros, Empty::equal_shares, Empty::not_a_number}) {
            Solver solver(question, {overflows_as, empty});
            const bool all = empty == Empty::zeros || has_empty_row(solver);
            if (!all && !solver.hides()) break; // nothing can be empty
            Search search(solver, made.stages, count, least_tolerance);
            const auto slips = search.find(at, all ? Slips().set() : emptying, made.mistakes);
            if (!slips) continue;
            if (slips->none() && made.mistakes.empty() && !half)
                made.mistakes.push_back(
                    {"empty_row", empty == Empty::equal_shares ? "empty_row_shared" : "empty_row_nan"});
            if (half) made.mistakes.push_back({"float16", "float16"});
            made.left = search.left();
            const std::size_t reached =
                Search(solver, made.stages, made.stages.size(), least_tolerance).reach(*slips).stages;
            if (reached < made.stages.size()) made.then_differs = made.stages[reached].name;
            return true;
        }
    return true;
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
    Checked made;
    made.holds_goal = answer.contains(question.level->goal());
    compare_stages(made, question, answer);
    if (made.stages.empty()) {
        const std::string names = listed(question.level->stages);
        const std::string found = made.unknown.empty() ? "" : "it holds " + listed(made.unknown);
        const std::string meant = made.unknown.empty() ? "" : nearest_stage(*question.level, made.unknown[0]);
        throw base::InputError(where,
                               (found.empty() ? "it holds" : found + ", but") + " no stage of this exercise",
                               meant.empty() ? "save one or more of " + names + " under these names"
                                             : "did you mean " + meant + "? The stages are " + names);
    }
    const CheckedStage* const wrong = made.first_wrong();
    if (!wrong) return made;
    int precision = 53;
    for (const CheckedStage& stage : made.stages)
        precision = std::min(precision, answer.at(stage.name).precision);
    const bool searched =
        name_mistakes(made, question, static_cast<std::size_t>(wrong - made.stages.data()), precision);
    if (!wrong->fits || !made.mistakes.empty()) return made;
    made.observed = observe(wrong->name, wrong->theirs, wrong->ours, wrong->tolerance);
    if (!searched) return made;
    const Solver solver(question);
    for (const Slip slip : solver.possible()) {
        const std::string id = kind_of(slip).id;
        if (std::ranges::find(made.ruled_out, id) == made.ruled_out.end()) made.ruled_out.push_back(id);
    }
    return made;
}

} // namespace exercise
