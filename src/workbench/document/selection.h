#pragma once
// The selection, shared by all views so that pointing at something in one marks it in all.

#include "attention/stage.h"
#include "workbench/document/pass.h"

#include <optional>

namespace workbench {

struct Selection {
    attention::StageId stage = attention::StageId::input;
    std::size_t product = 0; ///< which result of the stage (project has Q, K, V)
    base::Index query = 0;   ///< the query word: a row of the scores
    base::Index key = 0;     ///< the key word: a column of the scores
    base::Index head = 0;
    base::Index feature = 0;                     ///< column within matrices that are not n × m
    std::optional<attention::Cell> pinned = {};  ///< a clicked operand, whose arithmetic is shown
    std::optional<attention::Cell> hovered = {}; ///< under the mouse in this frame
    base::Index layer = 0;                       ///< of a model with several

    bool operator==(const Selection&) const = default;
};

/// The marked cell in the current stage's result, within the bounds of the trace.
attention::Cell marked_cell(const Selection& selection, const attention::Trace& t);
/// The key that the query attends to most, after dropout: the first with the largest weight.
base::Index strongest_key(const attention::Trace& t, base::Index head, base::Index query);
/// The selection with the largest cell of the marked row marked; of cells without a sign that matters, that
/// is the one of the largest magnitude. For a word that was just chosen.
Selection focused(Selection selection, const attention::Trace& t);
/// The same if nothing is to be seen in the marked cell: it is 0, and its column a feature. For a stage that
/// was just gone to.
Selection focused_on_something(const Selection& selection, const attention::Trace& t);
/// The selection with this cell marked: selects the words or features of its row and column. A cell that is
/// not in `result` is an operand, and gets pinned.
Selection with_cell(Selection selection, const attention::Cell& cell, attention::Quantity result);
/// The selection as a click would leave it, with the cell under the mouse marked. Used by every part of the
/// screen that follows the mouse.
Selection pointed(const Selection& selection);
/// The selection with its stage and all its indices brought within the trace.
Selection clamped(Selection selection, const attention::Trace& t);

/// What the last step changed, for "before and after".
struct Change {
    base::Index changed = 0, cells = 0; ///< how many of the cells have changed
    attention::Cell largest;            ///< where the difference is largest
    float before = 0, after = 0;        ///< the values there
};

/// Compares one quantity of two passes; empty if the shapes differ or no cell has changed.
std::optional<Change> change_of(const Pass& before, const Pass& after, attention::Quantity quantity,
                                base::Index head);

} // namespace workbench
