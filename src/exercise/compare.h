#pragma once
// An answer's stage beside ours.

#include "exercise/solve.h"
#include "model/tensor_file.h"

#include <optional>
#include <string>

namespace exercise {

/// A tensor as blocks of the shape that `ours` has: (blocks, rows, columns) with any axes of 1, and one block
/// without the leading axis as well. Empty when its shape is another.
std::optional<Blocks> as_blocks(const model::Tensor& tensor, const Blocks& ours);

/// "(2, 5, 4)": the shape in which an answer is expected.
std::vector<std::int64_t> shape_of(const Blocks& blocks, Index items);

/// How far apart two numbers of a stage may lie, for answers of this many significant bits: a share of 1 +
/// the largest number of the stage. float32 and more: 2·10⁻⁵, since sums may be added in any order; float16,
/// 11 bits: 10⁻²; bfloat16, 8 bits: 5·10⁻², since rounding adds up. Any other number of bits is that of
/// printed digits, rounded once: 2^−precision.
double tolerance(int precision);

/// An answer's score below this says that its key is hidden, as −∞ does.
inline constexpr double hidden_below = -1e4;

/// How far apart numbers of a stage may lie: tolerance · (1 + the largest of ours).
double room_of(const Blocks& ours, double tolerance);
/// NaN equals NaN. Where ours is −∞, the key is hidden, and anything below `hidden_below` says so.
bool same(double theirs, double ours, double room);

/// A comparison, number by number.
struct Difference {
    bool agrees = true;
    double largest = 0;    ///< of all finite differences
    std::size_t cells = 0; ///< that differ
    std::size_t block = 0; ///< where the largest difference is, or the first number that is not finite
    Index row = 0, column = 0;
};

/// Two blocks of the same shapes.
Difference compare(const Blocks& theirs, const Blocks& ours, double tolerance);
/// Whether all numbers are the same(), in this room: compare(…).agrees alone, but stopping at the first that
/// is not.
bool agree_within(const Blocks& theirs, const Blocks& ours, double room);
inline bool agree(const Blocks& theirs, const Blocks& ours, double tolerance) {
    return agree_within(theirs, ours, room_of(ours, tolerance));
}

} // namespace exercise
