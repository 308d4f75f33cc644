#include "drawing/spread_apart.h"

#include <algorithm>

namespace drawing {

std::vector<float> spread_apart(const std::vector<Stretch>& wanted, float low, float high) {
    // With its predecessors' lengths subtracted, each stretch has its own position; these positions must not
    // decrease.
    struct Pool {
        float sum;
        std::size_t count;
        float mean() const { return sum / static_cast<float>(count); }
    };
    std::vector<Pool> pools;
    float before = 0;
    for (const Stretch& stretch : wanted) {
        pools.push_back({stretch.start - before, 1});
        before += stretch.length;
        while (pools.size() > 1 && pools.back().mean() < pools[pools.size() - 2].mean()) {
            const Pool last = pools.back();
            pools.pop_back();
            pools.back().sum += last.sum;
            pools.back().count += last.count;
        }
    }
    const float highest = std::max(low, high - before);
    std::vector<float> starts;
    float reached = 0;
    for (const Pool& pool : pools)
        for (std::size_t i = 0; i < pool.count; ++i) {
            starts.push_back(std::clamp(pool.mean(), low, highest) + reached);
            reached += wanted[starts.size() - 1].length;
        }
    return starts;
}

} // namespace drawing
