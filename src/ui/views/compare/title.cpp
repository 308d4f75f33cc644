// Above the cards: the question of the pair, the menu of offered pairs, and the button for all that differs.
#include "ui/views/compare/compare.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "workbench/document/json_fields.h"
#include "workbench/session/session.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using workbench::Compared;
using workbench::Comparison;

const Comparison* offer_on_screen(CompareFrame& frame) {
    const Scene &left = frame.left(), &right = frame.right();
    OfferOnScreen& now = frame.state.offer;
    if (now.left == left.bench.step() && now.right == right.bench.step()) return now.offer;
    const auto& offers = left.bench.library().comparisons;
    const auto offer = std::ranges::find_if(offers, [&](const Comparison& each) {
        return each.left.document == left.bench.document() && each.right.document == right.bench.document();
    });
    now = {left.bench.step(), right.bench.step(), offer == offers.end() ? nullptr : &*offer};
    return now.offer;
}

namespace {

// The menu of offered comparisons, and the user's own pair.

// Design pixels.
constexpr float row_height = 36, menu_width = 560, widest_button = 260;
constexpr float button_height = 36, button_gap = 8, more_width = 92;
constexpr float title_size = 29, title_edge = 16;

void open_side(const Comparison& comparison, const Compared& side, Actions& actions) {
    actions.ask(
        PerformEdit{.edit = workbench::ReplaceDocument{side.document},
                    .then = workbench::Selection{
                        .stage = comparison.stage, .query = side.query, .key = side.key, .head = side.head}});
}

workbench::Shown shown_on(const Scene& scene) {
    return {std::make_shared<const workbench::Document>(scene.bench.document()), scene.selection};
}

/// The current pair, so that it can be reopened.
std::string pair_on_screen(const CompareFrame& frame) {
    return workbench::to_code(workbench::Session{shown_on(frame.left()), shown_on(frame.right())});
}

Compared side_of(const workbench::Shown& shown) {
    const workbench::Selection& marked = shown.selection;
    return {*shown.document, marked.query, marked.key, marked.head};
}

Comparison reopened(const std::string& yours) {
    const workbench::Session pair = workbench::session_from_code(yours, "compare.yours");
    Comparison comparison;
    comparison.stage = pair.first.selection.stage;
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

/// A button and its menu, ending at `right`; returns its left end. The user's own pair is kept in
/// chosen.yours when another one is chosen.
float draw_menu(CompareFrame& frame, Point right) {
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Comparison* on = offer_on_screen(frame);
    const auto& offers = frame.left().bench.library().comparisons;
    const std::string& label = on ? on->title : ui.text("compare.yours");
    const float wide = std::min(ui.px(widest_button), menu_button_width(ui, label, card_size));
    const Rect place{right.x - wide, right.y, wide, ui.px(button_height)};
    if (menu_button(ui, "compare_button", place, label,
                    {.text_size = card_size, .hint = ui.text("compare.menu_hint")}))
        open_popup(ui, "compare", "compare/" + offers.front().id);
    const bool has_own = !on || !state.chosen.yours.empty();
    const float row = ui.px(row_height), width = ui.px(menu_width);
    const float height = row * static_cast<float>(offers.size() + (has_own ? 1 : 0)) + ui.px(12);
    Popup popup(ui, "compare", {place.right() - width, place.bottom() + ui.px(4), width, height + ui.px(8)});
    if (!popup.open()) return place.x;

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
    if (!chosen) return place.x;
    if (!on) state.chosen.yours = pair_on_screen(frame);
    open_side(*chosen, chosen->left, frame.actions);
    open_side(*chosen, chosen->right, frame.second_actions);
    state.chosen.more = false;
    popup.close();
    return place.x;
}

} // namespace

void draw_compare_title(CompareFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    bool& more = frame.state.chosen.more;
    const float high = ui.px(button_height), top = line.y + ui.px(20);
    const Rect place{line.right() - ui.px(more_width), top, ui.px(more_width), high};
    if (button(ui, "compare_more", place, ui.text("compare.more"),
               {.on = more, .text_size = card_size, .hint = ui.text("compare.more_hint")}))
        more = !more;
    const float left = draw_menu(frame, {place.x - ui.px(button_gap), top});
    const Comparison* offer = offer_on_screen(frame);
    const std::string& question = offer ? offer->question : ui.text("compare.question");
    const float x = line.x + ui.px(title_edge), room = left - ui.px(24) - x;
    const float wide = ui.canvas.width(Font::sans_bold, ui.px(title_size), question);
    const float size = ui.px(title_size) * std::clamp(room / wide, 0.6F, 1.0F);
    ui.canvas.text_within({x, top + high / 2}, room, question, Font::sans_bold, size, ui[Role::text]);
}

void visit_own_pair(workbench::ChoiceVisitor& choices, std::string& yours) {
    // One that is too long for a choice is kept only until the program ends.
    std::string code = yours.size() <= workbench::longest_text ? yours : std::string();
    choices.text("pair", code);
    if (code.empty() || code == yours) return;
    workbench::session_from_code(code, "compare.yours"); // throws InputError for one that cannot be read
    yours = std::move(code);
}

} // namespace ui
