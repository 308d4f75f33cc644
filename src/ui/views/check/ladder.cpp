// The ladder of exercises at the left; in a narrow window a menu.
#include "exercise/telling.h"
#include "ui/views/check/check.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float usual_rung = 58, least_rung = 33, low_rung = 30, rung_inset = 18; // design pixels

bool is_done(const CheckFrame& frame, const exercise::Level& level) {
    const exercise::LevelDone* done = frame.done(level);
    return done && done->done;
}

std::string tries_text(const CheckFrame& frame, std::size_t i) {
    const exercise::LevelDone* done = frame.done(exercise::levels()[i]);
    if (!done || done->count == 0) return {};
    const std::string count = std::to_string(done->count);
    if (i == frame.state.chosen.level && !done->done) return frame.plain("now_try", {{"count", count}});
    return done->count == 1 ? frame.text("tries_one") : frame.plain("tries_many", {{"count", count}});
}

std::string done_text(const CheckFrame& frame) {
    const auto all = exercise::levels();
    const auto done =
        std::ranges::count_if(all, [&](const exercise::Level& level) { return is_done(frame, level); });
    return frame.plain("done_count", {{"done", std::to_string(done)}, {"all", std::to_string(all.size())}});
}

/// A number in a ring, or a tick once the exercise is done.
void draw_badge(Ui& ui, Point centre, std::size_t number, bool done, bool here) {
    const float radius = ui.px(11.5F);
    if (done) {
        ui.canvas.paint(Disc{centre, radius, ui[Role::good]});
        const float half = 0.58F * radius;
        draw_icon(ui, Icon::tick, {centre.x - half, centre.y - half, 2 * half, 2 * half}, ui[Role::card]);
        return;
    }
    ui.canvas.paint(Disc{centre, radius, ui[here ? Role::focus : Role::edge]});
    ui.canvas.paint(Disc{centre, radius - ui.px(here ? 2 : 1), ui[Role::card]});
    ui.canvas.text(centre, std::to_string(number), here ? Font::sans_bold : Font::sans, ui.px(tiny_size),
                   ui[here ? Role::query : Role::quiet], Align::centre);
}

void draw_rung(CheckFrame& frame, std::size_t i, const Rect& row) {
    Ui& ui = frame.ui;
    const exercise::Level& level = exercise::levels()[i];
    const bool here = i == frame.state.chosen.level, done = is_done(frame, level);
    const Rect place{row.x, row.centre().y - ui.px(22), row.width, ui.px(44)};
    const Rect box = place.height > row.height - ui.px(2) ? row.inset(ui.px(1)) : place;
    const Touch t = touch(ui, std::string("check/level/") + level.id, box);
    if (here)
        draw_selected(ui, box, ui.px(8));
    else if (t.hovered)
        ui.canvas.fill(box, ui[Role::sunk], ui.px(8));
    if (t.focused) focus_ring(ui, box, ui.px(8));
    const float x = row.x + ui.px(25), middle = row.centre().y;
    draw_badge(ui, {x, middle}, i + 1, done, here);
    const std::string tries = tries_text(frame, i);
    const float wide = ui.canvas.width(Font::sans, ui.px(label_size), tries);
    const float left = x + ui.px(27);
    ui.canvas.text_within({left, middle}, row.right() - ui.px(22) - wide - left,
                          exercise::title_of(ui.texts, level), here ? Font::sans_bold : Font::sans_medium,
                          ui.px(body_size), ui[here || done ? Role::text : Role::quiet]);
    ui.canvas.text({row.right() - ui.px(14), middle}, tries, Font::sans, ui.px(label_size), ui[Role::quiet],
                   Align::right);
    if (t.clicked) {
        frame.state.form.wanted_level = i;
    }
}

} // namespace

void draw_levels(CheckFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("check/ladder", area);
    const float x = area.x + ui.px(rung_inset), width = area.width - 2 * ui.px(rung_inset);
    ui.canvas.text({x + ui.px(10), area.y + ui.px(34)}, frame.text("ladder"), Font::sans_bold, ui.px(20),
                   ui[Role::text]);
    ui.canvas.text_within({x + ui.px(10), area.y + ui.px(62)}, width - ui.px(10), frame.text("ladder_about"),
                          Font::sans, ui.px(card_size), ui[Role::quiet]);
    const Rect list{area.x + ui.px(6), area.y + ui.px(78), area.width - ui.px(8),
                    area.height - ui.px(78 + 44)};
    const auto count = exercise::levels().size();
    const float rung = std::clamp((list.height - ui.px(4)) / static_cast<float>(count), ui.px(least_rung),
                                  ui.px(usual_rung));
    {
        ScrollArea scrolled(ui, "check/levels", list);
        const float line = x + ui.px(25), top = scrolled.top() + rung / 2;
        for (std::size_t i = 0; i + 1 < count; ++i) {
            const float y = top + static_cast<float>(i) * rung;
            const bool walked = is_done(frame, exercise::levels()[i]);
            ui.canvas.line({line, y}, {line, y + rung}, ui[walked ? Role::text : Role::edge], ui.px(1.5F));
        }
        for (std::size_t i = 0; i < count; ++i)
            draw_rung(frame, i, {x, scrolled.top() + static_cast<float>(i) * rung, width, rung});
        scrolled.ends_at(scrolled.top() + static_cast<float>(count) * rung);
    }
    ui.canvas.text({x + ui.px(10), area.bottom() - ui.px(26)}, done_text(frame), Font::sans, ui.px(card_size),
                   ui[Role::quiet]);
}

void draw_levels_menu(CheckFrame& frame, Point at) {
    Ui& ui = frame.ui;
    const std::string label = std::to_string(frame.state.chosen.level + 1) + "  " + frame.title();
    const float wide = menu_button_width(ui, label, card_size), width = ui.px(300);
    const Rect place{at.x, at.y, wide, ui.px(32)};
    if (menu_button(ui, "check/levels_button", place, label, {.text_size = card_size}))
        open_popup(ui, "check/levels", std::string("check/level/") + frame.level().id);
    ui.canvas.text({place.right() + ui.px(12), place.centre().y}, done_text(frame), Font::sans,
                   ui.px(label_size), ui[Role::quiet]);
    Popup popup(ui, "check/levels",
                {place.x, place.bottom() + ui.px(4), width, ui.px(frame.state.form.levels_height)});
    if (!popup.open()) return;
    const Point origin = popup.origin();
    float y = origin.y + ui.px(8);
    for (std::size_t i = 0; i < exercise::levels().size(); ++i) {
        draw_rung(frame, i, {origin.x + ui.px(8), y, width - ui.px(16), ui.px(low_rung)});
        if (frame.state.form.wanted_level) popup.close();
        y += ui.px(low_rung);
    }
    popup.ends_at(y + ui.px(2), frame.state.form.levels_height);
}

} // namespace ui
