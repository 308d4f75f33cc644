#pragma once
// Values that glide to where they should be: 180 ms, ease-out; at once with "reduce motion".

#include "drawing/figure.h"

#include <map>
#include <string>

namespace ui {

class Motion {
public:
    /// Starts a frame `seconds` after the last one.
    void begin(double seconds, bool reduce);
    /// True while anything moves: the window draws another frame.
    bool moving() const { return moving_; }
    /// Asks for another frame though no value moves (playing, a caret).
    void keep_going() { moving_ = true; }

    /// Goes before every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    /// The value on its way to `target`; a name seen for the first time starts there.
    float glide(const std::string& name, float target);
    drawing::Rect glide(const std::string& name, const drawing::Rect& target);
    /// Lets the value start at `from` if the name is new.
    float glide_from(const std::string& name, float from, float target);
    void forget(const std::string& name) { paths_.erase(scope_ + name); }
    void forget_all(const std::string& prefix) {
        std::erase_if(paths_, [&](const auto& path) { return path.first.starts_with(scope_ + prefix); });
    }
    /// Everything jumps to its target: a tour's pictures are taken at rest.
    void settle();

private:
    struct Path {
        float from, to, progress;
    };
    std::map<std::string, Path> paths_;
    std::string scope_;
    float step_ = 0; // share of the 180 ms that this frame covers
    bool reduce_ = false;
    bool moving_ = false;
};

} // namespace ui
