#pragma once
// How deeply JSON from a file may be nested: code that walks through it later recurses once per level.

#include "base/input_error.h"

#include <string>

namespace base {

inline constexpr int deepest_json = 32;

/// For the callback of json::parse, which gets the depth. Throws InputError before the stack can overflow.
inline void expect_shallow_json(int depth, const std::string& where) {
    if (depth > deepest_json)
        throw InputError(
            where, "lists and objects are nested more than " + std::to_string(deepest_json) + " levels deep",
            "valid files are not nested this deeply: open another one");
}

} // namespace base
