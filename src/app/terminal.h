#pragma once
// The terminal that the program was started from, if any. One source file for each kind of system.

#include <string>
#include <vector>

namespace app {

/// The command line's arguments, without the program, in UTF-8. The terminal shows UTF-8 from then on.
std::vector<std::string> arguments_in_utf8(int argc, char** argv);

/// Call before a window opens: a terminal that the system opened for this program alone is of no use, and
/// goes.
void leave_own_terminal();

/// Says what went wrong: on standard error, or where there is no terminal to read it, in a box of the
/// system's.
void tell_on_terminal(const std::string& what);

} // namespace app
