// The course as a row of bars, one for each lesson, and whose progress they show.

#include "narration/wording.h"
#include "ui/views/start/start.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <cmath>

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

} // namespace

void draw_course(StartFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const std::vector<CourseEntry>& lessons = frame.course.lessons;
    if (lessons.empty()) return;
    const float size = ui.px(sans_line(15)), middle = area.y + ui.px(heading_height / 2 - 4);
    const std::string& title = ui.text("start.course");
    ui.canvas.text({area.x, middle}, title, Font::sans_bold, size, ui[Role::text]);
    ui.canvas.text({area.x + ui.canvas.width(Font::sans_bold, size, title) + ui.px(10), middle},
                   about_course(ui, lessons), Font::sans, size, ui[Role::quiet]);
    const CourseEntry* here = lesson_to_go_on_with(frame.course);
    const auto count = static_cast<float>(lessons.size());
    const float gap = ui.px(between_bars), width = (area.width - gap * (count - 1)) / count;
    float x = area.x;
    for (const CourseEntry& lesson : lessons) {
        const Rect place{x, area.y + ui.px(heading_height), width, area.height - ui.px(heading_height)};
        if (lesson_bar(frame, lesson, &lesson == here, place)) frame.actions.ask(OpenLesson{lesson.id});
        x += width + gap;
    }
    const bool is_new = std::ranges::none_of(lessons, &CourseEntry::begun);
    if (!is_new || !frame.course.learner.empty()) draw_learner(frame, {area.right(), middle});
}

} // namespace ui
