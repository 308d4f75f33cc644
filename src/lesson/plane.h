#pragma once
// A lesson's arrows as a pass: the same arithmetic as of any sentence, with numbers that can be done in one's
// head.

#include "lesson/lesson.h"
#include "workbench/document/pass.h"

#include <memory>

namespace lesson {

/// The pass of one query (1, 2), which ends at `tip`, and m keys (m, 2): d_k = 2. Without values these are
/// the keys again. Q, K and V are those of the plane.
std::shared_ptr<const workbench::Pass> plane_pass(const Plane& plane, const Arrow& tip);

/// True if an arrow can be dragged to this place: the grid goes one line beyond (0, 0), where the query
/// begins, and what is read.
bool in_plane(const Plane& plane, const Arrow& tip);

} // namespace lesson
