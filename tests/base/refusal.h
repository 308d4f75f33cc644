#pragma once
// Why something is refused: the error, for files above all.

#include "base/files.h"
#include "base/input_error.h"

#include <doctest/doctest.h>

template <typename Action>
base::InputError refusal_of(Action&& action) {
    try {
        action();
    } catch (const base::InputError& error) {
        return error;
    }
    FAIL("it was done");
    return {"", "", ""};
}

inline base::InputError refusal(const std::filesystem::path& file) {
    return refusal_of([&] { base::write_whole_file(file, "new"); });
}

/// Why at most 10 bytes of the file cannot be read.
inline std::string unread(const std::filesystem::path& file) {
    return refusal_of([&] { (void)base::read_whole_file(file, 10); }).problem;
}
