#pragma once

#include "app/traced.h"

#include <iosfwd>

namespace app {

/// Prints {"n", "m", "d_model", "heads", "d_k", "d_v", "divisor", "weights_from", "queries", "keys",
/// "stages": {"scores": {"scores": …}, …}}. A matrix is a list of rows; one that exists once a head is a list
/// of such matrices. null stands for −∞. A batch is
/// {"batch": 2, "items": [{…}, {…}]}. Numbers are written as short as they can be read back to the same
/// float.
void print_json(std::ostream& out, const Traced& traced);

} // namespace app
