#pragma once
// One head as a tile of the list: its small matrix, its switch and its measures.

#include "drawing/head_grid.h"
#include "ui/views/heads/cards.h"
#include "ui/widgets/controls.h"

namespace ui {

constexpr float purpose_size = tiny_size; ///< text size of a head's purpose, design pixels

/// "Built for: pronoun → noun".
std::string purpose_of(const HeadsFrame& frame, base::Index head);

/// The background and border of a tile; the opened one stands out.
void draw_tile_frame(Ui& ui, const drawing::Rect& tile, const Touch& touch, bool opened);

/// `purpose_lines`: the number of lines every tile of the grid reserves for its purpose.
void draw_head_tile(HeadsFrame& frame, const drawing::HeadGrid& grid, int purpose_lines, base::Index head,
                    const drawing::Rect& tile);

} // namespace ui
