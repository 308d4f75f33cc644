#pragma once
// The commands that need graphics: attention-lab without a command, and attention-lab tour.

#include "app/options.h"

#include <iosfwd>

namespace app {

/// Opens the program's window and runs it. Returns the exit status. Throws InputError: no display, a session
/// that cannot be read.
int run_window(const WindowOptions& options);

/// Renders every view and stage to a picture, without user interaction: for the README, for reviews, for
/// machines without a display. Writes VIEW-STAGE.png files to options.out and reports them on `out`. Returns
/// the exit status.
int run_tour(const TourOptions& options, std::ostream& out);

} // namespace app
