// After the last stage: suggestions of what to try.
#include "narration/narration.h"
#include "ui/chrome/navigation.h"
#include "ui/views/walkthrough/walkthrough.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;

namespace {

/// One thing to try: its button is the text "next.<key>", its reason "next.<key>_why".
struct Suggestion {
    const char* key;
    void (*go)(const Scene& scene, Actions& actions);
};

/// Selects the next word as the query, from the scores on.
void another_word(const Scene& scene, Actions& actions) {
    actions.select = scene.selection;
    actions.select->query = (scene.selection.query + 1) % scene.trace().n();
    actions.select->stage = attention::StageId::scores;
    actions.select->product = 0;
    actions.select->pinned.reset();
}

constexpr std::array suggestions{
    Suggestion{"word", another_word},
    Suggestion{"story", [](const Scene&, Actions& actions) { actions.ask(OpenView{"story"}); }},
    Suggestion{"learn", [](const Scene&, Actions& actions) { actions.ask(OpenView{"learn"}); }},
    Suggestion{"heads", [](const Scene&, Actions& actions) { actions.ask(OpenView{"heads"}); }},
    Suggestion{"mask",
               [](const Scene&, Actions& actions) {
                   actions.ask(OpenView{"labs", "mask"});
               }},
    Suggestion{"race", [](const Scene&, Actions& actions) { actions.ask(OpenView{"race"}); }},
};

std::string text_of(const Ui& ui, const Suggestion& suggestion, const char* ending = "") {
    return ui.texts.text("next." + std::string(suggestion.key) + ending);
}

/// A suggestion and its place.
struct Row {
    const Suggestion* suggestion;
    Rect button, why;
};

std::vector<Row> rows_in(Ui& ui, Point at, float width) {
    float widest = 0;
    for (const auto& suggestion : suggestions)
        widest = std::max(widest, button_width(ui, text_of(ui, suggestion)));
    std::vector<Row> rows;
    float y = at.y + ui.px(30);
    for (const auto& suggestion : suggestions) {
        const Rect button{at.x, y, widest, ui.px(30)};
        const float x = button.right() + ui.px(12), room = at.x + width - x;
        const narration::Paragraph why{{text_of(ui, suggestion, "_why"), narration::Tone::plain}};
        const float words = paragraph(ui, {}, room, why, label_size, true);
        rows.push_back({&suggestion, button, {x, y + ui.px(4), room, words}});
        y += std::max(button.height, words + ui.px(4)) + ui.px(8);
    }
    return rows;
}

float bottom_of(const Row& last) {
    return std::max(last.button.bottom(), last.why.bottom());
}

} // namespace

float what_next(WalkthroughFrame& frame, const Scene& scene, Point at, float width) {
    Ui& ui = frame.ui;
    ui.canvas.text({at.x, at.y + ui.px(10)}, ui.text("next.title"), Font::sans_bold, ui.px(body_size),
                   ui[Role::text]);
    const auto rows = rows_in(ui, at, width);
    for (const Row& row : rows) {
        if (button(ui, "next/" + std::string(row.suggestion->key), row.button, text_of(ui, *row.suggestion)))
            row.suggestion->go(scene, frame.actions);
        paragraph(ui, {row.why.x, row.why.y}, row.why.width, text_of(ui, *row.suggestion, "_why"), Font::sans,
                  label_size, ui[Role::quiet]);
    }
    return bottom_of(rows.back()) - at.y;
}

void draw_what_next(WalkthroughFrame& frame, Point at, float width) {
    Ui& ui = frame.ui;
    const float margin = ui.px(20);
    const Point inner{at.x + margin, at.y + margin};
    const float bottom = bottom_of(rows_in(ui, inner, width - 2 * margin).back());
    const Rect area{at.x, at.y, width, bottom + margin - at.y};
    card(ui, area);
    ui.anchors.add("what_next", area);
    what_next(frame, frame.scene, inner, width - 2 * margin);
}

} // namespace ui
