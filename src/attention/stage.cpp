#include "attention/stage.h"

#include "base/enum_table.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace attention {

namespace {

using enum Quantity;
using Products = std::vector<Product>;

Products input_products(const Trace& t) {
    const bool placed = t.input.x_positions.rows() > 0 || t.input.memory_positions.rows() > 0;
    if (!t.input.is_cross()) return {placed ? Product{x, embedding, {}, false, position} : Product{x}};
    if (!placed) return {{x}, {memory}};
    return {{x, embedding, {}, false, position}, {memory, memory_embedding, {}, false, memory_position}};
}

// Queries, keys and values, and what becomes of them before they meet.
Products project_products(const Trace& t) {
    const Quantity source = t.input.is_cross() ? memory : x;
    Products products{{q, x, w_q}, {k, source, w_k}, {v, source, w_v}};
    for (const Quantity step : {q_normed, k_normed, q_rotated, k_rotated, present_k, present_v})
        if (t.has(step)) products.push_back({step, t.latest(before(step).value())});
    return products;
}

Products score_products(const Trace& t) {
    return {{Quantity::scores, t.latest(q_rotated), t.latest(present_k), true}};
}
Products scale_products(const Trace& /*t*/) {
    return {{scaled, Quantity::scores}};
}
Products softcap_products(const Trace& t) {
    return t.has(capped) ? Products{{capped, scaled}} : Products{};
}
Products bias_products(const Trace& t) {
    return t.has(biased) ? Products{{biased, t.latest(capped)}} : Products{};
}
Products mask_products(const Trace& t) {
    return {{masked, t.latest(biased)}};
}
Products softmax_products(const Trace& /*t*/) {
    return {{weights, masked}};
}
Products dropout_products(const Trace& t) {
    return t.options.dropout.rate > 0 ? Products{{dropped, weights}} : Products{};
}
Products sum_products(const Trace& t) {
    return {{head_output, t.latest(dropped), t.latest(present_v)}};
}
Products concatenate_products(const Trace& t) {
    return t.layer->heads > 1 ? Products{{concat, head_output}} : Products{};
}
Products output_products(const Trace& t) {
    return t.layer->w_o.size() > 0 ? Products{{Quantity::output, concat, w_o}} : Products{};
}

// In the order of the enum, so that a stage is an index.
constexpr std::array<Stage, 12> table{{
    {StageId::input, "input", "Input", "X", input_products},
    {StageId::project, "project", "Project", "Q = XW_Q, K, V", project_products},
    {StageId::scores, "scores", "Scores", "QKᵀ", score_products},
    {StageId::scale, "scale", "Scale", "÷ √d_k", scale_products},
    {StageId::softcap, "softcap", "Softcap", "c · tanh(S/c)", softcap_products},
    {StageId::bias, "bias", "Bias", "S + B", bias_products},
    {StageId::mask, "mask", "Mask", "−∞ where forbidden", mask_products},
    {StageId::softmax, "softmax", "Softmax", "each row sums to 1", softmax_products},
    {StageId::dropout, "dropout", "Dropout", "some weights become 0", dropout_products},
    {StageId::weighted_sum, "weighted_sum", "Weighted sum", "AV", sum_products},
    {StageId::concatenate, "concatenate", "Concatenate", "heads side by side", concatenate_products},
    {StageId::output, "output", "Output", "concat · W_O", output_products},
}};

static_assert(base::is_in_order(table, &Stage::id));

} // namespace

std::span<const Stage> stages() {
    return table;
}

std::vector<const Stage*> stages_of(const Trace& t, std::span<const Stage> all) {
    std::vector<const Stage*> result;
    for (const Stage& s : all)
        if (s.applies(t)) result.push_back(&s);
    return result;
}

const Stage& stage(StageId id) {
    return base::row_of(table, id);
}

const Stage* stage_named(std::string_view key) {
    const auto* found = std::ranges::find(table, key, &Stage::key);
    return found == table.end() ? nullptr : found;
}

StageId stage_of(Quantity quantity) {
    switch (quantity) {
    case embedding:
    case position:
    case x:
    case memory_embedding:
    case memory_position:
    case memory:
        return StageId::input;
    case w_q:
    case w_k:
    case w_v:
    case q:
    case k:
    case v:
    case q_normed:
    case k_normed:
    case q_rotated:
    case k_rotated:
    case present_k:
    case present_v:
        return StageId::project;
    case Quantity::scores:
        return StageId::scores;
    case scaled:
        return StageId::scale;
    case capped:
        return StageId::softcap;
    case biased:
        return StageId::bias;
    case masked:
        return StageId::mask;
    case weights:
        return StageId::softmax;
    case dropped:
        return StageId::dropout;
    case head_output:
        return StageId::weighted_sum;
    case concat:
        return StageId::concatenate;
    case w_o:
    case Quantity::output:
        return StageId::output;
    }
    assert(false);
    return StageId::input;
}

} // namespace attention
