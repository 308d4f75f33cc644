#pragma once
// An answer checked: what agrees, what differs first, and the mistake that gives just these numbers.

#include "exercise/compare.h"
#include "exercise/observe.h"
#include "exercise/question.h"
#include "exercise/slips.h"

#include <string>
#include <vector>

namespace exercise {

/// A stage of the answer beside ours.
struct CheckedStage {
    std::string name;
    bool fits = true;                        ///< its shape is ours; otherwise nothing was compared
    std::vector<std::int64_t> found, wanted; ///< shapes
    bool transpose_fits = false;
    double tolerance = 0; ///< a share of 1 + its largest number
    Difference difference = {};
    Blocks theirs = {}, ours = {}; ///< theirs is empty if it does not fit

    bool agrees() const { return fits && difference.agrees; }
};

/// A mistake that explains the answer, alone or together with another.
struct Mistake {
    std::string id;   ///< "scale_dk"
    std::string text; ///< of what is said of it: `exercise.mistake.TEXT`
};

struct Checked {
    std::vector<CheckedStage> stages;   ///< those that the answer holds, in the order of the level
    std::vector<Mistake> mistakes;      ///< none, one or two, which together give the answer
    double tolerance = 0;               ///< the largest of its stages
    double left = 0;                    ///< the largest difference that the mistakes leave
    std::string then_differs = {};      ///< the stage that they do not explain any more; empty: they do all
    std::vector<Observation> observed;  ///< of the first that differs, where no mistake is known
    std::vector<std::string> ruled_out; ///< the ids that were tried where the answer first differs
    bool holds_goal = false;            ///< what the level asks for is in the answer
    std::vector<std::string> missing;   ///< stages of the level that the answer does not hold
    std::vector<std::string> unknown;   ///< tensors of the answer that are no stage of the level

    bool agrees() const;
    /// All agree, and what the level asks for is among them.
    bool done() const;
    /// Null if all agree.
    const CheckedStage* first_wrong() const;
};

/// The stage whose name is spelt most like this one; empty if none is near.
std::string nearest_stage(const Level& level, const std::string& name);

/// Throws InputError, naming `where`, for an answer without any stage of the level.
Checked check(const Question& question, const model::Tensors& answer, const std::string& where);

} // namespace exercise
