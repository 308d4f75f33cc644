#pragma once
// How the matrices of a stage look at a moment of its play.

#include "attention/explain.h"
#include "ui/board/board.h"
#include "workbench/playback.h"

#include <optional>
#include <vector>

namespace ui {

/// A moment, and what the matrices need to know of it. Must outlive the figures that it dresses.
struct PlayLook {
    /// `filled`: up to which moment the result is filled, if that is not now.
    PlayLook(const attention::Trace& t, workbench::Moment now, std::optional<workbench::Moment> filled = {});

    workbench::Moment moment, filled;
    attention::Explanation explanation;         ///< of the cell being computed
    std::vector<drawing::CellBlock> there = {}; ///< of the result

    /// The final changes to a matrix of the product, whose usual marks are set. `is_product`: it has a factor
    /// above the result.
    void dress(drawing::MatrixOptions& options, OnBoard::Part part, const attention::Trace& t,
               bool is_product) const;
};

/// The selection for the board being played: the product being computed, and its head.
workbench::Selection selection_at(const attention::Trace& t, const workbench::Selection& chosen,
                                  const workbench::Moment& moment);

/// The term being added, if that is what the step does.
std::optional<base::Index> current_term(const workbench::Moment& m, const attention::Explanation& e);

/// This stage being played from its beginning to its end, to be shared.
drawing::Exportable play_share(const Ui& ui, BoardState& state, const Scene& scene);

} // namespace ui
