#pragma once

#include "app/traced.h"

#include <iosfwd>

namespace app {

/// Prints {"n", "m", "d_model", "heads", "d_k", "d_v", "divisor", "weights_from", "queries", "keys",
/// "stages": {"scores": {"scores": …}, …}}. A matrix is a list of rows; one that exists once per head is a
/// list of such matrices. null stands for −∞. A batch is {"batch": 2, "items": [{…}, {…}]}. Numbers have the
/// fewest digits that read back as the same float.
void print_json(std::ostream& out, const Traced& traced);

} // namespace app
