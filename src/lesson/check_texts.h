#pragma once
// Whether the texts that were read are those that the program was built with: asked once, at the start.

#include "attention/input_error.h"
#include "lesson/narration.h"

#include <vector>

namespace lesson {

/// Throws InputError naming the file and the entry that is missing: nothing could be shown in its place.
void expect_all_texts(const Texts& texts, const std::filesystem::path& folder);

/// Braces that are not closed, tones and {names} that do not exist. Such a text is shown as it stands.
std::vector<attention::InputError> mistakes_in(const Texts& texts, const std::filesystem::path& folder);

} // namespace lesson
