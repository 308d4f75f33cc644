#pragma once
// Parts of the interface that lie above the others: floating cards, and popups, which take all input while
// open.

#include "ui/canvas/ui.h"

#include <string>

struct ImDrawList;

namespace ui {

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

} // namespace ui
