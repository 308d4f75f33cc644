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

constexpr float indent = 16, between = 10, between_items = 4; // design pixels

float draw_block(Ui& ui, const lesson::Block& block, Point at, float width, float size, bool measure_only,
                 const TieUse& tied, Role ink, float spacing) {
    const bool code = block.kind == BlockKind::code;
    const bool inner = block.kind == BlockKind::item || code;
    const float inset = inner ? ui.px(indent) : 0;
    narration::Paragraph spans = block.spans;
    if (code)
        for (narration::Span& span : spans)
            span.tone = narration::Tone::number; // in the font of numbers
    if (block.kind == BlockKind::item && !measure_only)
        ui.canvas.paint(
            Disc{{at.x + ui.px(5), at.y + ui.px(size) * spacing / 2}, ui.px(2.2F), ui[Role::quiet]});
    return paragraph(ui, {at.x + inset, at.y}, width - inset, spans, size, measure_only, ink, spacing, tied);
}

} // namespace

float draw_lesson_text(Ui& ui, const lesson::LessonText& text, Point at, float width, float size,
                       bool measure_only, const TieUse& tied, int first_tie, Role ink, float spacing) {
    const TieUse use = tied ? [&](int tie, const Rect& place) { tied(first_tie + tie, place); } : TieUse();
    float y = at.y;
    for (std::size_t i = 0; i < text.blocks.size(); ++i) {
        const bool item_after_item =
            i > 0 && text.blocks[i].kind == BlockKind::item && text.blocks[i - 1].kind == BlockKind::item;
        const bool line = text.blocks[i].kind == BlockKind::line;
        if (i > 0 && !line) y += ui.px(item_after_item ? between_items : between);
        y += draw_block(ui, text.blocks[i], {at.x, y}, width, size, measure_only, use, ink, spacing);
    }
    return y - at.y;
}

namespace {

constexpr float title_on_card = 31, text_on_card = 19, button_text = 17; // design pixels
constexpr float kicker_size = 16, below_head = 84, next_width = 104;
constexpr float standing_size = 16.5F, narrow_card = 280, smaller_title = 26; // for windows 1024 wide

narration::Paragraph plain(const std::string& text) {
    return {{text}};
}

/// A bar for each step: done, passed over with its question open, here, still to come. A click goes there.
void draw_steps(Ui& ui, const LessonRun& run, std::size_t at, const Rect& line, LessonWish& wish) {
    const auto& steps = run.lesson().steps;
    const std::size_t count = run.lesson().steps.size();
    const float gap = ui.px(count > 16 ? 2 : 5);
    const float width = (line.width - gap * static_cast<float>(count - 1)) / static_cast<float>(count);
    const auto answered = run.answered();
    for (std::size_t i = 0; i < count; ++i) {
        const Rect bar{line.x + static_cast<float>(i) * (width + gap), line.y, width, line.height};
        const bool skipped = i < at && steps[i].question && !answered.contains(i);
        if (skipped)
            ui.canvas.stroke(bar, ui[Role::edge], ui.px(1), line.height / 2);
        else
            ui.canvas.fill(bar,
                           i < at    ? mix(ui[Role::card], ui[Role::quiet], 0.85F)
                           : i == at ? ui[Role::query_fill]
                                     : ui[Role::track],
                           line.height / 2);
        // Up to the button that leaves.
        const Rect reach{bar.x, bar.y - ui.px(5), bar.width, bar.height + ui.px(13)};
        const Touch t = touch(ui, "lesson/step/" + std::to_string(i), reach, true, false);
        if (t.hovered) ui.cursor_hint = steps[i].title;
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
        const Rect ground{place.x - ui_.px(1), place.y, place.width + ui_.px(2), place.height};
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

std::string where_in(const Ui& ui, const LessonRun& run) {
    return ui.plain("lesson.where", {{"title", plain(run.lesson().title)},
                                     {"step", plain(std::to_string(run.at() + 1))},
                                     {"steps", plain(std::to_string(run.lesson().steps.size()))}});
}

void draw_foot(Ui& ui, LessonRun& run, const Rect& foot, bool asks, LessonWish& wish) {
    const std::string &back = ui.text("lesson.back"),
                      &next = ui.text(run.is_last() ? "lesson.finish" : "lesson.next"),
                      &show = ui.text("lesson.show");
    const float left = std::max(ui.px(least_button), button_width(ui, back, button_text)),
                right = std::max(ui.px(next_width), button_width(ui, next, button_text));
    if (button(ui, "lesson/back", {foot.x, foot.y, left, foot.height}, back,
               {.enabled = run.at() > 0, .text_size = button_text}))
        wish.go_to = run.at() - 1;
    if (asks) {
        const float middle = foot.x + left, room = foot.width - left - right;
        const float wide = std::min(room, button_width(ui, show, button_text));
        if (button(ui, "lesson/show", {middle + (room - wide) / 2, foot.y, wide, foot.height}, show,
                   {.look = ButtonLook::tab, .text_size = button_text})) {
            run.question().revealed = true;
            ui.motion.draw_again();
        }
    }
    const ButtonLook look = run.is_asking() ? ButtonLook::outlined : ButtonLook::filled;
    if (button(ui, "lesson/next", {foot.right() - right, foot.y, right, foot.height}, next,
               {.look = look, .text_size = button_text})) {
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

/// How far the goal has come.
float draw_standing(Ui& ui, const std::string& now, const Rect& line) {
    const float pad = ui.px(10);
    const narration::Paragraph words =
        ui.said("lesson.now", {{"standing", {{now, narration::Tone::strong}}}});
    const float high =
        paragraph(ui, {}, line.width - 2 * pad, words, standing_size, true, Role::text, 1.3F) + 2 * pad;
    const Rect ground{line.x, line.y, line.width, high};
    ui.canvas.fill(ground, ui[Role::sunk], ui.px(8));
    paragraph(ui, {line.x + pad, line.y + pad}, line.width - 2 * pad, words, standing_size, false, Role::text,
              1.3F);
    ui.anchors.add("lesson/now", ground);
    return high + ui.px(12);
}

/// That what was changed does not do it yet, and why; a way to begin again. Without a reason, a readout says
/// enough.
float draw_not_yet(Ui& ui, const std::string& why, bool has_readout, const Rect& line, LessonWish& wish) {
    const std::string& label = ui.text("lesson.begin_again");
    float said = 0;
    if (!why.empty() || !has_readout) {
        narration::Paragraph words{{ui.text("lesson.wrong") + " ", narration::Tone::strong}};
        words.push_back({why.empty() ? ui.text("lesson.not_reached") : why, narration::Tone::plain});
        said = paragraph(ui, {line.x, line.y}, line.width, words, button_text) + ui.px(4);
        ui.anchors.add("lesson/not_yet", {line.x, line.y, line.width, said});
    }
    if (button(ui, "lesson/begin_again",
               {line.x, line.y + said, button_width(ui, label), ui.px(control_height)}, label))
        wish.come_back = true;
    return said + ui.px(40);
}

/// The way into the side room that the step offers.
float draw_door(Ui& ui, const SideRoom& room, const Rect& line, LessonWish& wish) {
    if (room.id.empty()) return 0;
    const float high = ui.px(64), padding = ui.px(14);
    const Rect place{line.x, line.y, line.width, high};
    const Touch t = touch(ui, "lesson/room", place);
    ui.canvas.fill(place, mix(ui[Role::card], ui[Role::text], t.hovered ? 0.07F : 0.035F), ui.px(8));
    const narration::Values values{{"minutes", plain(std::to_string(room.minutes))}};
    const float x = place.x + padding, wide = place.width - 2 * padding - ui.px(20);
    ui.canvas.text_within({x, place.y + ui.px(20)}, wide, ui.plain("lesson.room", values), Font::sans,
                          ui.px(label_size), ui[Role::quiet]);
    ui.canvas.text_within({x, place.y + ui.px(42)}, wide, room.title, Font::sans_bold, ui.px(button_text),
                          ui[Role::text]);
    ui.canvas.text({place.right() - padding - ui.px(8), place.centre().y}, "›", Font::sans_bold,
                   ui.px(text_on_card), ui[Role::quiet]);
    if (t.focused) focus_ring(ui, place, ui.px(8));
    if (t.clicked) wish.room = room.id;
    return high + ui.px(12);
}

} // namespace

void draw_lesson_head(Ui& ui, const LessonRun& run, const std::string& where, std::size_t at,
                      const Rect& inner, LessonWish& wish) {
    const std::string& close = ui.text("lesson.close");
    const float wide = button_width(ui, close, kicker_size) - ui.px(8);
    ui.canvas.text_within({inner.x, inner.y + ui.px(10)}, inner.width - wide - ui.px(8), where,
                          Font::sans_medium, ui.px(kicker_size), ui[Role::quiet]);
    if (button(ui, "lesson/close", {inner.right() - wide + ui.px(6), inner.y - ui.px(4), wide, ui.px(28)},
               close,
               {.look = ButtonLook::tab, .text_size = kicker_size, .hint = ui.text("lesson.close_hint")}))
        wish.close = true;
    draw_steps(ui, run, at, {inner.x, inner.y + ui.px(30), inner.width, ui.px(5)}, wish);
}

namespace {

/// The card with all but its text. `text`: the place for that.
struct Frame {
    LessonWish wish = {};
    Rect inner, text;

    Frame(Ui& ui, LessonRun& run, const Rect& area, bool asks) {
        card(ui, area);
        ui.anchors.add("lesson/card", area);
        const float padding = std::min(ui.px(lesson_padding), 0.07F * area.width);
        inner = {area.x + padding, area.y + ui.px(lesson_padding), area.width - 2 * padding,
                 area.height - 2 * ui.px(lesson_padding)};
        draw_lesson_head(ui, run, where_in(ui, run), run.at(), inner, wish);
        const float high = ui.px(lesson_button_height);
        const Rect foot{inner.x, inner.bottom() - high, inner.width, high};
        draw_foot(ui, run, foot, asks, wish);
        const float top = inner.y + ui.px(below_head - lesson_padding + 4);
        text = {area.x, top, area.width, foot.y - ui.px(12) - top};
    }
};

} // namespace

LessonWish draw_lesson_card(Ui& ui, LessonRun& run, LessonCardState& state, lesson::Telling& telling,
                            const Path& path, const Rect& area) {
    Frame frame(ui, run, area, run.is_asking() && !path.other_words);
    const Rect& inner = frame.inner;
    ScrollArea scrolled(ui, "lesson_text", frame.text);
    const lesson::Scope scope = telling.scope();
    Marks marks(ui, state.ties, scope);
    const TieUse mark = [&](int tie, const Rect& place) { marks.mark(tie, place); };
    float y = scrolled.top();
    y += paragraph(ui, {inner.x, y}, inner.width, {{run.step().title, narration::Tone::strong}},
                   area.width < ui.px(narrow_card) ? smaller_title : title_on_card, false, Role::text, 1.3F) +
         ui.px(14);
    // Where something is to be changed, the text goes on speaking of what was there before.
    const bool of_before = run.step().question && lesson::is_goal(run.step().question->kind);
    if (!path.other_words && !(of_before && state.told_at == run.step().place)) {
        state.told = telling.told(run.step().text);
        state.told_at = run.step().place;
    }
    const bool answered = state.drawn_at == run.step().place && run.step().question &&
                          (state.asked != run.is_asking() || state.attempts != run.question().attempts);
    state.drawn_at = run.step().place;
    state.asked = run.is_asking();
    state.attempts = run.step().question ? run.question().attempts : 0;
    const lesson::LessonText& text = path.other_words ? telling.told(run.step().text) : state.told;
    y += draw_lesson_text(ui, text, {inner.x, y}, inner.width, text_on_card, false, mark, marks.add(text)) +
         ui.px(26);
    if (run.step().question && !path.other_words) {
        int first = static_cast<int>(state.ties.ties.size());
        const auto add = [&](const lesson::LessonText& told) { marks.add(told); };
        const TieUse of_question = [&](int tie, const Rect& place) { marks.mark(first + tie, place); };
        y += draw_question_box(ui, run, telling, {inner.x, y}, inner.width, false, add, of_question) +
             ui.px(12);
    }
    if (!state.now.empty()) y += draw_standing(ui, state.now, {inner.x, y, inner.width, 0});
    if (path.tried && run.is_asking())
        y += draw_not_yet(ui, state.not_yet, !state.now.empty(), {inner.x, y, inner.width, 0}, frame.wish);
    if (!run.step().room.empty() && !run.is_asking())
        y += draw_door(ui, state.room, {inner.x, y, inner.width, 0}, frame.wish);
    if (path.left) y += draw_way_back(ui, run, {inner.x, y, inner.width, 0}, frame.wish);
    scrolled.ends_at(y);
    if (answered) scrolled.show_down_to(y);
    return frame.wish;
}

LessonWish draw_lost_card(Ui& ui, LessonRun& run, const LessonCardState& state, bool way_back,
                          const Rect& area) {
    Frame frame(ui, run, area, false);
    if (!way_back) return frame.wish;
    const Rect& inner = frame.inner;
    ScrollArea scrolled(ui, "lesson_text", frame.text);
    float y = scrolled.top();
    y += draw_way_back(ui, run, {inner.x, y, inner.width, 0}, frame.wish) + ui.px(16);
    if (state.told_at == run.step().place) {
        y += paragraph(ui, {inner.x, y}, inner.width, plain(ui.text("lesson.about_its_words")), label_size,
                       false, Role::quiet) +
             ui.px(8);
        y += draw_lesson_text(ui, state.told, {inner.x, y}, inner.width, text_on_card, false, {}, 0,
                              Role::quiet);
    }
    scrolled.ends_at(y);
    return frame.wish;
}

std::optional<std::size_t> step_by_key(const Ui& ui, const LessonRun& run, bool at_end) {
    if (at_end) return ui.pressed(GLFW_KEY_PAGE_UP) ? std::optional(run.at()) : std::nullopt;
    if (ui.pressed(GLFW_KEY_PAGE_DOWN) && !run.is_last()) return run.at() + 1;
    if (ui.pressed(GLFW_KEY_PAGE_UP) && run.at() > 0) return run.at() - 1;
    return std::nullopt;
}

} // namespace ui
