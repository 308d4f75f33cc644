#include "attention/quantity.h"

#include <array>
#include <cassert>

namespace attention {

namespace {

struct Entry {
    Quantity quantity;
    std::string_view key;
    std::string_view symbol;
    bool per_head;
    bool editable;
};

// In the order of the enum, so that a quantity can be used as an index.
constexpr std::array<Entry, 21> entries{{
    {Quantity::embedding, "embedding", "E", false, false},
    {Quantity::position, "position", "P", false, false},
    {Quantity::x, "x", "X", false, true},
    {Quantity::memory_embedding, "memory_embedding", "E_M", false, false},
    {Quantity::memory_position, "memory_position", "P_M", false, false},
    {Quantity::memory, "memory", "M", false, true},
    {Quantity::w_q, "w_q", "W_Q", true, true},
    {Quantity::w_k, "w_k", "W_K", true, true},
    {Quantity::w_v, "w_v", "W_V", true, true},
    {Quantity::q, "q", "Q", true, true},
    {Quantity::k, "k", "K", true, true},
    {Quantity::v, "v", "V", true, true},
    {Quantity::scores, "scores", "S", true, true},
    {Quantity::scaled, "scaled", "S scaled", true, false},
    {Quantity::masked, "masked", "S masked", true, false},
    {Quantity::weights, "weights", "A", true, true},
    {Quantity::dropped, "dropped", "A dropped", true, false},
    {Quantity::head_output, "head_output", "Z_h", true, false},
    {Quantity::concat, "concat", "concat", false, false},
    {Quantity::w_o, "w_o", "W_O", false, true},
    {Quantity::output, "output", "Z", false, false},
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
    return quantity == Quantity::memory || quantity == Quantity::memory_embedding ||
           quantity == Quantity::memory_position || quantity == Quantity::k || quantity == Quantity::v;
}

bool columns_are_keys(Quantity quantity) {
    return quantity == Quantity::scores || quantity == Quantity::scaled || quantity == Quantity::masked ||
           quantity == Quantity::weights || quantity == Quantity::dropped;
}

} // namespace attention
