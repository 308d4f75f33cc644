#include "ui/lesson/number_in_hand.h"

#include "base/input_error.h"
#include "ui/widgets/text_field.h"

#include <imgui.h>

#include <algorithm>
#include <array>
#include <utility>

namespace ui {

using namespace drawing;
using attention::Cell;
using attention::Quantity;
using base::Index;

namespace {

constexpr float number_letters = 18, least_field_width = 96, field_high = 36; // design pixels

/// The matrix's cell under the mouse.
std::optional<Cell> cell_of_at_mouse(const Ui& ui, const Scene& scene, Quantity quantity) {
    const Index head = attention::is_per_head(quantity) ? scene.selection.head : 0;
    const base::Matrix& numbers = scene.trace().matrix(quantity, head);
    for (Index row = 0; row < numbers.rows(); ++row)
        for (Index column = 0; column < numbers.cols(); ++column) {
            const Cell cell{.quantity = quantity, .head = head, .row = row, .column = column};
            if (const Rect* place = ui.anchors.find(cell_anchor(cell)); place && place->contains(ui.mouse))
                return cell;
        }
    return std::nullopt;
}

} // namespace

std::optional<Cell> number_at_mouse(const Ui& ui, const Scene& scene) {
    const attention::Product& product = shown_product(scene);
    const std::array<std::optional<Quantity>, 4> on_screen{
        workbench::marked_cell(scene.selection, scene.trace()).quantity, product.result, product.left,
        product.top};
    for (const auto& quantity : on_screen)
        if (quantity && attention::is_editable(*quantity))
            if (const auto cell = cell_of_at_mouse(ui, scene, *quantity)) return cell;
    return std::nullopt;
}

void open_number(CellEdit& edit, const Scene& scene, const Cell& cell) {
    edit = {};
    edit.cell = cell;
    edit.text = edit.began = typed_number(scene.trace().value(cell));
    edit.opens = true;
}

Rect draw_number_field(Ui& ui, CellEdit& edit, Actions& actions) {
    if (!edit.cell) return {};
    const Rect* cell = ui.anchors.find(cell_anchor(*edit.cell));
    if (!cell) { // its matrix is no longer on the slide
        edit = {};
        return {};
    }
    const float wide = std::max(cell->width, ui.px(least_field_width)), high = ui.px(field_high);
    // Over the number of a cell, or of a bar, which stands at its top.
    const float y = std::min(cell->centre().y, cell->y + high) - high / 2;
    const Rect place{std::clamp(cell->centre().x - wide / 2, ui.window.x, ui.window.right() - wide), y, wide,
                     high};
    const bool opens = std::exchange(edit.opens, false);
    const TextFieldResult typed =
        text_field(ui, "lecture/number", place, edit.text,
                   {.font = Font::mono, .size = number_letters, .take_focus = opens});
    if (typed.committed && edit.text != edit.began) {
        if (const auto value = parsed_number(edit.text)) {
            actions.ask(BeginGesture{});
            actions.edit(workbench::SetCell{*edit.cell, *value});
        } else {
            actions.ask(ShowMistake{base::InputError(ui.text("board.number"),
                                                     "“" + edit.text + "” " + ui.text("board.not_a_number"),
                                                     ui.text("board.number_hint"))});
        }
    }
    const bool left = typed.committed || typed.cancelled || (!typed.active && !opens && edit.seen);
    // The second press of a double click may miss the field, which is lower than a bar.
    const bool meant = edit.text == edit.began && cell->contains(ui.mouse) && ImGui::IsMouseDown(0);
    if (left && !(meant && !typed.cancelled)) {
        edit = {};
        return place;
    }
    edit.seen = typed.active;
    edit.opens = !typed.active && !opens; // a press took the caret away, or kept it from coming
    return place;
}

} // namespace ui
