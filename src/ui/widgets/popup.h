#pragma once
// A part of the interface that lies over the others, without keeping them from being used where it is not.

#include "ui/canvas/ui.h"

#include <string>

struct ImDrawList;

namespace ui {

/// As long as this lives, everything is drawn in front, and clicks within `place` do not go through.
/// Registers the place under `name`, to which the controls in it belong.
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

// A menu or a small form above the window: opens under its button, closes on Escape or a click outside.

/// Opens the popup at the next opportunity and puts the focus on its control `first`.
void open_popup(Ui& ui, const std::string& name, const std::string& first = {});

/// Drawing goes into the popup during its lifetime:
/// `if (Popup popup(ui, name, rect); popup.open()) { … }`. A popup taller than the window below `place.y`
/// scrolls: its content starts at origin() and reports its height to used().
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
    /// to the height of the next frame.
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

} // namespace ui
