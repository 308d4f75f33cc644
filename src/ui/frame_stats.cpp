#include "ui/frame_stats.h"

#include "base/input_error.h"

#include <nlohmann/json.hpp>

#include <algorithm>
#include <cmath>
#include <fstream>

namespace ui {
namespace {

nlohmann::json summary(std::vector<float> values) {
    if (values.empty()) return {{"median", 0}, {"p99", 0}, {"max", 0}};
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        return values[static_cast<std::size_t>(std::lround(share * static_cast<double>(values.size() - 1)))];
    };
    return {{"median", at(0.5)}, {"p99", at(0.99)}, {"max", values.back()}};
}

} // namespace

void FrameStats::write(const std::filesystem::path& file) const {
    const nlohmann::json all{{"startup_ms", startup_ms_},
                             {"frames", build_ms_.size()},
                             {"build_ms", summary(build_ms_)},
                             {"frame_ms", summary(frame_ms_)},
                             {"recompute_ms", summary(recompute_ms_)}};
    std::ofstream out(file);
    out << all.dump(2) << '\n';
    if (!out.flush())
        throw base::InputError(file.string(), "cannot write the frame statistics",
                               "choose a folder you can write to");
}

} // namespace ui
