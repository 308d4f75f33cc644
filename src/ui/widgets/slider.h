#pragma once
// A number chosen on a line.

#include "ui/canvas/ui.h"

#include <optional>
#include <string>

namespace ui {

/// The numbers from low to high that can be chosen, `step` apart.
struct SliderScale {
    float low = 0, high = 1, step = 1;
    std::optional<float> mark = {}; ///< a tick stands here: what is usual
    bool dotted = false;            ///< a dot for every number: where there are few
};

/// Dragged, or moved by ← and → when it has the focus. True when the user changed `value`, which then is on
/// the scale; until then it is shown as it is.
bool slider(Ui& ui, const std::string& name, const drawing::Rect& rect, float& value,
            const SliderScale& scale);
/// Whether ← and → belong to this slider, so that a view must not take them for something else.
bool slider_has_keys(const Ui& ui, const std::string& name);

} // namespace ui
