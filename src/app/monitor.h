#pragma once
// Which monitor a window is on, and how large things are drawn there.

#include <cstddef>
#include <vector>

namespace app {

/// A rectangle of the desktop, in its units.
struct Area {
    int x = 0, y = 0, width = 0, height = 0;
};

/// The index of the monitor that holds most of the window; of several that hold as much the first, which is
/// the primary one; 0 where none holds any of it.
std::size_t monitor_of(const Area& window, const std::vector<Area>& monitors);

/// The scale of the interface on a monitor. `system_scale`: what the system asks for. Where it asks for
/// nothing (1), the density of the pixels decides, if that is certain: `pixels` over `millimetres`, both of
/// the width. One of at least 180 to the inch is drawn larger, in quarters, up to 3; screens of less than 100
/// mm are not believed: what projectors report is unreliable.
float scale_of_monitor(float system_scale, int pixels, int millimetres);

} // namespace app
