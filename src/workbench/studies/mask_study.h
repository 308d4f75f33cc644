#pragma once
// What a mask does to one head: which weights it removes, what the others gain, what could be read from the
// future without it, why forbidden scores are −∞, and how far words reach through several layers of it.

#include "attention/trace.h"
#include "base/stop.h"

#include <array>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// The mask of a pass, as far as it bears on what may be read from the future: causal whatever else it
/// forbids, drawn when it has nothing but what was drawn by hand.
enum class LeakMask { none, causal, drawn, other };

/// One head with and without its mask. Computed from the scores that its mask meets, with its sink; ignores
/// weights set by hand.
struct MaskStudy {
    base::Matrix before;        ///< (n, m) weights without a mask
    float typical_largest = 0;  ///< the mean largest weight of a row of `before`
    base::Matrix after;         ///< (n, m) weights with the pass's mask; rows without a key are 0
    base::ColumnVector removed; ///< (n) the share of `before` on forbidden keys
    /// (n) the factor by which the mask scales every remaining weight, 1/(1 − removed), so that the row sums
    /// to 1 again, the sink's share included; 0 in a row without an allowed key.
    base::ColumnVector growth;

    /// (n) the share of each query's weights on later words, without a causal mask (but with the other
    /// conditions of the mask) and with one: then exactly 0. Empty in cross-attention, where no key is later
    /// than a query.
    base::ColumnVector leak_without, leak_with;
    float mean_leak = 0;        ///< of leak_without
    base::Index worst_leak = 0; ///< the query with the largest

    LeakMask mask = LeakMask::none; ///< of the pass
    /// With the mask of the pass: one of the two above.
    const base::ColumnVector& leak() const { return mask == LeakMask::causal ? leak_with : leak_without; }
};

/// In multiply-adds (base/study.h).
double mask_study_cost(const attention::Trace& trace);
/// Null when `stop` was requested.
std::shared_ptr<const MaskStudy> mask_study(const attention::Trace& trace, base::Index head,
                                            const base::StopToken& stop = {});

struct HideOptions {
    float shift = 0;                 ///< added to every real score of the row; finite
    bool hide_all = false;           ///< forbid every key
    float sink = attention::no_sink; ///< the logit beside the row
};

/// The row when forbidden scores are set to one number.
struct HiddenBy {
    float hidden = 0;             ///< −∞, −1e9 or −1e4
    std::string label;            ///< "−∞", "−1e9", "−1e4"
    base::RowVector scores;       ///< (m)
    base::RowVector weights;      ///< (m)
    float leaked = 0;             ///< the share of weights on forbidden keys
    bool has_distribution = true; ///< false: all weights are 0, since no key is allowed
};

/// One query under three ways to forbid keys. A shift of the real scores does not change the softmax while
/// forbidden scores are −∞; a finite number stops hiding keys once the real scores get down to it.
struct HiddenRow {
    base::BoolMatrix allowed;        ///< (1, m)
    std::array<HiddenBy, 3> columns; ///< −∞, −1e9, −1e4
    /// The largest change of a weight under −∞ due to the shift. In exact arithmetic 0, but a float has about
    /// 7 digits, and a large shift rounds away small differences between scores.
    float rounding = 0;
};

/// `scaled` (m): the scores of one query before the mask; `allowed` (1, m).
HiddenRow hidden_row(const base::RowVector& scaled, const base::BoolMatrix& allowed,
                     const HideOptions& options = {});
/// The same for one query of a head, with the mask of the pass.
HiddenRow hidden_row(const attention::Trace& trace, base::Index head, base::Index query,
                     const HideOptions& options = {});

// Several layers with the same mask. A layer writes into a word's row what it reads from the words that its
// mask allows, and the row itself is carried on (the residual connection). So, with the mask as a matrix A of
// 0 and 1, the word's row after L layers can hold something of word j if and only if the entry of (A or I)^L
// in its row and in column j is 1. A window of w words to the left thus reaches L·w words back.

struct Reach {
    base::Index word = 0;     ///< whose row after the last layer
    base::BoolMatrix reached; ///< (L + 1, n) row k: words whose rows k layers below the last can be in it

    base::Index layers() const { return reached.rows() - 1; }
    /// How many words it can know of after all layers, and whether they lie side by side, from first to last.
    base::Index count() const { return reached.row(layers()).count(); }
    base::Index first() const;
    base::Index last() const;
    bool neighbours() const { return last() - first() + 1 == count(); }
};

/// `allowed` (n, n), or no rows where nothing is masked; word < n.
Reach reach(const base::BoolMatrix& allowed, base::Index n, base::Index word, base::Index layers);
/// One of the ways from word `from`, k layers below the last, to the word: the words that carry it, k + 1 of
/// them, of which neighbours are equal where a row is only carried on. Empty where there is no way.
std::vector<base::Index> way(const Reach& reach, const base::BoolMatrix& allowed, base::Index k,
                             base::Index from);

} // namespace workbench
