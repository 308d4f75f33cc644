#pragma once
// Which shortcut a key means: Ctrl Z is where the keyboard's layout has the Z, `?` wherever it is. Keys and
// modifiers are GLFW's.

#include "ui/canvas/events.h"

#include <optional>
#include <string_view>

namespace ui {

/// What a press of the key at this place means, which the layout names (UTF-8, without Shift; empty:
/// nothing). Letters count by name, so that those of other alphabets count by place, and so do digits. Signs
/// count by name with Ctrl held; without it they mean nothing here, since the sign itself follows: see
/// key_of_sign().
KeyPress key_by_name(int place, std::string_view name, int mods);

/// The shortcut of a typed sign, as the key that has it on an American keyboard: "?" is Shift and the slash.
/// Empty for letters, digits, and signs without a key of their own.
std::optional<KeyPress> key_of_sign(unsigned int letter);

} // namespace ui
