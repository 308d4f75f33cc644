// How the matrices of a stage look at a moment of its play, on the screen and in a clip: what is filled, what
// is read, where work goes on.
#include "ui/views/walkthrough/play_look.h"

#include "drawing/shapes/fitted_text.h"

namespace ui {

using namespace drawing;
using base::Index;
using workbench::Moment;
using workbench::PlayUnit;

workbench::Selection selection_at(const attention::Trace& t, const workbench::Selection& chosen,
                                  const Moment& moment) {
    workbench::Selection selection = chosen;
    selection.product = moment.product;
    selection.hovered.reset();
    selection.pinned.reset();
    selection = workbench::with_cell(selection, moment.cell, moment.cell.quantity);
    const auto e = attention::explain(t, moment.cell);
    if (e.form == attention::Form::copy) selection.head = e.source_head;
    return selection;
}

std::optional<Index> current_term(const Moment& m, const attention::Explanation& e) {
    const bool adding = m.unit == PlayUnit::terms || m.unit == PlayUnit::values;
    if (!adding || m.finished || m.done > static_cast<Index>(e.terms.size())) return {};
    return m.done - 1;
}

namespace {

/// What is highlighted in the top factor: a column, or the row of V being added.
void light_top(MatrixOptions& options, const Moment& m, const attention::Explanation& e) {
    const auto term = current_term(m, e);
    if (m.unit == PlayUnit::values || m.unit == PlayUnit::rows) options.marked_column.reset();
    if (m.unit == PlayUnit::values && term)
        options.marked_row = *term;
    else if (term && e.right)
        options.hovered = CellPlace{*term, m.cell.column};
}

/// What is highlighted at the left: a row of a product; one cell or a row of an elementwise stage.
void light_left(MatrixOptions& options, const Moment& m, const attention::Explanation& e, bool is_product) {
    options.marked_row = m.cell.row;
    const auto term = current_term(m, e);
    if (term && e.left) options.hovered = CellPlace{m.cell.row, *term};
    if (is_product) return;
    if (e.form == attention::Form::copy) options.marked_column = e.source_column;
    const bool by_rows = e.form == attention::Form::softmax || m.unit == PlayUnit::rows;
    if (by_rows) options.marked_column.reset();
    options.frame_row = by_rows;
    options.frame_column = false;
    options.frame_cell = !by_rows;
    if (m.unit == PlayUnit::exponentials) options.hovered = CellPlace{m.cell.row, m.cell.column};
}

/// The result as far as it is computed, and where in it work continues.
void fill_result(MatrixOptions& options, const PlayLook& look, const attention::Trace& t) {
    const Moment& m = look.moment;
    options.there = look.there;
    options.row_sums = false; // no sums yet
    options.marked_row = m.cell.row;
    options.marked_column = m.cell.column;
    const bool whole_row =
        m.unit == PlayUnit::rows || m.unit == PlayUnit::values || m.unit == PlayUnit::additions;
    if (whole_row) options.marked_column.reset();
    options.frame_row = whole_row;
    options.frame_column = false;
    options.frame_cell = !whole_row;
    options.unfinished = [&m = look.filled, &t](CellPlace at) -> std::string {
        if (!m.has(at.row, at.column)) return {};
        const auto value = workbench::unfinished(t, m, at.row, at.column);
        if (!value) return {};
        const bool growing = m.unit == PlayUnit::terms || m.unit == PlayUnit::values;
        return number_text(*value, 2) + (growing ? "…" : "");
    };
}

} // namespace

PlayLook::PlayLook(const attention::Trace& t, Moment now, std::optional<Moment> filled_to)
    : moment(std::move(now)), filled(filled_to.value_or(moment)),
      explanation(attention::explain(t, moment.cell)) {
    for (const auto& b : filled.there)
        there.push_back({b.row, b.column, b.rows, b.columns});
}

void PlayLook::dress(MatrixOptions& options, OnBoard::Part part, const attention::Trace& t,
                     bool is_product) const {
    options.detail = {};
    options.hovered.reset();
    options.recede = part != OnBoard::Part::result;
    if (part == OnBoard::Part::result)
        fill_result(options, *this, t);
    else if (part == OnBoard::Part::left)
        light_left(options, moment, explanation, is_product);
    else
        light_top(options, moment, explanation);
}

} // namespace ui
