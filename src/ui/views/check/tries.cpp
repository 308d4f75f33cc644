// The tries as rows of dots, the newest first; a click shows that try.
#include "drawing/shapes/fitted_text.h"
#include "ui/views/check/check.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using exercise::Try;

namespace {

constexpr float row_height = 40, day_height = 30, time_width = 80; // design pixels

/// All that are remembered and, before them in time, those not recorded yet; the newest first.
std::vector<Try> rows_of(const CheckFrame& frame) {
    std::vector<Try> rows;
    if (const exercise::LevelDone* done = frame.done(frame.level())) rows = done->tries;
    for (const auto& one : frame.state.work.tries)
        if (one->attempt.checked && std::ranges::find(rows, one->brief) == rows.end())
            rows.push_back(one->brief);
    std::ranges::stable_sort(rows, {}, &Try::saved);
    std::ranges::reverse(rows);
    return rows;
}

/// "14:21:07 The scores differ: queries and keys swapped.", in the words of the verdict.
std::string telling(const CheckFrame& frame, const Try& of) {
    const auto wrong = first_wrong(of);
    if (!wrong) return {};
    std::string text = clock_time(moment_of(of)) + " " + differs_text(frame, of, *wrong), what;
    for (const std::string& id : of.mistakes)
        what += (what.empty() ? "" : ", ") + frame.of_stage("short", id);
    if (what.empty())
        return of.of(*wrong) == exercise::Verdict::other_shape ? text : text + " " + frame.text("none");
    if (!is_told(frame, of)) return text;
    if (text.ends_with('.')) text.pop_back();
    return text + ": " + what + ".";
}

} // namespace

void draw_tries(CheckFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("check/tries", area);
    const Rect inner = area.inset(ui.px(24));
    ui.canvas.text({inner.x, inner.y + ui.px(10)}, frame.text("tries"), Font::sans_bold, ui.px(20),
                   ui[Role::text]);
    const float foot = inner.bottom() - ui.px(20);
    const std::vector<Try> rows = rows_of(frame);
    if (rows.empty()) {
        ui.canvas.text({inner.x, inner.y + ui.px(46)}, frame.text("no_tries"), Font::sans, ui.px(card_size),
                       ui[Role::quiet]);
        return;
    }
    ui.canvas.text_within({inner.x, foot + ui.px(8)}, inner.width, frame.text("save_again"),
                          Font::sans_medium, ui.px(card_size), ui[Role::text]);
    const auto tiles = tiles_of(frame.level());
    const float left = inner.x + ui.px(time_width);
    const float pitch = std::min(ui.px(48), (inner.right() - left) / static_cast<float>(tiles.size()));
    const float radius = std::min(ui.px(9.5F), 0.42F * pitch);
    float y = inner.y + ui.px(44);
    for (std::size_t i = 0; i < tiles.size(); ++i) {
        const Point centre{left + (static_cast<float>(i) + 0.5F) * pitch, y};
        const float size = ui.px(tiles.size() > 6 ? label_size : body_size);
        std::string symbol = frame.of_stage("symbol", tiles[i].key);
        if (ui.canvas.width(Font::serif_italic, size, symbol) > pitch) symbol.resize(1); // "Q K V": "Q"
        ui.canvas.text(centre, symbol, Font::serif_italic, size, ui[Role::quiet], Align::centre);
    }
    y += ui.px(18);
    std::vector<std::string> told;
    for (const Try& row : rows)
        if (const std::string text = telling(frame, row); !text.empty() && told.size() < 3)
            told.push_back(text);
    const auto tell = [&](const std::string& text, float from, bool only_measured) {
        return paragraph(ui, {inner.x, from}, inner.width, {{text}}, label_size, only_measured, Role::quiet,
                         1.35F) +
               ui.px(6);
    };
    float telling_height = told.empty() ? 0 : ui.px(24);
    for (const std::string& text : told)
        telling_height += tell(text, 0, true);
    std::vector<std::string> days;
    for (const Try& row : rows)
        days.push_back(day_of(moment_of(row)));
    const auto begins_day = [&](std::size_t i) {
        return days[i] != (i == 0 ? day_of(std::chrono::system_clock::now()) : days[i - 1]);
    };
    float rows_height = 0;
    for (std::size_t i = 0; i < rows.size(); ++i)
        rows_height += ui.px(row_height + (begins_day(i) ? day_height : 0));
    const float bottom = std::min(y + rows_height, foot - telling_height - ui.px(10));
    {
        ScrollArea scrolled(ui, "check/tries_scroll",
                            {inner.x - ui.px(12), y, inner.width + ui.px(24), bottom - y + ui.px(3)});
        float row_y = scrolled.top();
        const ShownTry* now = frame.shown_try();
        const std::optional<Try> shown = frame.state.shown.looked_at ? frame.state.shown.looked_at
                                         : now                       ? std::optional<Try>(now->brief)
                                                                     : std::nullopt;
        for (std::size_t i = 0; i < rows.size(); ++i) {
            if (begins_day(i)) {
                ui.canvas.text({inner.x, row_y + ui.px(day_height) / 2}, days[i], Font::sans_medium,
                               ui.px(label_size), ui[Role::quiet]);
                row_y += ui.px(day_height);
            }
            const Rect place{inner.x - ui.px(12), row_y, inner.width + ui.px(24), ui.px(row_height)};
            const Touch t = touch(ui, "check/try/" + std::to_string(i), place);
            const bool on = shown == rows[i];
            if (on)
                ui.canvas.fill(place, ui[Role::accent_soft], ui.px(6));
            else if (t.hovered)
                ui.canvas.fill(place, ui[Role::sunk], ui.px(6));
            if (t.focused) focus_ring(ui, place, ui.px(6));
            ui.canvas.text({inner.x, place.centre().y}, clock_time(moment_of(rows[i])), Font::mono,
                           ui.px(card_size), ui[on ? Role::text : Role::quiet]);
            for (std::size_t tile = 0; tile < tiles.size(); ++tile)
                draw_verdict(ui, {left + (static_cast<float>(tile) + 0.5F) * pitch, place.centre().y}, radius,
                             tile_verdict(frame.level(), rows[i], tiles[tile], nullptr));
            if (t.clicked) {
                frame.state.shown.looked_at = rows[i];
                if (i == 0) frame.state.shown.looked_at.reset();
                frame.state.shown.stage.clear();
                frame.state.shown.block.reset();
                frame.state.shown.to_top = true;
                ui.motion.draw_again();
            }
            row_y += ui.px(row_height);
        }
        scrolled.ends_at(row_y);
    }
    if (told.empty()) return;
    y = bottom + ui.px(12);
    ui.canvas.line({inner.x, y}, {inner.right(), y}, ui[Role::hairline], ui.px(1));
    y += ui.px(18);
    y -= ui.px(8);
    for (const std::string& text : told)
        y += tell(text, y, false);
    ui.anchors.add("check/told", {inner.x, bottom, inner.width, y - bottom});
}

} // namespace ui
