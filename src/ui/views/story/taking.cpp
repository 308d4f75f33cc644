// How a word gets into the text of a model that writes: which one is drawn, and how it is seen to come. A
// word is never taken before the story of the text with the one before it is there, so presses that come
// sooner are owed. What moves is only shown: with "reduce motion" the same words are written.
#include "model/random.h"
#include "ui/views/story/story.h"
#include "workbench/studies/real_story.h"

#include <algorithm>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::NextWord;

namespace {

using Candidate = NextWord::Candidate;

constexpr std::size_t most_words = 200; ///< that it writes on to by itself

// Seconds.
constexpr float falls = 0.3F, lies = 0.1F, flies = 0.26F, draws_again = 0.6F;
constexpr float longest_frame =
    0.05F; ///< after an idle time the first frame must not skip what is to be seen

/// The number from 0 to 1 that decides what comes next, the same for the same draw.
float chance(const StoryFrame& frame) {
    model::Random random(static_cast<std::uint32_t>(frame.state.chosen.draw));
    return random.uniform();
}

base::RowVector shares_of(const StoryFrame& frame) {
    return frame.tasted(frame.story().named);
}

/// What was drawn, also if it is none of the best.
Candidate candidate_of(const StoryFrame& frame, Index id) {
    for (const Candidate& word : frame.told.next->best)
        if (word.id == id) return word;
    const float probability = frame.story().named(id);
    if (frame.pass().real) return workbench::candidate(*frame.pass().real->model, id, probability);
    const std::string word = frame.word_of(id);
    return {.id = id,
            .word = word,
            .text = " " + word,
            .probability = probability,
            .ends = word == learning::story_boundary};
}

/// Its place among the best; one more than the last: it is another word.
std::size_t row_of(const StoryFrame& frame, const Candidate& word) {
    const auto& best = frame.told.next->best;
    return static_cast<std::size_t>(std::ranges::find(best, word.id, &Candidate::id) - best.begin());
}

/// Where the number that decided falls, from 0 to 1, on the shares laid end to end: the best words in their
/// order, then all others in theirs.
float fallen_at(const StoryFrame& frame, const base::RowVector& shares, const Candidate& word) {
    const auto& best = frame.told.next->best;
    const auto is_best = [&](Index id) { return std::ranges::find(best, id, &Candidate::id) != best.end(); };
    double in_order = 0, before = 0; // of all words by their ids; of those laid before it
    for (Index id = 0; id < word.id; ++id)
        in_order += static_cast<double>(shares(id));
    const double within = static_cast<double>(chance(frame)) - in_order;
    for (const Candidate& one : best) {
        if (one.id == word.id) return static_cast<float>(before + within);
        before += static_cast<double>(shares(one.id));
    }
    for (Index id = 0; id < word.id; ++id)
        if (!is_best(id)) before += static_cast<double>(shares(id));
    return static_cast<float>(before + within);
}

bool moves(const StoryFrame& frame) {
    return !frame.ui.theme.reduce_motion;
}

} // namespace

void StoryFrame::take(const Candidate& word) {
    if (word.ends || word.text.empty() || !at_end() || !is_current() || words_are_given() || !reacts())
        return;
    Taking& taking = state.taking;
    if (taking.owed.is_writing()) return; // it was chosen for the text without that word
    const auto& rows = state.shown.next_rows;
    taking.arriving.reset();
    if (const std::size_t row = row_of(*this, word); moves(*this) && row < rows.size())
        taking.arriving = {word.word, rows[row], story().words.size(), state.shown.layout};
    taking.since = 0;
    workbench::Selection selection = scene.selection;
    selection.query = std::ssize(story().words);
    selection.key = selection.query;
    selection.hovered.reset();
    selection.pinned.reset();
    actions.ask(PerformEdit{.edit = workbench::WriteWord{word.text}, .then = selection});
    taking.owed.write(word.text);
    ui.motion.draw_again();
}

namespace {

void take_drawn(StoryFrame& frame, const Candidate& word) {
    frame.state.chosen.draw = (frame.state.chosen.draw + 1) % most_draws; // the next throw is another one
    if (word.ends) frame.state.writing = {};
    frame.take(word);
}

/// Draws a word; unless nothing moves, or it writes on, the throw is seen first.
void draw_by_chance(StoryFrame& frame) {
    const base::RowVector shares = shares_of(frame);
    const Candidate word = candidate_of(frame, learning::drawn(shares, chance(frame)));
    if (!moves(frame) || frame.state.writing.on) return take_drawn(frame, word);
    frame.state.taking.thrown = {word, row_of(frame, word), fallen_at(frame, shares, word), frame.told.pass};
    frame.ui.motion.keep_going();
}

/// The word that was thrown is taken once the throw has been seen, or something else is asked for.
void follow_throw(StoryFrame& frame, float seconds) {
    Taking& taking = frame.state.taking;
    if (!taking.thrown) return;
    if (taking.thrown->of != frame.told.pass || !frame.is_current() || !frame.at_end())
        return taking.thrown.reset(); // another text
    taking.thrown->seconds += seconds;
    if (taking.thrown->seconds < falls + lies && taking.owed.empty() && moves(frame))
        return frame.ui.motion.keep_going();
    const Candidate word = std::exchange(taking.thrown, std::nullopt)->word;
    take_drawn(frame, word);
}

void follow_arrival(StoryFrame& frame, float seconds) {
    std::optional<Arriving>& arriving = frame.state.taking.arriving;
    if (!arriving) return;
    const std::size_t words = frame.story().words.size();
    if (words == arriving->words) { // it is not there yet, or was taken back
        if (arriving->seconds > 0) arriving.reset();
        return;
    }
    const bool hurries = frame.state.writing.on || !frame.state.taking.owed.empty();
    arriving->seconds += seconds * (hurries ? 2.0F : 1.0F);
    if (words != arriving->words + 1 || !frame.at_end() || arriving->seconds >= flies + draws_again)
        return arriving.reset();
    frame.ui.motion.keep_going();
}

} // namespace

void StoryFrame::take_by_chance() {
    state.taking.owed.add(OwedWords::By::chance, scene.bench.document());
    ui.motion.draw_again();
}

void StoryFrame::take_likeliest(bool held) {
    if (held && (state.taking.since < seconds_a_word || !state.taking.owed.empty())) return;
    state.taking.owed.add(OwedWords::By::likelihood, scene.bench.document());
    ui.motion.draw_again();
}

void follow_taking(StoryFrame& frame) {
    Taking& taking = frame.state.taking;
    const float seconds = std::min(static_cast<float>(frame.seconds), longest_frame);
    taking.since += static_cast<float>(frame.seconds);
    taking.owed.follow(frame.scene.bench.document());
    follow_throw(frame, seconds);
    follow_arrival(frame, seconds);
}

void take_owed(StoryFrame& frame) {
    Taking& taking = frame.state.taking;
    const Index marked = std::min<Index>(frame.scene.selection.query, std::ssize(frame.story().words) - 1);
    const bool is_told = frame.is_current() && frame.story().row == marked;
    if (taking.owed.empty() || taking.thrown || !is_told) return;
    if (!frame.at_end() || frame.words_are_given() || !frame.reacts()) return taking.owed.forget();
    const auto by = taking.owed.next();
    if (by == OwedWords::By::chance) draw_by_chance(frame);
    if (by == OwedWords::By::likelihood) frame.take(frame.told.next->best.front());
}

void write_on(StoryFrame& frame) {
    WritingOn& writing = frame.state.writing;
    if (!writing.on) return;
    frame.ui.motion.keep_going();
    writing.waited += static_cast<float>(frame.seconds);
    // What a person has asked for comes first; words of its own are owed as well, one at a time.
    if (writing.waited < seconds_a_word || !frame.is_current() || !frame.state.taking.owed.empty()) return;
    writing.waited = 0;
    // A word that was refused, or a model that never ends: it stops.
    const std::size_t written = frame.pass().document.text.size();
    if (frame.at_end() &&
        (written == std::exchange(writing.written, written) || frame.story().words.size() >= most_words))
        return void(writing = {});
    if (frame.at_end())
        frame.take_by_chance();
    else
        frame.mark(std::ssize(frame.story().words) - 1, false);
}

// What is seen of it.

float fallen(const Thrown& thrown) {
    const float share = std::min(thrown.seconds / falls, 1.0F);
    return share * share; // faster and faster
}

float flown(const Arriving& arriving) {
    const float rest = 1 - std::min(arriving.seconds / flies, 1.0F);
    return 1 - rest * rest * rest;
}

float drawn_moment(const StoryFrame& frame) {
    const auto& arriving = frame.state.taking.arriving;
    if (!arriving || frame.story().words.size() == arriving->words) return frame.state.moment.seconds;
    const float words = play_of(frame.state.shown.content).words().ends;
    const float share = std::max(arriving->seconds - flies, 0.0F) / draws_again;
    return words + share * (StoryPlay::length - words);
}

void draw_arriving_word(StoryFrame& frame) {
    const auto& arriving = frame.state.taking.arriving;
    if (!arriving || !frame.is_arriving()) return;
    Ui& ui = frame.ui;
    const StoryLayout& layout = frame.state.shown.layout;
    const Rect to = layout.main.words.back();
    const float share = flown(*arriving);
    const auto between = [&](float a, float b) { return a + share * (b - a); };
    const Rect box{between(arriving->from.x, to.x), between(arriving->from.y, to.y),
                   between(arriving->from.width, to.width), between(arriving->from.height, to.height)};
    ui.canvas.fill(box, ui[Role::query_fill], ui.px(10));
    ui.canvas.text_within(box.centre(), box.width - ui.px(6), arriving->word, Font::sans_bold,
                          layout.main.text_size, readable_on(ui[Role::query_fill]), Align::centre);
}

bool StoryFrame::is_arriving() const {
    const auto& arriving = state.taking.arriving;
    return arriving && arriving->seconds < flies && story().words.size() == arriving->words + 1;
}

} // namespace ui
