// A model that writes: at the right the words that may come next, at the bottom the text so far.
#include "base/text.h"
#include "language/running_text.h"
#include "narration/wording.h"
#include "ui/views/story/story.h"
#include "ui/views/story/word_bars.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/slider.h"
#include "workbench/studies/real_story.h"

#include <algorithm>
#include <cmath>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using narration::decimal;
using workbench::NextWord;

namespace {

using Candidate = NextWord::Candidate;

// Design pixels.
constexpr float panel_side = 26, low_panel = 520, choice_height = 44, line_text = 16, word_text = 20.5F;
constexpr Index tops[] = {0, 10, 3}; ///< draws from so many words only; 0: all

const Candidate& likeliest(const StoryFrame& frame) {
    return frame.told.next->best.front();
}

std::string shown_word(const StoryFrame& frame, const Candidate& word) {
    return word.ends ? frame.ui.text("story.write.end") : word.word;
}

} // namespace

base::RowVector tasted(const workbench::Pass& pass, const base::RowVector& probabilities,
                       const learning::Taste& taste) {
    const auto no_word = pass.real ? std::nullopt : std::optional(language::Vocabulary::padding);
    return learning::tasted(probabilities, taste, no_word);
}

base::RowVector StoryFrame::tasted(const base::RowVector& probabilities) const {
    return ui::tasted(pass(), probabilities, state.chosen.taste);
}

std::string StoryFrame::before_cut(const base::RowVector& usually) const {
    if (!is_changed()) return {};
    Index id = 0;
    const float p = usually.maxCoeff(&id);
    return say("story.write.before_cut", {{"word", answered(word_of(id))}, {"p", decimal(p)}});
}

// The words that may come next.

namespace {

/// "0.01", and how often it is drawn if that is another number.
std::string given_and_drawn(const StoryFrame& frame, float given, float share) {
    const learning::Taste& taste = frame.state.chosen.taste;
    if (decimal(given) == decimal(share)) return decimal(given);
    return frame.say(
        taste.top == 0 ? "story.write.drawn" : "story.write.drawn_of_best",
        {{"given", decimal(given)}, {"share", decimal(share)}, {"count", std::to_string(taste.top)}});
}

/// Its bar is as wide as the likeliest one's fills; a tick shows the probability that the model gives it,
/// which the taste changes.
void draw_candidate(StoryFrame& frame, const Rect& row, std::size_t i, const base::RowVector& shares,
                    float fullest) {
    Ui& ui = frame.ui;
    const Candidate& word = frame.told.next->best[i];
    const bool written = frame.told.next->written == i, first = i == 0;
    const bool takes = frame.at_end() && !word.ends && !word.text.empty() && !frame.words_are_given();
    const WordBar bar{.word = shown_word(frame, word),
                      .share = shares(word.id),
                      .given = word.probability,
                      .font = word.ends          ? Font::sans
                              : first || written ? Font::sans_bold
                                                 : Font::sans_medium,
                      .ink = word.breaks ? Role::warning : Role::text,
                      .first = first,
                      .selected = frame.at_end() ? first : written,
                      .takes = takes};
    frame.state.shown.next_rows.push_back(word_name_in(ui, row));
    const Touch t = draw_word_bar(ui, "story/next/" + std::to_string(i), row, bar, fullest);
    if (t.clicked) frame.take(word);
    if (!t.hovered && !row.contains(ui.mouse)) return;
    ui.cursor_hint = frame.say(word.breaks         ? "story.write.breaks_hint"
                               : word.ends         ? "story.write.end_hint"
                               : word.text.empty() ? "story.gap.share_hint"
                               : takes             ? "story.write.take_hint"
                                                   : "story.write.share_hint",
                               {{"word", shown_word(frame, word)},
                                {"p", given_and_drawn(frame, word.probability, shares(word.id))}});
}

/// Returns the bottom of the rows.
float draw_candidates(StoryFrame& frame, const Rect& area, float first_row, bool low) {
    Ui& ui = frame.ui;
    const NextWord& next = *frame.told.next;
    const base::RowVector shares = frame.tasted(frame.story().named);
    const float fullest = std::max(frame.story().named.maxCoeff(), shares.maxCoeff());
    const float height = ui.px(low ? low_word_row_height : word_row_height), gap = ui.px(between_word_rows);
    frame.state.shown.next_rows.clear();
    float share = 1, y = first_row - (height - gap) / 2;
    for (std::size_t i = 0; i < next.best.size(); ++i, y += height) {
        draw_candidate(frame, {area.x, y, area.width, height - gap}, i, shares, fullest);
        share -= shares(next.best[i].id);
    }
    const Rect rest{area.x, y, area.width, ui.px(low_word_row_height) - gap};
    frame.state.shown.next_rows.push_back(word_name_in(ui, rest));
    draw_rest_row(ui, rest, std::max(share, 0.0F));
    return y + ui.px(low_word_row_height);
}

/// What tick and colour mean; behind the first break no word is coloured, and it says why.
std::string legend(const StoryFrame& frame) {
    if (frame.pass().real) return frame.ui.text("story.write.tick_real");
    if (!frame.told.next->after_break)
        return frame.ui.text(frame.guided ? "story.write.orange" : "story.write.tick");
    const std::string& word = frame.story().words[frame.told.first_break.value_or(0)];
    return frame.say("story.write.after_break", {{"word", word}});
}

/// The shares of the best words and of all others, laid end to end, and the dot that falls on them.
void draw_throw(StoryFrame& frame, const Thrown& thrown, const Rect& area, float from) {
    Ui& ui = frame.ui;
    const base::RowVector shares = frame.tasted(frame.story().named);
    const auto& best = frame.told.next->best;
    const bool lies = fallen(thrown) >= 1;
    float before = 0;
    const auto piece = [&](std::size_t row, float share) {
        const Rect here{area.x + before * area.width, area.y - ui.px(5), share * area.width, ui.px(10)};
        const float tint = row == 0 ? 1.0F : row < best.size() ? 0.55F : 0.25F;
        ui.canvas.fill({here.x, here.y, std::max(here.width - ui.px(1), ui.px(0.5F)), here.height},
                       !lies ? mix(ui[Role::card], ui[Role::query_fill], tint)
                             : ui[row == thrown.row ? Role::query_fill : Role::track],
                       0);
        before += share;
    };
    for (std::size_t row = 0; row < best.size(); ++row)
        piece(row, shares(best[row].id));
    piece(best.size(), std::max(1 - before, 0.0F));
    const float x = area.x + thrown.at * area.width, radius = ui.px(7);
    const float y = from + fallen(thrown) * (area.y - ui.px(5) - radius - from);
    ui.canvas.paint(Disc{{x, y}, radius + ui.px(2), ui[Role::card]});
    ui.canvas.paint(Disc{{x, y}, radius, ui[Role::text]});
    const Rect& row = frame.state.shown.next_rows[thrown.row];
    if (lies)
        ui.canvas.stroke({row.x, row.y, area.right() - row.x + ui.px(12), row.height}, ui[Role::text],
                         ui.px(1.5F), ui.px(8));
}

float draw_taste(StoryFrame& frame, Rect area, bool low) {
    Ui& ui = frame.ui;
    learning::Taste& taste = frame.state.chosen.taste;
    ui.canvas.line({area.x, area.y}, {area.right(), area.y}, ui[Role::hairline], ui.px(1));
    float y = area.y + ui.px(low ? 16 : 30);
    ui.canvas.text({area.x, y}, ui.text("story.write.temperature"), Font::sans_bold, ui.px(line_text),
                   ui[Role::text]);
    ui.canvas.text({area.right(), y}, base::fixed(taste.temperature, 1), Font::mono, ui.px(18),
                   ui[Role::text], Align::right);
    y += ui.px(low ? 22 : 34);
    slider(ui, temperature_slider, {area.x, y - ui.px(12), area.width, ui.px(24)}, taste.temperature,
           {.low = 0, .high = hottest, .step = 0.1F, .mark = 1});
    y += ui.px(low ? 18 : 26);
    ui.canvas.text({area.x, y}, ui.text("story.write.coldest"), Font::sans, ui.px(small_size),
                   ui[Role::quiet]);
    ui.canvas.text({area.right(), y}, ui.text("story.write.hottest"), Font::sans, ui.px(small_size),
                   ui[Role::quiet], Align::right);
    if (low || frame.guided) return y + ui.px(frame.guided ? 22 : 14); // a step is about less
    y += ui.px(28);
    std::vector<std::string> labels;
    for (const Index top : tops)
        labels.push_back(top == 0 ? ui.text("story.write.all")
                                  : frame.say("story.write.top", {{"count", std::to_string(top)}}));
    const auto* chosen = std::ranges::find(tops, taste.top);
    const float width = choice_width(ui, labels);
    const std::string& from = ui.text("story.write.from");
    const bool beside = ui.canvas.width(Font::sans, ui.px(line_text), from) + ui.px(8) + width <= area.width;
    ui.canvas.text({area.x, y + ui.px(control_height) / 2}, from, Font::sans, ui.px(line_text),
                   ui[Role::text]);
    if (!beside) y += ui.px(control_height);
    const int clicked = choice(ui, "story/top", {area.right() - width, y}, labels,
                               static_cast<int>(chosen - std::begin(tops)), control_height,
                               {ui.text("story.write.top_hint")});
    if (clicked >= 0) {
        taste.top = tops[clicked];
        ui.motion.draw_again();
    }
    return y + ui.px(control_height) + ui.px(14);
}

/// Take the likeliest, or let chance draw; at an earlier word, the way back to the end.
float draw_choices(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float gap = ui.px(10), height = ui.px(choice_height);
    if (!frame.at_end()) {
        if (button(ui, "story/to_end", {area.x, area.y, area.width, height}, ui.text("story.write.to_end"),
                   {.look = ButtonLook::filled, .text_size = line_text}))
            frame.mark(std::ssize(frame.story().words) - 1, false);
        return area.y + height;
    }
    const Candidate& best = likeliest(frame);
    const float half = (area.width - gap) / 2;
    const std::string take = best.ends ? ui.text("story.write.over")
                                       : frame.say("story.write.take", {{"word", frame.quoted(best.word)}});
    if (button(ui, "story/take", {area.x, area.y, half, height}, take,
               {.look = ButtonLook::filled,
                .enabled = !best.text.empty() && !best.ends,
                .text_size = line_text,
                .hint = ui.text("story.write.take_best_hint")}))
        frame.take_likeliest(false);
    if (button(ui, "story/draw", {area.x + half + gap, area.y, half, height}, ui.text("story.write.draw"),
               {.enabled = !best.ends, .text_size = line_text, .hint = ui.text("story.write.draw_hint")}))
        frame.take_by_chance();
    return area.y + height;
}

} // namespace

void draw_next_words(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("story/next_words", area);
    const bool low = area.height < ui.px(low_panel);
    const float side = ui.px(panel_side);
    const Rect inner{area.x + side, area.y, area.width - 2 * side, area.height};
    const float heading = area.y + ui.px(low ? 24 : 40);
    ui.canvas.text({inner.x, heading}, ui.text("story.write.title"), Font::sans_bold, ui.px(22),
                   ui[Role::text]);
    ui.canvas.text(
        {inner.right(), heading},
        frame.say("story.write.after",
                  {{"word", frame.quoted(frame.story().words[static_cast<std::size_t>(frame.story().row)])}}),
        Font::sans, ui.px(line_text), ui[Role::quiet], Align::right);
    // The marked line leads into the first row, unless it is scrolled away.
    const float line = frame.state.shown.layout.leaves.y, highest = heading + ui.px(low ? 32 : 50);
    const float first_row = std::clamp(line, highest, highest + ui.px(40));
    const Rect rows{area.x + ui.px(14), area.y, area.width - ui.px(28), area.height};
    if (drawn_moment(frame) >= StoryPlay::length &&
        std::abs(line - first_row) < ui.px(3)) // into the first row
        ui.canvas.line({frame.state.shown.layout.leaves.x - ui.px(1), line}, {rows.x + ui.px(1), first_row},
                       ui[Role::query_fill], ui.px(5));
    float y = draw_candidates(frame, rows, first_row, low);
    const std::string before =
        frame.before_cut(frame.tasted(frame.story().named_usually)); // as the bars beside it
    if (!low || !before.empty()) {
        y += paragraph(ui, {inner.x, y + ui.px(2)}, inner.width, before.empty() ? legend(frame) : before,
                       Font::sans, small_size, ui[before.empty() ? Role::quiet : Role::positive]) +
             ui.px(12);
    }
    if (!frame.shows_control("write")) { // a step about what is written already
        if (!frame.at_end()) draw_choices(frame, {inner.x, y + ui.px(10), inner.width, 0});
        return;
    }
    const Rect taste{inner.x, y + ui.px(low ? 0 : 10), inner.width, 0};
    y = draw_taste(frame, taste, low);
    if (const auto& thrown = frame.state.taking.thrown) draw_throw(frame, *thrown, taste, heading);
    y = draw_choices(frame, {inner.x, y, inner.width, 0});
    const auto& times = frame.told.times;
    std::string more = frame.at_end() ? ui.text("story.write.invites") + " " : std::string();
    if (times.whole > 0 && !frame.guided)
        more += frame.say("story.write.times",
                          {{"cached", base::fixed(times.cached, 1)}, {"whole", base::fixed(times.whole, 1)}});
    if (area.bottom() - y > ui.px(70) && !more.empty())
        paragraph(ui, {inner.x, y + ui.px(12)}, inner.width, more, Font::sans, small_size, ui[Role::quiet]);
}

void draw_next_words_on_slide(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const base::RowVector shares = frame.tasted(frame.story().named);
    const auto& best = frame.told.next->best;
    const float fullest = std::max(frame.story().named.maxCoeff(), shares.maxCoeff());
    const float height = ui.px(low_word_row_height), gap = ui.px(between_word_rows);
    const float line = frame.state.shown.layout.leaves.y;
    const auto rows = std::min(best.size(), static_cast<std::size_t>(std::max(1.0F, area.height / height)));
    const float most = area.bottom() - static_cast<float>(rows) * height;
    float y = std::clamp(line - (height - gap) / 2, area.y, std::max(area.y, most));
    ui.canvas.line({frame.state.shown.layout.leaves.x - ui.px(1), line},
                   {area.x + ui.px(4), y + (height - gap) / 2}, ui[Role::query_fill], ui.px(5));
    frame.state.shown.next_rows.clear();
    for (std::size_t i = 0; i < rows; ++i, y += height)
        draw_candidate(frame, {area.x, y, area.width, height - gap}, i, shares, fullest);
}

// The text so far.

bool goes_on_with_word(const Candidate& word) {
    if (!word.word.starts_with('-') || word.text.empty()) return false;
    return word.text.front() != ' ' && word.text.front() != '-'; // the dash is the name's, not the text's
}

namespace {

/// No space stands before it.
bool hugs(const StoryFrame& frame, Index word) {
    const auto place = static_cast<std::size_t>(word);
    return frame.pass().real ? frame.pass().real->pieces.joined[place]
                             : language::follows_closely(frame.story().words, place);
}

/// The words that fit, up to the last one, in one line; a click asks what decided a word.
void draw_text(StoryFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const std::vector<std::string>& words = frame.story().words;
    const Index n = std::ssize(words), own = n - frame.written();
    const float size = ui.px(word_text), space = ui.canvas.width(Font::sans, size, " ");
    const auto shown_as = [&](Index word) {
        const auto place = static_cast<std::size_t>(word);
        return frame.pass().real ? workbench::in_running_text(frame.pass().real->pieces, place)
                                 : words[place];
    };
    const auto width = [&](Index word) {
        return ui.canvas.width(Font::sans_medium, size, shown_as(word)) + (hugs(frame, word) ? 0 : space);
    };
    const Index shown = std::clamp(frame.story().row + 1, Index{0}, n - 1); // what follows the marked word
    Index first = n;
    float room = line.width - ui.px(30);
    for (Index word = n - 1; word >= 0 && (room -= width(word)) >= 0; --word)
        first = word;
    if (shown < first) first = std::max<Index>(shown - 1, 0); // scrolled back to it
    float x = line.x;
    if (first > 0) {
        ui.canvas.text({x, line.centre().y}, "…", Font::sans, size, ui[Role::quiet]);
        x += ui.px(22);
    }
    for (Index word = first; word < n; ++word) {
        const std::string text = shown_as(word);
        const bool broken = frame.told.first_break == static_cast<std::size_t>(word) && word >= own;
        if (word > first && !hugs(frame, word)) x += space;
        const Rect place{x, line.y, ui.canvas.width(Font::sans_medium, size, text), line.height};
        if (place.right() > line.right()) break;
        const Touch t = touch(ui, "story/text/" + std::to_string(word), place, word > 0);
        ui.canvas.text({x, line.centre().y}, text, Font::sans_medium, size,
                       ui[broken       ? Role::warning
                          : word < own ? Role::quiet
                                       : Role::text]);
        const bool marked = word == frame.story().row + 1, under = broken || marked || t.hovered;
        if (under)
            ui.canvas.line({x, line.bottom() - ui.px(3)}, {place.right(), line.bottom() - ui.px(3)},
                           ui[broken   ? Role::warning
                              : marked ? Role::query_fill
                                       : Role::quiet],
                           ui.px(2));
        if (t.hovered && word > 0)
            ui.cursor_hint = broken ? frame.say("story.write.broke_hint", {{"word", text}})
                                    : frame.say(word < own ? "story.write.own_hint" : "story.write.word_hint",
                                                {{"word", text}});
        if (t.focused) focus_ring(ui, place, ui.px(4));
        if (t.clicked) frame.mark(word - 1, false);
        x = place.right();
    }
    if (frame.at_end())
        ui.canvas.line({x + ui.px(4), line.y + ui.px(3)}, {x + ui.px(4), line.bottom() - ui.px(3)},
                       ui[Role::text], ui.px(2));
}

} // namespace

void draw_writing_bar(StoryFrame& frame, const Rect& bar) {
    Ui& ui = frame.ui;
    card(ui, bar);
    ui.anchors.add("story/bar", bar);
    WritingOn& writing = frame.state.writing;
    const float radius = ui.px(22);
    const Point centre{bar.x + ui.px(46), bar.centre().y};
    const bool writes = frame.shows_control("write");
    if (writes && play_button(ui, "story/write_on",
                              {centre.x - radius, centre.y - radius, 2 * radius, 2 * radius}, writing.on)) {
        writing = {!writing.on, seconds_a_word, 0};
        ui.motion.draw_again();
    }
    float right = bar.right() - ui.px(20);
    const auto add = [&](const std::string& name, const char* label, bool on, bool enabled) {
        const bool is_what_is_left = frame.is_over() && name == "story/start_over" && enabled;
        const float width = button_width(ui, ui.text(label), line_text), height = ui.px(40);
        right -= width;
        const bool clicked =
            button(ui, name, {right, bar.centre().y - height / 2, width, height}, ui.text(label),
                   {.look = is_what_is_left ? ButtonLook::filled : ButtonLook::outlined,
                    .on = on,
                    .enabled = enabled,
                    .text_size = line_text});
        right -= ui.px(8);
        return clicked;
    };
    if (!frame.guided && add("story/heads", "story.heads_button", frame.state.chosen.maps, true)) {
        frame.state.chosen.maps = !frame.state.chosen.maps;
        ui.motion.draw_again();
    }
    if (!frame.guided && frame.has_line() &&
        add("story/numbers", "story.stream", frame.state.chosen.numbers, true)) {
        frame.state.chosen.numbers = !frame.state.chosen.numbers;
        ui.motion.draw_again();
    }
    const workbench::Document& d = frame.pass().document;
    const bool is_cut = !frame.story().knocked_out.empty() || !d.switched_off.empty();
    const auto take_back = [&](Index count) {
        workbench::Selection selection = frame.scene.selection;
        selection.query = std::ssize(frame.story().words) - 1 - std::min(count, frame.written());
        selection.pinned.reset();
        writing = {};
        frame.state.taking.owed.forget();
        frame.actions.ask(PerformEdit{.edit = workbench::TakeBack{count}, .then = selection});
    };
    // Each keeps its place, whatever is offered beside it: one presses them again and again.
    if (writes && add("story/take_back", "story.write.take_back", false, d.written > 0)) take_back(1);
    if (writes && add("story/start_over", "story.write.start_over", false, d.written > 0 && !is_cut))
        take_back(d.written);
    if (is_cut && add("story/restore", "story.restore", false, true)) frame.restore();
    const float x = bar.x + ui.px(writes ? 92 : 24), width = right - ui.px(20) - x;
    const bool low = bar.height < ui.px(80);
    if (!low)
        ui.canvas.text_within({x, bar.y + ui.px(26)}, width, ui.text("story.write.so_far"), Font::sans,
                              ui.px(small_size), ui[Role::quiet]);
    const float height = ui.px(28), y = low ? bar.centre().y - height / 2 : bar.y + ui.px(40);
    draw_text(frame, {x, y, width, height});
}

} // namespace ui
