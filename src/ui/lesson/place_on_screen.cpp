#include "ui/lesson/place_on_screen.h"

#include <algorithm>

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
    const std::string quantity(attention::key(place.quantity));
    if (!place.row && !place.column) {
        const Rect* whole = find(anchors, "matrix/" + quantity, place.right);
        return whole ? std::optional(*whole) : std::nullopt;
    }
    if (place.head >= std::ssize(pass.trace.heads)) return std::nullopt; // of another pass
    const auto& matrix = pass.trace.matrix(place.quantity, place.head);
    const Index last_row = place.row ? *place.row : matrix.rows() - 1;
    const Index last_column = place.column ? *place.column : matrix.cols() - 1;
    std::optional<Rect> all;
    for (Index i = place.row.value_or(0); i <= last_row; ++i)
        for (Index j = place.column.value_or(0); j <= last_column; ++j) {
            const std::string name = "cell/" + quantity + "/" + std::to_string(i) + "/" + std::to_string(j);
            if (const Rect* cell = find(anchors, name, place.right)) all = all ? around(*all, *cell) : *cell;
        }
    return all;
}

/// A word that has no box ("token/7") as the name of a row or a column of a matrix that is on screen.
std::optional<Rect> name_on_screen(const Anchors& anchors, const std::string& word, bool self_attention) {
    const bool of_source = word.starts_with("source/");
    if (!of_source && !word.starts_with("token/")) return std::nullopt;
    const std::string index = word.substr(word.find('/') + 1);
    const auto is_named = [&](attention::Axis axis) {
        return attention::is_of_words(axis) &&
               (self_attention || of_source == (axis == attention::Axis::keys));
    };
    for (int number = 0; number <= static_cast<int>(Quantity::output); ++number) {
        const auto quantity = static_cast<Quantity>(number);
        const std::string key(attention::key(quantity));
        if (const Rect* names = find(anchors, "names/rows/" + key, false);
            names && is_named(attention::row_axis(quantity)))
            if (const Rect* cell = find(anchors, "cell/" + key + "/" + index + "/0", false))
                return Rect{names->x, cell->y, names->width, cell->height};
        if (const Rect* names = find(anchors, "names/columns/" + key, false);
            names && is_named(attention::column_axis(quantity)))
            if (const Rect* cell = find(anchors, "cell/" + key + "/0/" + index, false))
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

} // namespace ui
