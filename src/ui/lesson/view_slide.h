#pragma once
// Pages of panels come down to one table on a wall: the mask lab to the scores under their mask, the heads to
// what the marked word reads in each of them.

#include "ui/board/board.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/lesson/slide.h"

#include <string_view>

namespace ui {

/// Puts that table on the slide, in place of the `view` of this key, if the slide is about one; `answered`:
/// its answer is shown. The table keeps `board` between frames. `actions`: of clicks on its rows.
void put_table_on(Slide& slide, std::string_view view, const Scene& scene, BoardState& board, bool answered,
                  Actions& actions);

/// What the marked word reads in each head: a row a head, those that are off hatched, and the average of the
/// heads where there is one layer. A click on a row switches its head off, or on again.
void draw_heads_on_slide(Ui& ui, const Scene& scene, const drawing::Rect& area, Actions& actions);
/// The same for the heads of the layer that is shown, to be looked at alone.
void draw_heads_of_layer(Ui& ui, const Scene& scene, const drawing::Rect& area);

} // namespace ui
