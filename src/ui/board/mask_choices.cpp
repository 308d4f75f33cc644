#include "ui/board/mask_choices.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/explained.h"
#include "workbench/sizes.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

/// Queries, keys and padded positions of the newest document, which may not be shown yet.
struct Lengths {
    Index n, m, filled_up;
};

Lengths lengths_of(const Scene& scene) {
    if (!scene.bench.computing()) return {scene.trace().n(), scene.trace().m(), scene.pass().filled_up};
    const workbench::Words words = workbench::words_of(scene.bench.document());
    return {static_cast<Index>(words.queries.size()), static_cast<Index>(words.keys().size()), words.padding};
}

/// Its name; a window that is not chosen says so.
const std::string& label_of(const Ui& ui, const workbench::ChosenKind& kind,
                            const workbench::MaskKinds& chosen) {
    const std::string name = std::string("controls.") + kind.key;
    const bool off = chosen.*kind.amount == 0 && ui.texts.has(name + "_off");
    return ui.texts.text(off ? name + "_off" : name);
}

} // namespace

float draw_mask_choices(Ui& ui, const Scene& scene, const std::string& name, Point start, float right,
                        float pitch, Actions& actions) {
    const workbench::MaskChoice now = scene.bench.document().mask;
    workbench::MaskChoice mask = now;
    const float height = ui.px(control_height);
    float x = start.x, y = start.y;
    const auto flip = [&](const std::string& what, const std::string& label, bool on) {
        const float wide = button_width(ui, label);
        const bool clicked = button(ui, name + what, {x, y, wide, height}, label, {.on = on});
        x += wide + ui.px(6);
        return clicked;
    };
    const auto count = [&](const std::string& what, const std::string& label, Index& value, std::int64_t low,
                           std::int64_t high) {
        const float said = ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(8);
        const float usual = ui.px(112), least = ui.px(84);
        const float wide = std::min(usual, right - x - said);
        if (wide < least) return;
        const Point words{x, y + height / 2};
        ui.canvas.text(words, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
        underline_terms(ui, words, label, Font::sans, ui.px(label_size), ui[Role::quiet], label);
        x += said;
        std::int64_t typed = std::max<std::int64_t>(value, low);
        if (stepper(ui, name + what, {x, y, wide, height}, typed, low, high)) value = typed;
        x += wide + ui.px(14);
    };
    const Lengths lengths = lengths_of(scene);
    const bool unmasked = now == workbench::MaskChoice{} && lengths.filled_up == 0;
    if (flip("/none", ui.text("labs.no_mask"), unmasked)) mask = {};
    for (const workbench::ChosenKind& kind : workbench::chosen_kinds())
        if (kind.is_switch &&
            flip(std::string("/") + kind.key, label_of(ui, kind, now), now.*kind.amount > 0))
            mask.*kind.amount = now.*kind.amount > 0 ? 0 : 1;
    // Not a kind of mask beside the others: it is never lit.
    if (now.drawn.size() > 0 && flip("/clear", ui.text("labs.clear_drawing"), false))
        mask = workbench::without_drawing(now);
    x = pitch > 0 ? start.x : x + ui.px(8);
    y += pitch;
    for (const workbench::ChosenKind& kind : workbench::chosen_kinds()) {
        if (kind.is_switch) continue;
        // Positions that pad a sentence to the longest of its batch are padding, whatever is chosen.
        const bool padding = kind.amount == &workbench::MaskKinds::padding;
        count(std::string("/") + kind.key, label_of(ui, kind, mask), mask.*kind.amount,
              padding ? lengths.filled_up : 0, padding ? lengths.m : std::max(lengths.n, lengths.m));
    }
    if (mask != now) actions.edit(workbench::SetMask{mask});
    return x;
}

} // namespace ui
