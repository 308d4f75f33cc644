#pragma once
// Every view and stage as a picture, without a person: for the README, for reviews, for machines without a
// display.

#include "app/options.h"

#include <iosfwd>

namespace app {

/// Writes VIEW-STAGE.png files into options.out and says so on `out`; the exit status.
int run_tour(const TourOptions& options, std::ostream& out);

} // namespace app
