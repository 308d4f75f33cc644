#include "ui/chrome/chips.h"

#include "narration/narration.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <imgui.h>
#include <iterator>

namespace ui {

using attention::Axis;
using attention::Quantity;
using base::Index;

std::string fact_text(const Ui& ui, const std::string& section, const workbench::Fact& fact) {
    narration::Values values;
    for (const auto& [name, value] : fact.values)
        values[name] = {{value}};
    return ui.plain(section + "." + fact.key, values);
}

namespace {

std::string marked_if_changed(const workbench::Pass& pass, const std::string& name, Index place,
                              bool in_memory) {
    return workbench::is_changed(pass.changed_rows, place, in_memory) ? name + " •" : name;
}

} // namespace

std::string row_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    std::string name = pass.names.row(quantity, index);
    const Axis axis = row_axis(quantity);
    if (!is_of_words(axis)) return name;
    return marked_if_changed(pass, name, index, pass.input.is_cross() && axis == Axis::keys);
}

std::string column_label(const workbench::Pass& pass, Quantity quantity, Index index) {
    const std::string name = pass.names.column(quantity, index);
    return is_of_words(column_axis(quantity)) ? marked_if_changed(pass, name, index, pass.input.is_cross())
                                              : name;
}

std::string changed_row_hint(const Ui& ui, const workbench::Pass& pass, Index place, bool in_memory) {
    const auto row = std::ranges::find_if(pass.changed_rows, [&](const workbench::ChangedRow& changed) {
        return workbench::is_changed({changed}, place, in_memory);
    });
    return row == pass.changed_rows.end() ? "" : fact_text(ui, "changed_row", workbench::fact_of(*row));
}

// The chips.

using namespace drawing;
using workbench::InForce;

namespace {

constexpr float chip_height = 24, padding = 10, off_side = 20; // design pixels

/// A chip and its position. `what` is null for one that counts those without room; `hint` names them.
struct Chip {
    const InForce* what;
    std::string label;
    Rect rect;
    std::string hint = {};
};

bool can_be_taken_back(const InForce& what) {
    return what.usual || what.head;
}

void look_up(ChipsState& state, const Scene& scene) {
    if (state.pass.lock() == scene.shown && state.head == scene.selection.head) return;
    state.pass = scene.shown;
    state.head = scene.selection.head;
    state.found = workbench::in_force(scene.pass(), state.head);
    if (!state.tells_unknown)
        std::erase_if(state.found,
                      [](const InForce& each) { return each.subject == workbench::Subject::unknown; });
    std::erase_if(state.found, [&](const workbench::InForce& what) {
        return std::ranges::find(state.left_out, what.subject) != state.left_out.end();
    });
}

float chip_line(const Ui& ui) {
    return ui.px(chip_height + chips_gap);
}

/// Keeps this many lines. The last one ends in the number of chips that are left out: "+2".
void count_rest(Ui& ui, std::vector<Chip>& chips, Point start, float right, int lines) {
    const float last = start.y + static_cast<float>(lines - 1) * chip_line(ui), below = last + ui.px(1);
    if (chips.empty() || chips.back().rect.y < below) return;
    const auto all = std::move(chips);
    chips.clear();
    std::ranges::copy_if(all, std::back_inserter(chips),
                         [&](const Chip& chip) { return chip.rect.y < below; });
    for (;; chips.pop_back()) {
        const std::string label = "+" + std::to_string(all.size() - chips.size());
        const float wide = ui.canvas.width(Font::sans_medium, ui.px(label_size), label) + 2 * ui.px(padding);
        const bool alone = chips.empty() || chips.back().rect.y < last - ui.px(1);
        const float x = alone ? start.x : chips.back().rect.right() + ui.px(chips_gap);
        if (!alone && x + wide > right) continue;
        Chip rest{nullptr, label, {x, last, wide, ui.px(chip_height)}};
        for (std::size_t i = chips.size(); i < all.size(); ++i)
            rest.hint += (rest.hint.empty() ? "" : ", ") + all[i].label;
        chips.push_back(std::move(rest));
        return;
    }
}

/// Left to right, wrapping at the width.
std::vector<Chip> placed(Ui& ui, const ChipsState& state, Point start, float width) {
    std::vector<Chip> chips;
    float x = start.x, y = start.y;
    for (const InForce& what : state.found) {
        Chip chip{&what, fact_text(ui, "in_force", what.fact), {}};
        const float off = can_be_taken_back(what) ? ui.px(off_side) : ui.px(padding);
        const float wanted =
            ui.px(padding) + ui.canvas.width(Font::sans_medium, ui.px(label_size), chip.label) + off;
        const float wide = std::min(wanted, width);
        if (x > start.x && x + wide > start.x + width) {
            x = start.x;
            y += chip_line(ui);
        }
        chip.rect = {x, y, wide, ui.px(chip_height)};
        x += wide + ui.px(chips_gap);
        chips.push_back(std::move(chip));
    }
    if (state.most_lines > 0) count_rest(ui, chips, start, start.x + width, state.most_lines);
    return chips;
}

std::string name_of(const InForce& what) {
    const auto word = what.fact.values.find("word");
    return "chip/" + what.fact.key + (word == what.fact.values.end() ? "" : "/" + word->second);
}

void put_back(const InForce& what, const Scene& scene, Actions& actions) {
    if (what.usual) actions.edit(*what.usual);
    if (!what.head) return;
    actions.select = scene.selection;
    actions.select->head = *what.head;
}

void draw_chip(Ui& ui, const Chip& chip, const Scene& scene, Actions& actions) {
    const std::string name = chip.what ? name_of(*chip.what) : "chip/rest";
    const Rect& rect = chip.rect;
    const bool can_go = chip.what && can_be_taken_back(*chip.what);
    const float side = ui.px(off_side);
    ui.canvas.fill(rect, ui[Role::accent_soft], rect.height / 2);
    const float end = can_go ? side : ui.px(padding);
    symbols_within(ui, {rect.x + ui.px(padding), rect.centre().y},
                   rect.width - ui.px(padding) - end + 1, // rounding cuts nothing
                   chip.label, Font::sans_medium, ui.px(label_size), ui[Role::text]);
    ui.anchors.add(name, rect);
    if (rect.contains(ui.mouse))
        ui.cursor_hint = chip.what ? fact_text(ui, "in_force_hint", chip.what->fact) : chip.hint;
    if (!can_go) return;
    const Rect off{rect.right() - side - ui.px(2), rect.centre().y - side / 2, side, side};
    // A chip of the state before the last step, or of a document that is being replaced, has nothing to edit.
    const bool enabled = !scene.bench.computing() && scene.shown != scene.before;
    if (icon_button(ui, name + "/off", off, Icon::cross, {.look = ButtonLook::plain, .enabled = enabled}))
        put_back(*chip.what, scene, actions);
}

} // namespace

float chips_height(Ui& ui, ChipsState& state, const Scene& scene, float width) {
    look_up(state, scene);
    if (ImGui::IsMouseDown(ImGuiMouseButton_Left)) return state.height;
    const auto chips = placed(ui, state, {}, width);
    state.height = chips.empty() ? 0 : chips.back().rect.bottom() + ui.px(chips_gap);
    return state.height;
}

float chips_room(const Ui& ui, float chips, float page_height) {
    constexpr float high_page = 800; // design pixels
    return page_height >= ui.px(high_page) ? std::max(chips, chip_line(ui)) : chips;
}

void draw_chips(Ui& ui, ChipsState& state, const Scene& scene, const Rect& area, Actions& actions) {
    look_up(state, scene);
    ui.canvas.clip({area.x, area.y, area.width, state.height});
    for (const Chip& chip : placed(ui, state, {area.x, area.y}, area.width))
        if (chip.rect.bottom() <= area.y + state.height) draw_chip(ui, chip, scene, actions);
    ui.canvas.unclip();
}

} // namespace ui
