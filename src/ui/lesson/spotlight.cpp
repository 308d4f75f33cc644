#include "ui/lesson/spotlight.h"

#include "base/text.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <iterator>
#include <limits>

namespace ui {

using attention::Quantity;
using base::Index;
using drawing::Rect;

namespace {

/// In a view of two documents names start with the side.
const Rect* find(const Anchors& anchors, const std::string& name, bool right) {
    if (const Rect* rect = right ? nullptr : anchors.find(name)) return rect;
    return anchors.find((right ? "right/" : "left/") + name);
}

std::optional<Rect> cells_on_screen(const Anchors& anchors, const lesson::Place& place,
                                    const workbench::Pass& pass) {
    if (!place.row && !place.column) {
        const std::string matrix = "matrix/" + std::string(attention::key(place.quantity));
        const Rect* whole = find(anchors, matrix, place.right);
        return whole ? std::optional(*whole) : std::nullopt;
    }
    if (place.head >= std::ssize(pass.trace.heads)) return std::nullopt; // of another pass
    const auto& matrix = pass.trace.matrix(place.quantity, place.head);
    const Index last_row = place.row ? *place.row : matrix.rows() - 1;
    const Index last_column = place.column ? *place.column : matrix.cols() - 1;
    std::optional<Rect> all;
    for (Index i = place.row.value_or(0); i <= last_row; ++i)
        for (Index j = place.column.value_or(0); j <= last_column; ++j) {
            const std::string name = cell_anchor({.quantity = place.quantity, .row = i, .column = j});
            if (const Rect* cell = find(anchors, name, place.right)) all = all ? around(*all, *cell) : *cell;
        }
    return all;
}

/// A word that has no box ("token/7") as the name of a row or a column of a matrix that is on screen.
std::optional<Rect> name_on_screen(const Anchors& anchors, const std::string& word, bool self_attention) {
    const bool of_source = word.starts_with("source/");
    if (!of_source && !word.starts_with("token/")) return std::nullopt;
    const std::string index = word.substr(word.find('/') + 1);
    const Index number = base::whole_in(index).value_or(0);
    if (const Rect* in_story = find(anchors, "story/word/" + index, false)) return *in_story;
    const auto is_named = [&](attention::Axis axis) {
        return attention::is_of_words(axis) &&
               (self_attention || of_source == (axis == attention::Axis::keys));
    };
    for (int each = 0; each <= static_cast<int>(Quantity::output); ++each) {
        const auto quantity = static_cast<Quantity>(each);
        const std::string key(attention::key(quantity));
        if (const Rect* names = find(anchors, "names/rows/" + key, false);
            names && is_named(attention::row_axis(quantity)))
            if (const Rect* cell = find(anchors, cell_anchor({.quantity = quantity, .row = number}), false))
                return Rect{names->x, cell->y, names->width, cell->height};
        if (const Rect* names = find(anchors, "names/columns/" + key, false);
            names && is_named(attention::column_axis(quantity)))
            if (const Rect* cell =
                    find(anchors, cell_anchor({.quantity = quantity, .column = number}), false))
                return Rect{cell->x, names->y, cell->width, names->height};
    }
    return std::nullopt;
}

} // namespace

std::optional<Rect> place_on_screen(const Anchors& anchors, const lesson::Tie& tie,
                                    const workbench::Pass& pass, Index head) {
    if (tie.place && attention::is_per_head(tie.place->quantity) && tie.place->head != head)
        return std::nullopt;
    if (tie.place) {
        if (const auto cells = cells_on_screen(anchors, *tie.place, pass)) return cells;
        // Scores of which the mask hides none are on the board by one of their two names.
        lesson::Place other = *tie.place;
        if (other.quantity != Quantity::scaled && other.quantity != Quantity::masked) return std::nullopt;
        other.quantity = other.quantity == Quantity::scaled ? Quantity::masked : Quantity::scaled;
        return pass.trace.allowed.size() == 0 ? cells_on_screen(anchors, other, pass) : std::nullopt;
    }
    if (const Rect* rect = find(anchors, tie.anchor, false)) return *rect;
    return name_on_screen(anchors, tie.anchor, !pass.trace.input.is_cross());
}

std::optional<Index> word_at_mouse(const Ui& ui, const lesson::Word& answer, bool cross) {
    if (!answer.place) return std::nullopt;
    const Quantity quantity = answer.place->quantity;
    const auto axis = answer.place->row ? attention::column_axis(quantity) : attention::row_axis(quantity);
    if (!attention::is_of_words(axis)) return std::nullopt;
    const std::string row = axis == attention::Axis::keys && cross ? "source/" : "token/";
    for (Index i = 0; i < std::ssize(answer.list); ++i)
        if (const Rect* box = ui.anchors.find(row + std::to_string(i)); box && box->contains(ui.mouse))
            return i;
    return std::nullopt;
}

using namespace drawing;

namespace {

constexpr float ring_gap = 2, ring_width = 2.5F, ring_radius = 5; // design pixels; headings are 4 away
constexpr float widest_label = 240, words_size = card_size, label_edge = 6, label_gap = 12;

Rect grown(const Rect& rect, float by) {
    return {rect.x - by, rect.y - by, rect.width + 2 * by, rect.height + 2 * by};
}

float shared(float begin, float end, float other_begin, float other_end) {
    return std::max(0.0F, std::min(end, other_end) - std::max(begin, other_begin));
}

float overlap(const Rect& a, const Rect& b) {
    return shared(a.x, a.right(), b.x, b.right()) * shared(a.y, a.bottom(), b.y, b.bottom());
}

void draw_label(Ui& ui, const Rect& area, const Spotlight& light) {
    const narration::Paragraph said{{light.label, narration::Tone::query}};
    const float wide = std::min(ui.px(widest_label),
                                1.03F * ui.canvas.width(Font::sans_bold, ui.px(words_size), light.label) + 2);
    const float high = paragraph(ui, {}, wide, said, words_size, true, Role::text, 1.35F);
    const float edge = ui.px(label_edge);
    const Rect ground =
        place_label({wide + 2 * edge, high + 2 * edge}, area.inset(edge), light, ui.px(label_gap));
    ui.canvas.fill(ground, ui[Role::background], edge);
    paragraph(ui, {ground.x + edge, ground.y + edge}, wide, said, words_size, false, Role::text, 1.35F);
    ui.anchors.add("lesson/label", ground);
}

} // namespace

Rect place_label(Point size, const Rect& area, const Spotlight& light, float gap) {
    const Rect& subject = light.pointed.front();
    std::vector<Rect> beside{subject};
    for (const Rect& other : light.kept_clear)
        if (overlap(other, subject) > 0) beside.push_back(around(other, subject));
    Rect best{};
    float least = std::numeric_limits<float>::infinity();
    // Beside it, below, above and before it; in the middle of that side first, then at its ends.
    std::vector<Point> places;
    for (const float along : {0.5F, 0.0F, 1.0F})
        for (const Rect& of : beside) {
            const float x = subject.x + along * (subject.width - size.x);
            const float y = subject.y + along * (subject.height - size.y);
            places.insert(places.end(), {{of.right() + gap, y},
                                         {x, of.bottom() + gap},
                                         {x, of.y - gap - size.y},
                                         {of.x - gap - size.x, y}});
        }
    for (const Point& at : places) {
        const Rect label{std::clamp(at.x, area.x, std::max(area.x, area.right() - size.x)),
                         std::clamp(at.y, area.y, std::max(area.y, area.bottom() - size.y)), size.x, size.y};
        float covered = 0;
        for (const Rect& other : light.kept_clear)
            covered += overlap(label, other);
        for (const Rect& other : light.headings)
            covered += 4 * overlap(label, other);
        for (const auto& list : {light.pointed, light.named}) // worse than another part of a matrix
            for (const Rect& other : list)
                covered += 8 * overlap(label, other);
        if (covered >= least) continue;
        least = covered;
        best = label;
    }
    return best;
}

void draw_rings(Ui& ui, const std::vector<Rect>& places) {
    for (const Rect& place : places)
        ui.canvas.stroke(grown(place, ui.px(ring_gap)), ui[Role::query_fill], ui.px(ring_width),
                         ui.px(ring_radius));
}

void draw_spotlight(Ui& ui, const Rect& area, const Spotlight& light) {
    if (!light.pointed.empty()) {
        draw_rings(ui, light.pointed);
        if (!light.label.empty()) draw_label(ui, area, light);
    }
    if (light.also) draw_rings(ui, {*light.also});
}

} // namespace ui
