#pragma once
// Foreign text (names in files, words) in messages.

#include <string>
#include <string_view>

namespace attention {

/// The text for one message: control characters, which could command a terminal, are spelled out ("\\x1b"),
/// and of more than 400 bytes of UTF-8 the middle gives way to "…".
std::string printable(std::string_view utf8);

} // namespace attention
