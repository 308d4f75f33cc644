// What the figure shows, from the story's numbers: arcs, notes beside them, answers.
#include "narration/wording.h"
#include "ui/views/story/story.h"
#include "ui/widgets/rich_text.h"
#include "workbench/studies/story_reads.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using narration::decimal;
using workbench::Answer;
using workbench::Named;
using workbench::Read;
using workbench::Story;
using workbench::StoryStep;

namespace {

constexpr float least_arc = 0.004F; ///< weaker reads leave no trace on the screen
constexpr float least_named = 0.005F;
constexpr float clearly_less = 0.3F; ///< a former read that lost this much is shown as it was
constexpr std::size_t most_notes_of_cuts = 3, most_guesses = 2;
constexpr std::size_t short_line = 52; ///< bytes: what a note says stands in one line up to there

/// With a capital letter, if it begins with a Latin one.
std::string as_title(std::string text) {
    if (!text.empty() && text[0] >= 'a' && text[0] <= 'z') text[0] = static_cast<char>(text[0] - 'a' + 'A');
    return text;
}

/// "“it” reads “tired”".
ColouredText sentence(const StoryFrame& frame, const char* name, const Read& read) {
    const bool itself = !frame.reads_source(read.layer) && read.from == read.to;
    const std::string word =
        itself ? frame.ui.text("story.itself") : story_word(frame, read.to, frame.reads_source(read.layer));
    return coloured(frame.ui.said(
        name,
        {{"asker", {{story_word(frame, read.from, !frame.answers(read.layer)), narration::Tone::query}}},
         {"word", {{word, narration::Tone::key}}}}));
}

// The bands.

/// What a layer is for, if the marked word reads one of the task's relations there.
std::string purpose_of(const StoryFrame& frame, std::size_t layer) {
    for (const StoryStep& step : frame.story().steps)
        if (step.read().layer == layer && step.read().relation) {
            const std::string name =
                "story.finds." + frame.model().card.task + "." + std::to_string(*step.read().relation);
            if (frame.ui.texts.has(name)) return frame.ui.texts.text(name);
        }
    return {};
}

/// The answer depends on it, or it has a name; of weights that answer nothing: it outweighs all others.
bool is_told(const StoryFrame& frame, const Read& read) {
    return std::ranges::any_of(frame.story().steps, [&](const StoryStep& step) {
        const bool matters = !frame.is_trained() || frame.story().answers.empty() || step.needed ||
                             step.read().relation.has_value();
        return matters && std::ranges::any_of(step.reads, [&](const Read& one) {
                   return one.layer == read.layer && one.head == read.head && one.to == read.to;
               });
    });
}

const Read* cut_at(const StoryFrame& frame, const Read& read) {
    const auto& cuts = frame.story().knocked_out;
    const auto found = std::ranges::find_if(cuts, [&](const Read& cut) {
        return cut.layer == read.layer && cut.head == read.head && cut.from == read.from && cut.to == read.to;
    });
    return found == cuts.end() ? nullptr : &*found;
}

/// What a head read before something was cut, if it is another word now.
std::optional<Read> former_read(const StoryFrame& frame, std::size_t layer, Index head) {
    if (!frame.is_changed()) return std::nullopt;
    const auto h = static_cast<std::size_t>(head);
    Read read{layer, head, frame.row(layer)};
    read.weight = frame.story().usual[layer]->heads[h].weights.row(read.from).maxCoeff(&read.to);
    const float now = frame.is_on(layer, head) ? frame.trace(layer).heads[h].weights(read.from, read.to) : 0;
    if (read.weight < workbench::dominant_weight || now > read.weight - clearly_less || cut_at(frame, read))
        return std::nullopt;
    return read;
}

/// `is_said`: the text names it, so all of its arcs are drawn.
StoryBand band_of(const StoryFrame& frame, std::size_t layer, bool is_said) {
    const attention::Trace& t = frame.trace(layer);
    StoryBand band{.name = as_title(frame.layer_name(layer)),
                   .about = purpose_of(frame, layer),
                   .heads = std::ssize(t.heads),
                   .from_source = frame.place(layer).part == model::Part::cross};
    const bool shows_all =
        !frame.is_deep() || frame.state.shown.pointed_layer == layer || frame.is_opened(layer) || is_said;
    for (Index head = 0; head < band.heads; ++head) {
        if (const auto former = former_read(frame, layer, head)) band.before.push_back({head, former->to});
        if (!t.options.is_on(head)) continue;
        const auto weights = t.heads[static_cast<std::size_t>(head)].weights.row(frame.row(layer));
        for (Index key = 0; key < weights.size(); ++key) {
            const Read read{layer, head, frame.row(layer), key, weights(key)};
            const Read* cut = cut_at(frame, read);
            const bool told = !cut && is_told(frame, read);
            if (cut)
                band.arcs.push_back({head, key, cut->weight, false, true});
            else if (told || (read.weight >= least_arc && shows_all))
                band.arcs.push_back({head, key, read.weight, told});
        }
    }
    return band;
}

/// Layers in which nothing is told give way, unless they were opened or the text names them.
void fold_quiet(const StoryFrame& frame, std::optional<std::size_t> said, std::vector<StoryBand>& bands) {
    const auto is_quiet = [&](std::size_t layer) {
        const StoryBand& band = bands[layer];
        return layer != said && band.before.empty() && !frame.is_opened(layer) &&
               std::ranges::none_of(band.arcs, [](const StoryArc& arc) { return arc.told || arc.cut; });
    };
    for (std::size_t first = 0, end = 0; first < bands.size(); first = end + 1) {
        for (end = first; end < bands.size() && is_quiet(end); ++end)
            bands[end].may_fold = true;
        if (end == first) continue;
        bands[first].folded_name =
            frame.say(end == first + 1 ? "story.folded.one" : "story.folded.many",
                      {{"first", std::to_string(first + 1)}, {"last", std::to_string(end)}});
    }
}

/// What would be said after a layer's attention, unless the answer itself follows.
std::vector<StoryGuess> guesses_after(const StoryFrame& frame, std::size_t layer) {
    const workbench::LensPoint* point = frame.told.lens.after_attention(layer);
    if (!point || point->outputs.empty() || !frame.story().is_asked()) return {};
    std::vector<StoryGuess> guesses;
    const bool several = frame.story().answers.size() > 1; // then the first of each
    for (const Answer& answer : frame.story().answers)
        for (const workbench::Guess& guess :
             point->outputs[static_cast<std::size_t>(answer.output)].guesses) {
            const bool is_worth = guesses.empty() || guess.kind || guess.probability >= least_named;
            if (guesses.size() < most_guesses && is_worth)
                guesses.push_back({frame.named(guess.name), guess.probability});
            if (several) break;
        }
    return guesses;
}

// The notes beside the arcs.

std::string relation_text(const StoryFrame& frame, Index relation) {
    const learning::ModelCard& card = frame.model().card;
    const std::string name = "story.relation_of." + card.task + "." + std::to_string(relation);
    if (frame.ui.texts.has(name)) return frame.ui.texts.text(name);
    return frame.say("story.relation", {{"name", card.edges[static_cast<std::size_t>(relation)].name}});
}

/// The probability of what is then named; where words are drawn, as the bars will show it.
float probability_of(const StoryFrame& frame, const StoryStep& step, const Named& named) {
    if (!frame.writes() || step.given.size() == 0) return named.probability;
    return frame.tasted(step.given).maxCoeff();
}

/// What the answers become without these reads.
std::string effect_of(const StoryFrame& frame, const StoryStep& step) {
    if (frame.guided) return {}; // the lesson lets the learner find out
    std::string named;
    for (const Named& one : step.without)
        named += (named.empty() ? "" : frame.ui.text("story.and")) + frame.answered(one.word) + " " +
                 decimal(probability_of(frame, step, one));
    if (named.empty()) return {};
    return frame.say(step.needed ? "story.without" : "story.without_still", {{"named", named}});
}

/// Another word than before something was cut.
bool is_new(const StoryFrame& frame, const StoryStep& step) {
    const auto former = former_read(frame, step.read().layer, step.read().head);
    return former && former->to != step.read().to;
}

StoryNote note_at(const StoryFrame& frame, const Read& read) {
    return {.in_source = !frame.answers(read.layer), .head = read.head, .key = read.to};
}

StoryNote note_of(const StoryFrame& frame, const StoryStep& step) {
    StoryNote note = note_at(frame, step.read());
    note.title = sentence(frame, is_new(frame, step) ? "story.reads_now" : "story.reads", step.read());
    if (step.read().relation)
        note.lines.push_back(as_title(relation_text(frame, *step.read().relation)) + ".");
    const std::string effect = effect_of(frame, step);
    if (frame.is_deep()) { // in one line
        if (!effect.empty()) note.title.push_back({": " + effect});
        return note;
    }
    if (!effect.empty()) note.lines.push_back(as_title(effect) + ".");
    if (note.lines.size() == 2 && note.lines[0].size() + note.lines[1].size() < short_line)
        note.lines = {note.lines[0] + " " + note.lines[1]};
    return note;
}

StoryNote note_of_cut(const StoryFrame& frame, const Read& cut) {
    StoryNote note = note_at(frame, cut);
    note.title = {{frame.say("story.cut_note", {{"weight", decimal(cut.weight)}})}};
    note.lines = {frame.ui.text("story.cut_note_more")};
    return note;
}

/// Each step that matters, numbered if together they are the way to the answer; then what was cut.
std::vector<StoryNote> notes_of(const StoryFrame& frame, const std::vector<std::size_t>& bands) {
    const Story& story = frame.story();
    std::vector<StoryNote> notes;
    const bool is_way = frame.is_trained() && !frame.is_changed() && story.is_asked() &&
                        (story.is_read || std::ssize(story.steps) > 1);
    for (const StoryStep& step : story.steps) {
        if (!is_told(frame, step.read()) || (frame.is_deep() && !step.needed)) continue;
        notes.push_back(note_of(frame, step));
        notes.back().band = bands[step.read().layer];
        if (is_way) notes.back().number = std::to_string(notes.size());
    }
    if (notes.size() == 1) notes.front().number.clear(); // no way to follow
    std::size_t cuts = 0;
    for (const Read& cut : story.knocked_out) {
        if (cut.from != frame.row(cut.layer) || cuts++ == most_notes_of_cuts) continue;
        notes.push_back(note_of_cut(frame, cut));
        notes.back().band = bands[cut.layer];
    }
    return notes;
}

// The answers.

StoryAnswer answer_of(const StoryFrame& frame, const Answer& answer) {
    const Story& story = frame.story();
    const Named &now = answer.now.front(), &usual = answer.usual.front();
    StoryAnswer made;
    made.word = now.word;
    made.number = decimal(now.probability);
    made.label = story.answers.size() > 1
                     ? frame.model().card.outputs[static_cast<std::size_t>(answer.output)]
                 : story.has_source() ? frame.ui.text("story.then_comes")
                                      : frame.say("story.so", {{"asker", story_word(frame, answer.row)}});
    if (now.word != usual.word || std::abs(now.probability - usual.probability) >= least_named) {
        made.before = frame.ui.text("story.before");
        made.was = usual.word;
        made.was_number = decimal(usual.probability);
    }
    if (answer.right.empty()) return made;
    made.right = answer.is_right();
    made.verdict = answer.is_right() ? frame.ui.text("story.is_right")
                                     : frame.say("story.is_wrong", {{"word", frame.quoted(answer.right)}});
    return made;
}

/// The word that a decoder names after each row.
std::vector<std::string> named_after(const StoryFrame& frame) {
    const base::Matrix& p = frame.reading().run.probabilities.front();
    std::vector<std::string> words;
    for (Index row = 0; row < p.rows(); ++row) {
        Index id = 0;
        p.row(row).maxCoeff(&id);
        words.push_back(frame.model().answers().word(id));
    }
    return words;
}

/// Which words of a text stay in sight.
struct Kept {
    float read = 0.15F;          ///< by the marked one with so much weight, or more …
    Index around = 1;            ///< … and so many on both sides of them
    Index before = 3, after = 1; ///< of the marked one's neighbours
};
/// From much room to little.
constexpr std::array kept_by_room{Kept{}, Kept{.around = 0}, Kept{.read = 0.5F, .around = 0, .before = 1}};

/// Of a text that grows, words can give way that the marked one hardly reads.
std::vector<bool> may_fold(const StoryFrame& frame, const Kept& kept) {
    const Story& story = frame.story();
    const Index n = std::ssize(story.words);
    std::vector<bool> fold(story.words.size(), true);
    const auto keep = [&](Index first, Index last) {
        for (Index word = std::max<Index>(first, 0); word <= std::min(last, n - 1); ++word)
            fold[static_cast<std::size_t>(word)] = false;
    };
    keep(story.row - kept.before, story.row + kept.after);
    const auto keep_read = [&](const attention::Trace& t) {
        for (Index head = 0; head < std::ssize(t.heads); ++head)
            for (Index key = 0; key < n; ++key)
                if (t.options.is_on(head) &&
                    t.heads[static_cast<std::size_t>(head)].weights(story.row, key) >= kept.read)
                    keep(key - kept.around, key + kept.around);
    };
    for (std::size_t layer = 0; layer < frame.layers(); ++layer)
        keep_read(frame.trace(layer));
    for (const auto& usual : story.usual)
        keep_read(*usual);
    for (const Read& cut : story.knocked_out)
        keep(cut.to, cut.to);
    return fold;
}

void set_block_pieces(StoryBlock& block, const workbench::Pieces& pieces) {
    block.words = pieces.boxed;
    block.joined = pieces.joined;
    block.put_in = pieces.put_in;
}

std::string why_no_answer(const StoryFrame& frame) {
    const Story& story = frame.story();
    if (!frame.is_model()) return frame.say("story.one_layer", {{"asker", story_word(frame, story.row)}});
    return story.unasked.empty() ? std::string()
                                 : frame.say("story.nothing_asked", {{"reason", story.unasked}});
}

} // namespace

StoryContent story_content(const StoryFrame& frame) {
    const Story& story = frame.story();
    StoryContent content;
    content.deep = frame.is_deep();
    content.judged = frame.is_model() && !story.answers.empty();
    content.asked = frame.ui.text(frame.is_deep()  ? "story.if_asked_brief"
                                  : frame.writes() ? "story.if_asked_here"
                                                   : "story.if_asked");
    content.itself = frame.ui.text("story.itself");
    content.main.words = story.words;
    if (frame.pass().real) set_block_pieces(content.main, frame.pass().real->pieces);
    content.main.marked = story.row;
    content.source.words = story.source;
    content.source.marked = story.source_row;
    if (story.has_source() && frame.is_trained()) content.main.ends = named_after(frame);
    std::vector<std::size_t> bands;
    const auto said = layer_that_follows(frame);
    for (std::size_t layer = 0; layer < frame.layers(); ++layer) {
        StoryBlock& block = frame.answers(layer) ? content.main : content.source;
        bands.push_back(block.bands.size());
        block.bands.push_back(band_of(frame, layer, layer == said));
        if (layer + 1 == frame.layers() || !frame.answers(layer) || frame.guided) continue;
        std::vector<StoryGuess> guesses = guesses_after(frame, layer);
        if (!frame.is_deep())
            block.bands.back().guesses = std::move(guesses);
        else if (!guesses.empty()) // under the layer's name
            block.bands.back().about = guesses[0].word + " " + decimal(guesses[0].probability);
    }
    if (frame.is_deep()) fold_quiet(frame, said, content.main.bands);
    if (frame.writes()) {
        content.goes_on = true;
        for (const Kept& kept : kept_by_room)
            content.main.may_fold.push_back(may_fold(frame, kept));
        const workbench::NextWord::Candidate& next = frame.told.next->best.front();
        if (frame.at_end()) content.main.to_come = next.ends ? frame.ui.text("story.write.end") : next.word;
        if (frame.at_end() && frame.pass().real && goes_on_with_word(next)) {
            content.main.to_come.erase(0, 1);
            content.main.joined.push_back(true);
        }
    }
    content.answered = story.answers.empty() ? story.row : story.answers.front().row;
    for (const Answer& answer : story.answers)
        if (!frame.writes()) content.answers.push_back(answer_of(frame, answer));
    content.no_answer = why_no_answer(frame);
    content.notes = notes_of(frame, bands);
    return content;
}

} // namespace ui
