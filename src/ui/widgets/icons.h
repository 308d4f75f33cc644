#pragma once
// The icons, drawn as shapes so that they are sharp at every size.

#include "ui/widgets/controls.h"

namespace ui {

enum class Icon {
    play,
    pause,
    undo,
    redo,
    sun,
    moon,
    chevron_down,
    chevron_left,
    chevron_right,
    tick,
    cross,
    help,
    zoom_in,
    zoom_out,
    fit,
    keep,
    folder,
    logo
};

void draw_icon(Ui& ui, Icon icon, const drawing::Rect& rect, drawing::Rgba colour);
bool icon_button(Ui& ui, const std::string& name, const drawing::Rect& rect, Icon icon,
                 const ButtonStyle& style = {});

} // namespace ui
