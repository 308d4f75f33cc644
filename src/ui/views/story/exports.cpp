// The story as an exportable figure, and all heads of the model on one sheet.

#include "base/number_text.h"
#include "ui/board/matrix_exports.h"
#include "ui/views/story/cards.h"
#include "ui/views/story/telling.h"

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

/// Every weight of the marked word, also those too small for an arc; one that is knocked out as it is
/// otherwise.
std::string csv_of_reads(const workbench::Pass& pass, const workbench::Story& story,
                         const std::vector<std::string>& layers) {
    std::string csv = "layer,head,word,reads,weight,knocked out\r\n";
    const workbench::TrainedReading& reading = *pass.reading;
    for (std::size_t layer = 0; layer < reading.places.size(); ++layer) {
        const model::Place& place = reading.places[layer];
        const attention::Trace& trace = reading.run.at(place).trace;
        const Index row = workbench::row_in(story, place, reading);
        const bool in_source = story.has_source() && place.part == model::Part::encoder;
        const auto& words = in_source ? story.source : story.words;
        const auto& keys = in_source || place.part == model::Part::cross ? story.source : story.words;
        for (Index head = 0; head < std::ssize(trace.heads); ++head) {
            if (!trace.options.is_on(head)) continue;
            const auto weights = trace.heads[static_cast<std::size_t>(head)].weights.row(row);
            for (Index key = 0; key < weights.size(); ++key) {
                const auto out = std::ranges::find_if(story.knocked_out, [&](const workbench::Read& read) {
                    return read.layer == layer && read.head == head && read.from == row && read.to == key;
                });
                const bool is_out = out != story.knocked_out.end();
                csv += field(layers[layer]) + "," + std::to_string(head + 1) + "," +
                       field(words[static_cast<std::size_t>(row)]) + "," +
                       field(keys[static_cast<std::size_t>(key)]) + "," +
                       base::fixed(static_cast<double>(is_out ? out->weight : weights(key)), 9) + "," +
                       (is_out ? "yes" : "no") + "\r\n";
            }
        }
    }
    return csv;
}

Exportable story_export(const StoryFrame& frame) {
    Exportable what{.name = "story", .title = frame.state.shown.title, .anchor = "story/card"};
    what.width = 1100;
    what.height = 640;
    const auto content = std::make_shared<const StoryContent>(frame.state.shown.content);
    what.figure = [content](Rect area, const Palette& palette, const TextMeasure& measure) {
        const StoryLayout natural = story_layout(area, *content, 1, measure);
        const float scale = std::min(1.0F, area.width / natural.width); // long sentences become smaller
        const StoryLayout layout = scale < 1 ? story_layout(area, *content, scale * 0.98F, measure) : natural;
        return story_figure(layout, *content, {}, palette, measure);
    };
    std::vector<std::string> layers;
    for (std::size_t layer = 0; layer < frame.reading().places.size(); ++layer)
        layers.push_back(frame.layer_name(layer));
    what.csv = [pass = frame.pass, story = frame.story, layers] {
        return csv_of_reads(*pass, *story, layers);
    };
    return what;
}

Exportable maps_export(const StoryFrame& frame) {
    std::vector<TitledMatrix> heads;
    const bool same = !frame.story->has_source(); // of one shape
    for (std::size_t layer = 0; layer < frame.reading().places.size(); ++layer) {
        if (!same && layer != frame.scene.pass().reading->shown) continue;
        const attention::Trace& t = frame.trace(layer);
        MatrixOptions options =
            kept_options(frame.pass, attention::Quantity::weights, {ColourMap::weights, {0, 1}});
        for (std::size_t head = 0; head < t.heads.size(); ++head)
            heads.push_back({frame.layer_name(layer) + ", " +
                                 frame.ui.plain("story.head", {{"head", {{std::to_string(head + 1)}}}}),
                             {frame.pass, &t.heads[head].weights},
                             options});
    }
    Exportable what = exportable("story-heads", frame.ui.text("story.export_maps"), std::move(heads));
    what.anchor = "story/map";
    return what;
}

} // namespace

Exportables StoryPage::exports(ViewFrame& view) {
    if (!state_.shown.story) return {};
    StoryFrame frame{view, state_, state_.shown.pass, state_.shown.story};
    Exportables all{story_export(frame), maps_export(frame)};
    for (Exportable& what : all)
        what.note = note_of(view.ui, *frame.pass);
    return all;
}

} // namespace ui
