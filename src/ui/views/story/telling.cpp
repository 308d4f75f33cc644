// The story in words: its title and the line under it, and what a head does.
#include "base/text.h"
#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/chrome/weights_menu.h"
#include "ui/views/story/story.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <map>

namespace ui {

using namespace drawing;
using base::Index;
using narration::decimal;
using narration::Paragraph;
using narration::Tone;
using workbench::Answer;
using workbench::HeadRemark;
using workbench::Read;
using workbench::Story;
using workbench::StoryStep;

namespace {

/// “it” in the colour of a word that reads, or of one that is read.
Paragraph toned(const StoryFrame& frame, Index word, bool source, Tone tone) {
    return {{story_word(frame, word, source), tone}};
}

/// "“I” and “you”".
Paragraph joined(const StoryFrame& frame, const std::vector<Paragraph>& words) {
    Paragraph all;
    for (std::size_t i = 0; i < words.size(); ++i) {
        if (i > 0) all.push_back({frame.ui.text("story.and")});
        all.insert(all.end(), words[i].begin(), words[i].end());
    }
    return all;
}

void append(Paragraph& all, const Paragraph& more) {
    all.insert(all.end(), more.begin(), more.end());
}

/// The words that the marked one reads, layer by layer: "“tired”, then “cat”". Layers that read the same
/// count once.
Paragraph words_read(const StoryFrame& frame) {
    Paragraph list;
    std::string last;
    for (std::size_t layer = 0; layer < frame.layers(); ++layer) {
        std::map<Index, Paragraph> words; // in the order of the sentence
        for (const StoryStep& step : frame.story().steps)
            if (step.read().layer == layer && frame.answers(layer))
                words[step.read().to] = toned(frame, step.read().to, frame.reads_source(layer), Tone::key);
        std::vector<Paragraph> here;
        for (const auto& word : words)
            here.push_back(word.second);
        const Paragraph both = joined(frame, here);
        const std::string text = narration::plain_text(both);
        if (text.empty() || text == last) continue;
        if (!list.empty()) list.push_back({frame.ui.text("story.then")});
        append(list, both);
        last = text;
    }
    return list;
}

Paragraph question_of(const StoryFrame& frame) {
    const Story& story = frame.story();
    std::vector<Paragraph> named;
    for (const Answer& answer : story.answers)
        named.push_back({{frame.quoted(answer.now.front().word), Tone::key}});
    const char* name = !story.is_asked()          ? "story.title.look"
                       : story.stands_in_sentence ? "story.title.find"
                       : !story.has_source()      ? "story.title.name"
                       : story.row == 0           ? "story.title.first"
                                                  : "story.title.next";
    return frame.ui.said(
        name, {{"asker", toned(frame, story.row, false, Tone::query)}, {"answers", joined(frame, named)}});
}

/// How the model gets there: in steps, if each of them is needed and one of them reads the answer.
Paragraph way_of(const StoryFrame& frame) {
    const Story& story = frame.story();
    const Index steps = story.is_read ? story.steps_needed(frame.reading()) : 0;
    if (steps == 1) return {{frame.ui.text("story.way.one")}};
    if (steps > 1)
        return {
            {frame.say("story.way.many", {{"count", narration::counted_in_words(frame.ui.texts, steps)}})}};
    const Paragraph list = words_read(frame);
    if (!list.empty()) return frame.ui.said("story.way.reads", {{"list", list}});
    return {{frame.ui.text(story.reads_itself ? "story.way.itself" : "story.way.none")}};
}

/// Of a text that grows.
Paragraph writing_title(const StoryFrame& frame) {
    if (frame.is_over()) return {{frame.ui.text("story.write.is_over")}};
    if (frame.at_end()) return {{frame.ui.text("story.write.question")}};
    const auto next = static_cast<std::size_t>(frame.story().row) + 1;
    const auto own = frame.story().words.size() - static_cast<std::size_t>(frame.written());
    return frame.ui.said(next < own ? "story.write.instead" : "story.write.why",
                         {{"word", {{frame.quoted(frame.story().words[next]), Tone::query}}}});
}

/// What was cut; of one arc, which.
Paragraph cut_title(const StoryFrame& frame) {
    const Story& story = frame.story();
    const std::size_t arcs = story.knocked_out.size(), heads = frame.pass().document.switched_off.size();
    if (arcs == 1 && heads == 0) {
        const Read& read = story.knocked_out.front();
        return frame.ui.said("story.title.cut",
                             {{"asker", toned(frame, read.from, !frame.answers(read.layer), Tone::query)},
                              {"word", toned(frame, read.to, frame.reads_source(read.layer), Tone::key)}});
    }
    const auto counted = [&](const std::string& name, std::size_t count) {
        return count == 0
                   ? std::string()
                   : frame.say(name + (count == 1 ? ".one" : ".many"), {{"count", std::to_string(count)}});
    };
    const std::string a = counted("story.title.arcs", arcs), b = counted("story.title.heads", heads);
    const std::string all = a.empty() || b.empty() ? a + b : a + frame.ui.text("story.and") + b;
    return {{frame.say("story.title.cut_many", {{"list", all}})}};
}

/// Of what was cut or switched off; none: other numbers were set by hand.
std::optional<std::size_t> lowest_layer_cut(const StoryFrame& frame) {
    std::optional<std::size_t> first;
    const auto note = [&](std::size_t layer) { first = std::min(first.value_or(layer), layer); };
    for (const Read& read : frame.story().knocked_out)
        note(read.layer);
    for (const workbench::HeadPlace& off : frame.pass().document.switched_off)
        note(static_cast<std::size_t>(off.layer));
    return first;
}

} // namespace

std::optional<std::size_t> layer_that_follows(const StoryFrame& frame) {
    const auto from = lowest_layer_cut(frame);
    if (!from || !frame.is_changed()) return std::nullopt;
    for (std::size_t layer = *from + 1; layer < frame.layers(); ++layer)
        for (std::size_t head = 0; head < frame.trace(layer).heads.size(); ++head) {
            Index now = 0, usual = 0;
            if (!frame.is_on(layer, static_cast<Index>(head))) continue;
            const Index row = frame.row(layer);
            const float weight = frame.trace(layer).heads[head].weights.row(row).maxCoeff(&now);
            frame.story().usual[layer]->heads[head].weights.row(row).maxCoeff(&usual);
            if (now != usual && weight >= 0.5F) return layer;
        }
    return std::nullopt;
}

namespace {

std::string about_cut(const StoryFrame& frame) {
    const Story& story = frame.story();
    std::string text;
    const auto first = lowest_layer_cut(frame);
    if (story.knocked_out.size() == 1 && frame.pass().document.switched_off.empty())
        text = frame.say("story.one_gone", {{"layer", frame.layer_name(*first)}}) + " ";
    if (!first) return frame.ui.text("story.changed"); // other numbers were set by hand
    const auto follows = layer_that_follows(frame);
    return text + (follows ? frame.say("story.follows_another", {{"layer", frame.layer_name(*follows)}})
                           : frame.ui.text("story.nothing_else"));
}

/// Whose numbers these are.
std::string origin_of(const StoryFrame& frame) {
    const workbench::Document& d = frame.pass().document;
    if (std::holds_alternative<workbench::HandSetWeights>(d.weights)) return frame.ui.text("story.by_hand");
    if (const auto& real = frame.pass().real)
        return frame.say("story.real", {{"name", real->name},
                                        {"layers", std::to_string(real->layers())},
                                        {"heads", std::to_string(frame.trace(0).heads.size())}});
    if (!frame.is_trained()) return frame.ui.text("story.random");
    const learning::Task* task = frame.state.offers.task.get();
    if (!task || task->recipe.hint_share == 0) return frame.ui.text("story.trained");
    const learning::ModelCard& card = frame.model().card;
    if (!card.hint) return frame.ui.text("story.unhinted");
    // The user's own model may have been kept before its training was over or the hint was taken away.
    const Index planned = card.name.empty() ? card.steps : task->recipe.steps;
    const double hinted = task->recipe.hint_share * static_cast<double>(planned);
    return frame.ui.text(hinted >= static_cast<double>(card.steps) ? "story.hinted_throughout"
                                                                   : "story.hinted");
}

/// Of the strongest arcs of many layers: what the answer would be without each of them.
std::string what_arcs_do(const StoryFrame& frame) {
    const Story& story = frame.story();
    const auto is_known = [](const StoryStep& step) { return !step.without.empty(); };
    if (story.steps.empty() || !std::ranges::all_of(story.steps, is_known))
        return frame.ui.text("story.deep");
    const auto needed = std::ranges::count_if(story.steps, &StoryStep::needed);
    const std::string& word = story.answers.front().now.front().word;
    if (needed == 0) return frame.say("story.deep_none_needed", {{"word", frame.answered(word)}});
    return frame.say(
        needed == 1 ? "story.deep_needed.one" : "story.deep_needed.many",
        {{"count", narration::counted_in_words(frame.ui.texts, needed)}, {"word", frame.answered(word)}});
}

/// The strongest read of the very word that is then said, if it can be cut at no cost: it looks like the
/// reason, and is not.
std::string looks_like_the_reason(const StoryFrame& frame) {
    const Story& story = frame.story();
    for (const workbench::SpareRead& spare : story.spare)
        if (!frame.reads_source(spare.read.layer) &&
            story.words[static_cast<std::size_t>(spare.read.to)] == spare.without.word)
            return spare_text(frame, spare);
    return {};
}

} // namespace

std::string spare_text(const StoryFrame& frame, const workbench::SpareRead& spare) {
    const Read& read = spare.read;
    return frame.say("story.spare", {{"head", std::to_string(read.head + 1)},
                                     {"layer", frame.layer_name(read.layer)},
                                     {"word", story_word(frame, read.to, frame.reads_source(read.layer))},
                                     {"weight", decimal(read.weight)},
                                     {"answer", frame.answered(spare.without.word)}});
}

std::string plain_text(const ColouredText& line) {
    std::string text;
    for (const ColouredPiece& piece : line)
        text += piece.text;
    return text;
}

std::string StoryFrame::say(const std::string& name, const std::map<std::string, std::string>& words) const {
    return ui.plain(name, narration::values_of(words));
}

std::string StoryFrame::quoted(const std::string& word) const {
    return say("story.quoted", {{"word", word}});
}

std::string StoryFrame::word_of(Index id) const {
    if (pass().real) return workbench::piece_name(*pass().real->model, static_cast<tokens::Id>(id));
    return model().answers().word(id);
}

std::string StoryFrame::answered(const std::string& word) const {
    return is_end(word) ? ui.text("story.write.end") : quoted(word);
}

std::string StoryFrame::named(const std::string& word) const {
    return is_end(word) ? ui.text("story.write.end") : word;
}

bool StoryFrame::is_end(const std::string& word) const {
    if (!writes()) return false;
    if (!pass().real) return word == learning::story_boundary;
    const tokens::Tokenizer& pieces = pass().real->model->tokenizer;
    const auto id = pieces.find(word);
    return id && pass().real->model->is_end(*id);
}

std::string story_word(const StoryFrame& frame, Index word, bool source) {
    const std::vector<std::string>& words = source ? frame.story().source : frame.story().words;
    const std::string& text = words[static_cast<std::size_t>(word)];
    return frame.say(std::ranges::count(words, text) > 1 ? "story.quoted_again" : "story.quoted",
                     {{"word", text}, {"number", std::to_string(word + 1)}});
}

std::string StoryFrame::layer_name(std::size_t layer) const {
    return is_model() ? layer_names(ui, pass())[layer] : ui.text("story.only_layer");
}

ColouredText story_title(const StoryFrame& frame) {
    const bool is_cut = !frame.story().knocked_out.empty() || !frame.pass().document.switched_off.empty();
    Paragraph title = is_cut ? cut_title(frame) : frame.writes() ? writing_title(frame) : question_of(frame);
    if (!is_cut && !frame.writes()) {
        title.push_back({" "});
        append(title, way_of(frame));
    }
    return coloured(title);
}

std::string story_about(const StoryFrame& frame) {
    if (frame.is_changed()) return about_cut(frame);
    if (frame.guided) return {}; // the card says it
    if (frame.is_deep()) return what_arcs_do(frame) + " " + origin_of(frame);
    const std::string spare = frame.writes() ? looks_like_the_reason(frame) : std::string();
    const std::string what =
        !spare.empty() ? spare
        : frame.writes()
            ? frame.say("story.write.about",
                        {{"count",
                          narration::counted_in_words(frame.ui.texts, static_cast<Index>(frame.layers()))}})
            : frame.ui.text("story.lines");
    std::string text = what + " " + origin_of(frame);
    const workbench::Document& d = frame.pass().document;
    if (frame.is_model() && (d.mask != workbench::MaskChoice{} || d.scale != attention::Scale{} ||
                             d.score != attention::ScoreFunction::dot || d.dropout.rate > 0))
        text += " " + frame.ui.text("story.not_here");
    return text;
}

std::string remark_text(const StoryFrame& frame, std::size_t layer, Index head) {
    const HeadRemark& remark = frame.story().remarks[layer][static_cast<std::size_t>(head)];
    const std::vector<std::string>& keys =
        frame.reads_source(layer) ? frame.story().source : frame.story().words;
    const std::string number = decimal(remark.number);
    switch (remark.kind) {
    case HeadRemark::Kind::off:
        return frame.ui.text("story.remark.off");
    case HeadRemark::Kind::word_before:
        return frame.say("story.remark.word_before", {{"weight", number}});
    case HeadRemark::Kind::itself:
        return frame.say("story.remark.itself", {{"weight", number}});
    case HeadRemark::Kind::word_after:
        return frame.say("story.remark.word_after", {{"weight", number}});
    case HeadRemark::Kind::spread:
        return frame.say("story.remark.spread", {{"bits", number}});
    case HeadRemark::Kind::rest:
        return frame.say("story.remark.rest", {{"sum", number}});
    case HeadRemark::Kind::reads:
        break;
    }
    return frame.say("story.remark.reads",
                     {{"word", keys[static_cast<std::size_t>(remark.to)]}, {"weight", number}});
}

} // namespace ui
