// The story that a model writes at the moment on screen: what it has learned can be read there, and the first
// word that breaks it is marked.
#include "ui/views/learn/learn.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <string>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using learning::WrittenStory;

namespace {

constexpr std::size_t most_instead =
    4; ///< words that could stand in the place of the one that breaks the story

/// Words between spaces; the first one that breaks the story is tied, and so is an end that does.
narration::Paragraph spans_of(const LearnFrame& frame, const WrittenStory& story) {
    narration::Paragraph spans;
    const auto broken = story.written_break();
    for (std::size_t i = 0; i < story.written.size(); ++i) {
        const std::string& word = story.written[i].word;
        const bool ends = word == learning::story_boundary, breaks = broken == i;
        if (ends && !breaks) continue;
        if (!spans.empty()) spans.push_back({" "});
        spans.push_back({ends ? frame.text("ends_here") : word,
                         breaks ? narration::Tone::strong : narration::Tone::plain, breaks ? 0 : -1});
    }
    return spans;
}

/// "A story could go on here with: Noah, the."
std::string told_of_break(const LearnFrame& frame, const WrittenStory& story) {
    std::string words;
    for (std::size_t i = 0; i < std::min(story.instead.size(), most_instead); ++i)
        words += (i > 0 ? ", " : "") +
                 (story.instead[i] == learning::story_boundary ? frame.text("its_end") : story.instead[i]);
    if (story.instead.size() > most_instead) words += " …";
    return frame.plain("breaks_hint", {{"words", words}});
}

/// Whether it is a story.
std::pair<std::string, Role> verdict_of(const LearnFrame& frame, const WrittenStory& story) {
    if (story.is_story()) return {frame.text("is_story"), Role::good};
    if (story.first_break) return {frame.text("breaks"), Role::warning};
    return {frame.text("never_ends"), Role::quiet};
}

} // namespace

float draw_written(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& written = frame.state.shown.written;
    if (!written) return 0;
    float y = area.y;
    for (std::size_t track = 0; track < written->stories.size(); ++track) {
        const WrittenStory& story = written->stories[track];
        const std::string name = frame.name_of(frame.training()->tracks[track]);
        const std::string title = frame.plain("written", {{"step", std::to_string(written->step)}});
        ui.canvas.text_within({area.x, y + ui.px(9)}, area.width,
                              name.empty() ? title : frame.plain("written_by", {{"track", name}}),
                              Font::sans_bold, ui.px(16), ui[Role::text]);
        y += ui.px(24);
        const auto mark = [&](int, const Rect& place) {
            ui.canvas.fill({place.x, place.bottom() - ui.px(2), place.width, ui.px(2)}, ui[Role::warning]);
            ui.anchors.add("learn/break/" + std::to_string(track), place);
            if (place.contains(ui.mouse)) ui.cursor_hint = told_of_break(frame, story);
        };
        y += paragraph(ui, {area.x, y}, area.width, spans_of(frame, story), card_size, false, Role::text,
                       1.4F, mark) +
             ui.px(4);
        const auto [said, role] = verdict_of(frame, story);
        y += paragraph(ui, {area.x, y}, area.width, said, Font::sans, label_size, ui[role]) + ui.px(10);
    }
    ui.anchors.add("learn/written", {area.x, area.y, area.width, y - area.y});
    return y - area.y;
}

} // namespace ui
