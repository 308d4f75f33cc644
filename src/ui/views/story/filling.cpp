// A model that fills gaps: at the right the words that may stand in the gap, any of which can be put in.
#include "narration/wording.h"
#include "ui/views/story/story.h"
#include "ui/views/story/word_bars.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;
using narration::decimal;
using workbench::NextWord;

namespace {

// Design pixels.
constexpr float gap_side = 26, gap_heading = 22, gap_text = 16, gap_button = 44, low_gap_panel = 520;

Index gap_of(const StoryFrame& frame) {
    return frame.story().answers.front().row;
}

const std::string& mask_of(const StoryFrame& frame) {
    return frame.story().words[static_cast<std::size_t>(gap_of(frame))];
}

bool can_be_put(const StoryFrame& frame, const NextWord::Candidate& word) {
    return !word.ends && !word.text.empty() && !frame.words_are_given();
}

/// Returns the bottom of the rows.
float draw_gap_rows(StoryFrame& frame, const Rect& area, bool low) {
    Ui& ui = frame.ui;
    const std::vector<NextWord::Candidate>& best = frame.told.in_gap->best;
    const float height = ui.px(low ? low_word_row_height : word_row_height), gap = ui.px(between_word_rows);
    const float fullest = best.front().probability;
    float y = area.y, rest = 1;
    for (std::size_t i = 0; i < best.size(); ++i, y += height) {
        const NextWord::Candidate& word = best[i];
        const bool takes = can_be_put(frame, word);
        const Rect row{area.x, y, area.width, height - gap};
        const WordBar bar{.word = word.word,
                          .share = word.probability,
                          .font = i == 0 ? Font::sans_bold : Font::sans_medium,
                          .first = i == 0,
                          .selected = i == 0,
                          .takes = takes};
        const Touch t = draw_word_bar(ui, "story/gap/" + std::to_string(i), row, bar, fullest);
        if (t.clicked) frame.fill_gap(word);
        if (row.contains(ui.mouse))
            ui.cursor_hint =
                frame.say(takes               ? "story.gap.put_hint"
                          : word.text.empty() ? "story.gap.share_hint"
                                              : "story.write.share_hint",
                          {{"word", word.word}, {"mask", mask_of(frame)}, {"p", decimal(word.probability)}});
        rest -= word.probability;
    }
    draw_rest_row(ui, {area.x, y, area.width, ui.px(low_word_row_height) - gap}, std::max(rest, 0.0F));
    return y + ui.px(low_word_row_height);
}

} // namespace

void StoryFrame::fill_gap(const NextWord::Candidate& word) {
    if (!can_be_put(*this, word) || !is_current() || !reacts()) return;
    const auto gap = static_cast<std::size_t>(gap_of(*this));
    workbench::Selection selection = scene.selection;
    selection.query = gap_of(*this);
    selection.hovered.reset();
    selection.pinned.reset();
    const std::string text =
        workbench::with_in_place(pass().document.text, pass().real->pieces, gap, word.text);
    actions.ask(PerformEdit{.edit = workbench::SetText{text, ""}, .then = selection});
    ui.motion.draw_again();
}

void draw_gap_words(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("story/gap_words", area);
    const bool low = area.height < ui.px(low_gap_panel);
    const Rect inner{area.x + ui.px(gap_side), area.y, area.width - 2 * ui.px(gap_side), area.height};
    float y = area.y + ui.px(low ? 24 : 40);
    ui.canvas.text({inner.x, y}, ui.text("story.gap.title"), Font::sans_bold, ui.px(gap_heading),
                   ui[Role::text]);
    ui.canvas.text({inner.right(), y},
                   frame.say("story.gap.after", {{"word", story_word(frame, gap_of(frame))}}), Font::sans,
                   ui.px(gap_text), ui[Role::quiet], Align::right);
    y = draw_gap_rows(frame, {area.x + ui.px(14), y + ui.px(low ? 18 : 30), area.width - ui.px(28), 0}, low);
    const std::string before = frame.before_cut(frame.story().named_usually);
    if (!before.empty()) {
        ui.canvas.text_within({inner.x, y + ui.px(10)}, inner.width, before, Font::sans, ui.px(gap_text),
                              ui[Role::positive]);
        y += ui.px(30);
    }
    const NextWord::Candidate& best = frame.told.in_gap->best.front();
    y += ui.px(low ? 6 : 16);
    if (button(ui, "story/put_in", {inner.x, y, inner.width, ui.px(gap_button)},
               frame.say("story.gap.put", {{"word", frame.quoted(best.word)}}),
               {.look = ButtonLook::filled,
                .enabled = can_be_put(frame, best),
                .text_size = gap_text,
                .hint = frame.say("story.gap.take_best_hint", {{"mask", mask_of(frame)}})}))
        frame.fill_gap(best);
    y += ui.px(gap_button + 14);
    if (area.bottom() - y > ui.px(70))
        paragraph(ui, {inner.x, y}, inner.width, ui.text("story.gap.about"), Font::sans, small_size,
                  ui[Role::quiet]);
}

} // namespace ui
