#include "ui/views/start/start.h"

#include "narration/wording.h"
#include "ui/board/word_swap.h"
#include "ui/board/words.h"
#include "ui/views/start/cards.h"
#include "ui/widgets/controls.h"

#include <GLFW/glfw3.h>

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

namespace {

constexpr float widest = 1440;       // maximum content width, design pixels
constexpr float words_scale = 1.45F; // enlarged: the sentence is the page's subject
constexpr float weight_height = 28;  // of the line below the words, design pixels

/// The cell of the word's row of weights with the key it attends to most.
attention::Cell strongest(const Scene& scene, Index query) {
    const Index head = scene.selection.head;
    return {Quantity::dropped, head, query, workbench::strongest_key(scene.trace(), head, query)};
}

/// The word whose arcs are drawn: the hovered one, otherwise the marked one.
Index asking_word(const Scene& scene) {
    const auto& hovered = scene.selection.hovered;
    return hovered && hovered->quantity == Quantity::dropped ? hovered->row : scene.selection.query;
}

void draw_title(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const narration::Wording wording(ui.texts, scene.pass().names);
    const narration::Values values{{"word", wording.query(asking_word(scene))}};
    const char* form = wording.words() ? "start.question" : "start.question_row";
    ui.canvas.text_within({area.x, area.y + ui.px(22)}, area.width, ui.plain(form, values), Font::sans_bold,
                          ui.px(34), ui[Role::text]);
    ui.canvas.text_within({area.x, area.y + ui.px(60)}, area.width, ui.text("start.answer"), Font::sans,
                          ui.px(17), ui[Role::quiet]);
}

/// Hovering a word marks its row, a click keeps it; both mark the key it attends to most.
void follow_pointer(StartFrame& frame, const Rect& words) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    if (actions.select) {
        actions.select->key = strongest(scene, actions.select->query).column;
        return;
    }
    std::optional<attention::Cell> pointed;
    const Index count = words.contains(ui.mouse) ? scene.trace().n() : 0;
    for (Index i = 0; i < count && !pointed; ++i)
        if (const Rect* box = ui.anchors.find("token/" + std::to_string(i)); box && box->contains(ui.mouse))
            pointed = strongest(scene, i);
    if (pointed == scene.selection.hovered) return;
    actions.select = scene.selection;
    actions.select->hovered = pointed;
    ui.motion.draw_again();
}

/// The words with the final weights, whatever stage the walk has reached.
float draw_weighted_words(StartFrame& frame, const Rect& area) {
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    workbench::Selection at_weights = scene.selection;
    at_weights.stage = attention::StageId::weighted_sum;
    at_weights.key = strongest(scene, at_weights.query).column;
    const Scene weighted{scene.bench, scene.shown, scene.before, at_weights};
    const float height = draw_words(frame.ui, weighted, area, actions, {.enlarged = words_scale});
    if (actions.select) actions.select->stage = scene.selection.stage;
    return height;
}

/// The weights below the words: a click shows how the weight is computed.
void open_weights(StartFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const Index query = scene.selection.query;
    const std::string row = scene.trace().input.is_cross() ? "source/" : "token/";
    for (Index key = 0; key < scene.trace().m(); ++key) {
        const Rect* box = ui.anchors.find(row + std::to_string(key));
        if (!box) continue;
        const Rect number{box->x, box->bottom() + ui.px(3), box->width, ui.px(weight_height)};
        const Touch t = touch(ui, "start/weight/" + std::to_string(key), number, true, false);
        if (t.hovered) ui.cursor_hint = ui.text("start.weight_hint");
        if (!t.clicked) continue;
        actions.select = scene.selection;
        actions.select->stage = attention::StageId::softmax;
        actions.select->product = 0;
        actions.select->query = query;
        actions.select->key = key;
        actions.select->hovered.reset();
        actions.view = "walkthrough";
    }
}

} // namespace

void StartView::draw(ViewFrame& view) {
    StartFrame frame{view, state_};
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    const float width = std::min(area.width - ui.px(64), ui.px(widest));
    const float spare = std::max(0.0F, area.height - ui.px(740));
    const Rect page{area.centre().x - width / 2, area.y + ui.px(24) + 0.4F * spare, width,
                    area.height - ui.px(40) - 0.4F * spare};
    draw_title(frame, {page.x, page.y, page.width, ui.px(76)});
    float y = page.y + ui.px(84);
    Rect words{page.x, y, page.width, page.bottom() - y};
    words.height = draw_weighted_words(frame, words);
    follow_pointer(frame, words);
    open_weights(frame);
    const float chips = chips_height(ui, state_.chips, scene, page.width);
    draw_chips(ui, state_.chips, scene, {page.x, words.bottom() + ui.px(8), page.width, chips},
               frame.actions);
    // A line is kept for them, so that the cards below stay where they are.
    const float line = chips_room(ui, 0, ui.px(800));
    y = words.bottom() + std::max(chips, line) + ui.px(20);

    const float foot = ui.px(34), gap = ui.px(20);
    const float height = std::min(page.bottom() - foot - y, ui.px(360));
    const float unit = (width - 2 * gap) / 3.2F;
    const Rect walk{page.x, y, 1.35F * unit, height};
    const Rect lab{walk.right() + gap, y, 0.95F * unit, height};
    const Rect files{lab.right() + gap, y, page.right() - lab.right() - gap, height};
    draw_walk_card(frame, walk);
    draw_lab_card(frame, lab);
    draw_work_card(frame, files);
    ui.canvas.text_within({page.x, y + height + ui.px(22)}, page.width, ui.text("start.offline"), Font::sans,
                          ui.px(label_size), ui[Role::quiet]);
}

void StartView::keys(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    Actions& actions = frame.actions;
    const auto move = [&](Index by) {
        actions.select = scene.selection;
        actions.select->query = std::clamp<Index>(scene.selection.query + by, 0, scene.trace().n() - 1);
        actions.select->key = strongest(scene, actions.select->query).column;
        actions.select->hovered.reset();
    };
    if (ui.pressed(GLFW_KEY_UP) || ui.pressed(GLFW_KEY_LEFT)) move(-1);
    if (ui.pressed(GLFW_KEY_DOWN) || ui.pressed(GLFW_KEY_RIGHT)) move(1);
    swap_by_key(ui, scene, actions);
}

} // namespace ui
