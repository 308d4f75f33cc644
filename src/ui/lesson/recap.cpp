#include "ui/lesson/recap.h"

#include "drawing/figures/reading.h"
#include "narration/wording.h"
#include "ui/widgets/areas.h"

#include <algorithm>
#include <iterator>

namespace ui {

using namespace drawing;

namespace {

// Design pixels.
constexpr float title_size = 31, list_row = 40, list_size = 18, head_room = 56, foot_text = 17;
constexpr float margin = 16, least_row = 30, heading_size = 26, ability_size = 21, ability_row = 38;
constexpr WordSizes words{
    .box = 54, .text = 23, .gap = 10, .number = 17, .strong_number = 21, .number_line = 30, .fills = true};
constexpr float left_room = 160;
constexpr float arcs_high = 156, arc_width = 20, beside_bar = 14, widest_text = 760;

/// A tick, or a ring for what is open.
void tick_or_ring(Ui& ui, Point centre, bool open, float radius, Rgba ground) {
    if (open) {
        ui.canvas.paint(Disc{centre, radius, ui[Role::quiet]});
        ui.canvas.paint(Disc{centre, radius - ui.px(1.6F), ground});
    } else {
        draw_icon(ui, Icon::tick,
                  {centre.x - 1.5F * radius, centre.y - 1.5F * radius, 3 * radius, 3 * radius},
                  ui[Role::good]);
    }
}

/// With its number, where the lesson has one in the course.
std::string named(const Ui& ui, const LessonRun& run, const char* text, const std::string& otherwise) {
    if (!run.lesson().order) return otherwise;
    return ui.plain(text, {{"number", narration::toned(std::to_string(*run.lesson().order))},
                           {"title", narration::toned(run.lesson().title)}});
}

/// Words that lead somewhere, from `at` on (left, its middle); true when clicked.
bool link(Ui& ui, const std::string& name, Point at, const std::string& label, float size) {
    const float wide = ui.canvas.width(Font::sans_bold, ui.px(size), label), high = ui.px(28);
    const Touch t = touch(ui, name, {at.x, at.y - high / 2, wide, high});
    ui.canvas.text(at, label, Font::sans_bold, ui.px(size), ui[Role::query]);
    if (t.hovered)
        ui.canvas.line({at.x, at.y + ui.px(size) / 2}, {at.x + wide, at.y + ui.px(size) / 2}, ui[Role::query],
                       ui.px(1));
    if (t.focused) focus_ring(ui, {at.x, at.y - high / 2, wide, high}, ui.px(4));
    return t.clicked;
}

std::string counted(const Ui& ui, const LessonRun& run, const Recap& recap) {
    const auto& steps = run.lesson().steps;
    std::size_t questions = 0, answered = 0;
    for (std::size_t i = 0; i < run.lesson().steps.size(); ++i) {
        questions += steps[i].question.has_value();
        answered += steps[i].question && !recap.is_open(steps[i], i);
    }
    const narration::Values values{{"answered", narration::toned(std::to_string(answered))},
                                   {"questions", narration::toned(std::to_string(questions))}};
    return ui.plain(answered == questions ? "recap.all" : "recap.some", values);
}

} // namespace

LessonWish draw_recap_card(Ui& ui, const LessonRun& run, const Recap& recap, const Rect& area) {
    LessonWish wish;
    card(ui, area);
    ui.anchors.add("lesson/card", area);
    const float padding = std::min(ui.px(lesson_padding), 0.07F * area.width);
    const Rect inner{area.x + padding, area.y + ui.px(lesson_padding), area.width - 2 * padding,
                     area.height - 2 * ui.px(lesson_padding)};
    const auto& steps = run.lesson().steps;
    const std::size_t length = run.lesson().steps.size();
    draw_lesson_head(ui, run, named(ui, run, "recap.where", run.lesson().title), length, inner, wish);

    const float high = ui.px(lesson_button_height), foot = inner.bottom() - high;
    const std::string &back = ui.text("lesson.back"), &start = ui.text("recap.start");
    if (button(ui, "lesson/back",
               {inner.x, foot, std::max(ui.px(least_button), button_width(ui, back, foot_text)), high}, back,
               {.text_size = foot_text}))
        wish.go_to = run.at();
    const float wide = button_width(ui, start, foot_text);
    if (button(ui, "recap/start", {inner.centre().x - wide / 2, foot, wide, high}, start,
               {.look = ButtonLook::tab, .text_size = foot_text}))
        wish.start_page = true;
    if (recap.next) { // where Next has been all along; what it leads to stands on the stage, perhaps further
                      // down
        const std::string& next = ui.text("lesson.next");
        const float right = std::max(ui.px(least_button), button_width(ui, next, foot_text));
        if (button(ui, "recap/on", {inner.right() - right, foot, right, high}, next,
                   {.text_size = foot_text, .hint = recap.next->title}))
            wish.next_lesson = true;
    }

    const float top = inner.y + ui.px(head_room + 4);
    ScrollArea scrolled(ui, "recap_list/" + run.lesson().id,
                        {area.x, top, area.width, foot - ui.px(12) - top});
    float y = scrolled.top();
    y += paragraph(ui, {inner.x, y}, inner.width,
                   {{named(ui, run, "recap.title_of", ui.text("recap.title")), narration::Tone::strong}},
                   title_size, false, Role::text, 1.3F) +
         ui.px(8);
    y += paragraph(ui, {inner.x, y}, inner.width, narration::toned(counted(ui, run, recap)), list_size) +
         ui.px(16);
    const float row = std::max(
        ui.px(least_row), std::min(ui.px(list_row), (foot - ui.px(90) - y) / static_cast<float>(length)));
    bool some_open = false;
    for (std::size_t i = 0; i < length; ++i, y += row) {
        const bool open = recap.is_open(steps[i], i);
        some_open |= open;
        const float middle = y + row / 2;
        tick_or_ring(ui, {inner.x + ui.px(9), middle}, open, ui.px(6), ui[Role::card]);
        const std::string& answer = ui.text("recap.answer");
        const float room =
            open ? ui.canvas.width(Font::sans_bold, ui.px(headline_size), answer) + ui.px(4) : 0;
        const Rect name{inner.x + ui.px(32), y, inner.width - ui.px(32) - room, row};
        const Touch t = touch(ui, "recap/step/" + std::to_string(i), name);
        ui.canvas.text_within({name.x, middle}, name.width, steps[i].title, Font::sans, ui.px(list_size),
                              ui[t.hovered ? Role::query : Role::text]);
        if (t.focused) focus_ring(ui, name, ui.px(4));
        const bool answers = open && link(ui, "recap/answer/" + std::to_string(i),
                                          {inner.right() - room, middle}, answer, headline_size);
        if (t.clicked || answers) wish.go_to = i;
    }
    if (some_open && !recap.done) {
        y += ui.px(12);
        const std::string& without = ui.text("recap.without");
        if (button(ui, "recap/without",
                   {inner.x, y, std::min(inner.width, button_width(ui, without, card_size)), ui.px(36)},
                   without, {.text_size = card_size, .hint = ui.text("recap.without_hint")}))
            wish.without = true;
        y += ui.px(36);
    }
    scrolled.ends_at(y);
    return wish;
}

namespace {

/// The sentence with its arcs; returns where it ends.
float draw_picture(Ui& ui, const Recap& recap, const Rect& area, float y) {
    const workbench::Pass& pass = *recap.picture;
    const base::Matrix& numbers = pass.trace.matrix(attention::Quantity::weights, recap.head);
    std::vector<float> weights(static_cast<std::size_t>(numbers.cols()));
    for (Index j = 0; j < numbers.cols(); ++j)
        weights[static_cast<std::size_t>(j)] = numbers(recap.query, j);
    const Index most = std::ranges::max_element(weights) - weights.begin();
    const std::string keep =
        pass.trace.heads.size() < 2 || !recap.of_heads
            ? ui.text("recap.keep")
            : ui.plain("recap.keep_head", {{"head", narration::toned(std::to_string(recap.head + 1))}});
    ui.canvas.text({area.x, y + ui.px(10)}, keep, Font::sans_medium, ui.px(18), ui[Role::quiet]);
    const float arcs = std::min(ui.px(arcs_high), 0.2F * area.height);
    const Words sentence{pass.names.keys, nullptr};
    const Rect line{area.x, y + ui.px(36) + arcs, area.width - ui.px(beside_bar), ui.px(words.box)};
    const WordRow row = set_row(line, sentence, recap.query,
                                {.sizes = words, .scale = ui.theme.scale, .tight = true}, ui.canvas);
    const ReadingOptions options{.query = recap.query,
                                 .sizes = words,
                                 .height = arcs,
                                 .whole = arc_width,
                                 .together = ui.text("stage.shares_note"),
                                 .scale = ui.theme.scale};
    ui.canvas.paint(reading_figure(row, weights, options, ui.theme.palette(), ui.canvas));
    for (Index j = row.first; j < row.first + row.count(); ++j) {
        const WordPart part = j == recap.query ? WordPart::asks
                              : j == most      ? WordPart::is_read
                                               : WordPart::plain;
        ui.canvas.paint(word_figure(*row.box(j), sentence, j, part, row.text_size, ui.theme.scale,
                                    ui.theme.palette(), ui.canvas));
    }
    return weight_place(row.boxes.front(), options).bottom() + ui.px(44);
}

/// "one question left", which leads to the first of them; beside an ability that rests on them.
void draw_left(Ui& ui, std::size_t ability, std::size_t count, std::size_t first, Point at,
               LessonWish& wish) {
    const std::string label =
        count == 1 ? ui.text("recap.one_left")
                   : ui.plain("recap.some_left", {{"count", narration::toned(std::to_string(count))}});
    if (link(ui, "recap/left/" + std::to_string(ability), {at.x + ui.px(14), at.y}, label, list_size))
        wish.go_to = first;
}

float draw_abilities(Ui& ui, const LessonRun& run, const Recap& recap, const Rect& area, float y,
                     LessonWish& wish) {
    const auto& abilities = run.lesson().can;
    if (abilities.empty()) {
        if (run.lesson().afterwards.empty()) return y;
        return y +
               paragraph(ui, {area.x, y}, area.width,
                         ui.said("recap.can_sentence", {{"what", narration::toned(run.lesson().afterwards)}}),
                         ability_size);
    }
    ui.canvas.text({area.x, y + ui.px(12)}, ui.text("recap.can"), Font::sans_bold, ui.px(heading_size),
                   ui[Role::text]);
    y += ui.px(40);
    for (std::size_t i = 0; i < abilities.size(); ++i) {
        std::vector<std::size_t> open;
        std::ranges::copy_if(abilities[i].steps, std::back_inserter(open),
                             [&](std::size_t step) { return recap.is_open(run.lesson().steps[step], step); });
        const float middle = y + ui.px(ability_row / 2), x = area.x + ui.px(34);
        tick_or_ring(ui, {area.x + ui.px(9), middle}, !open.empty(), ui.px(7), ui[Role::background]);
        const narration::Paragraph what = narration::fill(abilities[i].what, {});
        const float left = open.empty() ? 0 : ui.px(left_room);
        const float high = paragraph(ui, {x, y + ui.px(6)}, area.right() - x - left, what, ability_size,
                                     false, open.empty() ? Role::text : Role::quiet, 1.4F);
        float wide = 0; // of the one line that it may be
        for (const narration::Span& span : what)
            wide += ui.canvas.width(Font::sans_bold, ui.px(ability_size), span.text);
        if (!open.empty())
            draw_left(ui, i, open.size(), open.front(), {std::min(x + wide, area.right() - left), middle},
                      wish);
        y += std::max(ui.px(ability_row), high + ui.px(12));
    }
    return y;
}

/// A card with a button at its right: what it leads to, above it in small letters where that stands, and
/// below it what for; returns its end.
struct Onward {
    std::string above, title, below;
    const char* button;
    const char* label;
    ButtonLook look = ButtonLook::filled;
};
float draw_onward(Ui& ui, const Onward& onward, const Rect& at, bool& clicked) {
    const std::string& label = ui.text(onward.label);
    const float wide = std::max(ui.px(168), button_width(ui, label, 19)), x = at.x + ui.px(28),
                room = at.width - wide - ui.px(84);
    const float title = onward.above.empty() ? ui.px(34) : ui.px(60), below = title + ui.px(18);
    const auto what_for = [&](bool draws) {
        return paragraph(ui, {x, at.y + below}, room, narration::fill(onward.below, {}), 18, !draws,
                         Role::quiet, 1.3F);
    };
    const float high = onward.below.empty() ? title + ui.px(26) : below + what_for(false) + ui.px(16);
    const Rect place{at.x, at.y, at.width, high};
    card(ui, place);
    ui.canvas.text({x, place.y + ui.px(30)}, onward.above, Font::sans_medium, ui.px(17), ui[Role::quiet]);
    ui.canvas.text_within({x, place.y + title}, room, onward.title, Font::sans_bold, ui.px(heading_size),
                          ui[Role::text]);
    what_for(true);
    clicked = button(ui, onward.button,
                     {place.right() - ui.px(28) - wide, place.centre().y - ui.px(23), wide, ui.px(46)}, label,
                     {.look = onward.look, .text_size = 19});
    return place.bottom();
}

/// The lesson after this one, or the one from which one came into a side room.
float draw_next(Ui& ui, const Recap& recap, const Rect& at, LessonWish& wish) {
    const CourseEntry& next = *recap.next;
    Onward onward{.above = ui.text("recap.back"),
                  .title = next.title,
                  .below = {},
                  .button = "recap/next",
                  .label = "recap.back_to"};
    if (!recap.back) {
        onward.above = ui.plain("recap.next", {{"minutes", narration::toned(std::to_string(next.minutes))}});
        onward.label = "recap.next_lesson";
        if (!next.afterwards.empty())
            onward.below = ui.plain("lesson.afterwards", {{"what", narration::toned(next.afterwards)}});
    }
    return draw_onward(ui, onward, at, wish.next_lesson);
}

/// What Check has to it.
float draw_exercise(Ui& ui, const Rect& at, LessonWish& wish) {
    return draw_onward(ui,
                       {.above = {},
                        .title = ui.text("recap.exercise"),
                        .below = ui.text("recap.exercise_about"),
                        .button = "recap/exercise",
                        .label = "recap.exercise_open",
                        .look = ButtonLook::outlined},
                       at, wish.exercise);
}

} // namespace

LessonWish draw_recap_stage(Ui& ui, const LessonRun& run, const Recap& recap, const Rect& area) {
    LessonWish wish;
    const Rect inner{area.x, area.y + ui.px(margin), area.width - ui.px(margin),
                     area.height - 2 * ui.px(margin)};
    ScrollArea scrolled(ui, "recap_stage/" + run.lesson().id, inner);
    float y = scrolled.top() + ui.px(44);
    if (recap.picture) y = draw_picture(ui, recap, inner, y) + ui.px(28);
    if (!recap.told.blocks.empty()) {
        const float wide = std::min(inner.width - ui.px(beside_bar), ui.px(widest_text));
        y += draw_lesson_text(ui, recap.told, {inner.x, y}, wide, ability_size, false) + ui.px(32);
    }
    const Rect gains{inner.x, inner.y, inner.width - ui.px(beside_bar), inner.height};
    y = draw_abilities(ui, run, recap, gains, y, wish) + ui.px(32);
    const Rect column{inner.x, y, inner.width - ui.px(beside_bar), 0};
    if (!recap.next && run.lesson().order)
        y += paragraph(ui, {column.x, y}, column.width, {{ui.text("recap.end_of_course")}}, ability_size) +
             ui.px(20);
    if (recap.next) y = draw_next(ui, recap, column, wish) + ui.px(20);
    if (!run.lesson().exercise.empty()) y = draw_exercise(ui, {column.x, y, column.width, 0}, wish);
    scrolled.ends_at(y + ui.px(8));
    return wish;
}

} // namespace ui
