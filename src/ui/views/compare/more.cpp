// Over the cards, on demand: the two documents, everything that a table says about them, and Left − Right.
#include "drawing/shapes/fitted_text.h"
#include "narration/narration.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/views/compare/compare.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

// The documents.

namespace {

// Design pixels.
constexpr float bar_height = 36, side_label = 58, between_sides = 28, below_bars = 8, below_controls = 18;

/// Switches the source, keeping the words: only the input of K and V changes. Returns the right end.
float draw_source_switch(const CompareCard& frame, const Rect& line) {
    Ui& ui = frame.ui;
    CompareSide& side = frame.side;
    const Scene& scene = frame.scene;
    const auto& document = scene.bench.document();
    if (!document.memory_text.empty()) side.source = document.memory_text;
    if (document.text.empty()) return line.x; // random rows have no words, so no source to type
    const std::string& label = ui.text("compare.keys_from");
    ui.canvas.text({line.x, line.centre().y}, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
    const float x = line.x + ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(8);
    const int now = scene.trace().input.is_cross() ? 1 : 0;
    const std::vector<std::string> choices{ui.text("compare.itself"), ui.text("compare.source")};
    const int clicked = choice(ui, "keys_from", {x, line.y}, choices, now);
    if (clicked >= 0 && clicked != now) {
        const std::string source =
            side.source.empty() ? scene.bench.library().source_on_offer() : side.source;
        frame.actions.edit(workbench::SetText{document.text, clicked == 1 ? source : std::string()});
    }
    return x + choice_width(ui, choices) + ui.px(18);
}

/// The head, if there are several.
void choose_head(const CompareCard& frame, const Rect& line, float x) {
    Ui& ui = frame.ui;
    const auto heads = static_cast<std::int64_t>(frame.scene.trace().heads.size());
    if (heads < 2) return;
    std::int64_t head = frame.scene.selection.head + 1;
    const std::string& label = ui.text("compare.head");
    ui.canvas.text({x, line.centre().y}, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
    x += ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(6);
    if (!stepper(ui, "head", {x, line.y, ui.px(96), line.height}, head, 1, heads)) return;
    frame.actions.select = frame.scene.selection;
    frame.actions.select->head = head - 1;
}

/// A button at the right end: this side becomes a copy of the other.
void offer_copy(const CompareCard& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const std::string& copy = ui.text(frame.is_left ? "compare.to_left" : "compare.to_right");
    const float wide = button_width(ui, copy);
    if (button(ui, "copy", {line.right() - wide, line.y, wide, line.height}, copy,
               {.hint = ui.text(frame.is_left ? "compare.to_left_hint" : "compare.to_right_hint")}))
        frame.actions.ask(PerformEdit{.edit = workbench::ReplaceDocument{frame.other().bench.document()},
                                      .then = frame.other().selection});
}

/// The document of one side, in two lines from the top of the frame's area.
void draw_document(const CompareCard& frame) {
    Ui& ui = frame.ui;
    const Scope scope(ui, frame.is_left ? "left/" : "right/");
    const Rect& area = frame.area;
    const float label = ui.px(side_label);
    ui.canvas.text({area.x, area.y + ui.px(bar_height) / 2},
                   ui.text(frame.is_left ? "compare.left" : "compare.right"), Font::sans_bold,
                   ui.px(headline_size), ui[Role::text]);
    draw_document_bar(ui, frame.side.document, frame.scene,
                      {area.x + label, area.y, area.width - label, ui.px(bar_height)}, frame.actions);
    const Rect line{area.x + label, area.y + ui.px(bar_height + below_bars), area.width - label,
                    ui.px(control_height)};
    choose_head(frame, line, draw_source_switch(frame, line));
    offer_copy(frame, line);
}

// Left − Right, cell by cell.

/// The largest difference, in words: "largest difference: it → cat 0.63 − 0.10 = 0.53".
std::string largest_of(Ui& ui, const Scene& left, const Scene& right,
                       const workbench::MatrixDifference& difference) {
    const auto row = difference.row, column = difference.column;
    if (difference.numbers(row, column) == 0) return ui.text("compare.equal");
    const auto quantity = shown_product(left).result;
    const auto& names = left.pass().names;
    return ui.text("compare.largest") + ": " +
           both_names(names.row(quantity, row), right.pass().names.row(quantity, row)) + " → " +
           both_names(names.column(quantity, column), right.pass().names.column(quantity, column)) + "   " +
           equation_text(attention::Operation::subtract,
                         std::array{shown_result(left)(row, column), shown_result(right)(row, column)},
                         difference.numbers(row, column));
}

void draw_subtracted(Ui& ui, const Scene& left, const Scene& right,
                     const std::shared_ptr<const workbench::MatrixDifference>& difference, const Rect& area) {
    const auto quantity = shown_product(left).result;
    const auto marked = workbench::marked_cell(workbench::pointed(left.selection), left.trace());
    PlainMatrix matrix{.numbers = {difference, &difference->numbers},
                       .coloured = signed_colours(difference->reach),
                       .anchor = "difference/matrix"};
    matrix.row_name = [&](Index i) {
        return both_names(row_label(left.pass(), quantity, i), row_label(right.pass(), quantity, i));
    };
    matrix.column_name = [&](Index i) {
        return both_names(column_label(left.pass(), quantity, i), column_label(right.pass(), quantity, i));
    };
    matrix.marked_row = marked.row;
    matrix.marked_column = marked.column;
    draw_plain_matrix(ui, matrix, area);
}

void draw_difference(CompareFrame& frame, const Rect& area) {
    constexpr float heading = 32, foot = 34; // design pixels
    Ui& ui = frame.ui;
    CompareState& state = frame.state;
    const Scene &left = frame.left(), &right = frame.right();
    ui.anchors.add("difference", area);
    const float middle = area.y + ui.px(11);
    const std::string& title = ui.text("compare.difference");
    ui.canvas.text({area.x, middle}, title, Font::sans_bold, ui.px(headline_size), ui[Role::text]);
    const float x = area.x + ui.canvas.width(Font::sans_bold, ui.px(headline_size), title) + ui.px(10);
    ui.canvas.text_within({x, middle}, area.right() - x, ui.text("compare.difference_more"), Font::sans,
                          ui.px(card_size), ui[Role::quiet]);
    const auto quantity = shown_product(left).result;
    const auto difference = state.study.ask(
        {{left.shown, right.shown}, {quantity, left.selection.head, right.selection.head}},
        [left_pass = left.shown, right_pass = right.shown, quantity, left_head = left.selection.head,
         right_head = right.selection.head](const base::StopToken&) {
            return std::make_shared<const workbench::MatrixDifference>(
                workbench::difference(left_pass->trace.matrix(quantity, left_head),
                                      right_pass->trace.matrix(quantity, right_head)));
        },
        base::comparison_cost * static_cast<double>(shown_result(left).size()));
    ui.wait_for(state.study);
    if (!difference || difference->numbers.rows() != shown_result(left).rows() ||
        difference->numbers.cols() != shown_result(left).cols())
        return;
    state.shown = difference;
    draw_subtracted(ui, left, right, difference,
                    {area.x, area.y + ui.px(heading), area.width, area.height - ui.px(heading + foot)});
    paragraph(ui, {area.x, area.bottom() - ui.px(foot - 8)}, area.width,
              {{largest_of(ui, left, right, *difference)}}, note_size);
}

} // namespace

void draw_more(CompareFrame& frame, const Rect& area) {
    constexpr float share_of_table = 0.54F, above_difference = 14; // design pixels
    Ui& ui = frame.ui;
    const Scene &left = frame.left(), &right = frame.right();
    card(ui, area);
    ui.anchors.add("compare/all", area);
    const Rect inner = area.inset(ui.px(compare_edge));
    const float between = ui.px(between_sides), half = (inner.width - between) / 2;
    const float high = ui.px(bar_height + below_bars + control_height + below_controls);
    draw_document({frame.within(ui, {inner.x, inner.y, half, high}), frame.state.left, true});
    draw_document(
        {frame.seen_from_right({inner.right() - half, inner.y, half, high}), frame.state.right, false});

    const bool subtracts = same_shape(left, right);
    const float top = inner.y + high, reason = subtracts ? 0 : ui.px(28);
    const Rect place{inner.x, top, subtracts ? share_of_table * inner.width : inner.width,
                     inner.bottom() - top - reason};
    const ComparisonTable table(ui, left, right);
    {
        ScrollArea scrolled(ui, "compare/everything", place);
        const float needed = table.height(place.width);
        table.draw({place.x, scrolled.top(), place.width, needed});
        scrolled.ends_at(scrolled.top() + needed);
    }
    if (subtracts) {
        const float x = place.right() + between, y = top + ui.px(above_difference);
        draw_difference(frame, {x, y, inner.right() - x, inner.bottom() - y});
    } else {
        ui.canvas.text_within({inner.x, inner.bottom() - ui.px(8)}, inner.width,
                              ui.text("compare.difference_shapes"), Font::sans, ui.px(note_size),
                              ui[Role::quiet]);
    }
}

// The table.

namespace {

// Design pixels: around all, between columns, above a row's texts.
constexpr float table_edge = 14, table_gap = 12, table_space = 6;
constexpr std::array<float, 4> table_columns{0, 0.25F, 0.625F, 1}; // where they begin, shares of the width

std::string heading_of(const Ui& ui, const char* side, const Scene& scene) {
    return ui.text(side) + "  " + ui.text(scene.trace().input.is_cross() ? "compare.cross" : "compare.self");
}

} // namespace

ComparisonTable::ComparisonTable(Ui& ui, const Scene& left, const Scene& right) : ui_(ui) {
    rows_.push_back({{"", heading_of(ui, "compare.left", left), heading_of(ui, "compare.right", right)},
                     "",
                     Role::quiet});
    for (const auto& row : narration::comparison_table(ui.texts, left.trace(), right.trace()))
        rows_.push_back({{row.name, row.values[0], row.values[1]},
                         "compare/" + row.key,
                         row.values[0] == row.values[1] ? Role::quiet : Role::text});
}

float ComparisonTable::texts(const Row& row, Point at, float width, bool measure_only) const {
    float high = 0;
    for (std::size_t i = 0; i < row.texts.size(); ++i) {
        const float begin = table_columns[i] * width;
        const float end =
            table_columns[i + 1] * width - (i + 2 < table_columns.size() ? ui_.px(table_gap) : 0);
        high = std::max(high, paragraph(ui_, {at.x + begin, at.y}, end - begin, {{row.texts[i]}}, card_size,
                                        measure_only, i == 0 ? Role::quiet : row.colour, 1.25F));
    }
    return high;
}

float ComparisonTable::height(float width) const {
    float high = 2 * ui_.px(table_edge);
    for (const Row& row : rows_)
        high += texts(row, {0, 0}, width - 2 * ui_.px(table_edge), true) + 2 * ui_.px(table_space);
    return high;
}

void ComparisonTable::draw(const Rect& area) const {
    ui_.anchors.add("compare/table", area);
    const Rect inner = area.inset(ui_.px(table_edge));
    const float above =
        ui_.px(table_space) + (area.height - height(area.width)) / static_cast<float>(2 * rows_.size());
    float y = inner.y;
    for (const Row& row : rows_) {
        if (y > inner.y) ui_.canvas.line({inner.x, y}, {inner.right(), y}, ui_[Role::hairline], ui_.px(1));
        const float high = texts(row, {inner.x, y + above}, inner.width, false) + 2 * above;
        if (!row.anchor.empty()) ui_.anchors.add(row.anchor, {inner.x, y, inner.width, high});
        y += high;
    }
}

} // namespace ui
