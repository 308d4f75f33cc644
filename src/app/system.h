#pragma once
// How long ago the program was started.

#include <optional>
#include <string>
#include <vector>

namespace app {

/// Milliseconds since the process started; where that is not known, since main() did.
double milliseconds_since_start();

// The terminal that the program was started from, if any. One source file for each kind of system.

/// The command line's arguments, without the program, in UTF-8. The terminal shows UTF-8 from then on.
std::vector<std::string> arguments_in_utf8(int argc, char** argv);

/// Call before a window opens: a terminal that the system opened for this program alone is of no use, and
/// goes.
void leave_own_terminal();

/// Says what went wrong: on standard error, or where there is no terminal to read it, in a box of the
/// system's.
void tell_on_terminal(const std::string& what);

/// The processor's name as the system tells it: "AMD EPYC 9R14"; "unknown processor" where it does not.
std::string processor_name();

// Memory that was freed is kept for what comes next.

/// Call before threads begin. The C library otherwise returns each large matrix to the system and gets new
/// pages for the next one, zeroed one by one: with every matrix of a pass kept, up to ten times what its
/// arithmetic takes.
void keep_freed_memory();

// With too little memory Mesa crashes: refuse it with a message instead.

inline constexpr double window_memory = 1e9; ///< bytes; with less, Mesa's renderer crashes

/// The most address space that this process may use, in bytes; infinite if there is no limit.
double memory_limit();

/// Throws InputError if `limit` is less than `needed`, both in bytes.
void expect_memory(double limit, double needed);

/// Resets the peak memory of this process. False if the system does not support that.
bool restart_peak_memory();
/// The peak memory of this process in bytes since then. Empty if the system does not provide it.
std::optional<double> peak_memory();

} // namespace app
