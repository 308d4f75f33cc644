#pragma once
// Words as one writes them: a full stop stands close to the word before it, and so does what is said to its
// quotation marks.

#include <cstddef>
#include <span>
#include <string>

namespace language {

/// True if no space stands between this word and the one before it. Straight quotation marks open and close
/// in turn.
bool follows_closely(std::span<const std::string> words, std::size_t word);

/// The words with spaces where they belong: she said : " here " . → she said: "here".
std::string running_text(std::span<const std::string> words);

} // namespace language
