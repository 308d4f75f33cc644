#pragma once
// Parts of the window that are windows of their own for Dear ImGui: areas that scroll when their content does
// not fit, cards that float above the others, and popups, which take all input while open.

#include "ui/canvas/ui.h"

#include <optional>
#include <string>

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
    /// Scrolls, from the next frame on, as far as it takes to see the content down to `bottom`.
    void show_down_to(float bottom);

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

// Above the others.

/// During its lifetime everything is drawn in front, and clicks within `place` do not go through; the rest of
/// the window can be used. Registers the place under `name`, to which its controls belong.
class Floating {
public:
    Floating(Ui& ui, const std::string& name, const drawing::Rect& place);
    ~Floating();
    Floating(const Floating&) = delete;
    Floating& operator=(const Floating&) = delete;

private:
    Ui& ui_;
    ImDrawList* list_before_;
    std::string area_before_;
};

/// Opens a popup at the next opportunity and puts the focus on its control `first`.
void open_popup(Ui& ui, const std::string& name, const std::string& first = {});

/// A menu or a small form that opens under its button and closes on Escape or a click outside. Drawing goes
/// into the popup during its lifetime: `if (Popup popup(ui, name, rect); popup.open()) { … }`. A popup taller
/// than the window below `place.y` scrolls: its content starts at origin() and reports its height to used().
class Popup {
public:
    Popup(Ui& ui, const std::string& name, const drawing::Rect& place);
    ~Popup();
    Popup(const Popup&) = delete;
    Popup& operator=(const Popup&) = delete;

    bool open() const { return open_; }
    drawing::Point origin() const { return origin_; }
    void used(float height);
    /// The same for a popup of varying height: its content ends at `y`, and `height` (design pixels) is set
    /// for the next frame.
    void ends_at(float y, float& height);
    void close();

private:
    Ui& ui_;
    std::string name_;
    bool open_ = false;
    drawing::Point origin_;
    ImDrawList* list_before_ = nullptr;
    std::string area_before_;
};

/// True while any popup is open.
bool any_popup_open();

/// False on a slide and behind a card, where nothing reacts to the mouse.
bool reacts();

} // namespace ui
