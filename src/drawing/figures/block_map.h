#pragma once
// The scores of a head as a map of blocks, of which one is held at a time: what has been taken in and
// forgotten, what the mask skips, what is still to come.

#include "drawing/figures/matrix.h"

#include <span>

namespace drawing {

/// One block of keys, for the queries that meet it.
struct BlockTile {
    Index first = 0, end = 0;           ///< keys
    Index seen_first = 0, seen_end = 0; ///< of these, the keys that are computed; none: the block is skipped
    bool done = false;                  ///< taken in: its scores are forgotten
};

/// Where a map of n × m scores stands, its cells as large as fit and square.
struct BlockMap {
    Rect area; ///< of the scores, pixels
    Index n = 0, m = 0;
    Index first_query = 0, queries = 0; ///< those that meet the keys now
    float cell = 1;                     ///< pixels
    float names = 0;                    ///< room for the names of the rows, pixels
    float scale = 1;

    /// Some keys of these queries; at least a few pixels in each direction, so that it can be seen.
    Rect rect(Index first_key, Index end_key) const;
    /// The query or key at a point of the area.
    CellPlace at(Point point) const;
};

/// In the middle of the room, with `names` pixels for the names of the rows on its left.
BlockMap block_map(const Rect& room, Index n, Index m, Index first_query, Index queries, float names,
                   float largest_cell, float scale);

/// The scores that are held now: those of tile `tile`.
struct HeldBlock {
    std::size_t tile = 0;
    std::shared_ptr<const base::Matrix> scores = {}; ///< (queries, seen keys); null: none is held
    Range range = {};
};

/// The map with its tiles, the blocks of queries above and below them as lines, and the names of the rows
/// where they have room.
Figure block_map_figure(const BlockMap& map, std::span<const BlockTile> tiles, const HeldBlock& held,
                        Index block_queries, const NameOf& row_name, const Palette& palette,
                        const TextMeasure& measure);

} // namespace drawing
