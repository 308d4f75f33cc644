#pragma once
// `attention-lab` without a command: the window.

#include "app/options.h"

namespace app {

/// Opens the program's window and runs it. Returns the exit status. Throws InputError: no display, a session
/// that cannot be read.
int run_window(const WindowOptions& options);

} // namespace app
