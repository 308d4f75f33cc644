// The story as a figure, with every weight of the marked word; all heads of the model on one sheet; and what
// is shared: the sentence with its answer, and the story as it plays.
#include "base/csv.h"
#include "base/text.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/share.h"
#include "ui/chrome/weights_menu.h"
#include "ui/views/story/story.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

/// The weights of the marked word in one layer, as rows of the table.
std::string rows_of(const StoryFrame& frame, std::size_t layer) {
    const workbench::Story& story = frame.story();
    const attention::Trace& trace = frame.trace(layer);
    const Index row = frame.row(layer);
    const auto& words = frame.answers(layer) ? story.words : story.source;
    const auto& keys = frame.reads_source(layer) ? story.source : story.words;
    std::string csv;
    for (Index head = 0; head < std::ssize(trace.heads); ++head) {
        if (!trace.options.is_on(head)) continue;
        const auto weights = trace.heads[static_cast<std::size_t>(head)].weights.row(row);
        for (Index key = 0; key < weights.size(); ++key) {
            const auto out = std::ranges::find_if(story.knocked_out, [&](const workbench::Read& read) {
                return read.layer == layer && read.head == head && read.from == row && read.to == key;
            });
            const bool is_out = out != story.knocked_out.end();
            csv += base::csv_field(frame.layer_name(layer)) + "," + std::to_string(head + 1) + "," +
                   base::csv_field(words[static_cast<std::size_t>(row)]) + "," +
                   base::csv_field(keys[static_cast<std::size_t>(key)]) + "," +
                   base::fixed(static_cast<double>(is_out ? out->weight : weights(key)), 9) + "," +
                   (is_out ? "yes" : "no") + "\r\n";
        }
    }
    return csv;
}

/// Every weight of the marked word, even those too small for an arc; one that is cut has the value that it
/// had before.
std::string csv_of_reads(const StoryFrame& frame) {
    std::string csv = "layer,head,word,reads,weight,knocked out\r\n";
    for (std::size_t layer = 0; layer < frame.layers(); ++layer)
        csv += rows_of(frame, layer);
    return csv;
}

Exportable story_export(const StoryFrame& frame) {
    Exportable what{.name = "story", .title = plain_text(frame.state.shown.title), .anchor = "story/figure"};
    what.width = 1200;
    what.height = 640;
    const auto content = std::make_shared<const StoryContent>(frame.state.shown.content);
    what.figure = [content](Rect area, const Palette& palette, const TextMeasure& measure) {
        Palette paper = palette; // on which there are no cards
        paper.colours[static_cast<std::size_t>(Role::background)] = palette[Role::card];
        return story_figure_within(area, *content, StoryPlay::length, 0, paper, measure);
    };
    what.csv = [csv = csv_of_reads(frame)] { return csv; };
    return what;
}

Exportable heads_export(const StoryFrame& frame) {
    std::vector<TitledMatrix> heads;
    const bool same_shape = !frame.story().has_source();
    for (std::size_t layer = 0; layer < frame.layers(); ++layer) {
        if (!same_shape && layer != frame.open_layer()) continue;
        const attention::Trace& t = frame.trace(layer);
        MatrixOptions options =
            kept_options(frame.told.pass, attention::Quantity::weights, {ColourMap::weights, {0, 1}});
        for (std::size_t head = 0; head < t.heads.size(); ++head)
            heads.push_back({frame.layer_name(layer) + ", " +
                                 frame.ui.plain("story.head", {{"head", {{std::to_string(head + 1)}}}}),
                             {frame.told.pass, &t.heads[head].weights},
                             options});
    }
    Exportable what = exportable("story-heads", frame.ui.text("story.export_maps"), std::move(heads));
    what.anchor = "story/maps/0";
    return what;
}

// What is shared.

narration::Paragraph as_paragraph(const ColouredText& line) {
    narration::Paragraph text;
    for (const ColouredPiece& piece : line)
        text.push_back({piece.text, piece.role == Role::query ? narration::Tone::query
                                    : piece.role == Role::key ? narration::Tone::key
                                                              : narration::Tone::plain});
    return text;
}

/// The question that the marked word is asked; else the story's title.
narration::Paragraph shared_question(const StoryFrame& frame) {
    const std::string name = frame.is_trained() ? "share.asked." + frame.model().card.task : "";
    if (frame.story().is_asked() && frame.ui.texts.has(name))
        return frame.ui.said(name.c_str(), {{"word", narration::toned(story_word(frame, frame.story().row),
                                                                      narration::Tone::query)}});
    return as_paragraph(frame.state.shown.title);
}

/// What the marked word reads in the last layer, its heads together; empty where that is another text.
std::optional<SentenceContent> last_look(const StoryFrame& frame) {
    const workbench::Story& story = frame.story();
    if (story.has_source()) return {};
    const std::size_t layer = frame.layers() - 1;
    const attention::Trace& trace = frame.trace(layer);
    SentenceContent sentence{.words = story.words, .query = story.row};
    if (frame.pass().real) set_pieces(sentence, frame.pass().real->pieces);
    base::RowVector sum = base::RowVector::Zero(std::ssize(story.words));
    float heads = 0;
    for (Index head = 0; head < std::ssize(trace.heads); ++head) {
        if (!trace.options.is_on(head)) continue;
        sum += trace.heads[static_cast<std::size_t>(head)].weights.row(story.row);
        ++heads;
    }
    if (heads == 0) return sentence;
    sum /= heads;
    sentence.weights.assign(sum.begin(), sum.end());
    Index most = 0;
    if (sum.maxCoeff(&most) > 0) sentence.is_read = most;
    return sentence;
}

Exportable shared_story(const StoryFrame& frame) {
    constexpr double rests = 1.5; // the answer has just come
    constexpr float least = 0.7F; // of its letters
    const ShareTitle title{shared_question(frame), origin_text(frame.ui, frame.pass())};
    const auto content = std::make_shared<const StoryContent>(frame.state.shown.content);
    Exportable what = share_export(
        frame.ui, {as_paragraph(frame.state.shown.title), title.origin},
        ShareClip{frame.ui.text("share.story_moves"), StoryPlay::length, rests,
                  [content](double seconds, const Palette& palette, const TextMeasure& measure) {
                      return story_figure_within(share_room, *content, static_cast<float>(seconds), least,
                                                 palette, measure);
                  }});
    const bool one_answer = content->answers.size() == 1 && frame.story().is_asked();
    auto sentence = last_look(frame);
    if (!sentence || content->answers.size() > 1) return what; // the story itself is the picture
    what.figure = share_export(frame.ui, title, *std::move(sentence),
                               one_answer ? std::optional(content->answers.front()) : std::nullopt)
                      .figure;
    return what;
}

} // namespace

Exportables story_exports(StoryFrame& frame) {
    Exportables all{story_export(frame), heads_export(frame)};
    for (Exportable& what : all)
        what.note = note_of(frame.ui, frame.pass());
    all.push_back(shared_story(frame));
    return all;
}

} // namespace ui
