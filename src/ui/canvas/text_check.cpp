#include "ui/canvas/text_check.h"

#include <algorithm>

namespace ui {

using drawing::Rect;

namespace {

/// A subscript may overlap the end of its letter.
bool is_subscript(const DrawnText& small, const DrawnText& large) {
    return small.text.size() <= 2 && small.place.height < 0.85F * large.place.height &&
           small.place.x > large.place.right() - 0.4F * large.place.height;
}

bool in_sight(const DrawnText& text) {
    return text.place.width > 0 && text.place.height > 0;
}

} // namespace

std::vector<std::string> overlapping(const std::vector<DrawnText>& texts) {
    std::vector<const DrawnText*> by_top;
    for (const DrawnText& text : texts)
        if (in_sight(text)) by_top.push_back(&text);
    std::ranges::sort(by_top, {}, [](const DrawnText* text) { return text->place.y; });
    std::vector<std::string> found;
    for (std::size_t i = 0; i < by_top.size(); ++i)
        for (std::size_t j = i + 1; j < by_top.size(); ++j) {
            const DrawnText &a = *by_top[i], &b = *by_top[j];
            // Letters fill about half of the line height.
            const float slack = 0.45F * std::min(a.place.height, b.place.height);
            if (b.place.y > a.place.bottom() - slack) break;
            const float across = std::min(a.place.right(), b.place.right()) - std::max(a.place.x, b.place.x);
            const float down = std::min(a.place.bottom(), b.place.bottom()) - b.place.y;
            const bool leans = is_subscript(a, b) || is_subscript(b, a);
            if (a.layer == b.layer && !leans && across > 2 && down > slack)
                found.push_back(a.text + " | " + b.text);
        }
    return found;
}

std::vector<std::string> outside(const std::vector<DrawnText>& texts, Rect window) {
    std::vector<std::string> found;
    for (const DrawnText& text : texts) {
        const Rect& place = text.place;
        const bool beyond = place.x < window.x - 1 || place.right() > window.right() + 1 ||
                            place.y < window.y - 1 || place.bottom() > window.bottom() + 1;
        if (in_sight(text) && beyond) found.push_back(text.text);
    }
    return found;
}

} // namespace ui
