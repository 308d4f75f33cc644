#include "drawing/clock_text.h"

#include "base/number_text.h"

#include <array>
#include <cmath>

namespace drawing {
namespace {

std::string fixed(double value, int decimals) {
    return base::fixed(value == 0 ? 0 : value, decimals); // no −0
}

} // namespace

std::string clock_text(double seconds, double end) {
    struct Step {
        double size;
        const char* name;
    };
    static constexpr std::array<Step, 4> steps{{{1, " s"}, {1e-3, " ms"}, {1e-6, " µs"}, {1e-9, " ns"}}};
    const Step* step = &steps.back();
    for (const Step& larger : steps)
        if (end >= 0.9995 * larger.size) { // so that rounding never gives four digits
            step = &larger;
            break;
        }
    const double shown = end / step->size;
    const int decimals = shown >= 99.95 ? 0 : shown >= 9.995 ? 1 : 2;
    return fixed(seconds / step->size, decimals) + step->name;
}

std::string whole_text(double count) {
    std::string digits = fixed(count, 0);
    if (digits.size() <= 4) return digits; // 1234 needs no grouping
    for (std::size_t end = digits.size(); end > 3; end -= 3)
        digits.insert(end - 3, "\u2009");
    return digits;
}

} // namespace drawing
