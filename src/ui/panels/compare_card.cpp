#include "ui/panels/compare_card.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/scope.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float row = 30; // design pixels, of a line of controls

/// "A  Cross-attention  a target looks at a source", and at the right the head and the copy.
void draw_title(Ui& ui, const std::string& name, const Scene& scene, const Scene& other, const Rect& line,
                Actions& actions) {
    const bool cross = scene.trace().input.is_cross();
    const float middle = line.centre().y, side = ui.px(24);
    const Rect badge{line.x, middle - side / 2, side, side};
    ui.canvas.fill(badge, ui[Role::strong_fill], ui.px(6));
    ui.canvas.text(badge.centre(), name, Font::sans_bold, ui.px(14), ui[Role::strong_text], Align::centre);
    float right = line.right();
    const bool is_a = name == "A";
    const std::string& copy = ui.text(is_a ? "compare.to_a" : "compare.to_b");
    const float wide = button_width(ui, copy);
    right -= wide;
    if (button(ui, "copy", {right, middle - ui.px(14), wide, ui.px(28)}, copy,
               {.hint = ui.text(is_a ? "compare.to_a_hint" : "compare.to_b_hint")})) {
        actions.edit(workbench::ReplaceDocument{other.bench.document()});
        actions.select = other.selection;
    }
    right -= ui.px(10);
    const auto heads = static_cast<long>(scene.trace().heads.size());
    if (heads > 1) {
        long head = scene.selection.head + 1;
        right -= ui.px(112);
        if (stepper(ui, "head", {right, middle - ui.px(14), ui.px(112), ui.px(28)}, head, 1, heads)) {
            actions.select = scene.selection;
            actions.select->head = head - 1;
        }
        const std::string& label = ui.text("compare.head");
        right -= ui.px(8);
        ui.canvas.text({right, middle}, label, Font::sans, ui.px(13), ui[Role::quiet], Align::right);
        right -= ui.canvas.width(Font::sans, ui.px(13), label) + ui.px(10);
    }
    const std::string& title = ui.text(cross ? "compare.cross" : "compare.self");
    float x = badge.right() + ui.px(10);
    ui.canvas.text({x, middle}, title, Font::sans_bold, ui.px(17), ui[Role::text]);
    x += ui.canvas.width(Font::sans_bold, ui.px(17), title) + ui.px(8);
    ui.canvas.text_within({x, middle}, right - x, ui.text(cross ? "compare.cross_more" : "compare.self_more"),
                          Font::sans, ui.px(14), ui[Role::quiet]);
}

/// A pill with words in it, and an arrow to what they become; returns where it ends.
float draw_feed(Ui& ui, float x, float middle, const std::string& from, const std::string& to, Role role) {
    const float size = ui.px(13), height = ui.px(22);
    const float wide = ui.canvas.width(Font::sans, size, from) + ui.px(18);
    const Rect pill{x, middle - height / 2, wide, height};
    ui.canvas.stroke(pill, ui[role], ui.px(1.5F), height / 2);
    ui.canvas.text(pill.centre(), from, Font::sans, size, ui[Role::text], Align::centre);
    x = pill.right() + ui.px(4);
    const float end = x + ui.px(26), head = ui.px(5);
    ui.canvas.line({x, middle}, {end - head, middle}, ui[role], ui.px(1.5F));
    ui.canvas.paint(Triangle{
        {end, middle}, {end - 1.6F * head, middle - head}, {end - 1.6F * head, middle + head}, ui[role]});
    x = end + ui.px(6);
    ui.canvas.text({x, middle}, to, Font::sans_bold, ui.px(14), ui[role]);
    return x + ui.canvas.width(Font::sans_bold, ui.px(14), to) + ui.px(22);
}

/// Which sequence feeds Q, and which K and V.
void draw_feeds(Ui& ui, CompareSide& side, const Scene& scene, const Rect& line, Actions& actions) {
    const auto& t = scene.trace();
    const auto& document = scene.bench.document();
    const bool cross = t.input.is_cross();
    const float middle = line.centre().y;
    const std::string& unit = ui.text(document.text.empty() ? "compare.rows" : "compare.words");
    const auto counted = [&](attention::Index n, const char* whose) {
        return (cross ? ui.text(whose) + ": " : std::string()) + std::to_string(n) + " " + unit;
    };
    float x = draw_feed(ui, line.x, middle, counted(t.n(), "top.target"), cross ? "Q" : "Q, K, V",
                        cross ? Role::query : Role::text);
    if (cross) x = draw_feed(ui, x, middle, counted(t.m(), "top.source"), "K, V", Role::key);
    if (!document.memory_text.empty()) side.source = document.memory_text;
    if (document.text.empty()) return; // random rows without words: their source is not typed
    // The same words with another source: only where K and V come from changes.
    const std::vector<std::string> choices{ui.text("compare.itself"), ui.text("compare.source")};
    const float wide = choice_width(ui, choices);
    const std::string& label = ui.text("compare.keys_from");
    const float label_width = ui.canvas.width(Font::sans, ui.px(13), label) + ui.px(8);
    const float left = line.right() - wide;
    if (left - label_width > x)
        ui.canvas.text({left - ui.px(8), middle}, label, Font::sans, ui.px(13), ui[Role::quiet],
                       Align::right);
    const int clicked = choice(ui, "keys_from", {left, middle - ui.px(14)}, choices, cross ? 1 : 0);
    if (clicked < 0 || clicked == (cross ? 1 : 0)) return;
    const std::string& source = side.source.empty() ? document.text : side.source;
    actions.edit(workbench::SetText{document.text, clicked == 1 ? source : std::string()});
}

/// What the marked cell says, in the words of the Walkthrough.
void draw_story(Ui& ui, const Scene& scene, const Rect& area) {
    const auto& pass = scene.pass();
    const bool hand_set = std::holds_alternative<workbench::HandSetWeights>(pass.document.weights);
    const auto story = ui.texts.narrate({scene.trace(), pass.names, scene.selection.stage,
                                         workbench::marked_cell(scene.selection, scene.trace()), hand_set});
    if (!story.paragraphs.empty())
        paragraph(ui, {area.x, area.y}, area.width, story.paragraphs.front(), 13.5F);
}

} // namespace

void draw_compare_card(Ui& ui, CompareSide& side, const std::string& name, const Scene& scene,
                       const Scene& other, const Rect& area, Actions& actions) {
    const Scope scope(ui, name == "A" ? "a/" : "b/");
    card(ui, area);
    ui.anchors.add("card", area);
    const Rect inner = area.inset(ui.px(16));
    float y = inner.y - ui.px(4);
    const auto line = [&](float height) {
        const Rect rect{inner.x, y, inner.width, ui.px(height)};
        y += ui.px(height + 8);
        return rect;
    };
    draw_title(ui, name, scene, other, line(row), actions);
    draw_document_bar(ui, side.document, scene, line(row), actions);
    draw_feeds(ui, side, scene, line(row), actions);
    const float story = ui.px(58);
    draw_board(ui, side.board, scene, {inner.x, y, inner.width, inner.bottom() - story - y}, actions);
    ui.canvas.clip({inner.x, inner.bottom() - story, inner.width, story + ui.px(8)});
    draw_story(ui, scene, {inner.x, inner.bottom() - story + ui.px(8), inner.width, story});
    ui.canvas.unclip();
}

} // namespace ui
