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

} // namespace ui
