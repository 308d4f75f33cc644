#pragma once
// What a mask does to one head: which weights it takes away, what the others gain, what could be read from
// the future without it, and why the forbidden cells hold −∞.

#include "attention/trace.h"

#include <array>
#include <memory>
#include <stop_token>
#include <string>

namespace workbench {

/// One head with and without its mask. Computed from its scaled scores; weights set by hand are left aside.
struct MaskStudy {
    attention::Matrix before;        ///< (n, m) weights without a mask
    attention::Matrix after;         ///< (n, m) weights with the mask of the pass; rows of 0 without a key
    attention::ColumnVector removed; ///< (n) the share of `before` on forbidden keys
    /// (n) what the mask multiplies every remaining weight by, 1/(1 − removed), so that the row sums to 1
    /// again; 0 in a row without an allowed key.
    attention::ColumnVector growth;

    /// (n) the share of each query's weights on later words, without a causal mask (the other conditions of
    /// the mask hold) and with one: then exactly 0. Empty in cross-attention, where no key is later than a
    /// query.
    attention::ColumnVector leak_without, leak_with;
    float mean_leak = 0;             ///< of leak_without
    attention::Index worst_leak = 0; ///< the query of its largest
};

/// Null when `stop` was requested.
std::shared_ptr<const MaskStudy> mask_study(const attention::Trace& trace, attention::Index head,
                                            const std::stop_token& stop = {});

struct HideOptions {
    float shift = 0;       ///< added to every real score of the row; finite
    bool hide_all = false; ///< forbid every key
};

/// The row when forbidden cells hold one number.
struct HiddenBy {
    float hidden = 0;             ///< −∞, −1e9 or −1e4
    std::string label;            ///< "−∞", "−1e9", "−1e4"
    attention::RowVector scores;  ///< (m)
    attention::RowVector weights; ///< (m)
    float leaked = 0;             ///< the share of weights on forbidden keys
    bool has_distribution = true; ///< false: the weights are all 0, nothing may be read
};

/// One query under three ways to forbid. A shift leaves the softmax as it is while the forbidden cells hold
/// −∞; a finite number stops hiding when the real scores come down to it.
struct HiddenRow {
    attention::BoolMatrix allowed;   ///< (1, m)
    std::array<HiddenBy, 3> columns; ///< −∞, −1e9, −1e4
    /// The largest difference that the shift made to a weight under −∞. In exact arithmetic 0; a float holds
    /// 7 digits, and a large shift pushes the small differences between scores out of them.
    float rounding = 0;
};

/// `scaled` (m): the scaled scores of one query; `allowed` (1, m).
HiddenRow hidden_row(const attention::RowVector& scaled, const attention::BoolMatrix& allowed,
                     const HideOptions& options = {});
/// The same for one query of a head, with the mask of the pass.
HiddenRow hidden_row(const attention::Trace& trace, attention::Index head, attention::Index query,
                     const HideOptions& options = {});

} // namespace workbench
