#pragma once
// Keyboard focus: Tab and Shift+Tab go through the controls in the order in which they were drawn.

#include <string>
#include <vector>

namespace ui {

class Focus {
public:
    /// Goes before every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    /// Starts a frame; `tab` is +1, −1 or 0, `enter` whether Enter was pressed outside a text field.
    void begin(int tab, bool enter);
    /// Registers a control; true when it has the focus.
    bool item(const std::string& name);
    /// True in the frame in which the focused control `name` was worked by Enter.
    bool activated(const std::string& name) const { return enter_ && visible_ && scope_ + name == focused_; }
    /// True in the first frame in which `name` has the focus.
    bool arrived(const std::string& name) const { return arrived_ && scope_ + name == focused_; }
    /// True in the first frame in which Tab brought the focus to anything.
    bool moved() const { return arrived_; }
    /// Moves the focus by keyboard to a control that is about to be drawn. The Enter that led there is used
    /// up.
    void go(const std::string& name) {
        focused_ = scope_ + name;
        visible_ = true;
        enter_ = false;
    }
    /// While a menu is open only its controls, whose names start with `prefix`, can be reached. Said anew
    /// each frame.
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
    /// The whole name of what has the focus.
    const std::string& name() const { return focused_; }
    bool visible() const { return visible_; }

private:
    std::vector<std::string> order_; // of the last frame, then of this one
    std::vector<std::string> building_;
    std::string focused_;
    std::string scope_;
    std::string confined_;
    bool visible_ = false;
    bool enter_ = false;
    bool arrived_ = false;
};

} // namespace ui
