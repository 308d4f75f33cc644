#include "close.h"
#include "drawing/figure_checks.h"
#include "drawing/plot/small_plots.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <cmath>

using namespace drawing;

namespace {

SmallPlots seventeen() {
    SmallPlots plots{.x_high = 100};
    for (int i = 0; i < 17; ++i)
        plots.plots.push_back({.name = "skill " + std::to_string(i),
                               .reading = "98 %",
                               .series = {{.name = {}, .points = {{.x = 0, .y = 0}, {.x = 100, .y = 1}}}}});
    return plots;
}

} // namespace

TEST_CASE("panels lie side by side, do not overlap, and fill the area") {
    const SmallPlots plots = seventeen();
    for (const Rect area : {Rect{10, 20, 790, 430}, Rect{0, 0, 446, 290}, Rect{0, 0, 100, 900}}) {
        const SmallPlotsLayout layout = small_plots_layout(area, plots, 1);
        CHECK(layout.columns >= 1);
        float right = 0, bottom = 0;
        for (std::size_t i = 0; i < plots.plots.size(); ++i) {
            const Rect panel = layout.panel(i);
            right = std::max(right, panel.right());
            bottom = std::max(bottom, panel.bottom());
            if (i % layout.columns > 0) CHECK(panel.x > layout.panel(i - 1).right());
            if (i >= layout.columns) CHECK(panel.y > layout.panel(i - layout.columns).bottom());
        }
        CHECK(right == make::about(area.right()).within(0.1));
        CHECK(bottom == make::about(area.bottom()).within(0.1));
    }
    CHECK(small_plots_layout({0, 0, 790, 430}, plots, 1).columns == 6);
}

TEST_CASE("every panel has its name and its line, from the lower left to the upper right corner") {
    const SmallPlots plots = seventeen();
    const SmallPlotsLayout layout = small_plots_layout({0, 0, 790, 430}, plots, 1);
    const Figure figure = small_plots_figure(plots, layout, light_palette(), FixedMeasure());
    for (std::size_t i = 0; i < plots.plots.size(); ++i) {
        const Rect frame = layout.frame(i);
        CHECK(label_named(figure, plots.plots[i].name));
        CHECK(std::ranges::any_of(all<Line>(figure), [&](const Line& line) {
            return line.from.x == frame.x && line.from.y == frame.bottom() && line.to.x == frame.right() &&
                   line.to.y == make::about(frame.y).within(0.01);
        }));
    }
}
