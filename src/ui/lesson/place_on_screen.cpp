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
    const Rect* rect = find(anchors, tie.anchor, false);
    return rect ? std::optional(*rect) : std::nullopt;
}

} // namespace ui
