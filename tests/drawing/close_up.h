#pragma once
// A matrix seen close up, for the tests of its layout and of its figure.

#include "drawing/figures/matrix_layout.h"

/// Cells `by` times as large, in the same area; the content starts `offset` pixels further in.
inline drawing::MatrixLayout close_up(drawing::MatrixLayout layout, float by,
                                      drawing::Point offset = {0, 0}) {
    layout.cell_width *= by;
    layout.cell_height *= by;
    layout.offset_x = offset.x;
    layout.offset_y = offset.y;
    return layout;
}
