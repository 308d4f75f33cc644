#pragma once
// What only the operating system knows and does for a program: its start, its terminal, the processor,
// memory.

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

namespace app {

// In one source file for each kind of system.

/// Milliseconds since the process started; since main() did where that is not known.
double milliseconds_since_start();

/// The command line's arguments, without the program, in UTF-8. The terminal shows UTF-8 from then on.
std::vector<std::string> arguments_in_utf8(int argc, char** argv);

/// A word of a command as the system's shell takes it: in quotes where it holds spaces or other signs.
std::string quoted(const std::string& word);

/// Call before a window opens: closes a terminal that the system opened for this program alone.
void leave_own_terminal();

/// Says what went wrong: on standard error, and in a message box where no terminal shows that.
void tell_on_terminal(const std::string& what);

/// Opens a folder in the system's own program for files; false if there is none.
bool show_folder(const std::filesystem::path& folder);

/// Opens another window of this program, with these arguments; false when it cannot be started.
bool open_window(const std::string& arguments);

/// As the system names it: "AMD EPYC 9R14"; "unknown processor" where it does not.
std::string processor_name();

// Memory.

/// Call before threads begin: memory that was freed is kept for what comes next. The C library otherwise
/// returns each large matrix to the system and gets new pages for the next one, zeroed one by one: with every
/// matrix of a pass kept, that takes up to ten times as long as the arithmetic.
void keep_freed_memory();

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
