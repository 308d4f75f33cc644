#include "attention/stage.h"

#include "base/enum_table.h"

#include <algorithm>
#include <array>
#include <cassert>

namespace attention {

namespace {

using enum Quantity;

constexpr std::array input_self{Product{x, {}, {}}};
constexpr std::array input_cross{Product{x, {}, {}}, Product{memory, {}, {}}};
constexpr std::array positions_self{Product{x, embedding, {}, false, position}};
constexpr std::array positions_cross{Product{x, embedding, {}, false, position},
                                     Product{memory, memory_embedding, {}, false, memory_position}};
constexpr std::array project_self{Product{q, x, w_q}, Product{k, x, w_k}, Product{v, x, w_v}};
constexpr std::array project_cross{Product{q, x, w_q}, Product{k, memory, w_k}, Product{v, memory, w_v}};
constexpr std::array score_products{Product{Quantity::scores, q, k, true}};
constexpr std::array scale_products{Product{scaled, Quantity::scores, {}}};
constexpr std::array mask_products{Product{masked, scaled, {}}};
constexpr std::array softmax_products{Product{weights, masked, {}}};
constexpr std::array dropout_products{Product{dropped, weights, {}}};
constexpr std::array sum_products{Product{head_output, weights, v}};
constexpr std::array dropped_sum_products{Product{head_output, dropped, v}};
constexpr std::array concatenate_products{Product{concat, head_output, {}}};
constexpr std::array output_products{Product{Quantity::output, concat, w_o}};

bool always(const Trace&) {
    return true;
}
bool is_cross(const Trace& t) {
    return t.input.is_cross();
}
bool has_dropout(const Trace& t) {
    return t.options.dropout.rate > 0;
}
bool has_several_heads(const Trace& t) {
    return t.layer->heads > 1;
}
bool has_output_projection(const Trace& t) {
    return t.layer->w_o.size() > 0;
}
bool has_positions(const Trace& t) {
    return t.input.x_positions.rows() > 0 || t.input.memory_positions.rows() > 0;
}
bool has_positions_and_memory(const Trace& t) {
    return has_positions(t) && is_cross(t);
}

constexpr std::array input_variants{Variant{has_positions_and_memory, positions_cross},
                                    Variant{has_positions, positions_self}, Variant{is_cross, input_cross},
                                    Variant{always, input_self}};
constexpr std::array project_variants{Variant{is_cross, project_cross}, Variant{always, project_self}};
constexpr std::array score_variants{Variant{always, score_products}};
constexpr std::array scale_variants{Variant{always, scale_products}};
constexpr std::array mask_variants{Variant{always, mask_products}};
constexpr std::array softmax_variants{Variant{always, softmax_products}};
constexpr std::array dropout_variants{Variant{has_dropout, dropout_products}};
constexpr std::array sum_variants{Variant{has_dropout, dropped_sum_products}, Variant{always, sum_products}};
constexpr std::array concatenate_variants{Variant{has_several_heads, concatenate_products}};
constexpr std::array output_variants{Variant{has_output_projection, output_products}};

// In the order of the enum, so that a stage is an index.
constexpr std::array<Stage, 10> table{{
    {StageId::input, "input", "Input", "X", input_variants},
    {StageId::project, "project", "Project", "Q = XW_Q, K, V", project_variants},
    {StageId::scores, "scores", "Scores", "QKᵀ", score_variants},
    {StageId::scale, "scale", "Scale", "÷ √d_k", scale_variants},
    {StageId::mask, "mask", "Mask", "−∞ where forbidden", mask_variants},
    {StageId::softmax, "softmax", "Softmax", "each row sums to 1", softmax_variants},
    {StageId::dropout, "dropout", "Dropout", "some weights become 0", dropout_variants},
    {StageId::weighted_sum, "weighted_sum", "Weighted sum", "AV", sum_variants},
    {StageId::concatenate, "concatenate", "Concatenate", "heads side by side", concatenate_variants},
    {StageId::output, "output", "Output", "concat · W_O", output_variants},
}};

static_assert(base::is_in_order(table, &Stage::id));

bool mentions(const Product& p, Quantity quantity) {
    return p.result == quantity || p.left == quantity || p.top == quantity || p.addend == quantity;
}

bool mentions(const Stage& stage, Quantity quantity) {
    for (const Variant& variant : stage.variants)
        for (const Product& product : variant.products)
            if (mentions(product, quantity)) return true;
    return false;
}

} // namespace

std::span<const Product> Stage::products(const Trace& t) const {
    for (const Variant& variant : variants)
        if (variant.applies(t)) return variant.products;
    return {};
}

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
    const auto* first = std::ranges::find_if(table, [&](const Stage& s) { return mentions(s, quantity); });
    assert(first != table.end());
    return first->id;
}

} // namespace attention
