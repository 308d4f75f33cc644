#pragma once
// What is pointed at: shared by all views, so that pointing in one marks it in all.

#include "attention/stage.h"

#include <optional>

namespace workbench {

struct Selection {
    attention::StageId stage = attention::StageId::input;
    std::size_t product = 0;    ///< which result of the stage (project has Q, K, V)
    attention::Index query = 0; ///< the word that asks: a row of the scores
    attention::Index key = 0;   ///< the word that is asked: a column of the scores
    attention::Index head = 0;
    attention::Index feature = 0;                ///< column within matrices that are not n × m
    std::optional<attention::Cell> pinned = {};  ///< an operand that was clicked: its arithmetic is shown
    std::optional<attention::Cell> hovered = {}; ///< under the mouse in this frame

    bool operator==(const Selection&) const = default;
};

/// The cell of the current stage's result that is marked, within the bounds of the trace.
attention::Cell marked_cell(const Selection& selection, const attention::Trace& t);
/// The selection with this cell marked: its row and column become the words or features they stand for. A
/// cell that is not in `result` is an operand, and pinned.
Selection with_cell(Selection selection, const attention::Cell& cell, attention::Quantity result);
/// The selection as a click would leave it: what lies under the mouse is marked. Every part of the screen
/// that follows the mouse reads this.
Selection pointed(const Selection& selection);
/// The selection with every index inside the trace and the stage one that applies.
Selection clamped(Selection selection, const attention::Trace& t);

} // namespace workbench
