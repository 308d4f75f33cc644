#pragma once
// Untrusted text (names from files, words) in messages.

#include <string>
#include <string_view>

namespace base {

/// The text as it appears in a message: control characters, which could send a terminal commands, are escaped
/// ("\\x1b"), U+FFFD stands for bytes that are not UTF-8, and "…" for the middle of text longer than 400
/// bytes.
std::string printable(std::string_view utf8);

} // namespace base
