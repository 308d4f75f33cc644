// Beside a model that turns a text into one vector: other sentences, and how alike they are to it.
#include "narration/wording.h"
#include "ui/views/story/story.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
using workbench::Alike;

namespace {

// Design pixels.
constexpr float beside_edge = 26, sentence_text = 16, sentence_height = 62, share_height = 10,
                typed_height = 36;
constexpr std::size_t most_sentences = 6;

/// Some to begin with: the text says which.
std::vector<std::string> offered(const Ui& ui) {
    std::vector<std::string> sentences;
    for (const char* name : {"story.alike.same", "story.alike.near", "story.alike.far"})
        sentences.push_back(ui.text(name));
    return sentences;
}

void draw_sentence(Ui& ui, const Rect& row, const Alike& one) {
    const float middle = row.y + ui.px(16), numbers = ui.px(56);
    ui.canvas.text_within({row.x, middle}, row.width - numbers, one.text, Font::sans_medium,
                          ui.px(sentence_text), ui[Role::text]);
    ui.canvas.text({row.right(), middle}, narration::decimal(one.similarity), Font::mono, ui.px(18),
                   ui[Role::text], Align::right);
    // From 0 to 1: vectors of sentences hardly ever point away from each other.
    const Rect track{row.x, row.y + ui.px(32), row.width, ui.px(share_height)};
    ui.canvas.fill(track, mix(ui[Role::card], ui[Role::text], 0.08F), ui.px(3));
    const float share = std::clamp(one.similarity, 0.0F, 1.0F);
    if (share > 0)
        ui.canvas.fill({track.x, track.y, track.width * share, track.height}, ui[Role::query_fill], ui.px(3));
    ui.anchors.add("story/alike/" + one.text, row);
    if (row.contains(ui.mouse)) ui.cursor_hint = one.text;
}

} // namespace

void ask_alike(StoryFrame& frame) {
    AlikeState& alike = frame.state.alike;
    if (alike.sentences.empty()) alike.sentences = offered(frame.ui);
    const auto reading = frame.pass().real;
    const auto found = alike.study.ask({{reading->run}, alike.sentences},
                                       [reading, sentences = alike.sentences](const base::StopToken& stop) {
                                           return std::make_shared<const std::vector<Alike>>(
                                               workbench::alike_to(*reading, sentences, stop));
                                       });
    frame.ui.wait_for(alike.study);
    alike.found = found;
}

void draw_alike(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    AlikeState& alike = frame.state.alike;
    card(ui, area);
    ui.anchors.add("story/alike", area);
    const Rect inner =
        Rect{area.x + ui.px(beside_edge), area.y, area.width - 2 * ui.px(beside_edge), area.height};
    float y = area.y + ui.px(40);
    ui.canvas.text({inner.x, y}, ui.text("story.alike.title"), Font::sans_bold, ui.px(22), ui[Role::text]);
    y += ui.px(24);
    y += paragraph(ui, {inner.x, y}, inner.width, ui.text("story.alike.about"), Font::sans, sentence_text,
                   ui[Role::quiet]);
    y += ui.px(12);
    const auto field =
        text_field(ui, "story/alike_to", {inner.x, y, inner.width, ui.px(typed_height)}, alike.typed,
                   {.take_focus = std::exchange(alike.takes_caret, false),
                    .placeholder = ui.text("story.alike.placeholder")});
    y += ui.px(typed_height + 18);
    if (field.entered && !alike.typed.empty()) {
        std::erase(alike.sentences, alike.typed);
        alike.sentences.insert(alike.sentences.begin(), std::exchange(alike.typed, {}));
        alike.sentences.resize(std::min(alike.sentences.size(), most_sentences));
        alike.takes_caret = true; // another one may follow
        ui.motion.draw_again();
    }
    if (!alike.found) return;
    for (const Alike& one : *alike.found) {
        if (y + ui.px(sentence_height) > area.bottom()) break;
        if (one.problem.empty())
            draw_sentence(ui, {inner.x, y, inner.width, ui.px(sentence_height)}, one);
        else
            paragraph(ui, {inner.x, y}, inner.width, one.text + ": " + one.problem, Font::sans, sentence_text,
                      ui[Role::warning]);
        y += ui.px(sentence_height);
    }
}

} // namespace ui
