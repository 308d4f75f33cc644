#pragma once
// A pass, or two, on a slide: what the marked word reads, or the words and what the stage makes of them – a
// matrix, or where its digits could not be read, one row of it, large.

#include "ui/board/board.h"
#include "ui/canvas/ui.h"
#include "ui/chrome/scene.h"
#include "ui/lesson/reading_slide.h"

#include <array>
#include <string>

namespace ui {

/// What a slide shows of a pass: one row; the stage's result, which may do without the words, where the step
/// points at more than a row of it; or that and what it is made from, where the step points at those.
enum class PassLook { any, matrix, factors };

/// A pass on a slide.
struct PassOnSlide {
    PassLook look = PassLook::any;
    /// The one matrix that the step points at, where the result is made from it: takes the place of the
    /// result if there is no room for all.
    std::optional<attention::Quantity> factor = {};
    bool clicks = false; ///< words may be clicked
    Growth growth = {};
};

/// True if the result and its factors have room for digits that can be read.
bool have_room_for_factors(const Ui& ui, const Scene& scene, float height);

/// What the marked word reads; or where the step points beyond a row, or there is room, the stage's result as
/// a matrix, which has the words as names.
void draw_pass(Ui& ui, BoardState& board, const Scene& scene, const drawing::Rect& area,
               const PassOnSlide& pass);

/// The scores under their mask, with symbol and names; once it is `answered`, the weights that are left.
void draw_mask_on_slide(Ui& ui, BoardState& board, const Scene& scene, const drawing::Rect& area,
                        bool answered);

/// Two passes, one above the other, on one scale. At the left “Left” and “Right”, and what the lesson calls
/// them.
void draw_both_passes(Ui& ui, BoardState& left_board, const Scene& left, BoardState& right_board,
                      const Scene& right, const std::array<std::string, 2>& names, const drawing::Rect& area);

} // namespace ui
