#include "ui/lesson/card.h"

#include "drawing/shapes/colours.h"
#include "ui/lesson/question_box.h"
#include "ui/widgets/areas.h"

#include <GLFW/glfw3.h>
#include <algorithm>

namespace ui {

using namespace drawing;
using lesson::BlockKind;

namespace {

constexpr float indent = 16, between = 10, between_items = 4, line_spacing = 1.5F; // design pixels

float draw_block(Ui& ui, const lesson::Block& block, Point at, float width, float size, bool measure_only,
                 const TieUse& tied) {
    const bool code = block.kind == BlockKind::code;
    const bool inner = block.kind == BlockKind::item || code;
    const float inset = inner ? ui.px(indent) : 0;
    narration::Paragraph spans = block.spans;
    if (code)
        for (narration::Span& span : spans)
            span.tone = narration::Tone::number; // in the font of numbers
    if (block.kind == BlockKind::item && !measure_only)
        ui.canvas.paint(
            Disc{{at.x + ui.px(5), at.y + ui.px(size) * line_spacing / 2}, ui.px(2.2F), ui[Role::quiet]});
    return paragraph(ui, {at.x + inset, at.y}, width - inset, spans, size, measure_only, Role::text,
                     line_spacing, tied);
}

} // namespace

float draw_lesson_text(Ui& ui, const lesson::LessonText& text, Point at, float width, float size,
                       bool measure_only, const TieUse& tied, int first_tie) {
    const TieUse use = tied ? [&](int tie, const Rect& place) { tied(first_tie + tie, place); } : TieUse();
    float y = at.y;
    for (std::size_t i = 0; i < text.blocks.size(); ++i) {
        const bool item_after_item =
            i > 0 && text.blocks[i].kind == BlockKind::item && text.blocks[i - 1].kind == BlockKind::item;
        const bool line = text.blocks[i].kind == BlockKind::line;
        if (i > 0 && !line) y += ui.px(item_after_item ? between_items : between);
        y += draw_block(ui, text.blocks[i], {at.x, y}, width, size, measure_only, use);
    }
    return y - at.y;
}

namespace {

constexpr float card_padding = 24, foot_height = 36, title_size = 20,
                card_text_size = body_size; // design pixels

narration::Paragraph plain(const std::string& text) {
    return {{text}};
}

/// A bar for each step: done, open, still to come. A click goes there.
void draw_steps(Ui& ui, const LessonRun& run, const Rect& line, LessonWish& wish) {
    const std::size_t count = run.lesson().steps.size();
    const float gap = ui.px(count > 16 ? 2 : 5);
    const float width = (line.width - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    for (std::size_t i = 0; i < count; ++i) {
        const Rect bar{line.x + static_cast<float>(i) * (width + gap), line.y, width, line.height};
        const Rgba colour = i < run.at()    ? ui[Role::query_fill]
                            : i == run.at() ? mix(ui[Role::card], ui[Role::query_fill], 0.55F)
                                            : ui[Role::hairline];
        ui.canvas.fill(bar, colour, line.height / 2);
        const Rect reach{bar.x, bar.y - ui.px(8), bar.width, bar.height + ui.px(16)};
        const Touch t = touch(ui, "lesson/step/" + std::to_string(i), reach, true, false);
        if (t.hovered) ui.cursor_hint = run.lesson().steps[i].title;
        if (t.clicked) wish.go_to = i;
    }
}

/// The colours of the board, as a ground for a number of the text.
std::optional<Rgba> ground_of(const Ui& ui, const lesson::Tie& tie, const lesson::Scope& scope) {
    if (!tie.place || !tie.place->is_cell()) return std::nullopt;
    const workbench::Pass& pass = tie.place->right ? *scope.right : scope.pass;
    const auto& matrix = pass.trace.matrix(tie.place->quantity, tie.place->head);
    const bool weights = attention::family(tie.place->quantity) == attention::Family::weight;
    const ColourMap map = weights ? ColourMap::weights : ColourMap::signed_values;
    const Range range = weights ? Range{0, 1} : fitted(map, range_of(matrix));
    const Rgba full =
        colour_of(matrix(*tie.place->row, *tie.place->column), range, map, ui.theme.palette().dark);
    return mix(ui[Role::card], full, 0.25F); // pale enough for dark digits
}

/// Marks what the text names: numbers in the colour of their cells, what is under the mouse on either side.
class Marks {
public:
    Marks(Ui& ui, LessonTies& ties, const lesson::Scope& scope) : ui_(ui), ties_(ties), scope_(scope) {
        shown_ = std::move(ties.places);
        ties_.ties.clear();
        ties_.in_text.reset();
    }
    int add(const lesson::LessonText& text) {
        const int first = static_cast<int>(ties_.ties.size());
        ties_.ties.insert(ties_.ties.end(), text.ties.begin(), text.ties.end());
        return first;
    }
    void mark(int tie, const Rect& place) {
        const auto i = static_cast<std::size_t>(tie);
        if (i >= ties_.ties.size()) return;
        const Rect ground{place.x - ui_.px(2), place.y, place.width + ui_.px(4), place.height};
        if (const auto colour = ground_of(ui_, ties_.ties[i], scope_))
            ui_.canvas.fill(ground, *colour, ui_.px(4));
        const bool on_screen = i < shown_.size() && shown_[i];
        const bool pointed = on_screen && shown_[i]->contains(ui_.mouse);
        const bool here = on_screen && ground.contains(ui_.mouse);
        if (here) ties_.in_text = i;
        if (here || pointed) ui_.canvas.stroke(ground, ui_[Role::query_fill], ui_.px(1.8F), ui_.px(4));
    }

private:
    Ui& ui_;
    LessonTies& ties_;
    const lesson::Scope& scope_;
    std::vector<std::optional<Rect>> shown_;
};

void draw_head(Ui& ui, const LessonRun& run, const Rect& inner, LessonWish& wish) {
    const std::string& close = ui.text("lesson.close");
    const float wide = button_width(ui, close, tiny_size);
    const std::string title = ui.plain("lesson.caption", {{"title", plain(run.lesson().title)}});
    ui.canvas.text_within({inner.x, inner.y + ui.px(8)}, inner.width - wide - ui.px(8), title,
                          Font::sans_bold, ui.px(small_size), ui[Role::quiet]);
    if (button(ui, "lesson/close", {inner.right() - wide, inner.y - ui.px(4), wide, ui.px(24)}, close,
               {.look = ButtonLook::plain, .text_size = tiny_size, .hint = ui.text("lesson.close_hint")}))
        wish.close = true;
    draw_steps(ui, run, {inner.x, inner.y + ui.px(28), inner.width, ui.px(5)}, wish);
}

void draw_foot(Ui& ui, const LessonRun& run, const Rect& foot, LessonWish& wish) {
    const std::string back = ui.text("lesson.back"),
                      next = ui.text(run.is_last() ? "lesson.finish" : "lesson.next");
    const float back_width = button_width(ui, back, card_size),
                next_width = button_width(ui, next, card_size);
    if (button(ui, "lesson/back", {foot.x, foot.y, back_width, foot.height}, back,
               {.enabled = run.at() > 0, .text_size = card_size, .hint = ui.text("lesson.back_hint")}))
        wish.go_to = run.at() - 1;
    const narration::Values values{{"step", plain(std::to_string(run.at() + 1))},
                                   {"steps", plain(std::to_string(run.lesson().steps.size()))}};
    ui.canvas.text(foot.centre(), ui.plain("lesson.step", values), Font::sans, ui.px(label_size),
                   ui[Role::quiet], Align::centre);
    const ButtonLook look = run.is_asking() ? ButtonLook::outlined : ButtonLook::filled;
    if (button(ui, "lesson/next", {foot.right() - next_width, foot.y, next_width, foot.height}, next,
               {.look = look, .text_size = card_size, .hint = ui.text("lesson.next_hint")})) {
        wish.finish = run.is_last();
        if (!run.is_last()) wish.go_to = run.at() + 1;
    }
}

/// "You changed something": a way back to the step as it was.
float draw_way_back(Ui& ui, const LessonRun& run, const Rect& line, LessonWish& wish) {
    const narration::Values values{{"step", plain(std::to_string(run.at() + 1))}};
    const std::string label = ui.plain("lesson.come_back", values);
    const float said = paragraph(ui, {line.x, line.y}, line.width, plain(ui.text("lesson.left_path")),
                                 label_size, false, Role::quiet);
    if (button(ui, "lesson/come_back",
               {line.x, line.y + said + ui.px(4), button_width(ui, label), ui.px(control_height)}, label))
        wish.come_back = true;
    return said + ui.px(36);
}

} // namespace

LessonWish draw_lesson_card(Ui& ui, LessonRun& run, LessonCardState& state, lesson::Telling& telling,
                            const Path& path, const Rect& area) {
    LessonWish wish;
    card(ui, area);
    ui.anchors.add("lesson/card", area);
    const Rect inner = area.inset(ui.px(card_padding));
    draw_head(ui, run, inner, wish);
    const Rect foot{inner.x, inner.bottom() - ui.px(foot_height), inner.width, ui.px(foot_height)};
    draw_foot(ui, run, foot, wish);

    const float top = inner.y + ui.px(50), bottom = foot.y - ui.px(12);
    ScrollArea scrolled(ui, "lesson_text", {area.x, top, area.width, bottom - top});
    const lesson::Scope scope = telling.scope();
    Marks marks(ui, state.ties, scope);
    const TieUse mark = [&](int tie, const Rect& place) { marks.mark(tie, place); };
    float y = scrolled.top();
    y += paragraph(ui, {inner.x, y}, inner.width, {{run.step().title, narration::Tone::strong}}, title_size,
                   false, Role::text, 1.3F) +
         ui.px(10);
    if (run.at() == 0 && !run.lesson().afterwards.empty())
        y += paragraph(ui, {inner.x, y}, inner.width,
                       ui.said("lesson.afterwards", {{"what", plain(run.lesson().afterwards)}}), note_size,
                       false, Role::quiet, 1.4F) +
             ui.px(10);
    const lesson::LessonText& text = telling.told(run.step().text);
    if (!path.other_words) {
        state.told = text;
        state.told_at = run.step().place;
    }
    y += draw_lesson_text(ui, text, {inner.x, y}, inner.width, card_text_size, false, mark, marks.add(text)) +
         ui.px(16);
    if (run.step().question && !path.other_words) {
        int first = static_cast<int>(state.ties.ties.size());
        const auto add = [&](const lesson::LessonText& told) { marks.add(told); };
        const TieUse of_question = [&](int tie, const Rect& place) { marks.mark(first + tie, place); };
        y += draw_question_box(ui, run, telling, {inner.x, y}, inner.width, false, add, of_question) +
             ui.px(12);
    }
    if (path.left) y += draw_way_back(ui, run, {inner.x, y, inner.width, 0}, wish);
    scrolled.ends_at(y);
    return wish;
}

LessonWish draw_lost_card(Ui& ui, LessonRun& run, const LessonCardState& state, bool way_back,
                          const Rect& area) {
    LessonWish wish;
    card(ui, area);
    const Rect inner = area.inset(ui.px(card_padding));
    draw_head(ui, run, inner, wish);
    draw_foot(ui, run, {inner.x, inner.bottom() - ui.px(foot_height), inner.width, ui.px(foot_height)}, wish);
    if (!way_back) return wish;
    float y = inner.y + ui.px(50);
    y += draw_way_back(ui, run, {inner.x, y, inner.width, 0}, wish) + ui.px(16);
    if (state.told_at != run.step().place) return wish;
    const Rect text{inner.x, y, inner.width, inner.bottom() - ui.px(foot_height + 12) - y};
    ScrollArea scrolled(ui, "lesson_text", text);
    y = scrolled.top();
    y += paragraph(ui, {inner.x, y}, inner.width, plain(ui.text("lesson.about_its_words")), label_size, false,
                   Role::quiet) +
         ui.px(8);
    ui.canvas.set_opacity(0.55F);
    y += draw_lesson_text(ui, state.told, {inner.x, y}, inner.width, card_text_size, false);
    ui.canvas.set_opacity(1);
    scrolled.ends_at(y);
    return wish;
}

std::optional<std::size_t> step_by_key(const Ui& ui, const LessonRun& run) {
    if (ui.pressed(GLFW_KEY_PAGE_DOWN) && !run.is_last()) return run.at() + 1;
    if (ui.pressed(GLFW_KEY_PAGE_UP) && run.at() > 0) return run.at() - 1;
    return std::nullopt;
}

} // namespace ui
