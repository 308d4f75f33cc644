#include "base/instruction_set.h"

#include "base/input_error.h"

#include <doctest/doctest.h>

#include <algorithm>

using namespace base;

TEST_CASE("the best instruction set is in use unless another is chosen") {
    const auto sets = instruction_sets();
    REQUIRE(!sets.empty());
    CHECK(instruction_set().key == sets.front().key);
    for (const InstructionSet& set : sets) {
        use_instruction_set(set.key);
        CHECK(instruction_set().key == set.key);
        CHECK(std::count_if(sets.begin(), sets.end(), [&](const auto& s) { return s.key == set.key; }) == 1);
    }
    use_instruction_set(sets.front().key);
}

TEST_CASE("one that the processor lacks is refused, naming those that it has") {
    const InstructionSet before = instruction_set();
    CHECK_THROWS_WITH_AS(use_instruction_set("mmx"), doctest::Contains(std::string(before.key).c_str()),
                         InputError);
    CHECK(instruction_set().key == before.key);
}
