#include "workbench/alignment.h"

#include <algorithm>

namespace workbench {

using base::Index;

namespace {

constexpr std::size_t most_pairs = 4'000'000;

/// The part of the sentences between their common prefix and suffix.
struct Middle {
    std::size_t begin, before_end, after_end;

    std::size_t before_size() const { return before_end - begin; }
    std::size_t after_size() const { return after_end - begin; }
};

Middle middle_of(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    Middle middle{0, before.size(), after.size()};
    const std::size_t shorter = std::min(before.size(), after.size());
    while (middle.begin < shorter && before[middle.begin] == after[middle.begin])
        ++middle.begin;
    while (middle.before_size() > 0 && middle.after_size() > 0 &&
           before[middle.before_end - 1] == after[middle.after_end - 1]) {
        --middle.before_end;
        --middle.after_end;
    }
    return middle;
}

/// common[i][j]: the length of a longest common subsequence of before[i…] and after[j…], both in the middle.
std::vector<std::vector<int>> common_lengths(const std::vector<std::string>& before,
                                             const std::vector<std::string>& after, const Middle& middle) {
    std::vector<std::vector<int>> common(middle.before_size() + 1,
                                         std::vector<int>(middle.after_size() + 1, 0));
    for (std::size_t i = middle.before_size(); i-- > 0;)
        for (std::size_t j = middle.after_size(); j-- > 0;)
            common[i][j] = before[middle.begin + i] == after[middle.begin + j]
                               ? common[i + 1][j + 1] + 1
                               : std::max(common[i + 1][j], common[i][j + 1]);
    return common;
}

void align_middle(const std::vector<std::string>& before, const std::vector<std::string>& after,
                  const Middle& middle, Alignment& alignment) {
    const auto common = common_lengths(before, after, middle);
    for (std::size_t i = 0, j = 0; i < middle.before_size() && j < middle.after_size();) {
        if (before[middle.begin + i] == after[middle.begin + j]) {
            alignment[middle.begin + i] = static_cast<Index>(middle.begin + j);
            ++i;
            ++j;
        } else if (common[i + 1][j] >= common[i][j + 1]) {
            ++i;
        } else {
            ++j;
        }
    }
}

} // namespace

Alignment align(const std::vector<std::string>& before, const std::vector<std::string>& after) {
    const Middle middle = middle_of(before, after);
    Alignment alignment(before.size());
    for (std::size_t i = 0; i < middle.begin; ++i)
        alignment[i] = static_cast<Index>(i);
    for (std::size_t i = middle.before_end; i < before.size(); ++i)
        alignment[i] = static_cast<Index>(i - middle.before_end + middle.after_end);
    if (middle.before_size() * middle.after_size() <= most_pairs)
        align_middle(before, after, middle, alignment);
    return alignment;
}

} // namespace workbench
