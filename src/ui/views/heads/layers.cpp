// Of a model with several layers: which one is shown, or all of them.
#include "ui/chrome/weights_menu.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/controls.h"

#include <string>
#include <vector>

namespace ui {

using namespace drawing;
using base::Index;

float choose_layers(HeadsFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    if (frame.on_slide || frame.layers.empty()) return 0;
    const std::vector<std::string> labels{ui.text("heads.rules.this_layer"),
                                          ui.text("heads.rules.all_layers")};
    const int now = static_cast<int>(frame.state.chosen.layers);
    const int clicked =
        choice(ui, "heads/layers", {line.x, line.y}, labels, now, control_height,
               {ui.text("heads.rules.this_layer_hint"), ui.text("heads.rules.all_layers_hint")});
    if (clicked >= 0) {
        frame.state.chosen.layers = static_cast<LayersShown>(clicked);
        ui.motion.draw_again();
    }
    return ui.px(control_height + 10);
}

float choose_layer(HeadsFrame& frame, const Rect& line) {
    if (frame.layers.empty() || frame.on_slide) return 0;
    if (const auto chosen = choose_layer(frame.ui, "heads/layer", line, frame.scene.pass()).chosen)
        frame.show_layer(*chosen, frame.scene.selection);
    return frame.ui.px(control_height + 10);
}

} // namespace ui
