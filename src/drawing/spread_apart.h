#pragma once
// Names along a line that must not overlap.

#include <vector>

namespace drawing {

/// Along a line, where something would like to begin and how long it is.
struct Stretch {
    float start = 0, length = 0;
};

/// Where each begins, in the order given, so that none overlaps the next, all lie between
/// `low` and `high`, and they moved as little as possible (least squares: isotonic regression by pooling
/// neighbours that press on each other). What is together longer than there is room begins at `low`.
std::vector<float> spread_apart(const std::vector<Stretch>& wanted, float low, float high);

} // namespace drawing
