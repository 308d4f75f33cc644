// The story in words: titles, notes and answers from its numbers.
#include "base/text.h"
#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/chrome/weights_menu.h"
#include "ui/views/story/story.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using narration::decimal;
using workbench::Answer;
using workbench::HeadRemark;
using workbench::Named;
using workbench::Read;
using workbench::Story;
using workbench::StoryStep;

// The title.

namespace {

constexpr float least_arc = 0.004F; ///< weaker reads leave no trace on the screen
constexpr float least_named = 0.005F;

/// Texts with words filled in.
std::string say(const StoryFrame& frame, const std::string& name,
                const std::map<std::string, std::string>& words = {}) {
    return frame.ui.plain(name, narration::values_of(words));
}

std::string quoted(const StoryFrame& frame, const std::string& word) {
    return say(frame, "story.quoted", {{"word", word}});
}

/// "“I” and “you”".
std::string joined(const StoryFrame& frame, const std::vector<std::string>& words) {
    std::string all;
    for (std::size_t i = 0; i < words.size(); ++i)
        all += (i == 0 ? "" : frame.ui.text("story.and")) + words[i];
    return all;
}

/// Whether the keys of a layer are words of the source.
bool reads_source(const StoryFrame& frame, std::size_t layer) {
    return frame.story->has_source() && frame.reading().places[layer].part != model::Part::decoder;
}

bool answers(const StoryFrame& frame, std::size_t layer) {
    return workbench::answers_at(frame.reading().places[layer], frame.reading());
}

std::string key_word(const StoryFrame& frame, const Read& read) {
    return story_word(frame, read.to, reads_source(frame, read.layer));
}

/// The words that the marked one reads, layer by layer: "“tired”, then “cat”". Layers that read the same
/// count once.
std::string words_read(const StoryFrame& frame) {
    std::string list, last;
    for (std::size_t layer = 0; layer < frame.reading().places.size(); ++layer) {
        std::map<Index, std::string> words; // in the order of the sentence
        for (const StoryStep& step : frame.story->steps)
            if (step.read().layer == layer && answers(frame, layer))
                words[step.read().to] = key_word(frame, step.read());
        std::vector<std::string> here;
        for (const auto& word : words)
            here.push_back(word.second);
        const std::string both = joined(frame, here);
        if (both.empty() || both == last) continue;
        list += (list.empty() ? "" : frame.ui.text("story.then")) + both;
        last = both;
    }
    return list;
}

std::string question_of(const StoryFrame& frame) {
    const Story& story = *frame.story;
    const std::string asker = story_word(frame, story.row);
    std::vector<std::string> named;
    for (const Answer& answer : story.answers)
        named.push_back(quoted(frame, answer.now.front().word));
    const char* name = !story.is_asked()          ? "story.title.look"
                       : story.stands_in_sentence ? "story.title.find"
                       : !story.has_source()      ? "story.title.name"
                       : story.row == 0           ? "story.title.first"
                                                  : "story.title.next";
    return say(frame, name, {{"asker", asker}, {"answers", joined(frame, named)}});
}

/// How the model gets there: in steps, if each of them is needed and one of them reads the answer.
std::string way_of(const StoryFrame& frame) {
    const Story& story = *frame.story;
    const Index steps = story.is_read ? story.steps_needed(frame.reading()) : 0;
    if (steps == 1) return frame.ui.text("story.way.one");
    if (steps > 1)
        return say(frame, "story.way.many", {{"count", narration::counted_in_words(frame.ui.texts, steps)}});
    const std::string list = words_read(frame);
    if (!list.empty()) return say(frame, "story.way.reads", {{"list", list}});
    return frame.ui.text(story.reads_itself ? "story.way.itself" : "story.way.none");
}

// The notes beside the arcs.

std::string relation_text(const StoryFrame& frame, Index relation) {
    const learning::ModelCard& card = frame.model().card;
    const std::string name = "story.relation_of." + card.task + "." + std::to_string(relation);
    if (frame.ui.texts.has(name)) return frame.ui.texts.text(name);
    return say(frame, "story.relation", {{"name", card.edges[static_cast<std::size_t>(relation)].name}});
}

/// What the read is to the task, if it is one of its relations, and whether it was hinted.
std::string meaning_of(const StoryFrame& frame, const StoryStep& step) {
    const Read& first = step.read();
    if (!first.relation) return {};
    const learning::ModelCard& card = frame.model().card;
    const learning::Edge& edge = card.edges[static_cast<std::size_t>(*first.relation)];
    const bool is_hinted =
        card.hint && workbench::layer_of(edge, frame.reading().places) == first.layer &&
        std::ranges::any_of(step.reads, [&](const Read& read) { return read.head == edge.head; });
    const std::string meaning = relation_text(frame, *first.relation);
    return is_hinted ? say(frame, "story.hint_here", {{"meaning", meaning}}) : meaning;
}

/// A relation that belongs in the layer of this step but has little of its weight.
std::string elsewhere(const StoryFrame& frame, const StoryStep& step) {
    for (const Read& relation : frame.story->relations)
        if (relation.layer == step.read().layer && relation.weight < 0.5F && relation.to != step.read().to)
            return say(
                frame, "story.elsewhere",
                {{"relation", frame.model().card.edges[static_cast<std::size_t>(*relation.relation)].name},
                 {"weight", decimal(relation.weight)},
                 {"word", key_word(frame, relation)},
                 {"head", std::to_string(relation.head + 1)}});
    return {};
}

std::string effect_of(const StoryFrame& frame, const StoryStep& step) {
    std::vector<std::string> named;
    for (const Named& one : step.without)
        named.push_back(quoted(frame, one.word) + " " + decimal(one.probability));
    if (named.empty()) return {};
    return say(frame, step.needed ? "story.without" : "story.without_still",
               {{"named", joined(frame, named)}});
}

std::string note_title(const StoryFrame& frame, const StoryStep& step) {
    const Read& read = step.read();
    const model::Place& place = frame.reading().places[read.layer];
    const bool in_source = frame.story->has_source() && place.part == model::Part::encoder;
    const bool itself = place.part != model::Part::cross && read.from == read.to;
    std::string title =
        say(frame,
            frame.reading().places.size() > 1 && !frame.story->has_source() ? "story.step_in_layer"
                                                                            : "story.step",
            {{"layer", std::to_string(place.layer + 1)},
             {"asker", story_word(frame, read.from, in_source)},
             {"word", itself ? frame.ui.text("story.itself") : key_word(frame, read)},
             {"weight", decimal(read.weight)}});
    for (std::size_t i = 1; i < step.reads.size(); ++i)
        title += frame.ui.text("story.and") + decimal(step.reads[i].weight);
    return title;
}

StoryNote note_of(const StoryFrame& frame, const StoryStep& step) {
    const Read& read = step.read();
    StoryNote note{.in_source = frame.story->has_source() && !answers(frame, read.layer),
                   .band = 0,
                   .head = read.head,
                   .key = read.to,
                   .title = note_title(frame, step)};
    for (std::string line : {meaning_of(frame, step), elsewhere(frame, step), effect_of(frame, step)})
        if (!line.empty()) note.lines.push_back(std::move(line));
    return note;
}

// The answers.

StoryAnswer answer_of(const StoryFrame& frame, const Answer& answer) {
    const auto shown = [&](const Named& named) {
        return say(frame, "story.others", {{"word", named.word}, {"weight", decimal(named.probability)}});
    };
    StoryAnswer made;
    const Named &now = answer.now.front(), &usual = answer.usual.front();
    made.now = shown(now);
    if (frame.story->answers.size() > 1)
        made.label = frame.model().card.outputs[static_cast<std::size_t>(answer.output)];
    if (now.word != usual.word || std::abs(now.probability - usual.probability) >= least_named)
        made.was = shown(usual);
    std::string small;
    for (std::size_t i = 1; i < answer.now.size(); ++i) {
        const Named& other = answer.now[i];
        if (other.probability >= least_named)
            made.others += (made.others.empty() ? "" : " · ") + shown(other);
        else
            small += (small.empty() ? "" : ", ") + other.word;
    }
    if (made.others.empty() && !small.empty() && made.was.empty())
        made.others = say(frame, "story.others_small", {{"list", small}});
    if (!answer.right.empty()) {
        made.role = answer.is_right() ? Role::good : Role::warning;
        if (!answer.is_right())
            made.others = say(frame, "story.right_would_be", {{"word", quoted(frame, answer.right)}}) +
                          (made.others.empty() ? "" : " · ") + made.others;
    }
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

// The arcs.

StoryBand band_of(const StoryFrame& frame, std::size_t layer) {
    const model::Place& place = frame.reading().places[layer];
    const attention::Trace& t = frame.trace(layer);
    const Index row = workbench::row_in(*frame.story, place, frame.reading());
    StoryBand band{.name = frame.layer_name(layer),
                   .heads = std::ssize(t.heads),
                   .from_source = place.part == model::Part::cross};
    // A decoder that reads a source has it after the cross-attention.
    if (frame.model().transformer->sizes.mlp_width > 0 &&
        (!frame.story->has_source() || place.part != model::Part::decoder))
        band.mlp = frame.ui.text("story.mlp");
    for (Index head = 0; head < band.heads; ++head) {
        if (!t.options.is_on(head)) continue;
        const auto weights = t.heads[static_cast<std::size_t>(head)].weights.row(row);
        for (Index key = 0; key < weights.size(); ++key)
            if (weights(key) >= least_arc) band.arcs.push_back({head, key, weights(key)});
    }
    for (const Read& read : frame.story->knocked_out)
        if (read.layer == layer && read.from == row)
            band.arcs.push_back({read.head, read.to, read.weight, true});
    return band;
}

} // namespace

std::string story_word(const StoryFrame& frame, Index word, bool source) {
    const std::vector<std::string>& words = source ? frame.story->source : frame.story->words;
    const std::string& text = words[static_cast<std::size_t>(word)];
    return say(frame, std::ranges::count(words, text) > 1 ? "story.quoted_again" : "story.quoted",
               {{"word", text}, {"number", std::to_string(word + 1)}});
}

std::string StoryFrame::layer_name(std::size_t layer) const {
    return place_name(ui, reading().places[layer], reading().places);
}

std::string story_title(const StoryFrame& frame) {
    return question_of(frame) + " " + way_of(frame);
}

std::string story_origin(const StoryFrame& frame) {
    std::string text =
        frame.ui.text(frame.reading().set_by_hand.empty() ? "story.origin" : "story.origin_changed");
    const workbench::Document& d = frame.pass->document;
    if (d.mask != workbench::MaskChoice{} || d.scale != attention::Scale{} ||
        d.score != attention::ScoreFunction::dot || d.dropout.rate > 0)
        text += " " + frame.ui.text("story.not_here");
    const learning::Task* task = frame.state.offers.task.get();
    if (!task || task->recipe.hint_share == 0) return text;
    const learning::ModelCard& card = frame.model().card;
    if (!card.hint) return text + " " + frame.ui.text("story.unhinted");
    // The user's own model may have been kept before its training was over or the hint was taken away.
    const Index planned = card.name.empty() ? card.steps : task->recipe.steps;
    const double hinted = task->recipe.hint_share * static_cast<double>(planned);
    if (hinted >= static_cast<double>(card.steps))
        return text + " " + frame.ui.text("story.hinted_throughout");
    const std::string percent = base::percent(hinted / static_cast<double>(card.steps));
    return text + " " + say(frame, "story.hinted", {{"percent", percent}});
}

std::string remark_text(const StoryFrame& frame, std::size_t layer, Index head) {
    const HeadRemark& remark = frame.story->remarks[layer][static_cast<std::size_t>(head)];
    const bool in_source = frame.story->has_source() && !answers(frame, layer);
    const std::vector<std::string>& askers = in_source ? frame.story->source : frame.story->words;
    const std::vector<std::string>& keys =
        reads_source(frame, layer) ? frame.story->source : frame.story->words;
    const std::string number = decimal(remark.number);
    switch (remark.kind) {
    case HeadRemark::Kind::off:
        return frame.ui.text("story.remark.off");
    case HeadRemark::Kind::word_before:
        return say(frame, "story.remark.word_before", {{"weight", number}});
    case HeadRemark::Kind::itself:
        return say(frame, "story.remark.itself", {{"weight", number}});
    case HeadRemark::Kind::word_after:
        return say(frame, "story.remark.word_after", {{"weight", number}});
    case HeadRemark::Kind::spread:
        return say(frame, "story.remark.spread", {{"bits", number}});
    case HeadRemark::Kind::rest:
        return say(frame, "story.remark.rest", {{"sum", number}});
    case HeadRemark::Kind::reads:
        break;
    }
    return say(frame, "story.remark.reads",
               {{"asker", askers[static_cast<std::size_t>(remark.from)]},
                {"word", keys[static_cast<std::size_t>(remark.to)]},
                {"weight", number}});
}

StoryContent story_content(const StoryFrame& frame) {
    const Story& story = *frame.story;
    StoryContent content;
    content.main.words = story.words;
    content.main.marked = story.row;
    content.source.words = story.source;
    content.source.marked = story.source_row;
    if (story.has_source()) content.main.ends = named_after(frame);
    std::vector<std::size_t> bands;
    for (std::size_t layer = 0; layer < frame.reading().places.size(); ++layer) {
        StoryBlock& block = answers(frame, layer) ? content.main : content.source;
        bands.push_back(block.bands.size());
        block.bands.push_back(band_of(frame, layer));
    }
    content.answered = story.answers.empty() ? story.row : story.answers.front().row;
    for (const Answer& answer : story.answers)
        content.answers.push_back(answer_of(frame, answer));
    for (const StoryStep& step : story.steps) {
        content.notes.push_back(note_of(frame, step));
        content.notes.back().band = bands[step.read().layer];
    }
    return content;
}

} // namespace ui
