#include "ui/views/story/word_bars.h"

#include "narration/wording.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

// Design pixels.
constexpr float edge_room = 12, names_room = 104, numbers_room = 54, full_bar = 20, low_bar = 14,
                bar_text = 20.5F, rest_text = 16, share_text = 18;

/// Where the bar of a row is drawn, and how long it is.
struct BarTrack {
    Rect place;
    float fullest;

    BarTrack(const Ui& ui, const Rect& row, float height, float longest)
        : place{row.x + ui.px(edge_room + names_room), row.centre().y - height / 2,
                row.width - ui.px(2 * edge_room + names_room + numbers_room), height},
          fullest(longest) {}

    float x_of(float share) const { return place.x + place.width * std::min(share / fullest, 1.0F); }
    void draw(Ui& ui, float share, Rgba colour) const {
        ui.canvas.fill({place.x, place.y, std::max(x_of(share) - place.x, ui.px(1)), place.height}, colour,
                       ui.px(3));
    }
    void tick(Ui& ui, float share, float half) const {
        const float x = x_of(share), y = place.centre().y;
        ui.canvas.line({x, y - half}, {x, y + half}, ui[Role::text], ui.px(1.5F));
    }
};

} // namespace

Rect word_name_in(const Ui& ui, const Rect& row) {
    const float height = std::min(row.height, ui.px(42));
    return {row.x, row.centre().y - height / 2, ui.px(names_room), height};
}

Touch draw_word_bar(Ui& ui, const std::string& name, const Rect& row, const WordBar& bar, float fullest) {
    const Touch t = touch(ui, name, row, bar.takes);
    if (bar.selected) ui.canvas.fill(row, ui[Role::accent_soft], ui.px(8));
    if (t.hovered && bar.takes) ui.canvas.stroke(row, ui[Role::quiet], ui.px(1), ui.px(8));
    if (t.focused) focus_ring(ui, row, ui.px(8));
    const float y = row.centre().y;
    ui.canvas.text_within({row.x + ui.px(edge_room), y}, ui.px(names_room - 8), bar.word, bar.font,
                          ui.px(bar_text), ui[bar.ink]);
    const bool low = row.height < ui.px(word_row_height - between_word_rows) - 1;
    const BarTrack track(ui, row, ui.px(low ? low_bar : full_bar), fullest);
    const Rgba fill = ui[Role::query_fill];
    track.draw(ui, bar.share, bar.first ? fill : mix(ui[Role::card], fill, 0.55F));
    if (bar.given) track.tick(ui, *bar.given, 0.3F * row.height);
    ui.canvas.text({row.right() - ui.px(edge_room), y}, narration::decimal(bar.share), Font::mono,
                   ui.px(share_text), ui[Role::text], Align::right);
    return t;
}

void draw_rest_row(Ui& ui, const Rect& row, float share) {
    const float y = row.centre().y;
    ui.canvas.text({row.x + ui.px(edge_room), y}, ui.text("story.write.others"), Font::sans, ui.px(rest_text),
                   ui[Role::quiet]);
    ui.canvas.text({row.right() - ui.px(edge_room), y}, narration::decimal(share), Font::mono,
                   ui.px(rest_text), ui[Role::quiet], Align::right);
}

} // namespace ui
