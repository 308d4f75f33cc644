#include "ui/chrome/word_questions.h"

#include "narration/wording.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using workbench::Language;

namespace {

constexpr float card_inset = 16, way_height = 32, way_pitch = 62; // design pixels
constexpr float least_width = 340, unknown_width = 400;

/// Below the words where they are on screen, otherwise at the top.
Point place_below_words(const Ui& ui, const Rect& area) {
    Point at{area.x + ui.px(24), area.y + ui.px(12)};
    auto words = ui.anchors.starting_with("token/");
    if (words.empty()) words = ui.anchors.starting_with("left/token/");
    if (words.empty()) return at;
    at = {words.front().x, words.front().bottom()};
    for (const Rect& word : words)
        at = {std::min(at.x, word.x), std::max(at.y, word.bottom())};
    return {at.x, at.y + ui.px(8)};
}

Rect placed_below(const Ui& ui, const Rect& area, float width, float height) {
    const Point corner = place_below_words(ui, area);
    return {std::min(corner.x, area.right() - width - ui.px(8)), corner.y, width, height};
}

// “Which language is this?”

std::string answer(const Ui& ui, Language language) {
    return ui.text(("languages." + std::string(workbench::code_of(language))).c_str());
}

void ask_language(Ui& ui, const workbench::LanguageDoubt& doubt, const Rect& area, Actions& actions) {
    const narration::Paragraph question =
        ui.said("languages.question", {{"words", {{doubt.words, narration::Tone::strong}}}});
    std::vector<std::string> labels;
    for (const Language language : doubt.answers)
        labels.push_back(answer(ui, language));
    const float inset = ui.px(card_inset), buttons = choice_width(ui, labels);
    const float inner = std::min(std::max(buttons, ui.px(least_width)), area.width - 2 * inset - ui.px(16));
    const float height = paragraph(ui, {}, inner, question, card_size, true);
    const Rect rect =
        placed_below(ui, area, inner + 2 * inset, height + ui.px(control_height + 10) + 2 * inset);
    const Floating floating(ui, "language_question", rect);
    card(ui, rect);
    paragraph(ui, {rect.x + inset, rect.y + inset}, inner, question, card_size);
    const int clicked =
        choice(ui, "language_question", {rect.x + inset, rect.y + inset + height + ui.px(10)}, labels, -1);
    if (clicked >= 0) actions.edit(workbench::SetLanguage{doubt.answers[static_cast<std::size_t>(clicked)]});
}

// Words that the weights do not know.

constexpr std::size_t most_named = 3;

std::string list_of(const workbench::UnknownWords& unknown, const char* arrow) {
    std::string text;
    for (std::size_t i = 0; i < std::min(unknown.swaps.size(), most_named); ++i) {
        const workbench::Swap& swap = unknown.swaps[i];
        text += i > 0 ? ", " : "";
        text += *arrow ? swap.word + arrow + swap.known : "“" + swap.word + "”";
    }
    return unknown.swaps.size() > most_named ? text + " …" : text;
}

/// Ways on, from the top of the card down.
struct Ways {
    Ui& ui;
    float x, y, width;

    /// A button, and a line about it; true when it is pressed.
    bool way(const std::string& name, const std::string& label, const std::string& about,
             bool enabled = true) {
        const float wide = std::min(width, button_width(ui, label, card_size));
        const bool pressed = button(ui, "unknown/" + name, {x, y, wide, ui.px(way_height)}, label,
                                    {.enabled = enabled, .text_size = card_size});
        ui.canvas.text_within({x, y + ui.px(way_height + 12)}, width, about, Font::sans, ui.px(label_size),
                              ui[Role::quiet]);
        y += ui.px(way_pitch);
        return pressed;
    }
};

std::string model_title(const Scene& scene, const std::string& id) {
    return scene.bench.library().trained->get(id)->card.title;
}

void ask_about_unknown(Ui& ui, WordQuestions& state, const Scene& scene, const Rect& area, Actions& actions) {
    const workbench::UnknownWords& unknown = *state.unknown;
    const narration::Values words{{"words", {{list_of(unknown, ""), narration::Tone::strong}}}};
    const narration::Paragraph told = ui.said("unknown.told", words);
    const float inset = ui.px(card_inset), close = ui.px(28);
    const float inner = std::min(ui.px(unknown_width), area.width - 2 * inset - ui.px(16));
    const float height = paragraph(ui, {}, inner - close, told, card_size, true);
    const Rect rect =
        placed_below(ui, area, inner + 2 * inset, height + ui.px(3 * way_pitch + 6) + 2 * inset);
    const Floating floating(ui, "unknown", rect);
    card(ui, rect);
    paragraph(ui, {rect.x + inset, rect.y + inset}, inner - close, told, card_size);
    Ways ways{ui, rect.x + inset, rect.y + inset + height + ui.px(14), inner};
    if (ways.way("random", ui.text("unknown.random"), ui.text("unknown.random_about")))
        actions.edit(workbench::SetWeights{model::RandomSizes{}});
    if (ways.way("swap", list_of(unknown, " → "), ui.text("unknown.swap_about")))
        if (const auto all = workbench::unknown_words(scene.pass(), scene.bench.library()))
            actions.edit(all->swapped);
    const bool is_known = !unknown.model.empty();
    const std::string about = is_known
                                  ? ui.plain("unknown.model_about",
                                             {{"model", narration::toned(model_title(scene, unknown.model))}})
                                  : ui.text("unknown.no_model");
    if (ways.way("model", ui.text("unknown.model"), about, is_known)) {
        actions.edit(workbench::ChooseTrained{unknown.model});
        actions.ask(OpenView{"story"});
    }
    if (icon_button(ui, "unknown/close", {rect.right() - close - ui.px(8), rect.y + ui.px(8), close, close},
                    Icon::cross, {.look = ButtonLook::tab, .hint = ui.text("unknown.close_hint")}))
        state.closed = list_of(unknown, "");
}

} // namespace

void draw_word_questions(Ui& ui, WordQuestions& state, const Scene& scene, const Rect& area, bool of_unknown,
                         Actions& actions) {
    if (state.pass.lock() != scene.shown) {
        state.pass = scene.shown;
        state.doubt = workbench::language_doubt(scene.pass(), scene.bench.library().lexicon);
        // One more, to say whether there are more.
        state.unknown = workbench::unknown_words(scene.pass(), scene.bench.library(), most_named + 1);
    }
    const bool types = ui.editing.name == "sentence" || ui.editing.name == "source";
    if (types || scene.bench.computing()) return;
    if (state.doubt)
        ask_language(ui, *state.doubt, area, actions);
    else if (of_unknown && state.unknown && list_of(*state.unknown, "") != state.closed)
        ask_about_unknown(ui, state, scene, area, actions);
}

} // namespace ui
