#include "ui/lesson/spotlight.h"

#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

constexpr float veil = 0.62F;                                     // opacity
constexpr float ring_gap = 4, ring_width = 2.5F, ring_radius = 7; // design pixels
constexpr float label_width = 240, label_size = 14, label_line = 36;

Rect grown(const Rect& rect, float by) {
    return {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

/// To the right of what is pointed at, where there is room, else below or above it; below a word, whose
/// neighbours must stay readable.
void draw_label(Ui& ui, const Rect& area, const Rect& pointed, const std::string& label, bool is_word) {
    const narration::Paragraph said{{label, narration::Tone::query}};
    const float wide =
        std::min(ui.px(label_width), ui.canvas.width(Font::sans_bold, ui.px(label_size), label) + 1);
    const float high = paragraph(ui, {}, wide, said, label_size, true, Role::text, 1.35F);
    const float line = ui.px(label_line), gap = ui.px(8), y = pointed.centre().y;
    const Rgba ink = ui[Role::query];
    Point at;
    if (!is_word && pointed.right() + line + gap + wide < area.right()) {
        ui.canvas.line({pointed.right() + gap, y}, {pointed.right() + line, y}, ink, ui.px(1.5F));
        at = {pointed.right() + line + gap, y - high / 2};
    } else {
        const bool below = pointed.bottom() + 2 * gap + high < area.bottom();
        at = {std::clamp(pointed.right() - wide - gap, area.x + gap, area.right() - wide - gap),
              below ? pointed.bottom() + 1.5F * gap : pointed.y - 1.5F * gap - high};
    }
    const Rect ground = grown({at.x, at.y, wide, high}, ui.px(6));
    ui.canvas.fill(ground, ui[Role::background], ui.px(6));
    paragraph(ui, at, wide, said, label_size, false, Role::text, 1.35F);
    ui.anchors.add("lesson/label", ground);
}

} // namespace

std::vector<Rect> around_holes(const Rect& area, const std::vector<Rect>& holes) {
    std::vector<float> edges{area.y, area.bottom()};
    for (const Rect& hole : holes)
        for (const float y : {hole.y, hole.bottom()})
            if (y > area.y && y < area.bottom()) edges.push_back(y);
    std::ranges::sort(edges);
    std::vector<Rect> parts;
    for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
        const float top = edges[i], height = edges[i + 1] - top;
        if (height <= 0) continue;
        std::vector<Rect> across; // the holes in this band, from left to right
        for (const Rect& hole : holes)
            if (hole.y < top + height && hole.bottom() > top) across.push_back(hole);
        std::ranges::sort(across, {}, &Rect::x);
        float x = area.x;
        for (const Rect& hole : across) {
            if (hole.x > x) parts.push_back({x, top, std::min(hole.x, area.right()) - x, height});
            x = std::max(x, hole.right());
        }
        if (x < area.right()) parts.push_back({x, top, area.right() - x, height});
    }
    return parts;
}

void draw_spotlight(Ui& ui, const Rect& area, const std::vector<Rect>& pointed, const std::vector<Rect>& lit,
                    const std::optional<Rect>& also, const std::string& label, bool is_word) {
    const auto ring = [&](const Rect& rect) {
        ui.canvas.stroke(grown(rect, ui.px(ring_gap)), ui[Role::query_fill], ui.px(ring_width),
                         ui.px(ring_radius));
    };
    if (!pointed.empty()) {
        std::vector<Rect> holes;
        for (const auto& list : {pointed, lit})
            for (const Rect& rect : list)
                holes.push_back(grown(rect, ui.px(ring_gap)));
        if (also) holes.push_back(grown(*also, ui.px(ring_gap)));
        for (const Rect& part : around_holes(area, holes))
            ui.canvas.fill(part, ui[Role::background].faded(veil));
        for (const Rect& rect : pointed)
            ring(rect);
        if (!label.empty()) draw_label(ui, area, pointed.front(), label, is_word);
    }
    if (also) ring(*also);
}

} // namespace ui
