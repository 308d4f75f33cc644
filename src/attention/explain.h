#pragma once
// The arithmetic behind one cell, as data: operands, products, running sum.

#include "attention/trace.h"

#include <optional>
#include <vector>

namespace attention {

/// How a cell was computed.
enum class Form {
    given,       ///< typed, loaded or random: nothing to compute
    sum,         ///< embedding + position
    product_sum, ///< Σ left·right (+ bias): projections, dot scores, weighted sum, output
    general,     ///< Σ_j (q·W)_j · k_j; left is (q·W)_j
    additive,    ///< Σ_j v_j · tanh(a_j); left is v_j, right is tanh(a_j)
    cosine,      ///< (Σ left·right) / (‖q‖·‖k‖)
    rms_norm,    ///< operand / divisor · gain; the terms are the squares that the divisor is made of
    rotation, ///< Σ of two: q·cos θ and ∓ its partner·sin θ; one, the number itself, where nothing turns
    cached,   ///< a row of the past as it was handed in, or a new one as it is
    quotient, ///< score / divisor
    softcap,  ///< divisor · tanh(operand / divisor)
    bias,     ///< operand + bias
    mask,     ///< kept or −∞
    softmax,  ///< exp(s − max) / Σ; one term per key: left s, right s − max, product exp(s − max)
    dropout,  ///< weight · 0 or weight / (1 − rate)
    copy,     ///< concatenate: copied from a head, or 0 when that head is switched off
};

struct Term {
    Index index = 0;   ///< along Explanation::axis
    float left = 0;    ///< for example q_j
    float right = 0;   ///< for example k_j
    float product = 0; ///< left · right (softmax: the numerator)
    float running = 0; ///< the sum up to and including this term
};

struct Explanation {
    Cell cell;
    Form form = Form::given;
    Axis axis = Axis::none;              ///< what the terms are summed over
    std::optional<Quantity> left, right; ///< where Term::left and Term::right come from
    std::vector<Term> terms;
    std::optional<float> bias;     ///< added after the terms; bias: to the operand
    std::optional<float> position; ///< sum: the positional part
    /// quotient: √d_k …; cosine: ‖q‖·‖k‖; softmax: the denominator; dropout: 1 − rate; rms_norm: √(Σ/d + ε);
    /// softcap: c.
    float divisor = 1;
    float operand = 0;         ///< sum: the embedding; of one number: the value it derives from
    float gain = 1;            ///< rms_norm only
    float angle = 0;           ///< rotation only: θ in radians, 0 in a column that is not turned
    Index place = 0;           ///< rotation only: of the word among the keys
    bool is_past = false;      ///< cached only: handed in
    float row_max = 0;         ///< softmax only
    std::optional<float> sink; ///< softmax only: exp(sink − max), the part of the denominator without a key
    bool masked = false;       ///< mask, softmax: this key is forbidden
    bool kept = true;          ///< dropout only
    Index source_head = 0;     ///< copy only: the head and
    Index source_column = 0;   ///< the column it was copied from
    bool switched_off = false; ///< copy only: that head is switched off; 0 replaces `operand`
    float computed = 0;        ///< what the arithmetic gives
    float value = 0;           ///< what the cell holds; differs from `computed` only when overridden
    bool overridden = false;
};

/// The arithmetic of `cell`, from the operands that the trace actually used. Sums are accumulated in double,
/// so that `computed` equals the trace's cell to within rounding. The cell of a step that this pass does not
/// take, other than the mask and dropout, is that of Trace::latest(). Asserts that the cell exists.
Explanation explain(const Trace& t, const Cell& cell);

} // namespace attention
