#include "ui/views/walkthrough/next_step.h"

#include "narration/markup.h"
#include "ui/chrome/scrubber.h"
#include "ui/widgets/controls.h"

namespace ui {

void draw_next_step(WalkthroughFrame& frame, const drawing::Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const workbench::Selection next = stepped(scene, 1);
    const bool last = next.stage == scene.selection.stage;
    const narration::Values values{{"stage", {{std::string(attention::stage(next.stage).title)}}}};
    const std::string label = ui.plain(last ? "next.last" : "next.stage", values);
    if (!button(ui, "next", area, label, {.look = ButtonLook::filled, .text_size = body_size})) return;
    if (last)
        actions.view = "start";
    else
        actions.select = next;
}

} // namespace ui
