#include "ui/board/word_swap.h"

#include <imgui.h>

#include <GLFW/glfw3.h>

namespace ui {

using namespace drawing;

namespace {

void swap(const Scene& scene, Index a, Index b, bool of_source, Actions& actions) {
    if (!(scene.bench.document() == scene.pass().document)) return; // still computed: other words by now
    actions.begin_gesture = true;
    actions.edit(workbench::SwapWords{a, b, of_source});
    workbench::Selection marked = scene.selection;
    const auto follow = [&](Index& place) {
        if (place == a || place == b) place = a + b - place;
    };
    if (!of_source) follow(marked.query);
    if (of_source || !scene.trace().input.is_cross()) follow(marked.key);
    marked.pinned.reset();
    actions.after_edits = marked;
}

/// The word in the hand.
void draw_dragged(Ui& ui, const WordsOnScreen& on_screen, Index word) {
    const float size = on_screen.row.text_size, height = size * 1.8F;
    const std::string& text = on_screen.words[word];
    const float width = ui.canvas.width(Font::sans_medium, size, text) + size;
    const Rect box{ui.mouse.x - width / 2, ui.mouse.y - height / 2, width, height};
    ui.canvas.fill(box, ui[Role::card], ui.px(7));
    ui.canvas.stroke(box, ui[Role::focus], ui.px(1.5F), ui.px(7));
    ui.canvas.text(box.centre(), text, Font::sans_medium, size, ui[Role::text], Align::centre);
}

/// True for a word, false for a numbered row of a numeric document and for padding.
bool can_swap(const Scene& scene, Index word, bool of_source) {
    const auto& pass = scene.pass();
    const bool numeric = of_source ? pass.document.memory_length > 0 : pass.document.length > 0;
    const Index count = of_source ? scene.trace().m() : scene.trace().n() - pass.filled_up;
    return !numeric && word >= 0 && word < count;
}

} // namespace

void drag_word(Ui& ui, const Scene& scene, const WordsOnScreen& on_screen, Index word, const Touch& t,
               Actions& actions) {
    if (!can_swap(scene, word, on_screen.of_source)) return;
    if (!t.held && !t.let_go) return;
    const auto target = on_screen.row.word_at(ui.mouse);
    if (target == word) return;
    const bool fits = target && can_swap(scene, *target, on_screen.of_source);
    if (t.let_go) {
        if (fits) swap(scene, word, *target, on_screen.of_source, actions);
        return;
    }
    if (fits) ui.canvas.stroke(*on_screen.row.box(*target), ui[Role::focus], ui.px(2), ui.px(7));
    draw_dragged(ui, on_screen, word);
}

void swap_by_key(const Ui& ui, const Scene& scene, Actions& actions) {
    const Index word = scene.selection.query;
    const Index neighbour = ui.pressed(GLFW_KEY_LEFT, GLFW_MOD_ALT)    ? word - 1
                            : ui.pressed(GLFW_KEY_RIGHT, GLFW_MOD_ALT) ? word + 1
                                                                       : word;
    if (neighbour != word && can_swap(scene, word, false) && can_swap(scene, neighbour, false))
        swap(scene, word, neighbour, false, actions);
}

} // namespace ui
