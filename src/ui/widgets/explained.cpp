#include "ui/widgets/explained.h"

#include <imgui.h>
#include <imgui_internal.h>

#include <algorithm>
#include <cmath>
#include <set>

namespace ui {

using namespace drawing;

namespace {

std::string definition(const narration::Term& term) {
    return term.name + ": " + term.means;
}

void dotted_line(Ui& ui, float left, float right, float y, Rgba ink) {
    const float dot = ui.px(1.5F), step = ui.px(3.5F);
    for (float x = std::round(left); x + dot <= right; x += step)
        ui.canvas.line({x, y}, {x + dot, y}, ink.faded(0.6F), ui.px(1));
}

/// The term under the mouse, estimated from the mouse's relative position along the label.
const narration::Term* term_at(const std::vector<narration::TermUse>& uses, double letter) {
    for (const narration::TermUse& use : uses)
        if (letter >= static_cast<double>(use.begin) - 1 && letter <= static_cast<double>(use.end) + 1)
            return use.term;
    return nullptr;
}

/// Nothing is explained where nothing answers: on a slide.
bool answers() {
    return (ImGui::GetCurrentContext()->CurrentItemFlags & ImGuiItemFlags_Disabled) == 0;
}

} // namespace

void explain_term(Ui& ui, const narration::Term& term, const Rect& place, Rgba ink) {
    if (!answers()) return;
    dotted_line(ui, place.x, place.right(), std::round(place.bottom()), ink);
    const std::string name = "term/" + term.id;
    const bool in_sight = ImGui::IsRectVisible({place.x, place.y}, {place.right(), place.bottom()});
    if (in_sight && !ui.anchors.find(name)) ui.anchors.add(name, place);
    const bool hovered = ImGui::IsMouseHoveringRect({place.x, place.y}, {place.right(), place.bottom()}) &&
                         ImGui::IsWindowHovered(ImGuiHoveredFlags_AllowWhenBlockedByActiveItem);
    if (hovered) ui.cursor_hint = definition(term);
}

void underline_terms(Ui& ui, Point at, const std::string& shown, Font font, float size, Rgba ink,
                     const std::string& text) {
    std::set<const narration::Term*> seen;
    for (const narration::TermUse& use : ui.texts.glossary().find(text)) {
        if (!seen.insert(use.term).second) continue;
        const float left = at.x + ui.canvas.width(font, size, std::string_view(shown).substr(0, use.begin));
        const float wide =
            ui.canvas.width(font, size, std::string_view(shown).substr(use.begin, use.end - use.begin));
        explain_term(ui, *use.term, {left, at.y - 0.6F * size, wide, 1.25F * size}, ink);
    }
}

std::string explanation_under_mouse(const Ui& ui) {
    const PointedText& pointed = ui.canvas.pointed();
    if (pointed.text.empty() || pointed.width <= 0) return {};
    const auto uses = ui.texts.glossary().find(pointed.text);
    const auto share = static_cast<double>((ui.mouse.x - pointed.left) / pointed.width);
    const narration::Term* term = term_at(uses, share * static_cast<double>(pointed.text.size()));
    return term ? definition(*term) : std::string();
}

} // namespace ui
