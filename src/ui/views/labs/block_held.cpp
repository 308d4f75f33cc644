// What the fused pass holds at a moment: the scores of one block, and for each query m, l and the sums.
#include "drawing/figures/matrix.h"
#include "ui/board/figures.h"
#include "ui/views/labs/block_page.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <limits>

namespace ui {

using namespace drawing;
using attention::BlockStep;
using attention::Quantity;
using base::Index;
using base::Matrix;

namespace {

constexpr float least_row = 20;      // design pixels: a row whose digits can be read
constexpr float most_rows_read = 60; // of all matrices, one below the other

BlockPieces::Numbers column(const base::ColumnVector& numbers) {
    return std::make_shared<const Matrix>(numbers);
}

} // namespace

void BlockPage::make_pieces() {
    BlockPieces& pieces = state_.pieces;
    const Index block = std::min(at_.block, way_.blocks() - 1);
    if (pieces.of.lock() == study_ && pieces.block == block) return;
    pieces.of = study_;
    pieces.block = block;
    const BlockStep& now = pass().steps[static_cast<std::size_t>(block)];
    const BlockPieces::Numbers nothing =
        std::make_shared<const Matrix>(Matrix::Zero(pass().queries, pass().output.cols()));
    // A block that is skipped has its place, too, which stays empty.
    const bool skipped = now.is_skipped();
    const Index keys = now.keys.end - now.keys.first;
    const BlockPieces::Numbers empty = std::make_shared<const Matrix>(Matrix::Zero(pass().queries, keys));
    pieces.scores = skipped ? empty : BlockPieces::Numbers(study_, &now.scores);
    pieces.numerators = skipped ? empty : BlockPieces::Numbers(study_, &now.numerators);
    pieces.maximum = column(now.m);
    pieces.shrink = column(now.shrink);
    pieces.sum = column(now.l);
    pieces.sums = {study_, &now.sums};
    const auto read = skipped ? now.keys : now.seen;
    pieces.values =
        std::make_shared<const Matrix>(study_->values().middleRows(read.first, read.end - read.first));
    if (block == 0) {
        pieces.before =
            column(base::ColumnVector::Constant(pass().queries, -std::numeric_limits<float>::infinity()));
        pieces.sum_before = column(base::ColumnVector::Zero(pass().queries));
        pieces.sums_before = nothing;
        return;
    }
    const BlockStep& before = pass().steps[static_cast<std::size_t>(block - 1)];
    pieces.before = column(before.m);
    pieces.sum_before = column(before.l);
    pieces.sums_before = {study_, &before.sums};
}

std::string BlockPage::title() const {
    if (at_end()) return ui_.text("blocks.end_title");
    if (step().is_skipped()) return ui_.text("blocks.skipped_title");
    switch (static_cast<BlockMoment>(at_.moment)) {
    case BlockMoment::scores:
        return ui_.text("blocks.scores_title");
    case BlockMoment::maximum:
        return ui_.text("blocks.maximum_title");
    case BlockMoment::sum:
        return ui_.text("blocks.sum_title");
    case BlockMoment::output:
        return ui_.text("blocks.output_title");
    }
    return {};
}

std::string BlockPage::says() const {
    const Index scores = at_end() || step().is_skipped() ? 0 : step().scores.size();
    const narration::Values values{{"queries", {{queries_named()}}},
                                   {"rows", {{std::to_string(rows_left())}}},
                                   {"keys", {{at_end() ? std::string() : keys_named(step().keys)}}},
                                   {"count", {{std::to_string(scores)}}},
                                   {"difference", {{difference_text(study_->difference)}}}};
    if (at_end()) {
        std::string said = ui_.text(has_sink() ? "blocks.end_divided_sink" : "blocks.end_divided") + " " +
                           ui_.plain(study_->by_hand           ? "blocks.end_by_hand"
                                     : study_->difference == 0 ? "blocks.end_same"
                                                               : "blocks.end_says",
                                     values);
        if (rows_left() > 0)
            said += " " + ui_.plain(rows_left() == 1 ? "blocks.end_one_more" : "blocks.end_more", values);
        return said;
    }
    if (step().is_skipped()) return ui_.plain("blocks.skipped_says", values);
    switch (static_cast<BlockMoment>(at_.moment)) {
    case BlockMoment::scores:
        return ui_.plain(scores == 1           ? "blocks.scores_one"
                         : pass().queries == 1 ? "blocks.scores_of_one"
                                               : "blocks.scores_says",
                         values);
    case BlockMoment::maximum:
        return ui_.plain("blocks.maximum_says", values);
    case BlockMoment::sum:
        return ui_.plain("blocks.sum_says", values);
    case BlockMoment::output:
        return ui_.plain("blocks.output_says", values);
    }
    return {};
}

void BlockPage::draw_held(const Rect& area) {
    const Rect inner = titled_card(ui_, "block_lab/held", area, title(), says());
    ScrollArea scrolled(ui_, "block_lab/held_scroll",
                        {inner.x, inner.y, inner.width + ui_.px(10), area.bottom() - inner.y - ui_.px(4)});
    const Rect room{inner.x, scrolled.top(), inner.width, inner.height};
    scrolled.ends_at(at_end() ? draw_end(room) : draw_step(room));
}

Coloured BlockPage::colours_of_values() const {
    return signed_colours(study_->value_reach);
}

// One matrix with its names, its heading, and its cells to be clicked.
void BlockPage::draw_piece(const Piece& piece) {
    const Index rows = piece.numbers->rows(), columns = piece.numbers->cols();
    if (rows == 0 || columns == 0) return;
    MatrixLayout layout;
    layout.rows = rows;
    layout.columns = columns;
    layout.cell_width = piece.cell.width;
    layout.cell_height = piece.cell.height;
    layout.area = {piece.at.x, piece.at.y, piece.cell.width * static_cast<float>(columns),
                   piece.cell.height * static_cast<float>(rows)};
    MatrixOptions options;
    options.map = piece.coloured.map;
    options.range = piece.coloured.range;
    options.row_name = piece.row_name;
    options.column_name = piece.column_name;
    options.row_name_width = ui_.px(widest_row_name);
    options.frame_column = options.frame_cell = options.frame_row = false;
    options.bold_marks = false;
    options.scale = ui_.theme.scale;
    options.digit_limits = digits_read(ui_.theme);
    if (!piece.there) options.there = std::span<const CellBlock>();
    // Rows too low for a name are not marked by one.
    if (piece.part != BlockPart::values && piece.cell.height >= ui_.px(14)) options.marked_row = row_;
    ui_.canvas.paint(matrix_figure(piece.numbers, layout, options, ui_.theme.palette(), ui_.canvas));
    const float above = piece.column_name ? ui_.px(34) : ui_.px(13);
    ui_.canvas.text({layout.area.centre().x, layout.area.y - above}, piece.heading, Font::sans_medium,
                    ui_.px(label_size), ui_[piece.role], Align::centre);
    ui_.anchors.add(piece.anchor, layout.area);
    if (piece.skipped) ui_.canvas.paint(Hatch{layout.area, ui_[Role::masked], ui_.px(7)});
    if (!piece.there) return;
    const bool is_large = std::min(layout.cell_width, layout.cell_height) >= ui_.px(4);
    const BlockCell about = subject();
    if (is_large && about.part == piece.part)
        ui_.canvas.paint(
            mark_frame(cell_rect(layout, {about.row, about.column}), ui_[Role::text], ui_.theme.scale));
    const Touch t = touch(ui_, piece.anchor + "/point", layout.area, true, false);
    const auto cell = cell_at(layout, ui_.mouse);
    if (!cell || !t.hovered) return;
    hovered_ = BlockCell{piece.part, cell->row, cell->column};
    if (is_large)
        ui_.canvas.paint(mark_frame(cell_rect(layout, *cell), ui_[Role::text].faded(0.6F), ui_.theme.scale));
    if (!t.clicked) return;
    state_.picked = hovered_;
    state_.picked_at = at_;
    state_.playing = false;
}

float BlockPage::draw_step(const Rect& area) {
    const BlockPieces& p = state_.pieces;
    const auto query = [&](Index row) { return query_name(row); };
    const auto key = [&](Index column) { return key_name(step().seen.first + column); };
    const auto value = [&](Index column) {
        return study_->of->names.along(attention::Axis::value_width, column);
    };
    const auto b = static_cast<float>(pass().queries),
               c = static_cast<float>(std::min(pass().size.keys, pass().keys)),
               d_v = static_cast<float>(pass().output.cols());
    // Cells as large as there is room for, the same at all blocks, so that nothing jumps.
    const float scale = ui_.theme.scale, gap = ui_.px(26), scalar = ui_.px(58), heading = ui_.px(52),
                low = ui_.px(26);
    const float names = names_width(pass().queries, query, scale, ui_.canvas);
    const float most_wide = ui_.px(72), most_high = ui_.px(42);
    const float room = area.width - names - 2 * gap - scalar;
    const float wide = std::min({most_wide, (area.width - names - gap - 3 * scalar) / c,
                                 std::max(room / (c + d_v), 0.5F * room / c)});
    const float wide_values = std::min(most_wide, (room - c * wide) / d_v);
    // One height for all; as many rows as can be read are scrolled, more become a picture.
    const float free = area.height - 2 * heading - low - ui_.px(30), rows = 2 * b + c;
    const float high =
        std::min(most_high, std::max(free / rows, rows <= most_rows_read ? ui_.px(least_row) : 1.0F));
    const float high_values = high;

    const float x = area.x + names, first = area.y + heading;
    const Coloured scores = signed_colours(study_->score_reach), values = colours_of_values(),
                   shares = {ColourMap::weights, {0, 1}};
    const float after = x + c * wide + gap;
    const bool skipped = step().is_skipped();
    // Where the keys stand that some of these queries may see; the others of the block are hatched.
    const attention::KeyRange seen = skipped ? step().keys : step().seen;
    const auto before_seen = static_cast<float>(seen.first - step().keys.first),
               after_seen = static_cast<float>(seen.end - step().keys.first),
               whole = static_cast<float>(step().keys.end - step().keys.first);
    const auto hatched = [&](const Rect& rect) {
        if (rect.width > 0 && rect.height > 0) ui_.canvas.paint(Hatch{rect, ui_[Role::masked], ui_.px(7)});
    };
    const auto hide_columns = [&](float top) {
        hatched({x, top, before_seen * wide, b * high});
        hatched({x + after_seen * wide, top, (whole - after_seen) * wide, b * high});
    };
    const bool now = has_come(BlockMoment::maximum) && !skipped;
    draw_piece({.part = BlockPart::scores,
                .anchor = "block_lab/scores",
                .numbers = p.scores,
                .at = {x + before_seen * wide, first},
                .cell = {wide, high},
                .coloured = scores,
                .there = !skipped,
                .skipped = skipped,
                .heading = ui_.text("blocks.scores"),
                .row_name = query,
                .column_name = key});
    draw_piece({.part = BlockPart::before,
                .anchor = "block_lab/before",
                .numbers = p.before,
                .at = {after, first},
                .cell = {scalar, high},
                .coloured = scores,
                .heading = ui_.text("blocks.before")});
    draw_piece({.part = BlockPart::maximum,
                .anchor = "block_lab/maximum",
                .numbers = p.maximum,
                .at = {after + scalar, first},
                .cell = {scalar, high},
                .coloured = scores,
                .there = now,
                .heading = ui_.text("blocks.maximum")});
    draw_piece({.part = BlockPart::shrink,
                .anchor = "block_lab/shrink",
                .numbers = p.shrink,
                .at = {after + 2 * scalar, first},
                .cell = {scalar, high},
                .coloured = shares,
                .there = now,
                .heading = ui_.text("blocks.factor")});

    const float values_top = first + b * high + low + heading;
    const float second = values_top + c * high_values + ui_.px(26);
    const bool summed = has_come(BlockMoment::sum) && !skipped,
               added = has_come(BlockMoment::output) && !skipped;
    draw_piece({.part = BlockPart::numerators,
                .anchor = "block_lab/numerators",
                .numbers = p.numerators,
                .at = {x + before_seen * wide, second},
                .cell = {wide, high},
                .coloured = shares,
                .there = summed,
                .skipped = skipped,
                .heading = "exp(S − m)",
                .role = Role::weight,
                .row_name = query});
    draw_piece({.part = BlockPart::sum,
                .anchor = "block_lab/sum",
                .numbers = summed ? p.sum : p.sum_before,
                .at = {after, second},
                .cell = {scalar, high},
                .coloured = {ColourMap::weights, {0, std::max(1.0F, pass().denominators.maxCoeff())}},
                .heading = ui_.text("blocks.sum"),
                .role = Role::weight});
    const float sums = after + scalar + gap;
    hide_columns(first);
    hide_columns(second);
    hatched({sums, values_top, d_v * wide_values, before_seen * high_values});
    hatched(
        {sums, values_top + after_seen * high_values, d_v * wide_values, (whole - after_seen) * high_values});
    draw_piece({.part = BlockPart::values,
                .anchor = "block_lab/values",
                .numbers = p.values,
                .at = {sums, values_top + before_seen * high_values},
                .cell = {wide_values, high_values},
                .coloured = values,
                .there = !skipped,
                .skipped = skipped,
                .heading = ui_.text("blocks.values"),
                .role = Role::value,
                .row_name = key,
                .column_name = value});
    draw_piece({.part = BlockPart::sums,
                .anchor = "block_lab/sums",
                .numbers = added ? p.sums : p.sums_before,
                .at = {sums, second},
                .cell = {wide_values, high},
                .coloured = values,
                .heading = ui_.text("blocks.sums"),
                .role = Role::value});
    return second + b * high + ui_.px(8);
}

float BlockPage::draw_end(const Rect& area) {
    const auto query = [&](Index row) { return query_name(row); };
    const auto value = [&](Index column) {
        return study_->of->names.along(attention::Axis::value_width, column);
    };
    const auto b = static_cast<float>(pass().queries), d_v = static_cast<float>(pass().output.cols());
    const float names = names_width(pass().queries, query, ui_.theme.scale, ui_.canvas), gap = ui_.px(26),
                scalar = ui_.px(66), heading = ui_.px(52);
    // The two outputs side by side, so that as many rows as possible have room for digits.
    const float columns = has_sink() ? 2 : 1;
    const float wide = std::min({ui_.px(72), (area.width - names - gap - columns * scalar) / d_v,
                                 (area.width - names - gap) / (2 * d_v)});
    const float button = rows_left() > 0 ? ui_.px(control_height + 16) : 0;
    const float high = std::min(ui_.px(42), std::max((area.height - 2 * heading - gap - button) / (2 * b),
                                                     2 * b <= most_rows_read ? ui_.px(least_row) : 1.0F));
    const float first = area.y + heading, second = first + b * high + gap + heading;
    const Coloured values = colours_of_values();
    const float x = area.x + names, beside = x + d_v * wide + gap;
    draw_piece({.part = BlockPart::sums,
                .anchor = "block_lab/sums",
                .numbers = state_.pieces.sums,
                .at = {x, first},
                .cell = {wide, high},
                .coloured = values,
                .heading = ui_.text("blocks.sums"),
                .role = Role::value,
                .row_name = query,
                .column_name = value});
    draw_piece({.part = BlockPart::sum,
                .anchor = "block_lab/sum",
                .numbers = state_.pieces.sum,
                .at = {beside, first},
                .cell = {scalar, high},
                .coloured = {ColourMap::weights, {0, std::max(1.0F, pass().denominators.maxCoeff())}},
                .heading = ui_.text("blocks.sum"),
                .role = Role::weight});
    if (has_sink())
        draw_piece({.part = BlockPart::whole,
                    .anchor = "block_lab/whole",
                    .numbers = column(pass().denominators),
                    .at = {beside + scalar, first},
                    .cell = {scalar, high},
                    .coloured = {ColourMap::weights, {0, std::max(1.0F, pass().denominators.maxCoeff())}},
                    .heading = ui_.text("blocks.with_sink"),
                    .role = Role::weight});
    draw_piece({.part = BlockPart::output,
                .anchor = "block_lab/output",
                .numbers = {study_, &pass().output},
                .at = {x, second},
                .cell = {wide, high},
                .coloured = values,
                .heading = ui_.text(has_sink() ? "blocks.divided_sink" : "blocks.divided"),
                .role = Role::value,
                .row_name = query});
    draw_piece({.part = BlockPart::traced,
                .anchor = "block_lab/traced",
                .numbers = {study_, &study_->traced},
                .at = {beside, second},
                .cell = {wide, high},
                .coloured = values,
                .heading = ui_.text("blocks.traced"),
                .role = Role::value});
    const float bottom = second + b * high;
    if (rows_left() == 0) return bottom + ui_.px(8);
    draw_next_rows({area.x, bottom + ui_.px(14), area.width, ui_.px(control_height)});
    return bottom + ui_.px(14) + ui_.px(control_height) + ui_.px(4);
}

void BlockPage::draw_next_rows(const Rect& place) {
    const std::string& label = ui_.text("blocks.next_rows");
    if (!ui::button(ui_, "block_lab/next_rows",
                    {place.x, place.y, button_width(ui_, label, card_size), place.height}, label,
                    {.look = ButtonLook::filled, .text_size = card_size}))
        return;
    frame_.actions.select = frame_.scene.selection;
    frame_.actions.select->query = pass().first_query + pass().queries;
    go_to(0);
}

} // namespace ui
