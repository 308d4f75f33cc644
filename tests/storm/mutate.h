#pragma once
// Damaged files: a good one in which a little is wrong, so that its reader gets past the first bytes and into
// what the rest means.

#include "language/grammar.h"

#include <string>
#include <vector>

namespace storm {

enum class Format {
    text,    ///< JSON or TOML
    tensors, ///< safetensors
    code     ///< a state's line, made from a session's JSON
};

/// One of the `seeds`, changed in one to four places; sometimes a part of another one gets into it. Seeds of
/// codes are JSON.
std::string mutant(const std::vector<std::string>& seeds, std::size_t chosen, Format format,
                   language::Draw& draw);

/// Words, numbers and bytes that nobody expects: for mutants, and to be typed.
std::string odd_text(language::Draw& draw);
std::string odd_number(language::Draw& draw);

} // namespace storm
