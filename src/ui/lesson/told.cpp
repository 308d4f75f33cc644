#include "ui/lesson/told.h"

namespace ui {

using namespace drawing;
using lesson::BlockKind;

namespace {

constexpr float indent = 16, between = 10, between_items = 4, line_spacing = 1.5F; // design pixels

float draw_block(Ui& ui, const lesson::Block& block, Point at, float width, float size, bool measure_only,
                 const TieUse& tied) {
    const bool code = block.kind == BlockKind::code;
    const bool inner = block.kind == BlockKind::item || code;
    const float inset = inner ? ui.px(indent) : 0;
    narration::Paragraph spans = block.spans;
    if (code)
        for (narration::Span& span : spans)
            span.tone = narration::Tone::number; // in the font of numbers
    if (block.kind == BlockKind::item && !measure_only)
        ui.canvas.paint(
            Disc{{at.x + ui.px(5), at.y + ui.px(size) * line_spacing / 2}, ui.px(2.2F), ui[Role::quiet]});
    return paragraph(ui, {at.x + inset, at.y}, width - inset, spans, size, measure_only, Role::text,
                     line_spacing, tied);
}

} // namespace

float draw_story(Ui& ui, const lesson::StoryText& text, Point at, float width, float size, bool measure_only,
                 const TieUse& tied, int first_tie) {
    const TieUse use = tied ? [&](int tie, const Rect& place) { tied(first_tie + tie, place); } : TieUse();
    float y = at.y;
    for (std::size_t i = 0; i < text.blocks.size(); ++i) {
        const bool item_after_item =
            i > 0 && text.blocks[i].kind == BlockKind::item && text.blocks[i - 1].kind == BlockKind::item;
        const bool line = text.blocks[i].kind == BlockKind::line;
        if (i > 0 && !line) y += ui.px(item_after_item ? between_items : between);
        y += draw_block(ui, text.blocks[i], {at.x, y}, width, size, measure_only, use);
    }
    return y - at.y;
}

} // namespace ui
