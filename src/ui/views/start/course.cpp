// The course as a row of bars, one for each lesson, the side rooms that each offers as dots below it, and
// whose progress they show.

#include "narration/wording.h"
#include "ui/views/start/start.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <cmath>
#include <iterator>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr float heading_height = 26, bar_height = 6, between_bars = 8; // design pixels
constexpr float title_size = sans_line(13);

/// The learner's name, which is all that identifies their progress. Its menu changes the name, hands the
/// progress in, or forgets it.
void draw_learner(StartFrame& frame, Point right) {
    Ui& ui = frame.ui;
    LearnerState& state = frame.state.learner;
    const std::string& learner = frame.course.learner;
    const std::string label = (learner.empty() ? ui.text("start.learner") : learner) + " ▾";
    const float wide = std::min(button_width(ui, label), ui.px(180));
    const Rect place{right.x - wide, right.y - ui.px(control_height) / 2, wide, ui.px(control_height)};
    if (button(ui, "start/learner", place, label,
               {.look = ButtonLook::plain, .hint = ui.text("start.learner_hint")})) {
        state.name = learner;
        state.forgets = false;
        open_popup(ui, "learner", "learner/name");
    }
    const float width = ui.px(280), height = ui.px(state.height);
    Popup popup(ui, "learner", {place.right() - width, place.y - ui.px(4) - height, width, height});
    if (!popup.open()) return;
    const float x = popup.origin().x + ui.px(16), inner = width - ui.px(32);
    float y = popup.origin().y + ui.px(14);
    const TextFieldResult field = text_field(ui, "learner/name", {x, y, inner, ui.px(34)}, state.name,
                                             {.placeholder = ui.text("start.learner")});
    y += ui.px(44);
    if (field.entered) {
        frame.actions.ask(SetLearner{state.name});
        popup.close();
    }
    const std::string& hand_in = ui.text("start.hand_in");
    if (button(ui, "learner/hand_in", {x, y, button_width(ui, hand_in), ui.px(control_height)}, hand_in,
               {.hint = ui.text("start.hand_in_hint")})) {
        frame.actions.ask(HandInProgress{});
        popup.close();
    }
    y += ui.px(control_height + 8);
    const std::string& forget = ui.text(state.forgets ? "start.forget_really" : "start.forget");
    if (button(ui, "learner/forget", {x, y, button_width(ui, forget), ui.px(control_height)}, forget)) {
        if (state.forgets) {
            frame.actions.ask(ForgetProgress{});
            popup.close();
        }
        state.forgets = true;
        ui.motion.draw_again();
    }
    popup.ends_at(y + ui.px(control_height), state.height);
}

/// "12 lessons of about ten minutes", or how many are done.
std::string about_course(const Ui& ui, const std::vector<CourseEntry>& lessons) {
    const auto text = [](auto number) { return narration::toned(std::to_string(number)); };
    const auto done = std::ranges::count(lessons, true, &CourseEntry::finished);
    int minutes = 0;
    for (const CourseEntry& lesson : lessons)
        minutes += lesson.minutes;
    const auto mean = std::lround(static_cast<double>(minutes) / static_cast<double>(lessons.size()));
    return ui.plain(done > 0 ? "start.course_done" : "start.course_about",
                    {{"count", text(lessons.size())}, {"done", text(done)}, {"minutes", text(mean)}});
}

/// The title, broken between words where it is too wide for one line.
std::vector<std::string> in_two_lines(const Ui& ui, const std::string& title, float width, Font font) {
    const auto fits = [&](const std::string& text) {
        return ui.canvas.width(font, ui.px(title_size), text) <= width;
    };
    if (fits(title)) return {title};
    std::size_t end = title.rfind(' ');
    while (end != std::string::npos && !fits(title.substr(0, end)))
        end = title.rfind(' ', end - 1);
    if (end == std::string::npos) return {title};
    return {title.substr(0, end), title.substr(end + 1)};
}

/// A lesson's bar: grey when it is done, blue up to its step when it is the one to go on with.
bool lesson_bar(StartFrame& frame, const CourseEntry& lesson, bool here, const Rect& place) {
    Ui& ui = frame.ui;
    const Touch t = touch(ui, "start/lesson/" + lesson.id, place.inset(-ui.px(3)));
    const Rect bar{place.x, place.y + ui.px(4), place.width, ui.px(bar_height)};
    const float radius = bar.height / 2;
    ui.canvas.fill(bar, ui[t.hovered ? Role::edge : Role::track], radius);
    const bool begun = lesson.begun && !lesson.ended;
    const float share = lesson.ended ? 1
                        : begun      ? static_cast<float>(lesson.step + 1) / static_cast<float>(lesson.steps)
                                     : 0;
    if (share > 0)
        ui.canvas.fill({bar.x, bar.y, std::max(share * bar.width, 2 * radius), bar.height},
                       ui[lesson.finished ? Role::masked : Role::query_fill], radius);
    const Role ink = here || t.hovered ? Role::text : Role::quiet;
    if (!frame.compact) {
        const Font font = here ? Font::sans_bold : Font::sans;
        float y = bar.bottom() + ui.px(17);
        for (const std::string& line : in_two_lines(ui, lesson.title, place.width, font)) {
            ui.canvas.text_within({bar.x, y}, place.width, line, font, ui.px(title_size), ui[ink]);
            y += ui.px(20);
        }
    }
    if (t.hovered && frame.compact) ui.cursor_hint = lesson.title;
    if (t.focused) focus_ring(ui, bar, radius);
    return t.clicked;
}

/// The side rooms that a lesson offers, as dots from `left` on: a ring is to be entered, a full one is done.
void draw_doors(StartFrame& frame, const CourseEntry& lesson, Point left) {
    Ui& ui = frame.ui;
    const float radius = ui.px(4), between = ui.px(16);
    Point centre{left.x + radius, left.y};
    for (const CourseEntry& room : frame.course.lessons) {
        if (!room.room || room.door != lesson.id) continue;
        const Touch t = touch(ui, "start/room/" + room.id,
                              {centre.x - between / 2, centre.y - between / 2, between, between});
        const Rgba ink = ui[t.hovered ? Role::query_fill : room.begun ? Role::masked : Role::edge];
        ui.canvas.paint(Disc{centre, radius, ink});
        if (!room.finished) ui.canvas.paint(Disc{centre, radius - ui.px(1.6F), ui[Role::background]});
        if (t.hovered) ui.cursor_hint = room.title;
        if (t.focused) focus_ring(ui, {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, radius);
        if (t.clicked) frame.actions.ask(OpenLesson{room.id});
        centre.x += between;
    }
}

/// A link to all side rooms, in a menu above it.
void draw_rooms(StartFrame& frame, Point at) {
    Ui& ui = frame.ui;
    const auto& all = frame.course.lessons;
    const auto count = std::ranges::count(all, true, &CourseEntry::room);
    if (count == 0) return;
    const std::string label = ui.plain("start.rooms", {{"count", narration::toned(std::to_string(count))}});
    const float wide = button_width(ui, label);
    const Rect place{at.x, at.y - ui.px(control_height) / 2, wide, ui.px(control_height)};
    if (button(ui, "start/rooms", place, label,
               {.look = ButtonLook::plain, .hint = ui.text("start.rooms_hint")}))
        open_popup(ui, "rooms", "start/rooms/" + std::ranges::find(all, true, &CourseEntry::room)->id);
    const float width = ui.px(360), height = ui.px(frame.state.rooms_height);
    Popup popup(ui, "rooms", {place.x, place.y - ui.px(4) - height, width, height});
    if (!popup.open()) return;
    float y = popup.origin().y + ui.px(6);
    for (const CourseEntry& room : all) {
        if (!room.room) continue;
        const auto door = std::ranges::find(all, room.door, &CourseEntry::id);
        std::string where;
        if (door != all.end() && door->number)
            where = ui.plain("start.room_of", {{"number", narration::toned(std::to_string(*door->number))}});
        const Rect row{popup.origin().x + ui.px(6), y, width - ui.px(12), ui.px(30)};
        y += row.height;
        if (!menu_row(ui, "start/rooms/" + room.id, row, room.title, where, room.finished)) continue;
        frame.actions.ask(OpenLesson{room.id});
        popup.close();
    }
    popup.ends_at(y - ui.px(8), frame.state.rooms_height);
}

} // namespace

void draw_course(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    std::vector<CourseEntry> lessons;
    std::ranges::copy_if(frame.course.lessons, std::back_inserter(lessons),
                         [](const CourseEntry& lesson) { return !lesson.room; });
    if (lessons.empty()) return;
    const float size = ui.px(sans_line(15)), middle = area.y + ui.px(heading_height / 2 - 4);
    const std::string& title = ui.text("start.course");
    ui.canvas.text({area.x, middle}, title, Font::sans_bold, size, ui[Role::text]);
    const std::string about = about_course(ui, lessons);
    const float about_x = area.x + ui.canvas.width(Font::sans_bold, size, title) + ui.px(10);
    ui.canvas.text({about_x, middle}, about, Font::sans, size, ui[Role::quiet]);
    draw_rooms(frame, {about_x + ui.canvas.width(Font::sans, size, about) + ui.px(8), middle});
    const CourseEntry* here = lesson_to_go_on_with(frame.course);
    const auto count = static_cast<float>(lessons.size());
    const float gap = ui.px(between_bars), width = (area.width - gap * (count - 1)) / count;
    float x = area.x;
    for (const CourseEntry& lesson : lessons) {
        const Rect place{x, area.y + ui.px(heading_height), width, ui.px(frame.compact ? 9 : 50)};
        if (lesson_bar(frame, lesson, here && lesson.id == here->id, place))
            frame.actions.ask(OpenLesson{lesson.id});
        draw_doors(frame, lesson, {x, place.y + ui.px(frame.compact ? 20 : 62)});
        x += width + gap;
    }
    const bool is_new = std::ranges::none_of(lessons, &CourseEntry::begun);
    if (!is_new || !frame.course.learner.empty()) draw_learner(frame, {area.right(), middle});
}

} // namespace ui
