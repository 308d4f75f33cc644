#pragma once
// A menu or a small form above the window: opens under its button, closes on Escape or a click outside.

#include "ui/canvas/ui.h"

namespace ui {

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
