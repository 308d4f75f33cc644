#pragma once

#include "app/traced.h"

#include <iosfwd>

namespace app {

/// Prints every stage in readable form: its matrices with the names of rows and columns. Large ones are
/// abbreviated.
void print_text(std::ostream& out, const Traced& traced);

} // namespace app
