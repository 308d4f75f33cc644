#include "attention/stage.h"

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
bool has_dropout(const Trace& t) {
    return t.options.dropout.rate > 0;
}
bool has_several_heads(const Trace& t) {
    return t.layer.heads > 1;
}
bool has_output_projection(const Trace& t) {
    return t.layer.w_o.size() > 0;
}
bool has_positions(const Trace& t) {
    return t.input.x_positions.rows() > 0 || t.input.memory_positions.rows() > 0;
}

// In the order of the enum, so that a stage can be used as an index.
constexpr std::array<Stage, 10> table{{
    {StageId::input, "input", "Input", "X", input_self, input_cross, always},
    {StageId::project, "project", "Project", "Q = XW_Q, K, V", project_self, project_cross, always},
    {StageId::scores, "scores", "Scores", "QKᵀ", score_products, score_products, always},
    {StageId::scale, "scale", "Scale", "÷ √d_k", scale_products, scale_products, always},
    {StageId::mask, "mask", "Mask", "−∞ where forbidden", mask_products, mask_products, always},
    {StageId::softmax, "softmax", "Softmax", "each row sums to 1", softmax_products, softmax_products,
     always},
    {StageId::dropout, "dropout", "Dropout", "some weights become 0", dropout_products, dropout_products,
     has_dropout},
    {StageId::weighted_sum, "weighted_sum", "Weighted sum", "AV", sum_products, sum_products, always},
    {StageId::concatenate, "concatenate", "Concatenate", "heads side by side", concatenate_products,
     concatenate_products, has_several_heads},
    {StageId::output, "output", "Output", "concat · W_O", output_products, output_products,
     has_output_projection},
}};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < table.size(); ++i)
        if (table[i].id != static_cast<StageId>(i)) return false;
    return true;
}
static_assert(is_in_order());

} // namespace

std::span<const Product> Stage::products(const Trace& t) const {
    const bool cross = t.input.is_cross();
    if (id == StageId::input && has_positions(t)) {
        if (cross) return positions_cross;
        return positions_self;
    }
    if (id == StageId::weighted_sum && has_dropout(t)) return dropped_sum_products;
    return cross ? cross_products : self_products;
}

std::span<const Stage> stages() {
    return table;
}

std::vector<const Stage*> stages_of(const Trace& t) {
    std::vector<const Stage*> result;
    for (const Stage& s : table)
        if (s.applies(t)) result.push_back(&s);
    return result;
}

const Stage& stage(StageId id) {
    const auto index = static_cast<std::size_t>(id);
    assert(index < table.size());
    return table[index];
}

const Stage* stage_named(std::string_view key) {
    for (const Stage& s : table)
        if (s.key == key) return &s;
    return nullptr;
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
        return StageId::project;
    case Quantity::scores:
        return StageId::scores;
    case scaled:
        return StageId::scale;
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
