#pragma once
// Renders every view and stage to a picture, without user interaction: for the README, for reviews, for
// machines without a display.

#include "app/options.h"

#include <iosfwd>

namespace app {

/// Writes VIEW-STAGE.png files to options.out and reports them on `out`. Returns the exit status.
int run_tour(const TourOptions& options, std::ostream& out);

} // namespace app
