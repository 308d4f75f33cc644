#include "ui/desk/frame_stats.h"

#include "base/files.h"
#include "base/json_text.h"
#include "base/quartiles.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {
namespace {

nlohmann::json summary(std::vector<double> values) {
    if (values.empty()) return {{"median", 0}, {"p99", 0}, {"max", 0}};
    std::ranges::sort(values);
    return {{"median", base::quantile(values, 0.5)},
            {"p99", base::quantile(values, 0.99)},
            {"max", values.back()}};
}

} // namespace

void FrameStats::write(const std::filesystem::path& file) const {
    const nlohmann::json all{{"startup_ms", startup_ms_},
                             {"frames", build_ms_.size()},
                             {"build_ms", summary(build_ms_)},
                             {"frame_ms", summary(frame_ms_)},
                             {"recompute_ms", summary(recompute_ms_)}};
    base::write_whole_file(file, base::json_text(all, 2) + '\n');
}

} // namespace ui
