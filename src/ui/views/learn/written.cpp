// The story that a model writes at the moment on screen: what it has learned can be read there, and what it
// still breaks is marked.
#include "ui/views/learn/learn.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;
using learning::WrittenStory;
using learning::WrittenWord;

namespace {

constexpr std::size_t most_instead = 4; ///< words that could stand in the place of one that breaks the story

/// Words between spaces; one that breaks the story is tied to its place, and so is an end that does.
narration::Paragraph spans_of(const LearnFrame& frame, const WrittenStory& story) {
    narration::Paragraph spans;
    for (std::size_t i = 0; i < story.written.size(); ++i) {
        const WrittenWord& one = story.written[i];
        const bool ends = one.word == learning::story_boundary;
        if (ends && !one.breaks) continue;
        if (!spans.empty()) spans.push_back({" "});
        spans.push_back({ends ? frame.text("ends_here") : one.word,
                         one.breaks ? narration::Tone::strong : narration::Tone::plain,
                         one.breaks ? static_cast<int>(i) : -1});
    }
    return spans;
}

/// "A story goes on here with: Noah, the"
std::string told_of_break(const LearnFrame& frame, const WrittenWord& one) {
    std::string words;
    for (std::size_t i = 0; i < std::min(one.instead.size(), most_instead); ++i)
        words += (i > 0 ? ", " : "") +
                 (one.instead[i] == learning::story_boundary ? frame.text("its_end") : one.instead[i]);
    if (one.instead.size() > most_instead) words += " …";
    return frame.plain("breaks_hint", {{"words", words}});
}

/// Whether it is a story, or how much of it is none.
std::pair<std::string, Role> verdict_of(const LearnFrame& frame, const WrittenStory& story) {
    const auto broken = std::ranges::count_if(story.written, &WrittenWord::breaks);
    if (story.is_story()) return {frame.text("is_story"), Role::good};
    if (broken == 0) return {frame.text("never_ends"), Role::quiet};
    if (broken == 1) return {frame.text("breaks_once"), Role::warning};
    return {frame.plain("breaks_often", {{"count", std::to_string(broken)}}), Role::warning};
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
        const auto mark = [&](int tie, const Rect& place) {
            ui.canvas.fill({place.x, place.bottom() - ui.px(2), place.width, ui.px(2)}, ui[Role::warning]);
            ui.anchors.add("learn/break/" + std::to_string(track) + "/" + std::to_string(tie), place);
            if (place.contains(ui.mouse))
                ui.cursor_hint = told_of_break(frame, story.written[static_cast<std::size_t>(tie)]);
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
