// The bridge: where a trained model understands what this layer, set by hand, cannot, one line says so and
// leads to it.
#include "narration/wording.h"
#include "ui/views/walkthrough/walkthrough.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

namespace ui {

using namespace drawing;
using narration::Tone;

namespace {

constexpr float padding_of_bridge = 14; // design pixels

/// The bridge from what is on screen; null where there is none, where it would be about another word than the
/// marked one, and where it would give away what a question asks.
const workbench::Bridge* bridge_on_screen(WalkthroughFrame& frame) {
    BridgeState& state = frame.state.bridge;
    const Scene& scene = frame.scene;
    const bool has_weights = scene.selection.stage >= attention::StageId::scores;
    if (frame.guided || !has_weights || frame.state.explanation.hidden.later) return nullptr;
    if (state.pass.lock() != scene.shown) {
        state.pass = scene.shown;
        state.found = workbench::bridge_from(scene.pass(), scene.before.get(), scene.bench.library());
    }
    return state.found && state.found->row == scene.selection.query ? &*state.found : nullptr;
}

std::string in_words(const Ui& ui, base::Index count) {
    const std::string name = "heads.count." + std::to_string(count);
    return ui.texts.has(name) ? ui.texts.text(name) : std::to_string(count);
}

std::string quoted(const std::string& word) {
    return "“" + word + "”";
}

} // namespace

float draw_bridge(WalkthroughFrame& frame, Point at, float width) {
    const workbench::Bridge* bridge = bridge_on_screen(frame);
    if (!bridge) return 0;
    Ui& ui = frame.ui;
    const narration::Values values{{"word", narration::toned(quoted(bridge->word), Tone::query)},
                                   {"by_hand", narration::toned(quoted(bridge->by_hand), Tone::key)},
                                   {"trained", narration::toned(quoted(bridge->trained), Tone::key)},
                                   {"layers", narration::toned(in_words(ui, bridge->layers))}};
    const narration::Paragraph told =
        ui.said(bridge->changed_its_mind ? "bridge.changed" : "bridge.differs", values);
    const float inset = ui.px(padding_of_bridge), room = width - 2 * inset;
    const float high = paragraph(ui, {}, room, told, body_size, true);
    const Rect box{at.x, at.y, width, high + ui.px(control_height + 8) + 2 * inset};
    ui.canvas.fill(box, ui[Role::sunk], ui.px(10));
    ui.canvas.stroke(box, ui[Role::hairline], ui.px(1), ui.px(10));
    ui.anchors.add("bridge", box);
    paragraph(ui, {box.x + inset, box.y + inset}, room, told, body_size);
    const std::string& see = ui.text("bridge.see");
    const Rect place{box.x + inset, box.bottom() - inset - ui.px(control_height),
                     button_width(ui, see, card_size), ui.px(control_height)};
    if (button(ui, "bridge/see", place, see, {.text_size = card_size})) {
        workbench::Selection then = frame.scene.selection;
        then.query = bridge->row;
        frame.actions.ask(PerformEdit{.edit = workbench::ChooseTrained{bridge->model}, .then = then});
        frame.actions.ask(OpenView{"story"});
    }
    return box.height + ui.px(14);
}

} // namespace ui
