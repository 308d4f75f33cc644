#include "exercise/slips.h"

#include "attention/score.h"
#include "exercise/level.h"

#include <array>
#include <cassert>
#include <cmath>

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
    {Slip::no_positions, "no_positions", "no_positions", Step::project,
     [](const Question& q) { return q.has("positions"); }},
    {Slip::no_norm, "no_norm", "no_norm", Step::project, norms},
    {Slip::norm_axis, "norm_axis", "norm_axis", Step::project, norms},
    {Slip::norm_unbiased, "norm_unbiased", "norm_unbiased", Step::project, norms},
    {Slip::no_gain, "no_gain", "no_gain", Step::project, norms},
    {Slip::q_k_swapped, "q_k_swapped", "q_k_swapped", Step::project,
     [](const Question& q) { return projects(q) && q.at("w_q").shape == q.at("w_k").shape; }},
    {Slip::v_from_w_k, "v_from_w_k", "v_from_w_k", Step::project,
     [](const Question& q) { return q.has("w_v") && q.at("w_k").shape == q.at("w_v").shape; }},
    {Slip::weights_transposed, "weights_transposed", "weights_transposed", Step::project,
     [](const Question& q) { return is_square(q, "w_q") && is_square(q, "w_k") && is_square(q, "w_v"); }},
    {Slip::no_bias, "no_bias", "no_bias", Step::project,
     [](const Question& q) { return has_bias_in(q) && q.has("b_o"); }},
    {Slip::no_bias_in, "no_bias", "no_bias_in", Step::project, has_bias_in},
    {Slip::heads_interleaved, "heads_interleaved", "heads_interleaved", Step::project,
     [](const Question& q) { return has_heads(q) && projects(q); }},
    {Slip::rotary_missing, "rotary_missing", "rotary_missing", Step::project,
     [](const Question& q) { return q.options.rotary.has_value(); }},
    {Slip::rotary_pairs, "rotary_pairs", "rotary_pairs", Step::project,
     [](const Question& q) { return q.options.rotary.has_value(); }},
    {Slip::rotary_on_v, "rotary_on_v", "rotary_on_v", Step::project,
     [](const Question& q) { return q.options.rotary.has_value(); }},
    {Slip::cache_offset, "cache_offset", "cache_offset", Step::project,
     [](const Question& q) { return q.past() > 0 && (q.options.rotary || q.options.mask.causal); }},
    {Slip::kv_heads_interleaved, "kv_heads_interleaved", "kv_heads_interleaved", Step::project,
     [](const Question& q) { return q.kv_heads > 1 && q.kv_heads < q.heads; }},

    {Slip::scores_swapped, "q_k_swapped", "scores_swapped", Step::score,
     [](const Question& q) { return scores(q) && q.rows() == q.keys(); }},
    {Slip::no_tanh, "no_tanh", "no_tanh", Step::score,
     [](const Question& q) { return q.options.score == attention::ScoreFunction::additive; }},
    {Slip::bias_before_scale, "bias_before_scale", "bias_before_scale", Step::score,
     [](const Question& q) { return q.has("bias") && has_scale(q); }},
    {Slip::no_scale, "no_scale", "no_scale", Step::score, has_scale},
    {Slip::scale_dk, "scale_dk", "scale_dk", Step::score, has_scale},
    {Slip::scale_dmodel, "scale_dmodel", "scale_dmodel", Step::score,
     [](const Question& q) { return has_scale(q) && q.d_model() > 0 && q.d_model() != q.d_k(); }},
    {Slip::scale_n, "scale_n", "scale_n", Step::score, has_scale},
    {Slip::scale_m, "scale_n", "scale_m", Step::score,
     [](const Question& q) { return has_scale(q) && q.rows() != q.keys(); }},

    {Slip::mask_after_softmax, "mask_after_softmax", "mask_after_softmax", Step::weigh, masks},
    {Slip::mask_missing, "mask_missing", "mask_missing", Step::weigh, masks},
    {Slip::causal_missing, "mask_missing", "causal_missing", Step::weigh,
     [](const Question& q) { return q.options.mask.causal && has_padding(q); }},
    {Slip::padding_missing, "mask_missing", "padding_missing", Step::weigh,
     [](const Question& q) { return q.options.mask.causal && has_padding(q); }},
    {Slip::mask_inverted, "mask_inverted", "mask_inverted", Step::weigh, masks},
    {Slip::softmax_axis, "softmax_axis", "softmax_axis", Step::weigh, weighs},
    {Slip::softmax_all, "softmax_all", "softmax_all", Step::weigh, weighs},
    {Slip::softmax_twice, "softmax_twice", "softmax_twice", Step::weigh, weighs},
    {Slip::no_row_max, "no_row_max", "no_row_max", Step::weigh, weighs},

    {Slip::concat_order, "concat_order", "concat_order", Step::gather, has_heads},
    {Slip::concat_interleaved, "concat_order", "concat_interleaved", Step::gather, has_heads},
    {Slip::concat_stacked, "concat_order", "concat_stacked", Step::gather, has_heads},
    {Slip::no_w_o, "no_w_o", "no_w_o", Step::gather,
     [](const Question& q) { return q.has("w_o") && is_square(q, "w_o"); }},
    {Slip::w_o_transposed, "w_o_transposed", "w_o_transposed", Step::gather,
     [](const Question& q) { return is_square(q, "w_o"); }},
    {Slip::no_bias_out, "no_bias", "no_bias_out", Step::gather,
     [](const Question& q) { return q.has("b_o"); }},

    {Slip::no_residual, "no_residual", "no_residual", Step::finish, norms},
    {Slip::no_mlp_residual, "no_residual", "no_mlp_residual", Step::finish, norms},
    {Slip::no_relu, "no_relu", "no_relu", Step::finish, norms},
    {Slip::gradient_diagonal, "gradient_diagonal", "gradient_diagonal", Step::finish, has_gradient},
    {Slip::gradient_no_sum, "gradient_diagonal", "gradient_no_sum", Step::finish, has_gradient},
    {Slip::gradient_axis, "gradient_axis", "gradient_axis", Step::finish, has_gradient},

    {Slip::state_lost, "state_lost", "state_lost", Step::recur, recurs},
    {Slip::no_squashing, "no_tanh", "no_squashing", Step::recur, recurs},
    {Slip::w_hh_transposed, "weights_transposed", "w_hh_transposed", Step::recur,
     [](const Question& q) { return is_square(q, "weight_hh"); }},
    {Slip::w_ih_transposed, "weights_transposed", "w_ih_transposed", Step::recur,
     [](const Question& q) { return is_square(q, "weight_ih"); }},
    {Slip::no_bias_at_all, "no_bias", "no_bias", Step::recur, recurs},
    {Slip::gates_order, "gates_order", "gates_order", Step::recur, is_lstm},
    {Slip::forget_swapped, "gates_order", "forget_swapped", Step::recur, is_lstm},
};

static_assert(std::size(kinds) == static_cast<std::size_t>(Slip::count));

} // namespace

std::span<const SlipKind> slip_kinds() {
    return kinds;
}

Slips up_to(Step step) {
    Slips all;
    for (const SlipKind& kind : kinds)
        if (kind.step <= step) all |= just(kind.slip);
    return all;
}

} // namespace exercise
