#pragma once
// Frame times: what --frame-stats writes.

#include <filesystem>
#include <utility>
#include <vector>

namespace ui {

class FrameStats {
public:
    void started(double milliseconds) { startup_ms_ = milliseconds; }
    /// `build_ms` is the interface's own code, `frame_ms` all that happened in the frame so far.
    void built(double build_ms, double frame_ms) {
        build_ms_.push_back(build_ms);
        unseen_ms_ += frame_ms;
    }
    /// The frame built last is painted; frames before it that nobody saw count towards its time.
    void painted(double milliseconds) { frame_ms_.push_back(std::exchange(unseen_ms_, 0) + milliseconds); }
    void recomputed(double milliseconds) { recompute_ms_.push_back(milliseconds); }

    /// {"startup_ms","frames","build_ms":{"median","p99","max"},"frame_ms":{…},"recompute_ms":{…}}.
    /// Throws InputError when the file cannot be written.
    void write(const std::filesystem::path& file) const;

private:
    double startup_ms_ = 0, unseen_ms_ = 0;
    std::vector<double> build_ms_, frame_ms_, recompute_ms_;
};

} // namespace ui
