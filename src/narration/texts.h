#pragma once
// Checks, once at startup, that the texts read are those the program was built with.

#include "base/input_error.h"
#include "narration/narration.h"

#include <vector>

namespace narration {

/// Throws InputError naming the file and the missing entry, for which there is no fallback.
void expect_all_texts(const Texts& texts, const std::filesystem::path& folder);

/// Unclosed braces, and tones and {names} that do not exist. Such texts are shown unchanged.
std::vector<base::InputError> mistakes_in(const Texts& texts, const std::filesystem::path& folder);

} // namespace narration
