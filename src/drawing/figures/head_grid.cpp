#include "drawing/figures/head_grid.h"

#include <algorithm>
#include <optional>

namespace drawing {

namespace {

// Design pixels.
constexpr float tile_gap = 8;
constexpr float largest_matrix = 230, largest_silent = 400;
constexpr float beside_words = 96;    // width of the words beside a matrix
constexpr float scrolled_matrix = 64; // when not even bare tiles fit: they scroll

/// The space that a level of detail needs.
struct Need {
    TileDetail detail;
    float least_width;  ///< of a tile
    float least_matrix; ///< the narrower side; below this, less is said
    float header, line, padding;
    int lines;
};
constexpr Need needs[] = {{TileDetail::full, 160, 96, 30, 19, 10, 3},
                          {TileDetail::brief, 108, 64, 28, 17, 7, 3},
                          {TileDetail::beside, 182, 64, 26, 17, 7, 3},
                          {TileDetail::bare, 74, 0, 20, 15, 4, 1}};

HeadGrid laid_out(const Rect& area, const HeadGridOptions& options, const Need& need, Index columns) {
    const float scale = options.scale, space = tile_gap * scale;
    const int purpose =
        need.detail == TileDetail::full ? options.purpose_lines : std::min(options.purpose_lines, 1);
    const int lines =
        options.silent
            ? 0
            : need.lines +
                  (need.detail == TileDetail::full || need.detail == TileDetail::brief ? purpose : 0);
    const Index rows = (options.heads + columns - 1) / columns;
    const auto across = static_cast<float>(columns), down = static_cast<float>(rows);
    const float width = (area.width - (across - 1) * space) / across;
    HeadGrid grid;
    grid.detail = need.detail;
    grid.header_height = need.header * scale;
    grid.line_height = need.line * scale;
    grid.padding = need.padding * scale;
    const float words = static_cast<float>(lines) * grid.line_height;
    const bool beside = need.detail == TileDetail::beside;
    const float around = grid.header_height + (beside ? 0 : words) + 2 * grid.padding;
    const float inner = width - 2 * grid.padding - (beside ? beside_words * scale + grid.padding : 0);
    const float room_x = std::min(inner, (options.silent ? largest_silent : largest_matrix) * scale);
    const float room_y = (area.height - (down - 1) * space) / down - around;
    const float shape =
        std::clamp(static_cast<float>(options.rows) / static_cast<float>(std::max<Index>(options.columns, 1)),
                   0.5F, 2.0F);
    grid.matrix_width = std::max(std::min(room_x, room_y / shape), 0.0F);
    grid.matrix_height = grid.matrix_width * shape;
    if (need.detail == TileDetail::bare && grid.matrix_width < scrolled_matrix * scale) {
        grid.matrix_width = std::min(room_x, scrolled_matrix * scale);
        grid.matrix_height = grid.matrix_width * shape;
    }
    const float height = around + (beside ? std::max(grid.matrix_height, words) : grid.matrix_height);
    for (Index head = 0; head < options.heads; ++head) {
        const Index row = head / columns, column = head % columns;
        grid.tiles.push_back({area.x + static_cast<float>(column) * (width + space),
                              area.y + static_cast<float>(row) * (height + space), width, height});
    }
    grid.height = down * (height + space) - space;
    return grid;
}

/// Picks the number of columns that makes the matrices largest; none where tiles would be too narrow.
std::optional<HeadGrid> best(const Rect& area, const HeadGridOptions& options, const Need& need) {
    std::optional<HeadGrid> found;
    // Two heads are best seen side by side.
    const Index least = std::min<Index>(2, options.heads);
    for (Index columns = least; columns <= options.heads; ++columns) {
        HeadGrid grid = laid_out(area, options, need, columns);
        if (grid.tiles.front().width < need.least_width * options.scale && columns > least) break;
        const bool larger = !found || grid.matrix_width > found->matrix_width ||
                            (grid.matrix_width == found->matrix_width && grid.height < found->height);
        if (larger) found = std::move(grid);
    }
    return found;
}

} // namespace

HeadGrid head_grid(const Rect& area, const HeadGridOptions& options) {
    for (const Need& need : needs) {
        if (options.silent && need.detail == TileDetail::beside) continue;
        auto grid = best(area, options, need);
        const float least = std::min(grid->matrix_width, grid->matrix_height);
        if (least >= need.least_matrix * options.scale &&
            grid->tiles.front().width >= need.least_width * options.scale)
            return std::move(*grid);
    }
    return *best(area, options, needs[3]);
}

Rect HeadGrid::header(const Rect& tile) const {
    return {tile.x + padding, tile.y + padding / 2, tile.width - 2 * padding, header_height};
}

Rect HeadGrid::matrix(const Rect& tile) const {
    const float x = detail == TileDetail::beside ? tile.x + padding : tile.centre().x - matrix_width / 2;
    return {x, tile.y + padding / 2 + header_height, matrix_width, matrix_height};
}

Rect HeadGrid::words(const Rect& tile) const {
    const Rect above = matrix(tile);
    const bool beside = detail == TileDetail::beside;
    const float left = beside ? above.right() + padding : tile.x + padding;
    const float top = beside ? above.y : above.bottom() + padding / 2;
    return {left, top, tile.right() - padding - left, tile.bottom() - padding - top};
}

} // namespace drawing
