#pragma once
// Figures outside the board, as in the labs and Compare: matrices, bars and plots, with their legend and
// card; and figures to be exported, those of the board included.

#include "drawing/figures/bars.h"
#include "drawing/figures/matrix.h"
#include "drawing/plot/layout.h"
#include "ui/board/board.h"
#include "ui/board/quantity_look.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/file_cards.h"
#include "ui/chrome/scene.h"

namespace ui {

/// A matrix with its row and column names.
struct PlainMatrix {
    std::shared_ptr<const base::Matrix> numbers;
    Coloured coloured = {};
    std::function<std::string(base::Index)> row_name = {}, column_name = {}; ///< empty: none
    std::function<bool(drawing::CellPlace)> hidden = {};                     ///< hidden by the mask: hatched
    std::optional<base::Index> marked_row = {}, marked_column = {};
    drawing::Role column_role = drawing::Role::key;
    float largest_width = 66, largest_height = 44; ///< cell size limits, design pixels
    std::string anchor = {}; ///< anchor of the matrix and, with "/row/column", of its cells
};

/// Draws cells as large as fit into `area`, including names. Returns their layout.
drawing::MatrixLayout draw_plain_matrix(Ui& ui, const PlainMatrix& matrix, const drawing::Rect& area);

/// A click on a matrix of queries × keys marks its cell. Its anchor ends in "/point".
void mark_on_click(Ui& ui, const std::string& anchor, const drawing::MatrixLayout& layout, const Scene& scene,
                   Actions& actions);

inline constexpr float legend_size = 15; ///< of its numbers, design pixels
/// The colour legend, ending at `right`, if it fits into `room` pixels. It says so when the colours of
/// weights end below 1.
void draw_legend(Ui& ui, const std::string& anchor, const Coloured& coloured, drawing::Point right,
                 float room);
/// True for weights whose colours end below 1.
bool ends_early(const Coloured& coloured);

/// From −reach to reach: colours for a difference, or for any signed numbers.
Coloured signed_colours(float reach);

/// Paints bars as laid out; the last row counts those that do not fit.
void paint_bars(Ui& ui, std::span<const drawing::Bar> bars, const drawing::BarLayout& layout,
                drawing::BarOptions options);

/// Draws the plot, and the numbers of a hovered point. `name` is its anchor. Returns its layout.
drawing::PlotLayout draw_plot(Ui& ui, const std::string& name, const drawing::Plot& plot,
                              const drawing::Rect& area);

/// A card with a title and a quiet line below it; returns the space left inside.
drawing::Rect titled_card(Ui& ui, const std::string& name, const drawing::Rect& area,
                          const std::string& title, const std::string& more = {});

// Exportable figures. An export is written on another thread, so these own everything they read.

using PassPtr = std::shared_ptr<const workbench::Pass>;

/// A figure's note: the sentence and the weights that the numbers come from.
std::string note_of(const Ui& ui, const workbench::Pass& pass);

/// Colours, and the row and column names of a quantity in this pass.
drawing::MatrixOptions kept_options(const PassPtr& pass, attention::Quantity quantity,
                                    const Coloured& coloured);

/// A matrix of the pass, named by its key, titled "A — weights", anchored at its place on the board.
/// The row and column of `marked` are framed.
drawing::Exportable quantity_export(Ui& ui, const PassPtr& pass, attention::Quantity quantity,
                                    base::Index head, const Coloured& coloured,
                                    const std::optional<attention::Cell>& marked = {});

/// The figures of a board that can be exported: the result and its factors, the arcs over the words, the
/// formula.
Exportables board_exports(Ui& ui, BoardState& state, const Scene& scene);

} // namespace ui
