#include "ui/widgets/bars.h"

#include "narration/markup.h"

namespace ui {

void paint_bars(Ui& ui, std::span<const drawing::Bar> bars, const drawing::BarLayout& layout,
                drawing::BarOptions options) {
    const auto left_out = std::to_string(static_cast<drawing::Index>(bars.size()) - layout.count);
    options.left_out = ui.plain("caption.bars_left_out", {{"count", {{left_out}}}});
    ui.canvas.paint(bar_figure(bars, layout, options, ui.theme.palette(), ui.canvas));
}

} // namespace ui
