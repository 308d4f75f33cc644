#include "ui/board/board.h"

#include "base/text.h"
#include "drawing/figures/matrix.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <cmath>
#include <imgui.h>
#include <sstream>
#include <utility>

namespace ui {

using namespace drawing;
using attention::Cell;
using attention::Quantity;

std::optional<float> parsed_number(std::string text) {
    for (const auto& [from, to] : {std::pair{"−", "-"}, {",", "."}})
        if (const auto at = text.find(from); at != std::string::npos)
            text.replace(at, std::string(from).size(), to);
    const auto first = text.find_first_not_of(' '), last = text.find_last_not_of(' ');
    if (first == std::string::npos) return {};
    const auto value = base::float_in(std::string_view(text).substr(first, last + 1 - first));
    return value && std::isfinite(*value) ? value : std::nullopt;
}

void zoom_board(BoardState& state, const MatrixLayout& result, Point fixed, float factor,
                float largest_cell) {
    const auto rows = static_cast<float>(result.rows), columns = static_cast<float>(result.columns);
    const float cell = std::max(result.cell_height, 0.001F);
    const float least = state.last.whole / state.chosen.view.zoom;
    factor = std::clamp(factor, least, std::max({1.0F, least, largest_cell / cell}));
    const auto centre = [&](float now, float point, float start, float window, float offset, float content) {
        if (content <= 0) return now; // the window has no room for any of it
        const float share = (point - start + offset) / content;
        const float new_start = point - share * content * factor;
        return std::clamp((start + window / 2 - new_start) / (content * factor), 0.0F, 1.0F);
    };
    ProductView& view = state.chosen.view;
    view.centre_column = centre(view.centre_column, fixed.x, result.area.x, result.area.width,
                                result.offset_x, columns * result.cell_width);
    view.centre_row = centre(view.centre_row, fixed.y, result.area.y, result.area.height, result.offset_y,
                             rows * result.cell_height);
    view.zoom *= factor;
    if (std::abs(view.zoom - 1) < 0.001F && state.last.whole == 1) view = {};
}

std::string typed_number(float number) {
    std::ostringstream text;
    text.precision(4);
    text << number;
    return text.str();
}

namespace {

/// Or says why the cell cannot be set.
void start_editing(Ui& ui, BoardState& state, const Scene& scene, const Cell& cell, Actions& actions) {
    if (!attention::is_editable(cell.quantity)) {
        actions.ask(Tell{ui.text("board.computed"), ui.text("board.computed_hint")});
        return;
    }
    state.edit.cell = cell;
    state.edit.text = state.edit.began = typed_number(scene.trace().value(cell));
    state.edit.opens = true;
    state.edit.typed = state.edit.seen = false;
}

/// The characters of a number that were typed in this frame, none of them in a field. A browser reports only
/// keys.
std::string typed_digits(const Ui& ui) {
    std::string typed;
    for (const ImWchar letter : ImGui::GetIO().InputQueueCharacters)
        if ((letter >= '0' && letter <= '9') || letter == '-' || letter == '.' || letter == ',')
            typed += static_cast<char>(letter);
    if (!ImGui::GetIO().InputQueueCharacters.empty()) return typed;
    for (const KeyPress& press : ui.keys)
        if (const char letter = letter_of_number(press.key); letter != 0 && press.mods == 0) typed += letter;
    return typed;
}

/// A digit or a minus over the cell that was clicked last opens its field, as in a spreadsheet; not where a
/// step asks for a number, which may be typed too early.
void type_over(Ui& ui, BoardState& state, const Scene& scene, const std::vector<OnBoard>& matrices,
               Actions& actions) {
    CellEdit& edit = state.edit;
    if (edit.cell || !edit.next || edit.next_in.lock() != scene.shown) return;
    if (!ui.editing.name.empty() || ImGui::GetIO().WantTextInput || any_popup_open() || !reacts()) return;
    if (state.look.needed && state.look.needed->control("answer")) return;
    const std::string typed = typed_digits(ui);
    const bool is_there = std::ranges::any_of(
        matrices, [&](const OnBoard& matrix) { return matrix.place(*edit.next).has_value(); });
    const bool begins = !typed.empty() && typed.front() != '.' && typed.front() != ','; // those play on
    if (!begins || !is_there) return;
    actions.ask(BeginGesture{});
    start_editing(ui, state, scene, *edit.next, actions);
    if (!edit.cell) return; // it is computed, which is said
    edit.text = typed;
    edit.typed = true;
}

struct Pointed {
    const OnBoard* matrix = nullptr;
    std::optional<Cell> cell;
};

Pointed under(const std::vector<OnBoard>& matrices, Point mouse) {
    for (const auto& matrix : matrices)
        if (const auto place = cell_at(matrix.target, mouse)) return {&matrix, matrix.cell(*place)};
    return {};
}

/// The change of a number per pixel of dragging.
float drag_step(Quantity quantity) {
    return attention::family(quantity) == attention::Family::weight ? 0.005F : 0.02F;
}

void begin_press(BoardState& state, const Scene& scene, const Pointed& pointed, Point mouse,
                 Actions& actions) {
    actions.ask(BeginGesture{});
    state.drag.moves = false;
    state.drag.cell.reset();
    const bool readable = pointed.matrix && pointed.matrix->target.cell_width >= 20;
    if (pointed.cell && readable && attention::is_editable(pointed.cell->quantity)) {
        state.drag.cell = pointed.cell;
        state.drag.value = scene.trace().value(*pointed.cell);
        state.drag.y = mouse.y;
    } else if (reaches_beyond(state.last.result)) {
        state.pan.active = true;
        state.pan.from = state.pan.start = mouse;
    }
}

void drag(Ui& ui, BoardState& state, Point mouse, Actions& actions) {
    const float moved = state.drag.y - mouse.y;
    if (std::abs(moved) > ui.px(5)) state.drag.moves = true;
    if (!state.drag.moves) return;
    const float value = state.drag.value + moved / ui.theme.scale * drag_step(state.drag.cell->quantity);
    const float rounded = std::round(value * 100) / 100;
    actions.edit(workbench::SetCell{*state.drag.cell, rounded}, "drag");
}

void pan(BoardState& state, const MatrixLayout& result, Point mouse, float least_drag) {
    const float width = result.cell_width * static_cast<float>(result.columns);
    const float height = result.cell_height * static_cast<float>(result.rows);
    const auto moved = [](float centre, float by, float window, float content) {
        if (content <= 0) return centre;
        const float half = window / content / 2;
        return std::clamp(centre - by / content, std::min(half, 0.5F), std::max(1 - half, 0.5F));
    };
    state.chosen.view.centre_column =
        moved(state.chosen.view.centre_column, mouse.x - state.pan.from.x, result.area.width, width);
    state.chosen.view.centre_row =
        moved(state.chosen.view.centre_row, mouse.y - state.pan.from.y, result.area.height, height);
    state.pan.from = mouse;
    // After panning, releasing the mouse must not also mark the cell under it.
    const float moved_by = std::hypot(mouse.x - state.pan.start.x, mouse.y - state.pan.start.y);
    if (moved_by > least_drag) state.drag.moves = true;
}

} // namespace

void handle_board_input(Ui& ui, BoardState& state, const Scene& scene, const Rect& board,
                        const std::vector<OnBoard>& matrices, Actions& actions) {
    const Touch t = touch_beneath(ui, "board", board);
    const Point mouse = ui.mouse;
    const Pointed pointed = t.hovered ? under(matrices, mouse) : Pointed{};
    if (t.hovered && !pointed.cell) ImGui::SetMouseCursor(ImGuiMouseCursor_Arrow);
    const MatrixLayout& result = matrices.back().target;
    const Quantity result_quantity = matrices.back().quantity;

    const bool rests = mouse.x == state.last.mouse.x && mouse.y == state.last.mouse.y;
    const std::optional<Cell> meant = rests ? std::nullopt : pointed.cell;
    if (pointed.cell != state.last.pointed && meant != state.last.pointed && !state.drag.cell) {
        state.last.pointed = meant;
        actions.select = scene.selection;
        actions.select->hovered = meant;
    }
    state.last.mouse = mouse;
    if (ui.focus.activated("board") && !state.edit.cell)
        start_editing(ui, state, scene,
                      scene.selection.pinned.value_or(workbench::marked_cell(scene.selection, scene.trace())),
                      actions);
    if (t.focused) focus_ring(ui, board, ui.px(8));

    if (t.hovered && ImGui::IsMouseClicked(0)) begin_press(state, scene, pointed, mouse, actions);
    for (int button : {1, 2})
        if (t.hovered && ImGui::IsMouseClicked(button) && reaches_beyond(state.last.result)) {
            state.pan.active = true;
            state.pan.from = state.pan.start = mouse;
        }
    // The last movement may arrive in the same frame as the release.
    if (state.drag.cell && (ImGui::IsMouseDown(0) || ImGui::IsMouseReleased(0)))
        drag(ui, state, mouse, actions);
    if (state.pan.active) pan(state, result, mouse, ui.px(5));
    if (ImGui::IsMouseReleased(0)) {
        if (t.hovered && pointed.cell && !state.drag.moves)
            actions.select = with_cell(scene.selection, *pointed.cell, result_quantity);
        state.edit.next = t.hovered && !state.drag.moves ? pointed.cell : std::nullopt;
        state.edit.next_in = scene.shown;
        state.drag.cell.reset();
    }
    if (!ImGui::IsMouseDown(0) && !ImGui::IsMouseDown(1) && !ImGui::IsMouseDown(2)) state.pan.active = false;
    if (pointed.cell && t.double_clicked) start_editing(ui, state, scene, *pointed.cell, actions);
    type_over(ui, state, scene, matrices, actions);
    const float wheel = ImGui::GetIO().MouseWheel;
    const auto holds_mouse = [&](const OnBoard& matrix) { return matrix.target.area.contains(mouse); };
    if (t.hovered && wheel != 0 && std::ranges::any_of(matrices, holds_mouse)) {
        // Over a factor, the row or column that it shares with the result stays in place.
        const Point fixed{std::clamp(mouse.x, result.area.x, result.area.right()),
                          std::clamp(mouse.y, result.area.y, result.area.bottom())};
        zoom_board(state, result, fixed, std::pow(1.2F, wheel), ui.theme.read(120));
        ImGui::GetIO().MouseWheel = 0; // consumed: the page around the board must not scroll
    }
}

void draw_cell_editor(Ui& ui, BoardState& state, const std::vector<OnBoard>& matrices, Actions& actions) {
    if (!state.edit.cell) return;
    for (const auto& matrix : matrices) {
        const auto place = matrix.place(*state.edit.cell);
        if (!place || place->row >= matrix.target.rows || place->column >= matrix.target.columns) continue;
        const Rect cell = cell_rect(matrix.target, *place);
        const float width = std::max(cell.width, ui.px(78)), height = std::max(cell.height, ui.px(30));
        const Rect box{cell.centre().x - width / 2, cell.centre().y - height / 2, width, height};
        TextFieldStyle style;
        style.font = Font::mono;
        style.size = label_size;
        if (state.edit.typed && !state.edit.seen) { // ImGui drops what is typed until the field has the caret
            if (!state.edit.opens) state.edit.text += typed_digits(ui);
            style.select_all = false;
            style.select.emplace(state.edit.text.size(), state.edit.text.size());
        }
        style.take_focus = std::exchange(state.edit.opens, false);
        ImGui::PushID("cell editor");
        const auto typed = text_field(ui, "cell_editor", box, state.edit.text, style);
        ImGui::PopID();
        if (typed.committed && state.edit.text != state.edit.began) {
            if (const auto value = parsed_number(state.edit.text))
                actions.edit(workbench::SetCell{*state.edit.cell, *value});
            else
                actions.ask(ShowMistake{base::InputError(
                    ui.text("board.number"), "“" + state.edit.text + "” " + ui.text("board.not_a_number"),
                    ui.text("board.number_hint"))});
        }
        if (typed.committed || typed.cancelled || (!typed.active && !style.take_focus && state.edit.seen)) {
            state.edit.cell.reset();
            state.edit.seen = false;
            return;
        }
        state.edit.seen = typed.active;
        return;
    }
    state.edit.cell.reset(); // its matrix is no longer on the board
}

} // namespace ui
