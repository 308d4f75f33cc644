#pragma once
// Chance that is the same on every machine for the same seed.

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <random>

namespace language {

/// Chance, the same on every machine for the same seed: draws whole numbers from std::mt19937 by our own
/// formula, because the distributions of <random> differ between standard libraries.
class Draw {
public:
    explicit Draw(std::uint32_t seed) : engine_(seed) {}

    /// From 0 to count − 1, all practically equally likely (each share is off by less than 2⁻³²); count ≥ 1.
    std::uint32_t operator()(std::size_t count) {
        assert(count >= 1 && count <= UINT32_MAX);
        return static_cast<std::uint32_t>((std::uint64_t{engine_()} * count) >> 32);
    }
    /// True with a probability of `percent`/100.
    bool chance(std::uint32_t percent) { return (*this)(100) < percent; }
    /// One of the entries of a list that is not empty.
    template <class List>
    const typename List::value_type& from(const List& list) {
        return list[(*this)(list.size())];
    }

private:
    std::mt19937 engine_;
};

} // namespace language
