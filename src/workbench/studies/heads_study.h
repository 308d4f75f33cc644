#pragma once
// What the Heads view shows besides the pass: measures of every head, what each adds to the output, what the
// output loses without those that are switched off, and what heads that share keys still do differently.

#include "attention/measure.h"
#include "base/stop.h"
#include "workbench/document/pass.h"

#include <memory>

namespace workbench {

/// Heads of n × m weights and an output of (n, d_out).
struct HeadsStudy {
    std::vector<attention::HeadMeasures> measures; ///< (h) of all heads, including those that are off
    float range_end = 1; ///< of the colour range shared by all heads: 1, or less if all weights are small
    std::shared_ptr<const base::Matrix> average, maximum; ///< (n, m) over all heads
    attention::Contributions parts;                       ///< of the heads that are on
    base::Matrix whole;                                   ///< (n, d_out) the output with every head on

    /// True if the sizes match the pass, so that an older study can be shown until the new one is ready.
    bool fits(const attention::Trace& t) const;
};

/// Null when `stop` was requested.
std::shared_ptr<const HeadsStudy> study_heads(const attention::Trace& t, base::StopToken stop = {});
/// What it costs, in multiply-adds (base/study.h).
double heads_study_cost(const attention::Trace& t);

/// What the output loses without some heads.
struct Ablation {
    std::vector<base::Index> off; ///< these heads, in ascending order
    bool supposed = false;        ///< hypothetical: all heads are on
    base::ColumnVector moved;     ///< (n) how far each row of the output moves
    float distance = 0;           ///< ‖whole − without‖ over all rows
    float size = 0;               ///< ‖whole‖
};

/// Without the heads that are switched off in `t`, or without `opened` if all are on.
Ablation ablation_of(const attention::Trace& t, const HeadsStudy& study, base::Index opened);

/// The output of one row as a sum.
struct OutputParts {
    struct Part {
        std::vector<base::Index> heads; ///< one, or all those sharing this part; none: the bias
    };
    std::vector<Part> parts;
    std::shared_ptr<const base::Matrix> values; ///< (parts, d_out)
    std::shared_ptr<const base::Matrix> output; ///< (1, d_out) the output of the pass
};

/// The parts of row `row`, at most `most` ≥ 3 of them including the bias, if the layer has one. If there are
/// more heads, those that add least share the last part, but never `opened`.
OutputParts output_parts(const attention::Trace& t, const HeadsStudy& study, base::Index row,
                         std::size_t most, base::Index opened);

// Shared keys. Source: Shazeer 2019 (one key head for all); Ainslie et al. 2023 (one for each group).

/// One word in the heads of a key head, g of them: softmax(q·Kᵀ …), each head with a q of its own and all
/// with the same K.
struct SharedKeys {
    std::vector<base::Index> heads;              ///< (g)
    std::shared_ptr<const base::Matrix> queries; ///< (g, d_k) the word's query in each head, as it is scored
    std::shared_ptr<const base::Matrix> keys;    ///< (d_k, m) the transposed keys of them all, as scored
    std::shared_ptr<const base::Matrix> weights; ///< (g, m) the word's weights in each head
    base::Index parted = 0;                      ///< the key on which the heads agree least …
    base::Index most = 0, least = 0;             ///< … and the rows that give it most and least
};

/// Row `row` in all heads that read the same keys as `head`.
SharedKeys shared_keys(const attention::Trace& t, base::Index head, base::Index row);

/// What the heads are sorted by.
enum class HeadOrder { number, entropy, distance, diagonal };

/// (h) head indices: the most concentrated first (entropy), those that attend nearest first (distance), those
/// that attend most to the word itself first (diagonal). Ties stay in the order of the layer.
std::vector<base::Index> ordered_heads(const std::vector<attention::HeadMeasures>& measures, HeadOrder order);

} // namespace workbench
