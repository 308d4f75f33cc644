#include "attention/quantity.h"

#include <array>
#include <cassert>

namespace attention {

namespace {

/// What each row or column belongs to; width: a dimension.
enum class Of { queries, keys, width };

struct Entry {
    Quantity quantity;
    std::string_view key;
    std::string_view symbol;
    Of rows, columns;
    bool per_head;
    bool editable;
};

// In the order of the enum, so that a quantity can be used as an index.
constexpr std::array<Entry, 21> entries{{
    {Quantity::embedding, "embedding", "E", Of::queries, Of::width, false, false},
    {Quantity::position, "position", "P", Of::queries, Of::width, false, false},
    {Quantity::x, "x", "X", Of::queries, Of::width, false, true},
    {Quantity::memory_embedding, "memory_embedding", "E_M", Of::keys, Of::width, false, false},
    {Quantity::memory_position, "memory_position", "P_M", Of::keys, Of::width, false, false},
    {Quantity::memory, "memory", "M", Of::keys, Of::width, false, true},
    {Quantity::w_q, "w_q", "W_Q", Of::width, Of::width, true, true},
    {Quantity::w_k, "w_k", "W_K", Of::width, Of::width, true, true},
    {Quantity::w_v, "w_v", "W_V", Of::width, Of::width, true, true},
    {Quantity::q, "q", "Q", Of::queries, Of::width, true, true},
    {Quantity::k, "k", "K", Of::keys, Of::width, true, true},
    {Quantity::v, "v", "V", Of::keys, Of::width, true, true},
    {Quantity::scores, "scores", "S", Of::queries, Of::keys, true, true},
    {Quantity::scaled, "scaled", "S scaled", Of::queries, Of::keys, true, false},
    {Quantity::masked, "masked", "S masked", Of::queries, Of::keys, true, false},
    {Quantity::weights, "weights", "A", Of::queries, Of::keys, true, true},
    {Quantity::dropped, "dropped", "A dropped", Of::queries, Of::keys, true, false},
    {Quantity::head_output, "head_output", "Z_h", Of::queries, Of::width, true, false},
    {Quantity::concat, "concat", "concat", Of::queries, Of::width, false, false},
    {Quantity::w_o, "w_o", "W_O", Of::width, Of::width, false, true},
    {Quantity::output, "output", "Z", Of::queries, Of::width, false, false},
}};

constexpr bool is_in_order() {
    for (std::size_t i = 0; i < entries.size(); ++i)
        if (entries[i].quantity != static_cast<Quantity>(i)) return false;
    return true;
}
static_assert(is_in_order());

const Entry& entry(Quantity quantity) {
    const auto index = static_cast<std::size_t>(quantity);
    assert(index < entries.size());
    return entries[index];
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

bool is_editable(Quantity quantity) {
    return entry(quantity).editable;
}

bool rows_are_keys(Quantity quantity) {
    return entry(quantity).rows == Of::keys;
}

bool columns_are_keys(Quantity quantity) {
    return entry(quantity).columns == Of::keys;
}

} // namespace attention
