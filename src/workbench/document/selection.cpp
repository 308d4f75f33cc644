#include "workbench/document/selection.h"

#include <algorithm>
#include <cassert>
#include <cmath>

namespace workbench {

using attention::Axis;
using attention::Cell;
using attention::Quantity;
using attention::Trace;
using base::Index;

namespace {

Index within(Index index, Index count) {
    return std::clamp<Index>(index, 0, std::max<Index>(count - 1, 0));
}

/// The stage itself, or the last one before it that exists in this pass.
attention::StageId applying_stage(attention::StageId wanted, const Trace& t) {
    attention::StageId result = attention::StageId::input;
    for (const attention::Stage* stage : attention::stages_of(t))
        if (stage->id <= wanted) result = stage->id;
    return result;
}

std::size_t product_within(std::size_t product, attention::StageId stage, const Trace& t) {
    const auto products = attention::stage(stage).products(t);
    assert(!products.empty());
    return std::min(product, products.size() - 1);
}

bool exists(const Cell& cell, const Trace& t) {
    const Index heads = attention::is_per_head(cell.quantity) ? static_cast<Index>(t.heads.size()) : 1;
    if (cell.layer != 0 || cell.head < 0 || cell.head >= heads) return false;
    const base::Matrix& matrix = t.matrix(cell.quantity, cell.head);
    return cell.row >= 0 && cell.row < matrix.rows() && cell.column >= 0 && cell.column < matrix.cols();
}

} // namespace

Cell marked_cell(const Selection& selection, const Trace& t) {
    const attention::StageId stage = applying_stage(selection.stage, t);
    const Quantity quantity =
        attention::stage(stage).products(t)[product_within(selection.product, stage, t)].result;
    const Index head =
        attention::is_per_head(quantity) ? within(selection.head, static_cast<Index>(t.heads.size())) : 0;
    const base::Matrix& matrix = t.matrix(quantity, head);
    return {.quantity = quantity,
            .head = head,
            .row = within(row_axis(quantity) == Axis::keys ? selection.key : selection.query, matrix.rows()),
            .column = within(column_axis(quantity) == Axis::keys ? selection.key : selection.feature,
                             matrix.cols()),
            .layer = selection.layer};
}

Index strongest_key(const Trace& t, Index head, Index query) {
    Index key = 0;
    t.matrix(Quantity::dropped, head).row(query).maxCoeff(&key);
    return key;
}

Selection focused(Selection selection, const Trace& t) {
    const Cell cell = marked_cell(selection, t);
    const base::RowVector row = t.matrix(cell.quantity, cell.head).row(cell.row);
    Index largest = 0;
    if (column_axis(cell.quantity) == Axis::keys) {
        row.maxCoeff(&largest);
        selection.key = largest;
    } else {
        row.cwiseAbs().maxCoeff(&largest);
        selection.feature = largest;
    }
    return selection;
}

Selection focused_on_something(const Selection& selection, const Trace& t) {
    const Cell cell = marked_cell(selection, t);
    const bool empty = t.matrix(cell.quantity, cell.head)(cell.row, cell.column) == 0;
    return empty && column_axis(cell.quantity) != Axis::keys ? focused(selection, t) : selection;
}

Selection with_cell(Selection selection, const Cell& cell, Quantity result) {
    selection.pinned.reset();
    const auto mark = [&](Axis axis, Index index) {
        if (axis == Axis::queries) selection.query = index;
        if (axis == Axis::keys) selection.key = index;
    };
    mark(row_axis(cell.quantity), cell.row);
    mark(column_axis(cell.quantity), cell.column);
    if (!is_of_words(column_axis(cell.quantity))) selection.feature = cell.column;
    selection.layer = cell.layer;
    if (cell.quantity != result) selection.pinned = cell; // an operand: its own arithmetic is shown
    return selection;
}

Selection pointed(const Selection& selection) {
    if (!selection.hovered) return selection;
    return with_cell(selection, *selection.hovered, selection.hovered->quantity);
}

Selection clamped(Selection selection, const Trace& t) {
    selection.stage = applying_stage(selection.stage, t);
    selection.product = product_within(selection.product, selection.stage, t);
    selection.query = within(selection.query, t.n());
    selection.key = within(selection.key, t.m());
    selection.head = within(selection.head, static_cast<Index>(t.heads.size()));
    selection.layer = 0; // a trace has one
    const Cell cell = marked_cell(selection, t);
    selection.feature =
        is_of_words(column_axis(cell.quantity)) ? std::max<Index>(selection.feature, 0) : cell.column;
    for (auto* cell_of : {&selection.hovered, &selection.pinned})
        if (*cell_of && !exists(**cell_of, t)) cell_of->reset();
    return selection;
}

std::optional<Change> change_of(const Pass& before, const Pass& after, Quantity quantity, Index head) {
    const auto heads = static_cast<Index>(before.trace.heads.size());
    if (head >= heads || before.trace.heads.size() != after.trace.heads.size()) return {};
    const auto& old_numbers = before.trace.matrix(quantity, head);
    const auto& new_numbers = after.trace.matrix(quantity, head);
    if (old_numbers.rows() != new_numbers.rows() || old_numbers.cols() != new_numbers.cols()) return {};
    Change change;
    change.cells = new_numbers.size();
    float largest = 0;
    for (Index r = 0; r < new_numbers.rows(); ++r)
        for (Index c = 0; c < new_numbers.cols(); ++c) {
            const float was = old_numbers(r, c), is = new_numbers(r, c);
            if (was == is) continue;
            ++change.changed;
            // Masking or unmasking a cell is an infinite difference, larger than any other.
            const float difference = std::abs(was - is);
            if (difference <= largest) continue;
            largest = difference;
            change.largest = {quantity, head, r, c};
            change.before = was;
            change.after = is;
        }
    if (change.changed == 0) return {};
    return change;
}

} // namespace workbench
