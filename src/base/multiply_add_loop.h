#pragma once
// Multiply-adds and nothing else: what no product on this machine can be faster than.

#include "base/matrix.h"

namespace base {

/// `rounds` multiply-adds of each of some vectors held in registers, none of which waits for another. Returns
/// how many multiply-adds of numbers that were.
double multiply_add_loop(Index rounds);

} // namespace base
