#pragma once
// A worksheet as a spreadsheet whose blank cells check themselves.

#include "worksheet/sheet.h"

#include <string>

namespace worksheet {

/// An .xlsx file (Office Open XML, ECMA-376): the first sheet holds what is given and the blank cells, each
/// with a ✓ or ✗ in the matrix beside it; the second, which is hidden, the same cells with every answer as a
/// formula of what is given.
std::string spreadsheet_of(const Copy& copy, Index count, const narration::Texts& texts);

} // namespace worksheet
