#pragma once
// Frame times: what --frame-stats writes.

#include <filesystem>
#include <vector>

namespace ui {

class FrameStats {
public:
    void started(double milliseconds) { startup_ms_ = milliseconds; }
    void frame(double build_ms, double frame_ms) {
        build_ms_.push_back(static_cast<float>(build_ms));
        frame_ms_.push_back(static_cast<float>(frame_ms));
    }
    void recomputed(double milliseconds) { recompute_ms_.push_back(static_cast<float>(milliseconds)); }

    /// {"startup_ms","frames","build_ms":{"median","p99","max"},"frame_ms":{…},"recompute_ms":{…}}.
    /// Throws InputError when the file cannot be written.
    void write(const std::filesystem::path& file) const;

private:
    double startup_ms_ = 0;
    std::vector<float> build_ms_, frame_ms_, recompute_ms_;
};

} // namespace ui
