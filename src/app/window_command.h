#pragma once
// Renders every view and stage to a picture, without user interaction: for the README, for reviews, for
// machines without a display.

#include "app/options.h"

#include <iosfwd>

namespace app {

/// Writes VIEW-STAGE.png files to options.out and reports them on `out`. Returns the exit status.
int run_tour(const TourOptions& options, std::ostream& out);

// `attention-lab` without a command: the window.

/// Opens the program's window and runs it. Returns the exit status. Throws InputError: no display, a session
/// that cannot be read.
int run_window(const WindowOptions& options);

} // namespace app
