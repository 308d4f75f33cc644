#pragma once
// What a refused input is told.

#include "base/input_error.h"

#include <doctest/doctest.h>

#include <string>

/// The message of the InputError that `action` throws; "" when it throws none.
template <typename Action>
std::string refusal(Action&& action) {
    try {
        action();
    } catch (const base::InputError& error) {
        CHECK_FALSE(error.where.empty());
        CHECK_FALSE(error.problem.empty());
        CHECK_FALSE(error.hint.empty());
        return error.what();
    }
    return {};
}
