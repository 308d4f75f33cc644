#include "exercise/slips.h"

#include "attention/score.h"
#include "exercise/level.h"

#include <iterator>

namespace exercise {

namespace {

bool weighs(const Question& q) {
    return q.has("w_v") || q.has("v") || q.has("scaled");
}
bool projects(const Question& q) {
    return q.has("w_q");
}
bool scores(const Question& q) {
    return q.has("w_q") || q.has("q");
}
bool has_scale(const Question& q) {
    return q.level->goal() != "scores" && scores(q) && q.options.scale.kind != attention::ScaleKind::none;
}
bool has_heads(const Question& q) {
    return q.heads > 1;
}
bool has_bias_in(const Question& q) {
    return q.has("b_q") || q.has("b_k") || q.has("b_v");
}
bool has_padding(const Question& q) {
    return q.has("key_padding") || q.has("lengths");
}
bool masks(const Question& q) {
    return q.options.mask.causal || q.has("mask") || has_padding(q);
}
bool begins_causal(const Question& q) {
    return q.options.mask.causal && q.past() == 0;
}
bool weighs_square(const Question& q) {
    return weighs(q) && q.rows() == q.keys();
}
bool is_square(const Question& q, const char* name) {
    return q.has(name) && q.at(name).shape.size() == 2 && q.at(name).shape[0] == q.at(name).shape[1];
}

bool norms(const Question& q) {
    return q.has("gain");
}
bool has_gradient(const Question& q) {
    return q.has("d_weights");
}
bool recurs(const Question& q) {
    return q.has("weight_hh");
}
bool is_lstm(const Question& q) {
    return recurs(q) && q.at("weight_hh").shape[0] == 4 * q.at("weight_hh").shape[1];
}

const SlipKind kinds[] = {
    {Slip::no_positions, "no_positions", "no_positions", Step::project, Place::own,
     [](const Question& q) { return q.has("positions"); }},
    {Slip::no_norm, "no_norm", "no_norm", Step::project, Place::norm, norms},
    {Slip::norm_axis, "norm_axis", "norm_axis", Step::project, Place::norm, norms},
    {Slip::norm_unbiased, "norm_unbiased", "norm_unbiased", Step::project, Place::norm, norms},
    {Slip::norm_no_root, "norm_no_root", "norm_no_root", Step::project, Place::norm, norms},
    {Slip::no_gain, "no_gain", "no_gain", Step::project, Place::norm, norms},
    {Slip::no_shift, "no_gain", "no_shift", Step::project, Place::norm, norms},
    {Slip::norm_unused, "norm_unused", "norm_unused", Step::project, Place::own, norms},
    {Slip::q_not_normed, "norm_unused", "q_not_normed", Step::project, Place::own, norms},
    {Slip::q_k_swapped, "q_k_swapped", "q_k_swapped", Step::project, Place::sources,
     [](const Question& q) { return projects(q) && q.at("w_q").shape == q.at("w_k").shape; }},
    {Slip::v_from_w_k, "v_from_w_k", "v_from_w_k", Step::project, Place::sources,
     [](const Question& q) { return q.has("w_v") && q.at("w_k").shape == q.at("w_v").shape; }},
    {Slip::weights_transposed, "weights_transposed", "weights_transposed", Step::project, Place::own,
     [](const Question& q) { return is_square(q, "w_q") && is_square(q, "w_k") && is_square(q, "w_v"); }},
    {Slip::no_bias, "no_bias", "no_bias", Step::project, Place::own,
     [](const Question& q) { return has_bias_in(q) && q.has("b_o"); }},
    {Slip::no_bias_in, "no_bias", "no_bias_in", Step::project, Place::own, has_bias_in},
    {Slip::no_bias_q, "no_bias", "no_bias_q", Step::project, Place::own,
     [](const Question& q) { return q.has("b_q"); }},
    {Slip::no_bias_k, "no_bias", "no_bias_k", Step::project, Place::own,
     [](const Question& q) { return q.has("b_k"); }},
    {Slip::no_bias_v, "no_bias", "no_bias_v", Step::project, Place::own,
     [](const Question& q) { return q.has("b_v"); }},
    {Slip::heads_interleaved, "heads_interleaved", "heads_interleaved", Step::project, Place::own,
     [](const Question& q) { return has_heads(q) && projects(q); }},
    {Slip::rotary_missing, "rotary_missing", "rotary_missing", Step::project, Place::turning,
     [](const Question& q) { return q.options.rotary.has_value(); }},
    {Slip::rotary_pairs, "rotary_pairs", "rotary_pairs", Step::project, Place::turning,
     [](const Question& q) { return q.options.rotary.has_value(); }},
    {Slip::rotary_on_v, "rotary_on_v", "rotary_on_v", Step::project, Place::turning,
     [](const Question& q) { return q.options.rotary.has_value(); }},
    {Slip::cache_offset, "cache_offset", "cache_offset", Step::project, Place::own,
     [](const Question& q) { return q.past() > 0 && (q.options.rotary || q.options.mask.causal); }},
    {Slip::kv_heads_interleaved, "kv_heads_interleaved", "kv_heads_interleaved", Step::project, Place::own,
     [](const Question& q) { return q.kv_heads > 1 && q.kv_heads < q.heads; }},

    {Slip::scores_swapped, "q_k_swapped", "scores_swapped", Step::score, Place::own,
     [](const Question& q) { return scores(q) && q.rows() == q.keys(); }},
    {Slip::no_tanh, "no_tanh", "no_tanh", Step::score, Place::own,
     [](const Question& q) { return q.options.score == attention::ScoreFunction::additive; }},
    {Slip::bias_before_scale, "bias_before_scale", "bias_before_scale", Step::score, Place::own,
     [](const Question& q) { return q.has("bias") && has_scale(q); }},
    {Slip::no_scale, "no_scale", "no_scale", Step::score, Place::divisor, has_scale},
    {Slip::scale_dk, "scale_dk", "scale_dk", Step::score, Place::divisor, has_scale},
    {Slip::scale_dmodel, "scale_dmodel", "scale_dmodel", Step::score, Place::divisor,
     [](const Question& q) { return has_scale(q) && q.d_model() > 0 && q.d_model() != q.d_k(); }},
    {Slip::scale_n, "scale_n", "scale_n", Step::score, Place::divisor, has_scale},
    {Slip::scale_m, "scale_n", "scale_m", Step::score, Place::divisor,
     [](const Question& q) { return has_scale(q) && q.rows() != q.keys(); }},
    {Slip::scale_after_softmax, "scale_after_softmax", "scale_after_softmax", Step::score, Place::divisor,
     [](const Question& q) { return has_scale(q) && weighs(q); }},

    {Slip::scale_unused, "scale_unused", "scale_unused", Step::weigh, Place::divisor,
     [](const Question& q) { return has_scale(q) && weighs(q) && !q.has("bias"); }},

    {Slip::mask_after_softmax, "mask_after_softmax", "mask_after_softmax", Step::weigh, Place::hiding, masks},
    {Slip::mask_zero, "mask_zero", "mask_zero", Step::weigh, Place::hiding, masks},
    {Slip::mask_missing, "mask_missing", "mask_missing", Step::weigh, Place::hidden, masks},
    {Slip::causal_missing, "mask_missing", "causal_missing", Step::weigh, Place::hidden,
     [](const Question& q) { return q.options.mask.causal && has_padding(q); }},
    {Slip::padding_missing, "mask_missing", "padding_missing", Step::weigh, Place::hidden,
     [](const Question& q) { return q.options.mask.causal && has_padding(q); }},
    {Slip::mask_inverted, "mask_inverted", "mask_inverted", Step::weigh, Place::hidden, masks},
    {Slip::causal_reversed, "causal_reversed", "causal_reversed", Step::weigh, Place::hidden, begins_causal},
    {Slip::diagonal_hidden, "mask_shifted", "diagonal_hidden", Step::weigh, Place::hidden, begins_causal},
    {Slip::one_key_more, "mask_shifted", "one_key_more", Step::weigh, Place::hidden, begins_causal},
    {Slip::softmax_axis, "softmax_axis", "softmax_axis", Step::weigh, Place::softmax, weighs},
    {Slip::softmax_all, "softmax_all", "softmax_all", Step::weigh, Place::softmax, weighs},
    {Slip::softmax_twice, "softmax_twice", "softmax_twice", Step::weigh, Place::softmax, weighs},
    {Slip::no_row_max, "no_row_max", "no_row_max", Step::weigh, Place::softmax, weighs},
    {Slip::sum_across, "sum_across", "sum_across", Step::weigh, Place::softmax, weighs_square},
    {Slip::most_and_sum_across, "sum_across", "most_and_sum_across", Step::weigh, Place::softmax,
     weighs_square},
    {Slip::not_divided, "not_divided", "not_divided", Step::weigh, Place::softmax, weighs},
    {Slip::powers_alone, "not_divided", "powers_alone", Step::weigh, Place::softmax, weighs},

    {Slip::weights_turned, "weights_turned", "weights_turned", Step::gather, Place::own,
     [](const Question& q) { return q.has("w_v") && weighs_square(q); }},

    {Slip::concat_order, "concat_order", "concat_order", Step::gather, Place::joining, has_heads},
    {Slip::concat_interleaved, "concat_order", "concat_interleaved", Step::gather, Place::joining, has_heads},
    {Slip::concat_stacked, "concat_order", "concat_stacked", Step::gather, Place::joining, has_heads},
    {Slip::no_w_o, "no_w_o", "no_w_o", Step::gather, Place::w_o,
     [](const Question& q) { return q.has("w_o") && is_square(q, "w_o"); }},
    {Slip::w_o_transposed, "w_o_transposed", "w_o_transposed", Step::gather, Place::w_o,
     [](const Question& q) { return is_square(q, "w_o"); }},
    {Slip::no_bias_out, "no_bias", "no_bias_out", Step::gather, Place::own,
     [](const Question& q) { return q.has("b_o"); }},

    {Slip::no_residual, "no_residual", "no_residual", Step::finish, Place::own, norms},
    {Slip::residual_normed, "residual_normed", "residual_normed", Step::finish, Place::own, norms},
    {Slip::no_mlp_residual, "no_residual", "no_mlp_residual", Step::finish, Place::own, norms},
    {Slip::gain_reused, "gain_reused", "gain_reused", Step::finish, Place::own, norms},
    {Slip::no_bias_1, "no_bias", "no_bias_1", Step::finish, Place::own, norms},
    {Slip::no_bias_2, "no_bias", "no_bias_2", Step::finish, Place::own, norms},
    {Slip::no_relu, "no_relu", "no_relu", Step::finish, Place::activation, norms},
    {Slip::gelu, "gelu", "gelu", Step::finish, Place::activation, norms},
    {Slip::gelu_tanh, "gelu", "gelu_tanh", Step::finish, Place::activation, norms},
    {Slip::gradient_diagonal, "gradient_diagonal", "gradient_diagonal", Step::finish, Place::gradient,
     has_gradient},
    {Slip::gradient_no_sum, "gradient_diagonal", "gradient_no_sum", Step::finish, Place::gradient,
     has_gradient},
    {Slip::gradient_axis, "gradient_axis", "gradient_axis", Step::finish, Place::gradient, has_gradient},

    {Slip::state_lost, "state_lost", "state_lost", Step::recur, Place::own, recurs},
    {Slip::no_squashing, "no_tanh", "no_squashing", Step::recur, Place::own, recurs},
    {Slip::w_hh_transposed, "weights_transposed", "w_hh_transposed", Step::recur, Place::own,
     [](const Question& q) { return is_square(q, "weight_hh"); }},
    {Slip::w_ih_transposed, "weights_transposed", "w_ih_transposed", Step::recur, Place::own,
     [](const Question& q) { return is_square(q, "weight_ih"); }},
    {Slip::no_bias_at_all, "no_bias", "no_bias", Step::recur, Place::own, recurs},
    {Slip::gates_order, "gates_order", "gates_order", Step::recur, Place::own, is_lstm},
    {Slip::forget_swapped, "gates_order", "forget_swapped", Step::recur, Place::own, is_lstm},
};

static_assert(std::size(kinds) == static_cast<std::size_t>(Slip::count));

} // namespace

std::span<const SlipKind> slip_kinds() {
    return kinds;
}

bool together(Slip one, Slip other) {
    const Place place = kind_of(one).place;
    return one != other && (place == Place::own || place != kind_of(other).place);
}

Slips mixing_rows() {
    Slips all;
    for (const Slip slip : {Slip::scores_swapped, Slip::softmax_axis, Slip::softmax_all, Slip::sum_across,
                            Slip::most_and_sum_across, Slip::weights_turned, Slip::concat_stacked,
                            Slip::norm_axis, Slip::gradient_axis})
        all |= just(slip);
    return all;
}

Slips up_to(Step step) {
    Slips all;
    for (const SlipKind& kind : kinds)
        if (kind.step <= step) all |= just(kind.slip);
    return all;
}

} // namespace exercise
