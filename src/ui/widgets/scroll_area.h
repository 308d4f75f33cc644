#pragma once
// A part of the window that scrolls when more is drawn into it than fits.

#include "ui/ui.h"

struct ImDrawList;

namespace ui {

/// `ScrollArea scrolled(ui, "explanation", rect);` and what is drawn until the end of the block, from top()
/// down to ends_at(), is cut at the area's edges. `width`: of
/// the content of a page, which may be wider than the area. A control that Tab brings the focus to scrolls
/// into sight.
class ScrollArea {
public:
    ScrollArea(Ui& ui, const std::string& name, const drawing::Rect& area, float width = 0);
    ~ScrollArea();
    ScrollArea(const ScrollArea&) = delete;
    ScrollArea& operator=(const ScrollArea&) = delete;

    float left() const { return left_; }
    float top() const { return top_; } ///< where the content begins: above the area once it is scrolled
    void ends_at(float bottom) { bottom_ = bottom; }

private:
    void show_focused() const;
    void follow_wheel() const;

    Ui& ui_;
    drawing::Rect area_;
    float left_ = 0, top_ = 0, width_ = 0, bottom_ = 0;
    bool focus_is_elsewhere_ = false;
    ImDrawList* outer_ = nullptr;
    std::string outer_area_;
};

} // namespace ui
