#pragma once
// What the Heads view knows beyond the pass: every head in numbers, what each adds to the output, and what
// the output loses with those that are switched off.

#include "attention/contribution.h"
#include "attention/measure.h"
#include "workbench/pass.h"

#include <memory>
#include <stop_token>

namespace workbench {

/// Heads of n × m weights and an output of (n, d_out).
struct HeadsStudy {
    std::vector<attention::HeadMeasures> measures; ///< (h) of all heads, also those that are off
    float range_end = 1; ///< of the one colour range of all heads: 1, or less where all weights are small
    std::shared_ptr<const attention::Matrix> average, maximum; ///< (n, m) over all heads
    attention::Contributions parts;                            ///< of the heads that are on
    attention::Matrix whole;                                   ///< (n, d_out) the output with every head on

    /// True when the sizes are those of the pass: the study of an earlier one can stand in for a moment.
    bool fits(const attention::Trace& t) const;
};

/// Null when `stop` was requested.
std::shared_ptr<const HeadsStudy> study_heads(const attention::Trace& t, std::stop_token stop = {});
/// True when it takes less than about a millisecond.
bool is_quick_study(const attention::Trace& t);

/// What the output loses without some heads.
struct Ablation {
    std::vector<attention::Index> off; ///< these, in rising order
    bool supposed = false;             ///< all are on: this is what would happen
    attention::ColumnVector moved;     ///< (n) how far each row of the output moves
    float distance = 0;                ///< ‖whole − without‖ over all rows
    float size = 0;                    ///< ‖whole‖
};

/// Without the heads that are switched off in `t`; without `opened` when all are on.
Ablation ablation_of(const attention::Trace& t, const HeadsStudy& study, attention::Index opened);

/// The output of one row as a sum.
struct OutputParts {
    struct Part {
        std::vector<attention::Index> heads; ///< one, or all that had no row of their own; none: the bias
    };
    std::vector<Part> parts;
    std::shared_ptr<const attention::Matrix> values; ///< (parts, d_out)
    std::shared_ptr<const attention::Matrix> output; ///< (1, d_out) the output of the pass
};

/// The parts of row `row`, at most `most` ≥ 3 of them with the bias, which is there when the layer has one.
/// Where there are more heads, those that add least share the last part of heads; `opened` never does.
OutputParts output_parts(const attention::Trace& t, const HeadsStudy& study, attention::Index row,
                         std::size_t most, attention::Index opened);

/// By what the heads are put in order.
enum class HeadOrder { number, entropy, distance, diagonal };

/// (h) heads, counted from 0: the most concentrated first, those that look nearest first, those that look
/// most at the word itself first. Equal ones stay in the order of the layer.
std::vector<attention::Index> ordered_heads(const std::vector<attention::HeadMeasures>& measures,
                                            HeadOrder order);

} // namespace workbench
