// All scores as a map on which one block is held, and how many numbers that saves.
#include "drawing/shapes/fitted_text.h"
#include "ui/board/figures.h"
#include "ui/views/labs/block_page.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

/// A text as long as a page of a model's context, where the square is felt.
constexpr double long_text = 4096;

std::string count_text(Index count) {
    return whole_text(static_cast<double>(count));
}

} // namespace

void BlockPage::draw_map(const Rect& area) {
    const Rect inner = titled_card(ui_, "block_lab/map", area, ui_.text("blocks.map"));
    const float facts = std::clamp(0.42F * inner.height, ui_.px(150), ui_.px(210));
    const auto name = [&](Index row) { return study_->of->names.along(attention::Axis::queries, row); };
    const float names =
        std::min(names_width(trace().n(), name, ui_.theme.scale, ui_.canvas), 0.36F * inner.width);
    const BlockMap map =
        block_map({inner.x, inner.y + ui_.px(4), inner.width, inner.height - facts - ui_.px(14)}, trace().n(),
                  trace().m(), pass().first_query, pass().queries, names, ui_.px(34), ui_.theme.scale);
    std::vector<BlockTile> tiles;
    for (std::size_t i = 0; i < pass().steps.size(); ++i) {
        const attention::BlockStep& step = pass().steps[i];
        tiles.push_back({step.keys.first, step.keys.end, step.seen.first, step.seen.end,
                         static_cast<Index>(i) < at_.block});
    }
    HeldBlock held{.tile = static_cast<std::size_t>(at_.block)};
    if (!at_end() && !step().is_skipped()) {
        held.scores = state_.pieces.scores;
        held.range = signed_colours(study_->score_reach).range;
    }
    ui_.canvas.paint(
        block_map_figure(map, tiles, held, pass().size.queries, name, ui_.theme.palette(), ui_.canvas));
    const Touch t = touch(ui_, "block_lab/map/point", map.area, true, false);
    if (t.hovered) {
        const CellPlace at = map.at(ui_.mouse);
        const Index block = at.column / pass().size.keys;
        ui_.cursor_hint =
            ui_.plain("blocks.map_hint",
                      {{"query", {{name(at.row)}}},
                       {"keys", {{keys_named(pass().steps[static_cast<std::size_t>(block)].keys)}}}});
        if (t.clicked) {
            frame_.actions.select = frame_.scene.selection;
            frame_.actions.select->query = at.row;
            state_.playing = false;
            go_to(way_.index({block, 0}));
        }
    }
    const float top = map.area.bottom() + ui_.px(16);
    draw_memory({inner.x, top, inner.width, inner.bottom() - top});
}

void BlockPage::draw_memory(const Rect& area) {
    const attention::BlockPass& p = pass();
    const Index whole = trace().n() * trace().m();
    float y = area.y;
    const auto say = [&](const std::string& text, float size, bool strong) {
        y += paragraph(ui_, {area.x, y}, area.width,
                       {{text, strong ? narration::Tone::strong : narration::Tone::plain}}, size, false,
                       strong ? Role::text : Role::quiet, 1.32F) +
             ui_.px(6);
    };
    ui_.anchors.add("block_lab/memory", area);
    const char* held = p.held_scores() == whole ? (whole == 1 ? "blocks.held_only" : "blocks.held_all")
                       : p.held_scores() == 1   ? "blocks.held_one"
                                                : "blocks.held_part";
    say(ui_.plain(held, {{"held", {{count_text(p.held_scores())}}}, {"whole", {{count_text(whole)}}}}),
        headline_size, true);
    const bool one_sum = p.output.cols() == 1;
    say(ui_.plain(p.queries == 1 ? (one_sum ? "blocks.kept_one_sum" : "blocks.kept_one")
                                 : (one_sum ? "blocks.kept_sum" : "blocks.kept"),
                  {{"sums", {{count_text(p.held_sums())}}}, {"columns", {{count_text(p.output.cols())}}}}),
        note_size, false);
    const attention::BlockSize real = attention::row_block;
    say(ui_.plain("blocks.real", {{"queries", {{count_text(real.queries)}}},
                                  {"keys", {{count_text(real.keys)}}},
                                  {"words", {{whole_text(long_text)}}},
                                  {"held", {{count_text(real.queries * real.keys)}}},
                                  {"whole", {{whole_text(long_text * long_text)}}}}),
        note_size, false);
}

} // namespace ui
