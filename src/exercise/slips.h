#pragma once
// The usual mistakes in attention written by hand, each as a change of one step of the computation.

#include "exercise/question.h"

#include <bitset>
#include <cstdint>
#include <span>
#include <string_view>

namespace exercise {

/// A way in which a step goes wrong. Several may be forms of one mistake.
enum class Slip : std::uint8_t {
    // The projections, and what turns their columns into heads.
    no_positions,
    no_norm,
    norm_axis,
    norm_unbiased,
    norm_no_root,
    no_gain,
    no_shift,
    norm_unused,
    q_not_normed,
    q_k_swapped,
    v_from_w_k,
    weights_transposed,
    no_bias,
    no_bias_in,
    no_bias_q,
    no_bias_k,
    no_bias_v,
    heads_interleaved,
    rotary_missing,
    rotary_pairs,
    rotary_on_v,
    cache_offset,
    kv_heads_interleaved,
    // The scores.
    scores_swapped,
    no_tanh,
    bias_before_scale,
    no_scale,
    scale_dk,
    scale_dmodel,
    scale_n,
    scale_m,
    scale_after_softmax,
    // The mask and the softmax.
    scale_unused,
    mask_after_softmax,
    mask_zero,
    mask_missing,
    causal_missing,
    padding_missing,
    mask_inverted,
    causal_reversed,
    diagonal_hidden,
    one_key_more,
    softmax_axis,
    softmax_all,
    softmax_twice,
    no_row_max,
    sum_across,
    most_and_sum_across,
    not_divided,
    powers_alone,
    // The heads' way to the output.
    weights_turned,
    concat_order,
    concat_interleaved,
    concat_stacked,
    no_w_o,
    w_o_transposed,
    no_bias_out,
    // The rest of a transformer block, and the way back through a softmax.
    no_residual,
    residual_normed,
    no_mlp_residual,
    gain_reused,
    no_bias_1,
    no_bias_2,
    no_relu,
    gelu,
    gelu_tanh,
    gradient_diagonal,
    gradient_no_sum,
    gradient_axis,
    // A recurrent layer, step by step.
    state_lost,
    no_squashing,
    w_hh_transposed,
    w_ih_transposed,
    no_bias_at_all,
    gates_order,
    forget_swapped,
    count
};

using Slips = std::bitset<static_cast<std::size_t>(Slip::count)>;

inline Slips just(Slip slip) {
    return Slips().set(static_cast<std::size_t>(slip));
}
inline bool has(const Slips& slips, Slip slip) {
    return slips.test(static_cast<std::size_t>(slip));
}

/// Where a slip happens; each step needs those before it. A recurrent layer has one of its own.
enum class Step : std::uint8_t { project, score, weigh, gather, finish, recur };

/// Where one slip takes the place of another: of a place other than `own`, only one can be made at a time.
enum class Place : std::uint8_t {
    own,
    norm,
    sources,
    turning,
    divisor,
    hidden,
    hiding,
    softmax,
    joining,
    w_o,
    activation,
    gradient
};

/// A row of the table of slips, in the order of Slip.
struct SlipKind {
    Slip slip;
    const char* id;   ///< of the mistake, in `check --json`
    const char* text; ///< of what is said of this form: `exercise.mistake.TEXT`
    Step step;
    Place place;
    /// Whether somebody can make it in this question, and it makes a difference there.
    bool (*applies)(const Question& question);
};

std::span<const SlipKind> slip_kinds();
inline const SlipKind& kind_of(Slip slip) {
    return slip_kinds()[static_cast<std::size_t>(slip)];
}
/// Whether somebody can make both at once.
bool together(Slip one, Slip other);
/// Slips from the scores on by which a row depends on those of other queries.
Slips mixing_rows();
/// All slips of this step and of those before it.
Slips up_to(Step step);

} // namespace exercise
