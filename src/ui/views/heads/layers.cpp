// Of a model with several layers: which one is shown, or all of them.
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
    Ui& ui = frame.ui;
    const std::vector<std::string>& names = frame.layers;
    if (names.empty() || frame.on_slide) return 0;
    const Index shown = frame.layer_shown();
    Index chosen = shown;
    if (choice_width(ui, names) <= line.width) {
        const int clicked = choice(ui, "heads/layer", {line.x, line.y}, names, static_cast<int>(shown));
        if (clicked >= 0) chosen = clicked;
    } else {
        std::int64_t number = shown + 1;
        if (stepper(ui, "heads/layer", {line.x, line.y, ui.px(150), ui.px(control_height)}, number, 1,
                    std::ssize(names)))
            chosen = static_cast<Index>(number - 1);
    }
    if (chosen != shown) frame.show_layer(chosen, frame.scene.selection);
    return ui.px(control_height + 10);
}

} // namespace ui
