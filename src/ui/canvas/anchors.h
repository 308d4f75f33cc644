#pragma once
// Everything in a frame that can be pointed at, by name: where it is (Anchors, for lessons and tests), which
// control has the keyboard focus (Focus), and which texts are unreadable (for tests).

#include "attention/quantity.h"
#include "drawing/shapes/figure.h"

#include <filesystem>
#include <functional>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace ui {

/// The name of a cell's place: "cell/scores/3/2"; in a later layer than the first "cell/layer/1/scores/3/2".
std::string cell_anchor(const attention::Cell& cell);

/// The places of the frame, by name.
class Anchors {
public:
    /// Writes the anchors to `file` from now on.
    void write_to(std::filesystem::path file) { file_ = std::move(file); }
    bool written() const { return !file_.empty(); }
    /// Whether a lesson points at things, and needs all names from the next frame on.
    void look_up(bool yes) { looked_up_ = yes; }
    /// True when anchors are written or looked up: only then are the many cells of a large matrix named.
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
    /// The same for something that a frame has once, whatever the scope.
    void add_whole(const std::string& whole_name, const drawing::Rect& rect) { places_[whole_name] = rect; }
    /// Also records it as a control: something to press or type into.
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
    /// For large numbers of names (a matrix's cells): `names` is called only when the file is written, after
    /// the frame, or by name_now().
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

/// Keyboard focus: Tab and Shift+Tab cycle through the controls in drawing order. On a web page they move on
/// to what comes before and after the program, since the keyboard must not be trapped (WCAG 2.1.2).
class Focus {
public:
    /// Prefix of every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    /// At either end Tab leaves the program instead of starting over: see take_leave().
    void let_leave() { may_leave_ = true; }
    /// Nothing has the focus; the next Tab begins at the first control, Shift+Tab at the last.
    void leave() {
        clear();
        left_ = may_leave_;
    }
    /// True once after the keyboard has gone past the last control, or back past the first. Within a menu Tab
    /// always cycles: Escape closes it.
    bool take_leave() { return std::exchange(left_, false); }
    /// Starts a frame; `tab` is +1, −1 or 0, `enter` whether Enter was pressed outside a text field.
    void begin(int tab, bool enter);
    /// Registers a control; true when it has the focus.
    bool item(const std::string& name);
    /// True in the frame in which Enter activated the focused control `name`.
    bool activated(const std::string& name) const { return enter_ && visible_ && scope_ + name == focused_; }
    /// True in the first frame in which `name` has the focus.
    bool arrived(const std::string& name) const { return arrived_ && scope_ + name == focused_; }
    /// True in the first frame after the keyboard moved the focus.
    bool moved() const { return arrived_; }
    /// Moves keyboard focus to a control that is about to be drawn. Consumes the Enter that led there.
    void go(const std::string& name) {
        focused_ = scope_ + name;
        visible_ = true;
        enter_ = false;
    }
    /// While a menu is open, only its controls, whose names start with `prefix`, can be reached. Must be
    /// called every frame.
    void confine(const std::string& prefix) { confined_ = scope_ + prefix; }
    /// Focus by mouse: the ring stays hidden until the keyboard is used.
    void set(const std::string& name) {
        focused_ = scope_ + name;
        visible_ = false;
    }
    void clear() {
        focused_.clear();
        visible_ = false;
    }
    /// The full name of the focused control.
    const std::string& name() const { return focused_; }
    bool visible() const { return visible_; }

private:
    std::vector<std::string> order_; // of the last frame; replaced when the next one begins
    std::vector<std::string> building_;
    std::string focused_;
    std::string scope_;
    std::string confined_;
    bool visible_ = false;
    bool enter_ = false;
    bool arrived_ = false;
    bool may_leave_ = false, left_ = false;
};

// For tests: texts that are unreadable because they overlap or extend beyond the window.

struct DrawnText {
    drawing::Rect place; ///< the visible part
    std::string text;
    const void* layer;        ///< only texts of the same layer can collide
    drawing::Rect whole = {}; ///< without clipping
};

/// "one | other" for every pair that overlaps by more than the space around the glyphs.
std::vector<std::string> overlapping(const std::vector<DrawnText>& texts);

/// The texts that extend beyond the window.
std::vector<std::string> outside(const std::vector<DrawnText>& texts, drawing::Rect window);

} // namespace ui
