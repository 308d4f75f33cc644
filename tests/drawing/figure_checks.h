#pragma once
// What tests need of figures: a simple measure for their text, their shapes by kind, their extent, and
// matrices seen close up.

#include "drawing/figures/matrix_layout.h"
#include "drawing/shapes/fitted_text.h"

#include <algorithm>

/// Every character is 0.6 of the text size wide.
struct FixedMeasure : drawing::TextMeasure {
    float width(drawing::Font, float size, std::string_view text) const override {
        return 0.6F * size * static_cast<float>(drawing::character_count(text));
    }
};

/// All shapes of one kind, in the order they are painted.
template <class Kind>
std::vector<Kind> all(const drawing::Figure& figure) {
    std::vector<Kind> found;
    for (const drawing::Shape& shape : figure)
        if (const auto* kind = std::get_if<Kind>(&shape)) found.push_back(*kind);
    return found;
}

inline const drawing::Label* label_named(const drawing::Figure& figure, std::string_view text) {
    for (const drawing::Shape& shape : figure)
        if (const auto* label = std::get_if<drawing::Label>(&shape); label && label->text == text)
            return label;
    return nullptr;
}

inline drawing::Rect box_of(const drawing::Label& label) {
    const float width = FixedMeasure{}.width(label.font, label.size, label.text);
    const float share =
        label.align == drawing::Align::left ? 0.0F : (label.align == drawing::Align::right ? 1 : 0.5F);
    return {label.at.x - share * width, label.at.y - label.size / 2, width, label.size};
}

/// `inner` reaches at most `slack` pixels beyond `outer`.
inline bool is_inside(drawing::Rect inner, drawing::Rect outer, float slack = 0.01F) {
    return inner.x >= outer.x - slack && inner.y >= outer.y - slack &&
           inner.right() <= outer.right() + slack && inner.bottom() <= outer.bottom() + slack;
}

/// The rectangle that holds every shape outside clips, and the clips themselves.
inline drawing::Rect extent(const drawing::Figure& figure) {
    using namespace drawing;
    float left = 1e9F, top = 1e9F, right = -1e9F, bottom = -1e9F;
    const auto hold = [&](Rect r) {
        left = std::min(left, r.x), top = std::min(top, r.y);
        right = std::max(right, r.right()), bottom = std::max(bottom, r.bottom());
    };
    const auto hold_point = [&](Point p, float around) {
        hold({p.x - around, p.y - around, 2 * around, 2 * around});
    };
    bool clipped = false;
    for (const Shape& shape : figure) {
        if (const auto* clip = std::get_if<ClipStart>(&shape)) hold(clip->rect), clipped = true;
        if (std::holds_alternative<ClipEnd>(shape)) clipped = false;
        if (clipped) continue;
        if (const auto* fill = std::get_if<Fill>(&shape)) hold(fill->rect);
        if (const auto* stroke = std::get_if<Stroke>(&shape))
            hold(stroke->rect.inset(-stroke->thickness / 2));
        if (const auto* hatch = std::get_if<Hatch>(&shape)) hold(hatch->rect);
        if (const auto* heat = std::get_if<Heat>(&shape)) hold(heat->rect);
        if (const auto* label = std::get_if<Label>(&shape)) hold(box_of(*label));
        if (const auto* line = std::get_if<Line>(&shape)) hold_point(line->from, 0), hold_point(line->to, 0);
        if (const auto* disc = std::get_if<Disc>(&shape)) hold_point(disc->centre, disc->radius);
        if (const auto* t = std::get_if<Triangle>(&shape))
            hold_point(t->a, 0), hold_point(t->b, 0), hold_point(t->c, 0);
        if (const auto* band = std::get_if<Band>(&shape))
            for (const auto* line : {&band->upper, &band->lower})
                for (const Point p : *line)
                    hold_point(p, 0);
        if (const auto* c = std::get_if<Curve>(&shape)) {
            // Along the curve: (1−t)³·from + 3(1−t)²t·control_1 + 3(1−t)t²·control_2 + t³·to.
            for (int i = 0; i <= 32; ++i) {
                const float t = static_cast<float>(i) / 32, u = 1 - t;
                const float w[] = {u * u * u, 3 * u * u * t, 3 * u * t * t, t * t * t};
                hold_point(
                    {w[0] * c->from.x + w[1] * c->control_1.x + w[2] * c->control_2.x + w[3] * c->to.x,
                     w[0] * c->from.y + w[1] * c->control_1.y + w[2] * c->control_2.y + w[3] * c->to.y},
                    c->thickness / 2);
            }
        }
    }
    return {left, top, right - left, bottom - top};
}

/// The same area with cells `by` times as large, scrolled by `offset` pixels.
inline drawing::MatrixLayout close_up(drawing::MatrixLayout layout, float by,
                                      drawing::Point offset = {0, 0}) {
    layout.cell_width *= by;
    layout.cell_height *= by;
    layout.offset_x = offset.x;
    layout.offset_y = offset.y;
    return layout;
}
