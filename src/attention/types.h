#pragma once
// The ground's types that the core calls by their plain names.

#include "base/input_error.h"
#include "base/matrix.h"

namespace attention {

using base::BoolMatrix;
using base::ColumnVector;
using base::Index;
using base::InputError;
using base::Matrix;
using base::RowVector;

} // namespace attention
