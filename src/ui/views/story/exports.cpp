// The story as an exportable figure, and all heads of the model on one sheet.

#include "base/number_text.h"
#include "ui/board/matrix_exports.h"
#include "ui/views/story/cards.h"
#include "ui/views/story/telling.h"

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

std::string csv_of_reads(const StoryContent& content) {
    std::string csv = "layer,head,word,reads,weight,knocked out\r\n";
    for (const StoryBlock* block : {&content.source, &content.main})
        for (const StoryBand& band : block->bands)
            for (const StoryArc& arc : band.arcs) {
                const auto& keys = band.from_source ? content.source.words : block->words;
                csv += field(band.name) + "," + std::to_string(arc.head + 1) + "," +
                       field(block->words[static_cast<std::size_t>(block->marked)]) + "," +
                       field(keys[static_cast<std::size_t>(arc.key)]) + "," +
                       base::fixed(static_cast<double>(arc.weight), 9) + "," +
                       (arc.knocked_out ? "yes" : "no") + "\r\n";
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
    what.csv = [content] { return csv_of_reads(*content); };
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
