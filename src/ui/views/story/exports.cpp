// The story as a figure, with every weight of the marked word; and all heads of the model on one sheet.
#include "base/text.h"
#include "ui/board/figures.h"
#include "ui/views/story/story.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

/// Quoted as RFC 4180 asks.
std::string field(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

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
            csv += field(frame.layer_name(layer)) + "," + std::to_string(head + 1) + "," +
                   field(words[static_cast<std::size_t>(row)]) + "," +
                   field(keys[static_cast<std::size_t>(key)]) + "," +
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
        StoryRoom room{.area = area};
        const StoryLayout natural = story_layout(room, *content, measure);
        const float scale = std::min(1.0F, area.width / natural.width); // long sentences become smaller
        if (scale == 1) return story_figure(natural, *content, {}, palette, measure);
        room.scale = scale * 0.98F;
        return story_figure(story_layout(room, *content, measure), *content, {}, palette, measure);
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

} // namespace

Exportables story_exports(StoryFrame& frame) {
    Exportables all{story_export(frame), heads_export(frame)};
    for (Exportable& what : all)
        what.note = note_of(frame.ui, frame.pass());
    return all;
}

} // namespace ui
