#include "ui/canvas/ui.h"

#include <algorithm>

namespace ui {

bool Ui::pressed(int key, int mods) const {
    return std::any_of(keys.begin(), keys.end(),
                       [&](const KeyPress& press) { return press.key == key && press.mods == mods; });
}

} // namespace ui
