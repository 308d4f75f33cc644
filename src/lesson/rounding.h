#pragma once
// Equations in sentences: the sign says whether their digits come out.

#include "lesson/narration.h"

namespace lesson {

/// "=" becomes "≈" where the numbers beside it do not come out as they are written: "1 ÷ 3 ≈ 0.33", "√8
/// ≈ 2.83".
void mark_rounded(Paragraph& paragraph);

} // namespace lesson
