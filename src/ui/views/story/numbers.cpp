// The marked word's line in numbers: how it begins, what every layer adds, and the result.
#include "attention/measure.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/views/story/story.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::StreamPart;

namespace {

std::string part_name(const StoryFrame& frame, Index row) {
    const StreamPart& part = frame.story().stream.parts[static_cast<std::size_t>(row)];
    const auto named = [&](const char* name) {
        const bool has_layer = part.kind != StreamPart::Kind::begins;
        return frame.ui.plain(name, {{"layer", {{has_layer ? frame.layer_name(part.layer) : ""}}}});
    };
    switch (part.kind) {
    case StreamPart::Kind::begins:
        return named("story.part.begins");
    case StreamPart::Kind::attention:
        return named("story.part.attention");
    case StreamPart::Kind::mlp:
        return named("story.part.mlp");
    case StreamPart::Kind::after:
        break;
    }
    return named("story.part.after");
}

} // namespace

void draw_story_numbers(StoryFrame& frame, const Rect& place) {
    Ui& ui = frame.ui;
    card(ui, place);
    const Rect area = place.inset(ui.px(14));
    const auto& numbers = frame.story().stream.numbers;
    ui.canvas.text_within({area.x, area.y + ui.px(6)}, area.width,
                          ui.plain("story.stream_title", {{"asker", {{story_word(frame, frame.story().row)}}},
                                                          {"count", {{std::to_string(numbers->cols())}}}}),
                          Font::sans_bold, ui.px(label_size), ui[Role::text]);
    const float sizes = ui.px(60);
    PlainMatrix matrix{.numbers = numbers, .coloured = signed_colours(attention::reach(*numbers))};
    matrix.row_name = [&](Index row) { return part_name(frame, row); };
    matrix.anchor = "story/stream";
    matrix.largest_width = 200;
    const MatrixLayout layout = draw_plain_matrix(
        ui, matrix, {area.x, area.y + ui.px(26), area.width - sizes, area.height - ui.px(26)});
    for (Index row = 0; row < numbers->rows(); ++row) {
        const Rect line = row_rect(layout, row);
        const float size = frame.story().stream.parts[static_cast<std::size_t>(row)].size;
        ui.canvas.text({area.right(), line.centre().y}, "‖" + narration::decimal(size) + "‖", Font::mono,
                       std::min(ui.px(12), 0.9F * line.height), ui[Role::quiet], Align::right);
    }
}

} // namespace ui
