#pragma once
// Equations in sentences: whether "=" or "≈" is right for the digits shown.

#include "narration/narration.h"

namespace narration {

/// Replaces "=" by "≈" where the equation does not hold for the numbers as written: "1 ÷ 3 ≈ 0.33",
/// "√8 ≈ 2.83".
void mark_rounded(Paragraph& paragraph);

} // namespace narration
