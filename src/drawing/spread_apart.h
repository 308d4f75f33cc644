#pragma once
// Places names along a line without overlap.

#include <vector>

namespace drawing {

/// The preferred start and the length of something on a line.
struct Stretch {
    float start = 0, length = 0;
};

/// Where each stretch begins, in the order given, so that none overlaps the next, all lie between `low` and
/// `high`, and they move as little as possible (least squares: isotonic regression by pooling adjacent
/// violators). Stretches that are too long together begin at `low`.
std::vector<float> spread_apart(const std::vector<Stretch>& wanted, float low, float high);

} // namespace drawing
