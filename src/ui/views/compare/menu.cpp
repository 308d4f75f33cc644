#include "ui/views/compare/menu.h"

#include "ui/views/compare/words.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/menu_row.h"
#include "ui/widgets/popup.h"
#include "workbench/json_fields.h"
#include "workbench/session_code.h"

#include <utility>

namespace ui {

using namespace drawing;
using workbench::Compared;
using workbench::Comparison;

namespace {

constexpr float row_height = 36, menu_width = 560; // design pixels

void open_side(const Comparison& comparison, const Compared& side, Actions& actions) {
    actions.edit(workbench::ReplaceDocument{side.document});
    actions.after_edits = workbench::Selection{
        .stage = comparison.stage, .query = side.query, .key = side.key, .head = side.head};
}

workbench::Shown shown_on(const Scene& scene) {
    return {std::make_shared<const workbench::Document>(scene.bench.document()), scene.selection};
}

/// The current pair, so that it can be reopened.
OwnPair pair_on_screen(const CompareFrame& frame) {
    const workbench::Session pair{shown_on(frame.left()), shown_on(frame.right())};
    return {workbench::to_code(pair), frame.state.chosen.difference};
}

Compared side_of(const workbench::Shown& shown) {
    const workbench::Selection& marked = shown.selection;
    return {*shown.document, marked.query, marked.key, marked.head};
}

Comparison reopened(const OwnPair& yours) {
    const workbench::Session pair = workbench::session_from_code(yours.code, "compare.yours");
    Comparison comparison;
    comparison.stage = pair.first.selection.stage;
    comparison.difference = yours.difference;
    comparison.left = side_of(pair.first);
    comparison.right = side_of(pair.second.value_or(pair.first));
    return comparison;
}

/// "words, changed row": how the two differ.
std::string differs_text(const Ui& ui, const Comparison& comparison) {
    std::string text;
    for (const std::string& what : comparison.differs)
        text += (text.empty() ? "" : ", ") + ui.texts.text("differs." + what);
    return text;
}

} // namespace

void draw_compare_menu(CompareFrame& frame) {
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Rect& area = frame.bar;
    const Comparison* on = offer_on_screen(frame);
    const auto& offers = frame.left().bench.library().comparisons;
    const std::string label = (on ? on->title : ui.text("compare.yours")) + " ▾";
    const Rect place{area.x, area.y, std::min(area.width, button_width(ui, label, panel_size)), area.height};
    if (button(ui, "compare_button", place, label,
               {.text_size = panel_size, .hint = ui.text("compare.menu_hint")}))
        open_popup(ui, "compare", "compare/" + offers.front().id);
    const bool has_own = !on || !state.chosen.yours.code.empty();
    const float row = ui.px(row_height), width = ui.px(menu_width);
    const float height = row * static_cast<float>(offers.size() + (has_own ? 1 : 0)) + ui.px(12);
    Popup popup(ui, "compare", {area.x, area.bottom() + ui.px(4), width, height + ui.px(8)});
    if (!popup.open()) return;

    float y = popup.origin().y + ui.px(6);
    std::optional<Comparison> chosen;
    const auto entry = [&](const std::string& id, const std::string& title, const std::string& about,
                           bool is_on, const auto& comparison) {
        const Rect line{popup.origin().x + ui.px(6), y, width - ui.px(12), row};
        if (menu_row(ui, "compare/" + id, line, title, about, is_on)) chosen = comparison();
        y += row;
    };
    if (has_own)
        entry("yours", ui.text("compare.yours"), ui.text("compare.yours_about"), !on,
              [&] { return reopened(on ? state.chosen.yours : pair_on_screen(frame)); });
    for (const Comparison& offer : offers)
        entry(offer.id, offer.title, differs_text(ui, offer), &offer == on, [&] { return offer; });
    popup.used(height);
    if (!chosen) return;
    if (!on) state.chosen.yours = pair_on_screen(frame);
    open_side(*chosen, chosen->left, frame.actions);
    open_side(*chosen, chosen->right, frame.second_actions);
    state.chosen.difference = chosen->difference;
    popup.close();
}

void visit_own_pair(workbench::ChoiceVisitor& choices, OwnPair& yours) {
    std::string code = yours.code.size() <= workbench::longest_text ? yours.code : std::string();
    choices.text("pair", code);
    choices.yes("difference", yours.difference);
    if (code.empty() || code == yours.code) return;
    workbench::session_from_code(code, "compare.yours");
    yours.code = std::move(code);
}

} // namespace ui
