#pragma once
// What stands around the board's matrices: symbol, shape and meaning above each, a caption below the result.

#include "ui/board/board.h"

namespace ui {

inline constexpr float caption_height = 34; ///< design pixels

/// "Kᵀ 4 × 10 – what each word is matched by", above a matrix; the meaning only as far as `right_limit`
/// leaves room for it. `own_meaning` replaces the usual one unless empty.
void draw_symbol(Ui& ui, const Scene& scene, const OnBoard& matrix, bool has_column_names, float right_limit,
                 const std::string& own_meaning);

/// Below the result: what it is and what its cells are, in one or two lines at the foot of `board`.
void draw_caption(Ui& ui, const Scene& scene, const attention::Product& product,
                  const drawing::MatrixLayout& result, const drawing::Rect& board);

} // namespace ui
