#pragma once
// Scrolling: a bar on its own, and a part of the window that scrolls when its content does not fit.

#include "ui/canvas/ui.h"

#include <optional>

struct ImDrawList;

namespace ui {

/// A thin bar that shows and moves the visible part of something larger. `shown` is the visible share of the
/// whole, `centre` the position of its middle, both 0 to 1. The bar runs along the longer side of `track`.
/// Returns the new centre while dragged.
std::optional<float> scroll_bar(Ui& ui, const std::string& name, const drawing::Rect& track, float centre,
                                float shown);

/// `ScrollArea scrolled(ui, "explanation", rect);` clips what is drawn until the end of the block, from top()
/// down to ends_at(), to the area. `width`: content width of a page, which may exceed the area's. A control
/// that Tab moves the focus to is scrolled into view.
class ScrollArea {
public:
    ScrollArea(Ui& ui, const std::string& name, const drawing::Rect& area, float width = 0);
    ~ScrollArea();
    ScrollArea(const ScrollArea&) = delete;
    ScrollArea& operator=(const ScrollArea&) = delete;

    float left() const { return left_; }
    float top() const { return top_; } ///< top of the content: above the area once scrolled
    void ends_at(float bottom) { bottom_ = bottom; }
    void to_top(); ///< from the next frame on

private:
    void show_focused() const;
    void follow_wheel() const;
    void follow_height() const;

    Ui& ui_;
    drawing::Rect area_;
    float left_ = 0, top_ = 0, width_ = 0, bottom_ = 0;
    bool focus_is_elsewhere_ = false;
    ImDrawList* outer_ = nullptr;
    std::string outer_area_;
};

} // namespace ui
