#include "ui/lesson/view_slide.h"

#include "ui/board/figures.h"
#include "ui/chrome/weights_menu.h"
#include "ui/lesson/pass_slide.h"
#include "workbench/document/trained_reading.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

// Design pixels.
constexpr float heads_title = 13, heads_title_line = 22, head_letters = 12.5F, head_gap = 10;
constexpr CellSize head_cell{128, 60};         // at most
constexpr const char* off_heads = "heads/off"; // anchor

/// One head, as a row of the table.
struct HeadRow {
    std::string name;
    base::RowVector weights;
    std::string longest_name = {}; ///< as it is or would be when it is off: the table keeps its place
    bool off = false;
    std::optional<workbench::HeadPlace> place = {}; ///< empty: the average
};

void add_heads(std::vector<HeadRow>& rows, const Ui& ui, const attention::Trace& trace, Index query, Index at,
               const std::string& layer) {
    for (std::size_t head = 0; head < trace.heads.size(); ++head) {
        const bool off = !trace.options.is_on(static_cast<Index>(head));
        const auto named = [&](const char* text) {
            const std::string name = ui.plain(text, {{"head", {{std::to_string(head + 1)}}}});
            return layer.empty() ? name : layer + " · " + name;
        };
        rows.push_back({named(off ? "lecture.head_off" : "lecture.head_alone"),
                        trace.heads[head].weights.row(query), named("lecture.head_off"), off,
                        workbench::HeadPlace{at, static_cast<Index>(head)}});
    }
}

/// The heads of all layers that read the same words.
std::vector<HeadRow> head_rows(const Ui& ui, const Scene& scene) {
    std::vector<HeadRow> rows;
    const workbench::Pass& pass = scene.pass();
    const Index query = scene.selection.query;
    const std::vector<std::string> layers = layer_names(ui, pass);
    if (pass.reading && layers.size() > 1) {
        for (std::size_t layer = 0; layer < layers.size(); ++layer) {
            const attention::Trace& trace = pass.reading->run.at(pass.reading->places[layer]).trace;
            if (trace.n() == pass.trace.n() && trace.m() == pass.trace.m())
                add_heads(rows, ui, trace, query, static_cast<Index>(layer), layers[layer]);
        }
        return rows;
    }
    add_heads(rows, ui, pass.trace, query, workbench::shown_layer(pass.document), {});
    base::RowVector mean = base::RowVector::Zero(pass.trace.m());
    for (const HeadRow& row : rows)
        mean += row.weights / static_cast<float>(rows.size());
    rows.push_back({ui.text("lecture.average_head"), mean, ui.text("lecture.average_head")});
    return rows;
}

void switch_head(const Scene& scene, const workbench::HeadPlace& place, Actions& actions) {
    std::vector<workbench::HeadPlace> off = scene.bench.document().switched_off;
    if (std::erase(off, place) == 0) off.push_back(place);
    actions.ask(BeginGesture{});
    actions.edit(workbench::SwitchHeads{std::move(off)});
}

/// A table of these rows; returns its layout.
MatrixLayout draw_table(Ui& ui, const Scene& scene, const std::vector<HeadRow>& rows, const Rect& area) {
    const language::Names& names = scene.pass().names;
    const auto numbers = std::make_shared<base::Matrix>(static_cast<Index>(rows.size()), scene.trace().m());
    for (std::size_t i = 0; i < rows.size(); ++i)
        numbers->row(static_cast<Index>(i)) = rows[i].weights;
    const auto row_at = [&](Index i) -> const HeadRow& { return rows[static_cast<std::size_t>(i)]; };
    ui.canvas.text({area.x, area.y + ui.px(heads_title_line) / 2},
                   ui.plain("lecture.in_each_head",
                            {{"word", {{names.queries[static_cast<std::size_t>(scene.selection.query)]}}}}),
                   Font::sans, ui.px(heads_title), ui[Role::quiet]);
    // Names of layers and heads are longer than words: they are set here.
    float wide = 0;
    for (const HeadRow& row : rows)
        wide = std::max(wide, ui.canvas.width(Font::sans_medium, ui.px(head_letters), row.longest_name));
    wide += ui.px(head_gap);
    const float line = ui.px(heads_title_line);
    const MatrixLayout table =
        draw_plain_matrix(ui,
                          {.numbers = numbers,
                           .coloured = {.map = ColourMap::weights, .range = {0, 1}},
                           .column_name = [&](Index j) { return names.keys[static_cast<std::size_t>(j)]; },
                           .hidden = [&](CellPlace place) { return row_at(place.row).off; },
                           .largest_width = head_cell.width,
                           .largest_height = head_cell.height,
                           .anchor = "heads/matrix"},
                          {area.x + wide, area.y + line, area.width - wide, area.height - line});
    for (std::size_t i = 0; i < rows.size(); ++i) {
        const Rect row = row_rect(table, static_cast<Index>(i));
        ui.canvas.text({row.x - ui.px(head_gap), row.centre().y}, rows[i].name, Font::sans_medium,
                       ui.px(head_letters), ui[rows[i].off ? Role::quiet : Role::text], Align::right);
        if (rows[i].off) ui.anchors.add(off_heads, row);
    }
    return table;
}

} // namespace

void draw_heads_on_slide(Ui& ui, const Scene& scene, const Rect& area, Actions& actions) {
    const std::vector<HeadRow> rows = head_rows(ui, scene);
    const MatrixLayout table = draw_table(ui, scene, rows, area);
    for (std::size_t i = 0; i < rows.size(); ++i) {
        if (!rows[i].place) continue;
        const Rect row = row_rect(table, static_cast<Index>(i));
        const Rect reach{area.x, row.y, row.right() - area.x, row.height};
        if (touch(ui, "lecture/head/" + std::to_string(i), reach, true, false).clicked)
            switch_head(scene, *rows[i].place, actions);
    }
}

void draw_heads_of_layer(Ui& ui, const Scene& scene, const Rect& area) {
    std::vector<HeadRow> rows;
    add_heads(rows, ui, scene.trace(), scene.selection.query, workbench::shown_layer(scene.pass().document),
              {});
    const MatrixLayout table = draw_table(ui, scene, rows, area);
    for (Index j = 0; j < scene.trace().m(); ++j) { // a click on a word's name is one on the word
        const Rect cell = cell_rect(table, {0, j});
        const float high = ui.px(column_names_height);
        ui.anchors.add("token/" + std::to_string(j), {cell.x, cell.y - high, cell.width, high});
    }
}

void put_table_on(Slide& slide, std::string_view view, const Scene& scene, BoardState& board, bool answered,
                  Actions& actions) {
    if (view == "labs" && points_at(slide, "mask_lab/left")) {
        slide.pointed.clear(); // nothing else is there
        slide.picture = [&scene, &board, answered](Ui& ui, const Rect& area, const Growth&) {
            draw_mask_on_slide(ui, board, scene, area, answered);
        };
    }
    const bool of_heads = slide.pointed.empty() || points_at(slide, "heads/matrix");
    if (view == "heads" && of_heads && !scene.trace().input.is_cross() && slide.of_lesson) {
        slide.pointed.clear();
        if (answered) slide.pointed.push_back({.anchor = off_heads});
        slide.picture = [&scene, &actions](Ui& ui, const Rect& area, const Growth&) {
            draw_heads_on_slide(ui, scene, area, actions);
        };
    }
}

} // namespace ui
