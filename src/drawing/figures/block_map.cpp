#include "drawing/figures/block_map.h"

#include <algorithm>
#include <cmath>

namespace drawing {

namespace {

constexpr float least_named_cell = 15, map_name_size = 13, least_line_pitch = 5; // pixels at scale 1

constexpr float least_tile = 3,
                least_held = 8; // pixels at scale 1: so that a block of a long sequence is seen

Rect widened(Rect rect, float least) {
    const float x = std::max(0.0F, least - rect.width), y = std::max(0.0F, least - rect.height);
    return {rect.x - x / 2, rect.y - y / 2, rect.width + x, rect.height + y};
}

class BlockMapPainter {
public:
    BlockMapPainter(const BlockMap& map, std::span<const BlockTile> tiles, const HeldBlock& held,
                    const Palette& palette, const TextMeasure& measure)
        : map_(map), tiles_(tiles), held_(held), palette_(palette), measure_(measure) {}

    Figure paint(Index block_queries, const NameOf& row_name) {
        figure_.push_back(Fill{map_.area, palette_[Role::sunk]});
        lines(block_queries);
        const Rect band = map_.rect(0, map_.m);
        figure_.push_back(Fill{band, palette_[Role::card]});
        for (std::size_t i = 0; i < tiles_.size(); ++i)
            tile(i);
        figure_.push_back(Stroke{map_.area, palette_[Role::edge], map_.scale});
        figure_.push_back(mark_frame(band, palette_[Role::query], map_.scale));
        held();
        names(row_name);
        return std::move(figure_);
    }

private:
    // Between blocks, where they are not too close together.
    void lines(Index block_queries) {
        const Rgba colour = palette_[Role::hairline];
        const float pitch = map_.cell * static_cast<float>(block_queries);
        if (pitch >= least_line_pitch * map_.scale)
            for (float y = map_.area.y + pitch; y < map_.area.bottom() - 1; y += pitch)
                figure_.push_back(Line{{map_.area.x, y}, {map_.area.right(), y}, colour, map_.scale});
        if (tiles_.size() < 2) return;
        const float wide = map_.cell * static_cast<float>(tiles_[0].end - tiles_[0].first);
        if (wide < least_line_pitch * map_.scale) return;
        for (float x = map_.area.x + wide; x < map_.area.right() - 1; x += wide)
            figure_.push_back(Line{{x, map_.area.y}, {x, map_.area.bottom()}, colour, map_.scale});
    }

    void tile(std::size_t i) {
        const BlockTile& tile = tiles_[i];
        const Rect whole = map_.rect(tile.first, tile.end);
        if (tile.done && tile.seen_first < tile.seen_end)
            figure_.push_back(Fill{map_.rect(tile.seen_first, tile.seen_end),
                                   mix(palette_[Role::card], palette_[Role::query], 0.28F)});
        hatch(tile.first, std::min(tile.seen_first, tile.end));
        hatch(std::max(tile.seen_end, tile.seen_first), tile.end);
        if (whole.width >= least_line_pitch * map_.scale)
            figure_.push_back(Stroke{whole, palette_[Role::hairline], map_.scale});
    }

    void hatch(Index first, Index end) {
        if (first >= end) return;
        const Rect rect = map_.rect(first, end);
        figure_.push_back(Fill{rect, palette_[Role::sunk]});
        figure_.push_back(Hatch{rect, palette_[Role::masked], 5 * map_.scale});
    }

    void held() {
        if (held_.tile >= tiles_.size()) return;
        const BlockTile& tile = tiles_[held_.tile];
        const float least = least_held * map_.scale;
        if (held_.scores && held_.scores->size() > 0) {
            const auto rows = static_cast<float>(held_.scores->rows()),
                       columns = static_cast<float>(held_.scores->cols());
            figure_.push_back(Heat{widened(map_.rect(tile.seen_first, tile.seen_end), least),
                                   held_.scores,
                                   {0, 0, columns, rows},
                                   held_.range,
                                   ColourMap::signed_values});
        }
        const Rect frame = widened(map_.rect(tile.first, tile.end), least);
        figure_.push_back(mark_frame(frame.inset(-map_.scale), palette_[Role::text], map_.scale));
    }

    void names(const NameOf& row_name) {
        const bool all = map_.cell >= least_named_cell * map_.scale;
        const Index first = all ? 0 : map_.first_query, end = all ? map_.n : map_.first_query + 1;
        for (Index row = first; row < end; ++row) {
            const bool asks = row >= map_.first_query && row < map_.first_query + map_.queries;
            const Font font = asks ? Font::sans_bold : Font::sans;
            const float size = map_name_size * map_.scale;
            figure_.push_back(Label{
                {map_.area.x - 8 * map_.scale, map_.area.y + (static_cast<float>(row) + 0.5F) * map_.cell},
                Align::right,
                font,
                size,
                palette_[asks ? Role::query : Role::quiet],
                elided(row_name(row), map_.names - 8 * map_.scale, font, size, measure_)});
        }
    }

    const BlockMap& map_;
    std::span<const BlockTile> tiles_;
    const HeldBlock& held_;
    const Palette& palette_;
    const TextMeasure& measure_;
    Figure figure_;
};

} // namespace

Rect BlockMap::rect(Index first_key, Index end_key) const {
    const auto keys = static_cast<float>(end_key - first_key);
    return widened({area.x + static_cast<float>(first_key) * cell,
                    area.y + static_cast<float>(first_query) * cell, keys * cell,
                    static_cast<float>(queries) * cell},
                   std::min(least_tile * scale, area.height));
}

CellPlace BlockMap::at(Point point) const {
    const auto index = [&](float pixels, Index count) {
        return std::clamp<Index>(static_cast<Index>(std::floor(pixels / cell)), 0, count - 1);
    };
    return {index(point.y - area.y, n), index(point.x - area.x, m)};
}

BlockMap block_map(const Rect& room, Index n, Index m, Index first_query, Index queries, float names,
                   float largest_cell, float scale) {
    const float cell = std::min(
        {(room.width - names) / static_cast<float>(m), room.height / static_cast<float>(n), largest_cell});
    const float wide = cell * static_cast<float>(m);
    return {.area = {room.x + names + (room.width - names - wide) / 2, room.y, wide,
                     cell * static_cast<float>(n)},
            .n = n,
            .m = m,
            .first_query = first_query,
            .queries = queries,
            .cell = cell,
            .names = names,
            .scale = scale};
}

Figure block_map_figure(const BlockMap& map, std::span<const BlockTile> tiles, const HeldBlock& held,
                        Index block_queries, const NameOf& row_name, const Palette& palette,
                        const TextMeasure& measure) {
    return BlockMapPainter(map, tiles, held, palette, measure).paint(block_queries, row_name);
}

} // namespace drawing
