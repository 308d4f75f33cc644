#pragma once
// Kernels must be right with every instruction set of this processor, not only with the best.

#include "base/instruction_set.h"

#include <doctest/doctest.h>

#include <string>

/// Runs check() once with each of them, and uses the best again afterwards.
template <class Check>
void with_every_instruction_set(const Check& check) {
    struct Restore {
        ~Restore() { base::use_instruction_set(base::instruction_sets().front().key); }
    } restore;
    for (const base::InstructionSet& set : base::instruction_sets()) {
        base::use_instruction_set(set.key);
        const std::string name(set.name);
        CAPTURE(name);
        check();
    }
}
