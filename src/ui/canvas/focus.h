#pragma once
// Keyboard focus: Tab and Shift+Tab cycle through the controls in drawing order. On a page they go on to what
// stands before and behind the program, in whose place nobody is held (WCAG 2.1.2).

#include <string>
#include <utility>
#include <vector>

namespace ui {

class Focus {
public:
    /// Prefix of every name from now on: see Scope.
    void set_scope(const std::string& scope) { scope_ = scope; }
    /// In place of starting over: see take_leave().
    void let_leave() { may_leave_ = true; }
    /// Nothing has the focus; the next Tab begins at the first control, Shift+Tab at the last.
    void leave() {
        clear();
        left_ = may_leave_;
    }
    /// True once after the keyboard has gone past the last control, or back past the first. A menu is gone
    /// through in circles all the same: Escape closes it.
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

} // namespace ui
