#include "attention/quantity.h"

#include "base/enum_table.h"

#include <array>

namespace attention {

namespace {

struct Entry {
    Quantity quantity;
    std::string_view key;
    std::string_view symbol;
    Family family;
    Axis rows, columns;
    bool per_head;
    bool editable;
};

// In the order of the enum, so that a quantity is an index.
constexpr std::array<Entry, 29> entries{{
    {Quantity::embedding, "embedding", "E", Family::none, Axis::queries, Axis::model, false, false},
    {Quantity::position, "position", "P", Family::none, Axis::queries, Axis::position, false, false},
    {Quantity::x, "x", "X", Family::none, Axis::queries, Axis::model, false, true},
    {Quantity::memory_embedding, "memory_embedding", "E_M", Family::none, Axis::keys, Axis::model, false,
     false},
    {Quantity::memory_position, "memory_position", "P_M", Family::none, Axis::keys, Axis::position, false,
     false},
    {Quantity::memory, "memory", "M", Family::none, Axis::keys, Axis::model, false, true},
    {Quantity::w_q, "w_q", "W_Q", Family::query, Axis::model, Axis::key_width, true, true},
    {Quantity::w_k, "w_k", "W_K", Family::key, Axis::model, Axis::key_width, true, true},
    {Quantity::w_v, "w_v", "W_V", Family::value, Axis::model, Axis::value_width, true, true},
    {Quantity::q, "q", "Q", Family::query, Axis::queries, Axis::key_width, true, true},
    {Quantity::k, "k", "K", Family::key, Axis::keys, Axis::key_width, true, true},
    {Quantity::v, "v", "V", Family::value, Axis::keys, Axis::value_width, true, true},
    {Quantity::q_normed, "q_normed", "Q normed", Family::query, Axis::queries, Axis::key_width, true, false},
    {Quantity::k_normed, "k_normed", "K normed", Family::key, Axis::keys, Axis::key_width, true, false},
    {Quantity::q_rotated, "q_rotated", "Q turned", Family::query, Axis::queries, Axis::key_width, true,
     false},
    {Quantity::k_rotated, "k_rotated", "K turned", Family::key, Axis::keys, Axis::key_width, true, false},
    {Quantity::present_k, "present_k", "all K", Family::key, Axis::keys, Axis::key_width, true, false},
    {Quantity::present_v, "present_v", "all V", Family::value, Axis::keys, Axis::value_width, true, false},
    {Quantity::scores, "scores", "S", Family::score, Axis::queries, Axis::keys, true, true},
    {Quantity::scaled, "scaled", "S scaled", Family::score, Axis::queries, Axis::keys, true, false},
    {Quantity::capped, "capped", "S capped", Family::score, Axis::queries, Axis::keys, true, false},
    {Quantity::biased, "biased", "S biased", Family::score, Axis::queries, Axis::keys, true, false},
    {Quantity::masked, "masked", "S masked", Family::score, Axis::queries, Axis::keys, true, false},
    {Quantity::weights, "weights", "A", Family::weight, Axis::queries, Axis::keys, true, true},
    {Quantity::dropped, "dropped", "A dropped", Family::weight, Axis::queries, Axis::keys, true, false},
    {Quantity::head_output, "head_output", "Z_h", Family::value, Axis::queries, Axis::value_width, true,
     false},
    {Quantity::concat, "concat", "concat", Family::none, Axis::queries, Axis::concat_width, false, false},
    {Quantity::w_o, "w_o", "W_O", Family::none, Axis::concat_width, Axis::output, false, true},
    {Quantity::output, "output", "Z", Family::none, Axis::queries, Axis::output, false, false},
}};

static_assert(base::is_in_order(entries, &Entry::quantity));

const Entry& entry(Quantity quantity) {
    return base::row_of(entries, quantity);
}

} // namespace

std::string_view key(Quantity quantity) {
    return entry(quantity).key;
}

std::string_view symbol(Quantity quantity) {
    return entry(quantity).symbol;
}

std::optional<Quantity> quantity_named(std::string_view key) {
    for (const Entry& e : entries)
        if (e.key == key) return e.quantity;
    return std::nullopt;
}

bool is_per_head(Quantity quantity) {
    return entry(quantity).per_head;
}

bool is_of_key_heads(Quantity quantity) {
    return is_per_head(quantity) && (family(quantity) == Family::key || (family(quantity) == Family::value &&
                                                                         quantity != Quantity::head_output));
}

std::optional<Quantity> before(Quantity quantity) {
    switch (quantity) {
    case Quantity::q_normed:
        return Quantity::q;
    case Quantity::k_normed:
        return Quantity::k;
    case Quantity::q_rotated:
        return Quantity::q_normed;
    case Quantity::k_rotated:
        return Quantity::k_normed;
    case Quantity::present_k:
        return Quantity::k_rotated;
    case Quantity::present_v:
        return Quantity::v;
    case Quantity::capped:
        return Quantity::scaled;
    case Quantity::biased:
        return Quantity::capped;
    case Quantity::masked:
        return Quantity::biased;
    case Quantity::dropped:
        return Quantity::weights;
    default:
        return std::nullopt;
    }
}

bool is_editable(Quantity quantity) {
    return entry(quantity).editable;
}

Family family(Quantity quantity) {
    return entry(quantity).family;
}

Axis row_axis(Quantity quantity) {
    return entry(quantity).rows;
}

Axis column_axis(Quantity quantity) {
    return entry(quantity).columns;
}

} // namespace attention
