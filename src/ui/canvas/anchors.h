#pragma once
// The positions of everything the user can point at in a frame, by name: for lessons, keyboard focus and
// tests.

#include "drawing/figure.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ui {

class Anchors {
public:
    /// Writes the anchors to `file` from now on.
    void write_to(std::filesystem::path file) { file_ = std::move(file); }
    bool written() const { return !file_.empty(); }
    /// A lesson points at things: all names are needed from the next frame on, or no longer.
    void look_up(bool yes) { looked_up_ = yes; }
    /// True when the anchors are written or looked up, so that naming the many cells of a large matrix is
    /// worthwhile.
    bool wanted() const { return written() || looked_up_; }

    void clear() {
        places_.clear();
        controls_.clear();
        within_.clear();
        area_.clear();
        later_.clear();
    }
    /// Prefix of every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    void add(const std::string& name, const drawing::Rect& rect) { places_[scope_ + name] = rect; }
    /// The same for something that can be pressed or typed into.
    void add_control(const std::string& name, const drawing::Rect& rect) {
        add(name, rect);
        if (!wanted()) return;
        controls_.push_back(scope_ + name);
        if (!area_.empty()) within_[scope_ + name] = area_;
    }
    /// Controls added from now on are recorded as lying in this area (itself an anchor), which clips them or
    /// lies above others; "" for none. Returns the previous area.
    std::string enter(std::string area) {
        if (!area.empty() && !area_.empty()) within_[area] = area_;
        return std::exchange(area_, std::move(area));
    }
    /// Back to the area that enter() returned.
    void leave_for(std::string area) { area_ = std::move(area); }
    /// For large numbers of names (a matrix's cells): produced only when the file is written, after the
    /// frame, or by name_now().
    void add_later(std::function<void(Anchors&)> names) { later_.push_back({scope_, std::move(names)}); }
    void name_now();
    /// The rectangle of a full name; null when it is not in this frame.
    const drawing::Rect* find(const std::string& whole_name) const;
    /// The rectangles of all full names that begin so.
    std::vector<drawing::Rect> starting_with(const std::string& beginning) const;

    /// Writes {"frame":N,"state":…,"anchors":{name:[x,y,w,h]},"controls":[name],"within":{control:area}} when
    /// anything but the frame number changed. `state` is a JSON object. Throws InputError when the file
    /// cannot be written.
    void publish(long frame, const std::string& state);

private:
    std::filesystem::path file_;
    std::map<std::string, drawing::Rect> places_;
    struct Later {
        std::string scope;
        std::function<void(Anchors&)> names;
    };
    std::vector<Later> later_;
    std::vector<std::string> controls_;
    std::map<std::string, std::string> within_;
    std::string area_;
    std::string scope_;
    std::string last_written_;
    bool looked_up_ = false;
};

} // namespace ui
