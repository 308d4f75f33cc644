#include "worksheet/grid.h"

#include "drawing/figures/formula.h"
#include "drawing/shapes/fitted_text.h"
#include "worksheet/typeset.h"

#include <algorithm>

namespace worksheet {

namespace {

constexpr float name_gap = 8, title_height = 26, names_height = 20, formula_size = 20;

void add_cell(Figure& figure, const GridCell& cell, const Rect& box, float scale) {
    using Look = GridCell::Look;
    if (cell.look == Look::none) return;
    figure.emplace_back(drawing::Stroke{box, line_ink, 0.8F});
    if (cell.look == Look::forbidden) figure.emplace_back(drawing::Hatch{box, line_ink, 7});
    if (cell.look == Look::blank) {
        figure.emplace_back(drawing::Fill{box.inset(1), paper_white});
        figure.emplace_back(drawing::Stroke{box.inset(0.5F), ink, 1.8F, 2});
    }
    if (cell.text.empty()) return;
    const TextStyle style{.font = cell.look == Look::answer ? Font::mono_bold : Font::mono,
                          .size = 17 * scale};
    if (cell.look == Look::forbidden) figure.emplace_back(drawing::Fill{box.inset(4), paper_white, 2});
    figure.emplace_back(line_at(box.centre().x, box.centre().y, cell.text, style, Align::centre));
}

} // namespace

SetGrid set_grid(const Grid& grid, const TextMeasure& measure) {
    const float scale = grid.scale, cell_width = scale * grid.cell_width,
                cell_height = scale * grid.cell_height;
    const float gap = scale * name_gap, formula = scale * formula_size, names_line = scale * names_height;
    const TextStyle name_style{.size = scale * small_size, .colour = ink};
    const TextStyle marked{.font = Font::sans_bold, .size = scale * small_size};
    float names = 0;
    for (const std::string& name : grid.rows)
        names = std::max(names, grid.names_are_formulas
                                    ? set_paper_formula(name, formula, measure).width
                                    : std::max(measure.width(marked.font, marked.size, name),
                                               measure.width(name_style.font, name_style.size, name)) +
                                          1);
    if (!grid.names_are_formulas) names = std::min(names, scale * grid.most_name);
    const float left = grid.rows.empty() ? 0 : names + gap;
    const std::size_t columns = grid.cells.empty() ? 0 : grid.cells.front().size();

    SetGrid set;
    Figure& figure = set.block.figure;
    set.width = left + cell_width * static_cast<float>(columns);
    float y = 0;
    if (!grid.title.empty()) {
        drawing::SetFormula title = set_paper_formula(grid.title, formula, measure);
        append(figure, drawing::moved(std::move(title.figure), left, 16 * scale - title.baseline));
        set.width = std::max(set.width, left + title.width);
        y += scale * title_height;
    }
    if (!grid.columns.empty()) {
        for (std::size_t j = 0; j < columns; ++j)
            figure.emplace_back(line_at(
                left + cell_width * (static_cast<float>(j) + 0.5F), y + names_line / 2,
                drawing::elided(grid.columns[j], cell_width - 4, name_style.font, name_style.size, measure),
                name_style, Align::centre));
        y += names_line;
    }
    for (std::size_t i = 0; i < grid.cells.size(); ++i) {
        const bool is_marked = grid.marked_row == i;
        if (is_marked)
            figure.emplace_back(
                drawing::Fill{{left, y, cell_width * static_cast<float>(columns), cell_height}, shade});
        if (grid.names_are_formulas) {
            drawing::SetFormula name = set_paper_formula(grid.rows[i], formula, measure);
            append(figure, drawing::moved(std::move(name.figure), left - gap - name.width,
                                          y + 0.68F * cell_height - name.baseline));
        } else if (!grid.rows.empty()) {
            const TextStyle& style = is_marked ? marked : name_style;
            figure.emplace_back(line_at(left - gap, y + cell_height / 2,
                                        drawing::elided(grid.rows[i], names, style.font, style.size, measure),
                                        style, Align::right));
        }
        for (std::size_t j = 0; j < columns; ++j)
            add_cell(figure, grid.cells[i][j],
                     {left + cell_width * static_cast<float>(j), y, cell_width, cell_height}, scale);
        y += cell_height;
    }
    set.block.height = y + 1;
    return set;
}

Block beside(std::vector<SetGrid> grids, float gap) {
    Block row;
    for (const SetGrid& grid : grids)
        row.height = std::max(row.height, grid.block.height);
    float x = 0;
    for (SetGrid& grid : grids) {
        append(row.figure, drawing::moved(std::move(grid.block.figure), x, row.height - grid.block.height));
        x += grid.width + gap;
    }
    return row;
}

} // namespace worksheet
