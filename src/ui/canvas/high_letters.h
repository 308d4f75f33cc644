#pragma once
// Letters beyond U+FFFF, such as emoji, in Dear ImGui's text fields, which hold none: each is kept there as a
// stand-in from Unicode's private use area, and so are letters of that area. A stand-in means the same letter
// for as long as the program runs.

#include <string>
#include <string_view>

namespace ui {

/// What a field can hold for this letter: the letter itself up to U+FFFF outside the private use area, else
/// its stand-in; U+FFFD once all 6400 stand-ins are in use.
char32_t stand_in_for(char32_t letter);

/// UTF-8 as a field can hold it.
std::string with_stand_ins(std::string_view text);
/// UTF-8 with each stand-in replaced by the letter that it stands for.
std::string without_stand_ins(std::string_view text);

} // namespace ui
