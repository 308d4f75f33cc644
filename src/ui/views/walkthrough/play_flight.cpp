// A product of the sum being played: its two factors fly from their matrices to a place above the cell, where
// they become the product. Only then the cell shows the new sum: nothing ever covers its digits.
#include "drawing/shapes/fitted_text.h"
#include "ui/views/walkthrough/walkthrough.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

namespace ui {

using namespace drawing;

namespace {

constexpr float chip_height = 28, chip_inset = 7, above_cell = 3; // design pixels
constexpr float text_size = headline_size;

float chip_width(const Ui& ui, const std::string& text) {
    return ui.canvas.width(Font::mono_bold, ui.px(text_size), text) + 2 * ui.px(chip_inset);
}

void draw_chip(Ui& ui, Point centre, const std::string& text, Role role) {
    const float wide = chip_width(ui, text), high = ui.px(chip_height);
    const Rect ground{centre.x - wide / 2, centre.y - high / 2, wide, high};
    ui.canvas.fill(ground, ui[Role::card], ui.px(6));
    ui.canvas.stroke(ground, ui[role], ui.px(1.5F), ui.px(6));
    ui.canvas.text(centre, text, Font::mono_bold, ui.px(text_size), ui[role], Align::centre);
}

Point between(Point from, Point to, float share) {
    return {from.x + share * (to.x - from.x), from.y + share * (to.y - from.y)};
}

} // namespace

float flown(Ui& ui, PlayState& state, long step) {
    const char* const path = "play/flown";
    const auto here = static_cast<float>(step);
    const std::optional<long> last = std::exchange(state.last_step, step);
    const bool begins = !last || (step == 0 && *last != 0);
    const bool goes_on = last && (step == *last || step == *last + 1);
    if (begins || !goes_on) ui.motion.forget(path);
    const float from = begins || goes_on ? here - 1 : here; // after a jump the factors have arrived
    return std::clamp(1 - (here - ui.motion.glide_from(path, from, here)), 0.0F, 1.0F);
}

Rect meeting_place(const Ui& ui, const Rect& cell, const PlayTerm& term) {
    const float high = ui.px(chip_height), wide = chip_width(ui, term.left) + chip_width(ui, term.right);
    return {cell.centre().x - wide / 2, cell.y - ui.px(above_cell) - high, wide, high};
}

void draw_flight(Ui& ui, const PlayTerm& term, Point left, Point right, const Rect& cell, float way) {
    const Rect meeting = meeting_place(ui, cell, term);
    if (way >= 1) {
        const std::string sign = term.product.starts_with('-') || term.product.starts_with("−") ? "" : "+";
        return draw_chip(ui, meeting.centre(), sign + term.product, Role::text);
    }
    const float y = meeting.centre().y;
    draw_chip(ui, between(left, {meeting.x + chip_width(ui, term.left) / 2, y}, way), term.left,
              term.left_role);
    draw_chip(ui, between(right, {meeting.right() - chip_width(ui, term.right) / 2, y}, way), term.right,
              term.right_role);
}

} // namespace ui
