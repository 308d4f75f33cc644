// The right card: what each head adds to the output of one word, and how far the words move without some
// heads.
#include "attention/written.h"
#include "drawing/figures/bars.h"
#include "drawing/figures/matrix.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/tell_heads.h"
#include "ui/board/board.h"
#include "ui/board/figures.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cctype>
#include <imgui.h>
#include <numeric>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

// The sum of what the heads add.

namespace {

constexpr float label_width = 92, least_pitch = 19, most_pitch = 50; // design pixels
constexpr float number_width = 40;                                   // width of a readable number

/// Layout of the sum: the parts in rows, a line, the output below it.
struct SumLayout {
    MatrixLayout parts, output;
    float pitch = 0, line = 0; ///< line: y of the rule
    Index seen = 0;            ///< numbers visible at a time
};

SumLayout lay_out_sum(const Ui& ui, const workbench::OutputParts& parts, const Rect& area, float offset) {
    const Index columns = parts.output->cols(), rows = parts.values->rows();
    const float above = ui.px(column_names_height), ruled = ui.px(14);
    const float left = area.x + ui.px(label_width), room = area.right() - left;
    SumLayout sum;
    const float fitting = room / static_cast<float>(columns);
    const auto all = static_cast<float>(columns);
    if (fitting >= ui.px(number_width * 0.8F)) {
        sum.seen = columns;
    } else {
        sum.seen = std::clamp<Index>(static_cast<Index>(room / ui.px(number_width)), 1, columns);
    }
    const float cell = std::min(room / static_cast<float>(sum.seen), ui.px(58));
    sum.pitch = std::min((area.height - above - ruled) / static_cast<float>(rows + 1), ui.px(most_pitch));
    const float width = cell * static_cast<float>(sum.seen);
    sum.parts = {
        {left, area.y + above, width, sum.pitch * static_cast<float>(rows)}, rows, columns, cell, sum.pitch,
        std::clamp(offset, 0.0F, std::max(0.0F, cell * all - width)),        0};
    sum.line = sum.parts.area.bottom() + ruled / 2;
    sum.output = sum.parts;
    sum.output.rows = 1;
    sum.output.area.y = sum.line + ruled / 2;
    sum.output.area.height = sum.pitch;
    return sum;
}

/// A shared range for the parts and their sum.
Range range_of_sum(const workbench::OutputParts& parts) {
    const Range a = range_of(*parts.values), b = range_of(*parts.output);
    return fitted(ColourMap::signed_values, {std::min(a.low, b.low), std::max(a.high, b.high)});
}

std::string part_name(const HeadsFrame& frame, const workbench::OutputParts::Part& part) {
    if (part.heads.empty()) return frame.ui.text("heads.bias");
    if (part.heads.size() > 1)
        return frame.ui.plain("heads.others", {{"count", {{std::to_string(part.heads.size())}}}});
    const Index head = part.heads.front();
    const std::string name = frame.ui.text("heads.head") + " " + std::to_string(head + 1);
    return frame.is_on(head) ? name : name + " (" + frame.ui.text("heads.off") + ")";
}

void draw_labels(HeadsFrame& frame, const workbench::OutputParts& parts, const SumLayout& sum, float x) {
    Ui& ui = frame.ui;
    for (std::size_t i = 0; i < parts.parts.size(); ++i) {
        const auto& heads = parts.parts[i].heads;
        const Rect row{x, sum.parts.area.y + static_cast<float>(i) * sum.pitch, ui.px(label_width - 6),
                       sum.pitch};
        const bool single = heads.size() == 1, on = !single || frame.is_on(heads.front());
        const bool opened = single && heads.front() == frame.head();
        if (single) {
            const Touch t = touch(ui, "heads/part/" + std::to_string(heads.front()), row);
            if (t.clicked) frame.open(heads.front());
            if (t.focused) focus_ring(ui, row, ui.px(4));
            if (t.hovered) ui.canvas.fill(row, ui[Role::hairline].faded(0.5F), ui.px(4));
        } else {
            ui.anchors.add(heads.empty() ? "heads/part/bias" : "heads/part/others", row);
        }
        const Role role = !on ? Role::quiet : opened ? Role::query : Role::text;
        ui.canvas.text_within({row.x, row.centre().y}, row.width - ui.px(14),
                              part_name(frame, parts.parts[i]), on ? Font::sans_bold : Font::sans,
                              ui.px(label_size), ui[role]);
        if (i > 0)
            ui.canvas.text({row.right() - ui.px(2), row.y}, "+", Font::sans, ui.px(card_size),
                           ui[Role::quiet], Align::right);
    }
    const Rect row{x, sum.output.area.y, ui.px(label_width - 6), sum.pitch};
    ui.canvas.text({row.x, row.centre().y}, ui.text("heads.output"), Font::sans_bold, ui.px(label_size),
                   ui[Role::text]);
    ui.canvas.text({row.right() - ui.px(2), row.centre().y}, "=", Font::sans, ui.px(card_size),
                   ui[Role::quiet], Align::right);
    ui.canvas.line({x, sum.line}, {sum.parts.area.right(), sum.line}, ui[Role::quiet], ui.px(1.5F));
}

/// Scrolled by dragging or by the wheel; a click marks a column.
void handle_numbers(HeadsFrame& frame, const SumLayout& sum, std::optional<Index>& column) {
    Ui& ui = frame.ui;
    HeadsState& state = frame.state;
    const Rect all{sum.parts.area.x, sum.parts.area.y, sum.parts.area.width,
                   sum.output.area.bottom() - sum.parts.area.y};
    const Touch t = touch(ui, "heads/numbers", all);
    if (t.focused) focus_ring(ui, all, ui.px(4));
    const bool scrolls = sum.seen < sum.parts.columns;
    if (t.hovered) {
        const auto place = cell_at(sum.parts, {ui.mouse.x, sum.parts.area.y + 1});
        if (place) column = place->column;
    }
    if (t.clicked && column) {
        if (!frame.actions.select) frame.actions.select = frame.scene.selection;
        frame.actions.select->feature = *column;
    }
    if (t.hovered && scrolls && ImGui::IsMouseClicked(0)) {
        state.panning = true;
        state.pan_from = ui.mouse.x;
    }
    if (!ImGui::IsMouseDown(0)) state.panning = false;
    ImGuiIO& io = ImGui::GetIO();
    float moved = 0;
    if (state.panning) {
        moved = state.pan_from - ui.mouse.x;
        state.pan_from = ui.mouse.x;
    }
    if (t.hovered && scrolls) {
        moved -= (io.MouseWheel + io.MouseWheelH) * sum.parts.cell_width;
        io.MouseWheel = io.MouseWheelH = 0; // consumed: the page must not scroll
    }
    if (moved != 0) ui.motion.draw_again();
    state.numbers_offset = sum.parts.offset_x + moved;
}

/// "living: 0.12 + 0.30 − 0.05 = 0.37": one column of the sum, in words.
void draw_check(HeadsFrame& frame, const workbench::OutputParts& parts, Index column, const Rect& line) {
    Ui& ui = frame.ui;
    std::string name = frame.scene.pass().names.column(Quantity::output, column);
    if (std::ranges::all_of(name, [](unsigned char c) { return std::isdigit(c) != 0; }))
        name = frame.ui.plain("heads.number", {{"number", {{name}}}});
    name += ":  ";
    const base::RowVector addends = parts.values->col(column).transpose();
    const float result = (*parts.output)(0, column);
    const float size = ui.px(small_size), before = ui.canvas.width(Font::sans, size, name);
    ui.anchors.add("heads/check", line);
    ui.canvas.text({line.x, line.centre().y}, name, Font::sans, size, ui[Role::quiet]);
    const Point at{line.x + before, line.centre().y};
    const std::string whole =
        equation_text(attention::Operation::add, {addends.data(), addends.data() + addends.size()}, result);
    if (before + ui.canvas.width(Font::mono, size, whole) <= line.width)
        return ui.canvas.text(at, whole, Font::mono, size, ui[Role::text]);
    const std::string words =
        frame.ui.plain("heads.sum_of", {{"count", {{std::to_string(parts.values->rows())}}}}) + " ";
    ui.canvas.text(at, words, Font::sans, size, ui[Role::quiet]);
    ui.canvas.text({at.x + ui.canvas.width(Font::sans, size, words), at.y}, number_text(result, 2),
                   Font::mono, size, ui[Role::text]);
}

/// Which numbers are visible, and buttons to reach the others.
void draw_window(HeadsFrame& frame, const SumLayout& sum, const Rect& line) {
    if (sum.seen >= sum.parts.columns) return;
    Ui& ui = frame.ui;
    const float side = line.height, page = static_cast<float>(sum.seen) * sum.parts.cell_width;
    const CellBlock block = visible_cells(sum.parts);
    const float most = static_cast<float>(sum.parts.columns) * sum.parts.cell_width - sum.parts.area.width;
    const float right = sum.parts.area.right();
    const bool buttons = !frame.on_slide;
    if (buttons && button(ui, "heads/later", {right - side, line.y, side, side}, ui.text("heads.later_sign"),
                          {.enabled = sum.parts.offset_x < most - 1,
                           .text_size = body_size,
                           .hint = ui.text("heads.later")}))
        frame.state.numbers_offset = sum.parts.offset_x + page;
    if (buttons &&
        button(ui, "heads/earlier", {right - 2 * side - ui.px(4), line.y, side, side},
               ui.text("heads.earlier_sign"),
               {.enabled = sum.parts.offset_x > 1, .text_size = body_size, .hint = ui.text("heads.earlier")}))
        frame.state.numbers_offset = sum.parts.offset_x - page;
    const std::string words =
        frame.ui.plain("heads.numbers_shown", {{"from", {{std::to_string(block.column + 1)}}},
                                               {"to", {{std::to_string(block.column + block.columns)}}},
                                               {"all", {{std::to_string(sum.parts.columns)}}}});
    ui.canvas.text_within({line.x, line.centre().y}, right - 2 * side - ui.px(12) - line.x, words, Font::sans,
                          ui.px(small_size), ui[Role::quiet]);
}

void paint_rows(HeadsFrame& frame, const std::shared_ptr<const base::Matrix>& matrix,
                const MatrixLayout& layout, Range range, bool named, std::optional<Index> column) {
    Ui& ui = frame.ui;
    const auto& names = frame.scene.pass().names;
    MatrixOptions options;
    options.map = ColourMap::signed_values;
    options.range = range;
    if (named) options.column_name = [&](Index j) { return names.column(Quantity::output, j); };
    options.marked_column = column;
    options.column_role = Role::text;
    options.recede = !frame.on_slide;
    options.bold_marks = frame.on_slide;
    options.scale = ui.theme.scale;
    options.digit_limits = digits_read(ui.theme);
    if (frame.on_slide) options.digit_limits.smallest = least_on_slide;
    ui.canvas.paint(matrix_figure(matrix, layout, options, ui.theme.palette(), ui.canvas));
}

/// The marked feature; the largest number of the output if that is 0.
Index feature_of(const Scene& scene, const base::Matrix& output) {
    const Index marked = std::min(scene.selection.feature, output.cols() - 1);
    if (output(0, marked) != 0) return marked;
    Index largest = 0;
    output.row(0).cwiseAbs().maxCoeff(&largest);
    return largest;
}

/// Draws the sum; returns its bottom.
float draw_sum(HeadsFrame& frame, const workbench::OutputParts& parts, const Rect& area) {
    Ui& ui = frame.ui;
    const float check = ui.px(24);
    const bool windowed = static_cast<float>(parts.output->cols()) * ui.px(number_width * 0.8F) >
                          area.width - ui.px(label_width);
    const float foot = check + (windowed ? ui.px(32) : 0);
    const SumLayout sum =
        lay_out_sum(ui, parts, {area.x, area.y, area.width, area.height - foot}, frame.state.numbers_offset);
    frame.state.numbers_offset = sum.parts.offset_x;
    std::optional<Index> column;
    handle_numbers(frame, sum, column);
    const Index checked = column.value_or(feature_of(frame.scene, *parts.output));
    const Range range = range_of_sum(parts);
    paint_rows(frame, parts.values, sum.parts, range, true, checked);
    paint_rows(frame, parts.output, sum.output, range, false, checked);
    draw_labels(frame, parts, sum, area.x);
    ui.anchors.add("heads/output", sum.output.area);
    const CellBlock seen = visible_cells(sum.output);
    for (Index c = seen.column; c < seen.column + seen.columns; ++c)
        ui.anchors.add(cell_anchor({.quantity = Quantity::output, .row = frame.marked.row, .column = c}),
                       cell_rect(sum.output, {0, c}));
    float y = sum.output.area.bottom() + ui.px(4);
    draw_check(frame, parts, checked, {area.x, y, area.width, check});
    y += check + ui.px(2);
    draw_window(frame, sum, {area.x, y, area.width, ui.px(26)});
    return windowed ? y + ui.px(26) : y;
}

/// The text above the sum, saying what it is; returns its height.
float draw_words(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const bool one = frame.heads() == 1;
    const narration::Values asker{{"asker", {{frame.asker()}}}};
    ui.canvas.text_within({area.x, area.y + ui.px(9)}, area.width,
                          frame.ui.plain(one ? "heads.adds_one" : "heads.adds", asker), Font::sans_bold,
                          ui.px(headline_size), ui[Role::text]);
    if (frame.on_slide) return ui.px(26); // the height is needed for the heads
    const bool projected = frame.scene.trace().w_o.size() > 0;
    const std::string count = frame.ui.plain(
        "heads.parts_count", {{"count", {{narration::counted_in_words(ui.texts, frame.heads())}}}});
    narration::Paragraph words = frame.ui.said("heads.parts", {{"parts", {{count}}}});
    if (one)
        words = {{ui.text(projected ? "heads.parts_one" : "heads.parts_one_no_output")}};
    else if (!projected)
        words = {{ui.text("heads.parts_no_output")}};
    return ui.px(26) + paragraph(ui, {area.x, area.y + ui.px(26)}, area.width, words, note_size);
}

// Below the sum: how far the words move without some heads.

/// All words in order, or, when space is short, those that move most.
std::vector<Index> rows_shown(const base::ColumnVector& moved, Index room) {
    std::vector<Index> rows(static_cast<std::size_t>(moved.size()));
    std::iota(rows.begin(), rows.end(), 0);
    if (moved.size() <= room) return rows;
    std::ranges::stable_sort(rows, std::greater<>(), [&](Index i) { return moved(i); });
    rows.resize(static_cast<std::size_t>(std::max<Index>(room, 1)));
    return rows;
}

void draw_bars(HeadsFrame& frame, const workbench::Ablation& loss, const std::vector<Index>& rows,
               const Rect& area) {
    Ui& ui = frame.ui;
    const auto& names = frame.scene.pass().names;
    std::vector<Bar> bars;
    BarOptions options{.role = Role::query_fill, .largest = loss.moved.maxCoeff(), .scale = ui.theme.scale};
    for (const Index word : rows) {
        const float value = ui.motion.glide("heads/bar/" + std::to_string(word), loss.moved(word));
        if (word == frame.marked.row) options.marked = static_cast<Index>(bars.size());
        bars.push_back({names.row(Quantity::output, word), value, number_text(loss.moved(word), 2)});
    }
    const BarLayout layout = bar_layout(area, bars, options, ui.canvas);
    for (Index i = 0; i < layout.count; ++i) {
        const Index word = rows[static_cast<std::size_t>(i)];
        const Rect row = layout.bar_row(i);
        const Touch t = touch(ui, "heads/bar/" + std::to_string(word), row);
        if (t.hovered) ui.canvas.fill(row, ui[Role::hairline].faded(0.4F), ui.px(4));
        if (t.focused) focus_ring(ui, row.inset(ui.px(2)), ui.px(4));
        if (t.clicked) frame.mark(word);
    }
    paint_bars(ui, bars, layout, options);
}

void draw_head_loss(HeadsFrame& frame, const workbench::Ablation& loss, const Rect& area) {
    Ui& ui = frame.ui;
    const bool words = !frame.scene.pass().document.text.empty();
    ui.anchors.add("heads/loss", area.inset(-ui.px(6)));
    const std::string title =
        frame.ui.plain(words ? "heads.loss_bars" : "heads.loss_bars_rows",
                       {{"heads", {{narration::heads_listed(ui.texts, loss.off, false)}}}});
    if (frame.on_slide)
        ui.canvas.text({area.x, area.y + ui.px(8)}, title, Font::sans_bold, ui.px(card_size), ui[Role::text]);
    else
        caption(ui, {area.x, area.y + ui.px(7)}, title);
    float top = area.y + ui.px(22);
    const auto all = static_cast<Index>(loss.moved.size());
    const float least = ui.px(19);
    if (static_cast<float>(all) * least > area.bottom() - top) {
        ui.canvas.text({area.x, top + ui.px(4)},
                       frame.ui.plain("heads.loss_bars_most", {{"all", {{std::to_string(all)}}}}), Font::sans,
                       ui.px(tiny_size), ui[Role::quiet]);
        top += ui.px(16);
    }
    const Rect rest{area.x, top, area.width, area.bottom() - top};
    draw_bars(frame, loss, rows_shown(loss.moved, static_cast<Index>(rest.height / least)), rest);
}

} // namespace

void draw_head_parts(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("heads/parts", area);
    const Rect inner = area.inset(ui.px(18));
    const float top = inner.y + draw_words(frame, inner) + ui.px(4);
    if (!frame.state.shown.study) return;
    const auto& study = *frame.state.shown.study;
    const float room = inner.bottom() - top;
    const auto n = static_cast<float>(frame.scene.trace().n());
    // Every head gets a row if that leaves the bars their share; the bars take what their text needs.
    const float extra = ui.px(column_names_height + 14 + 24 + 34 + 14);
    const float bias = frame.scene.trace().layer->b_o.size() > 0 ? 1 : 0;
    const float all_heads = extra + ui.px(least_pitch) * (static_cast<float>(frame.heads()) + bias + 2);
    const auto& loss = frame.state.shown.loss;
    if (frame.on_slide && loss && !loss->supposed) // a slide has room for one of the two
        return draw_head_loss(frame, *loss, {inner.x, top, inner.width, room});
    const float bars =
        frame.on_slide
            ? 0
            : std::min({ui.px(24) * n + ui.px(30), 0.44F * room, std::max(0.3F * room, room - all_heads)});
    const float sum_room = room - bars - ui.px(14);
    const auto most =
        static_cast<std::size_t>(std::max(4.0F, (sum_room - extra + ui.px(14)) / ui.px(least_pitch)));
    if (!frame.state.work.study.busy())
        frame.state.shown.parts = frame.state.work.parts.ask(
            {{frame.scene.shown, frame.state.shown.study},
             {frame.marked.row, static_cast<Index>(most), frame.head()}},
            [&](const base::StopToken&) {
                return std::make_shared<const workbench::OutputParts>(workbench::output_parts(
                    frame.scene.trace(), study, frame.marked.row, most - 1, frame.head()));
            },
            0);
    float end = top + sum_room;
    if (frame.state.shown.parts)
        end = draw_sum(frame, *frame.state.shown.parts, {inner.x, top, inner.width, sum_room});
    end += ui.px(16);
    if (loss && bars > 0) draw_head_loss(frame, *loss, {inner.x, end, inner.width, inner.bottom() - end});
}

} // namespace ui
