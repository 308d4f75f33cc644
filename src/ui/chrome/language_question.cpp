#include "ui/chrome/language_question.h"

#include "ui/widgets/controls.h"
#include "ui/widgets/floating.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <vector>

namespace ui {

using namespace drawing;
using workbench::Language;

namespace {

/// Below the words where they are on screen, otherwise at the top.
Point place_below_words(const Ui& ui, const Rect& area) {
    Point at{area.x + ui.px(24), area.y + ui.px(12)};
    const auto words = ui.anchors.starting_with("token/");
    if (words.empty()) return at;
    at = {words.front().x, words.front().bottom()};
    for (const Rect& word : words)
        at = {std::min(at.x, word.x), std::max(at.y, word.bottom())};
    return {at.x, at.y + ui.px(8)};
}

std::string answer(const Ui& ui, Language language) {
    return ui.text(("languages." + std::string(workbench::code_of(language))).c_str());
}

} // namespace

void draw_language_question(Ui& ui, LanguageQuestion& state, const Scene& scene, const Rect& area,
                            Actions& actions) {
    if (state.pass.lock() != scene.shown) {
        state.pass = scene.shown;
        state.doubt = workbench::language_doubt(scene.pass(), scene.bench.library().lexicon);
    }
    const bool types = ui.editing.name == "sentence" || ui.editing.name == "source";
    const auto& doubt = state.doubt;
    if (!doubt || types || scene.bench.computing()) return;
    const narration::Paragraph question =
        ui.said("languages.question", {{"words", {{doubt->words, narration::Tone::strong}}}});
    std::vector<std::string> labels;
    for (const Language language : doubt->answers)
        labels.push_back(answer(ui, language));
    const float padding = ui.px(14), buttons = choice_width(ui, labels);
    const float inner = std::min(std::max(buttons, ui.px(340)), area.width - 2 * padding - ui.px(16));
    const float height = paragraph(ui, {}, inner, question, panel_size, true);
    const Point corner = place_below_words(ui, area);
    const float width = inner + 2 * padding;
    const Rect rect{std::min(corner.x, area.right() - width - ui.px(8)), corner.y, width,
                    height + ui.px(control_height) + 3 * padding - ui.px(6)};
    const Floating floating(ui, "language_question", rect);
    card(ui, rect);
    paragraph(ui, {rect.x + padding, rect.y + padding}, inner, question, panel_size);
    const int clicked = choice(ui, "language_question",
                               {rect.x + padding, rect.y + height + 2 * padding - ui.px(6)}, labels, -1);
    if (clicked >= 0) actions.edit(workbench::SetLanguage{doubt->answers[static_cast<std::size_t>(clicked)]});
}

} // namespace ui
