#pragma once
// Animates values towards their targets: 180 ms, ease-out; instantly with "reduce motion". Also records
// whether another frame has to follow.

#include "drawing/shapes/figure.h"

#include <map>
#include <string>

namespace ui {

class Motion {
public:
    /// Starts a frame `seconds` after the previous one.
    void begin(double seconds, bool reduce);
    /// True while anything moves: another frame follows, and every frame is shown.
    bool moving() const { return moving_; }
    /// Called while something moves by itself, such as playback.
    void keep_going() { moving_ = true; }

    /// True when the changes of this frame appear only in the next: this one need not be shown.
    bool settling() const { return settling_; }
    /// Called after a change that parts drawn earlier in this frame do not show yet.
    void draw_again() { settling_ = true; }

    /// True while something to show is still being computed; the window is woken when it is ready.
    bool awaiting() const { return awaiting_; }
    void await() { awaiting_ = true; }

    /// Prefix of every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    /// The value on its way to `target`; a name seen for the first time starts there.
    float glide(const std::string& name, float target);
    drawing::Rect glide(const std::string& name, const drawing::Rect& target);
    /// As glide(), but a new name starts at `from`.
    float glide_from(const std::string& name, float from, float target);
    void forget(const std::string& name) { paths_.erase(scope_ + name); }
    void forget_all(const std::string& prefix) {
        std::erase_if(paths_, [&](const auto& path) { return path.first.starts_with(scope_ + prefix); });
    }

private:
    struct Path {
        float from, to, progress;
    };
    std::map<std::string, Path> paths_;
    std::string scope_;
    float step_ = 0; // the share of 180 ms that this frame covers
    bool reduce_ = false;
    bool moving_ = false, settling_ = false, awaiting_ = false; // in this frame
};

} // namespace ui
