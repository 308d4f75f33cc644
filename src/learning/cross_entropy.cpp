#include "learning/cross_entropy.h"

#include "learning/softmax.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace learning {

// One row, l = −log p_t with p_j = exp(s_j)/Σ_j exp(s_j), so l = log Σ_j exp(s_j) − s_t, and
//
//     ∂l/∂s_j = p_j − [j = t]
//
// which the mean divides by the number of rows that count. With largest = max_j s_j, l is a sum of two
// numbers that are never negative, log Σ_j exp(s_j − largest) + (largest − s_t): nothing overflows, and
// nothing cancels.
template <class T>
void cross_entropy(const View<T>& logits, std::span<const int> targets, CrossEntropy<T>& result) {
    assert(logits.rows() == static_cast<Index>(targets.size()));
    result.counted = std::ranges::count_if(targets, [](int target) { return target >= 0; });
    result.probability.resize(logits.rows(), logits.cols());
    result.g_logits.resize(logits.rows(), logits.cols());
    const T share = 1 / static_cast<T>(std::max<Index>(result.counted, 1));
    double sum = 0;
    for (Index i = 0; i < logits.rows(); ++i) {
        const int target = targets[static_cast<std::size_t>(i)];
        assert(target < logits.cols());
        auto p = result.probability.row(i);
        if (target < 0) {
            p.setZero();
            result.g_logits.row(i).setZero();
            continue;
        }
        p = logits.row(i);
        const auto [largest, total] = softmax(p.data(), p.size());
        sum += std::log(static_cast<double>(total)) + static_cast<double>(largest - logits(i, target));
        result.g_logits.row(i) = share * p;
        result.g_logits(i, target) -= share;
    }
    result.loss = sum / static_cast<double>(std::max<Index>(result.counted, 1));
}

template void cross_entropy(const View<float>&, std::span<const int>, CrossEntropy<float>&);
template void cross_entropy(const View<double>&, std::span<const int>, CrossEntropy<double>&);

} // namespace learning
