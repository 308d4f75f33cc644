// The marked word's line in numbers: how it begins, what every layer adds, and the result.
#include "attention/measure.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/views/story/story.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::StreamPart;

namespace {

// Design pixels.
constexpr float said_width = 170, beside_text = 14, least_row = 19;

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

/// What the model would say with the line as it is after this part; null: it is not asked here, or says
/// nothing.
const workbench::Guess* said_after(const StoryFrame& frame, const StreamPart& part) {
    using Point = workbench::LensPoint::Kind;
    const auto asked = [&](const workbench::LensPoint& point) {
        switch (part.kind) {
        case StreamPart::Kind::begins:
            return point.kind == Point::begins;
        case StreamPart::Kind::attention:
            return point.kind == Point::attention && point.layer == part.layer;
        case StreamPart::Kind::mlp:
            return point.kind == Point::mlp && point.layer == part.layer;
        case StreamPart::Kind::after:
            break;
        }
        return false;
    };
    const auto found = std::ranges::find_if(frame.told.lens.points, asked);
    if (found == frame.told.lens.points.end() || found->outputs.empty() || !frame.story().is_asked())
        return nullptr;
    return &found->outputs.front().guesses.front();
}

/// Beside a row: how long it is, and what would be said now.
void draw_beside(StoryFrame& frame, const StreamPart& part, const Rect& line, float right, float said) {
    const Ui& ui = frame.ui;
    const float size = std::min(ui.px(beside_text), 0.9F * line.height), y = line.centre().y;
    ui.canvas.text({right - said, y}, "‖" + narration::decimal(part.size) + "‖", Font::mono, size,
                   ui[Role::quiet], Align::right);
    const workbench::Guess* guess = said_after(frame, part);
    if (!guess || said <= 0) return;
    const float number = ui.px(46), x = right - said + ui.px(16);
    ui.canvas.text({right, y}, narration::decimal(guess->probability), Font::mono, size, ui[Role::quiet],
                   Align::right);
    ui.canvas.text_within({x, y}, right - number - x, frame.named(guess->name), Font::sans_medium, size,
                          ui[Role::text]);
}

} // namespace

void draw_story_numbers(StoryFrame& frame, const Rect& place) {
    Ui& ui = frame.ui;
    card(ui, place);
    const Rect area = place.inset(ui.px(14));
    const auto& numbers = frame.story().stream.numbers;
    const bool asks = !frame.told.lens.points.empty() && frame.story().is_asked() && !frame.guided;
    const float said = asks ? ui.px(said_width) : 0, heading = area.y + ui.px(6);
    ui.canvas.text_within({area.x, heading}, area.width - said,
                          ui.plain("story.stream_title", {{"asker", {{story_word(frame, frame.story().row)}}},
                                                          {"count", {{std::to_string(numbers->cols())}}}}),
                          Font::sans_bold, ui.px(label_size), ui[Role::text]);
    if (asks)
        ui.canvas.text_within({area.right() - said + ui.px(2), heading}, said - ui.px(2),
                              ui.text("story.if_asked_brief"), Font::sans, ui.px(label_size),
                              ui[Role::quiet]);
    const Rect rows{area.x, area.y + ui.px(26), area.width, area.height - ui.px(26)};
    const float least = ui.px(least_row) * static_cast<float>(numbers->rows());
    ScrollArea scrolled(ui, "story/numbers_area", rows);
    const float right = rows.right() - ui.px(14); // the scroll bar
    PlainMatrix matrix{.numbers = numbers, .coloured = signed_colours(attention::reach(*numbers))};
    matrix.row_name = [&](Index row) { return part_name(frame, row); };
    matrix.anchor = "story/stream";
    matrix.largest_width = 200;
    const MatrixLayout layout = draw_plain_matrix(
        ui, matrix,
        {rows.x, scrolled.top(), right - said - ui.px(60) - rows.x, std::max(least, rows.height)});
    for (Index row = 0; row < numbers->rows(); ++row)
        draw_beside(frame, frame.story().stream.parts[static_cast<std::size_t>(row)], row_rect(layout, row),
                    right, said);
    scrolled.ends_at(row_rect(layout, numbers->rows() - 1).bottom() - ui.px(2));
}

} // namespace ui
