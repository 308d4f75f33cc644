// softmax(QKᵀ/√d_k)·V, lit part by part, each with the numbers that it gives for the arrows on the stage.

#include "drawing/figures/formula.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/views/stage/stage.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr float formula_on_stage = 60, row_high = 76, least_row_with_words = 58,
                widest = 900; // design pixels

/// The part's key in the formula, and the texts about it: how it is written, the same with what it is, and
/// what it does.
struct Part {
    const char *key, *symbol, *name, *says;
};
constexpr std::array<Part, formula_parts> parts{
    {{"scores", "stage.symbol_scores", "stage.part_scores", "stage.says_scores"},
     {"scale", "stage.symbol_scale", "stage.part_scale", "stage.says_scale"},
     {"softmax", "stage.symbol_softmax", "stage.part_softmax", "stage.says_softmax"},
     {"weighted_sum", "stage.symbol_sum", "stage.part_sum", "stage.says_sum"}}};

constexpr const char* formula_markup =
    R"(\part{softmax}{\rm{softmax}( \frac{\part{scores}{\q{Q} \k{K}^{\rm{T}}}}{\part{scale}{\sqrt{d_{k}}}} )} \part{weighted_sum}{\v{V}})";

constexpr float number_column = 88; // design pixels: as wide as a word of a plane
constexpr float letters = 19, lit_letters = 21, letters_on_slide = 25, words_on_slide = 20;

/// What the part gives, ending at `right` (its middle): a number for each word, or the new row.
void draw_numbers(Ui& ui, const attention::HeadTrace& head, std::size_t part, Point right, float size,
                  Font font, Rgba ink) {
    const std::array<const base::Matrix*, formula_parts> results{&head.scores, &head.scaled, &head.weights,
                                                                 &head.output};
    const base::Matrix& row = *results[part];
    const bool of_words = part + 1 < formula_parts;
    std::string all;
    for (Index j = 0; j < row.cols(); ++j) {
        const std::string number = number_text(row(0, j), part == 0 ? 1 : 2);
        if (of_words)
            ui.canvas.text({right.x - ui.px(number_column) * static_cast<float>(row.cols() - 1 - j), right.y},
                           number, font, size, ink, Align::right);
        all += (j > 0 ? ", " : "") + number;
    }
    if (!of_words) ui.canvas.text(right, "(" + all + ")", font, size, ink, Align::right);
}

} // namespace

void draw_formula_page(StageFrame& frame) {
    Ui& ui = frame.ui;
    StageState& state = frame.state;
    const Rect& area = frame.area;
    const attention::HeadTrace& head = frame.staged->arrows->trace.heads.front();
    const float wide = std::min(ui.px(widest), area.width - 2 * ui.px(24)), left = area.centre().x - wide / 2;

    // A slide is not pointed at: a part that is lit would look like the answer.
    FormulaStyle style{.size = ui.px(formula_on_stage),
                       .lit_part = frame.on_slide ? "" : parts[state.part].key};
    SetFormula set = set_formula(formula_markup, style, ui.theme.palette(), ui.canvas);
    if (set.width > wide) {
        style.size *= wide / set.width;
        set = set_formula(formula_markup, style, ui.theme.palette(), ui.canvas);
    }
    const float gap = std::min(ui.px(56), 0.08F * area.height);
    const auto count = static_cast<float>(parts.size());
    const float high = std::min(ui.px(row_high), (area.height - set.height - gap - ui.px(16)) / count);
    const float top = area.y + std::max(ui.px(8), (area.height - set.height - gap - high * count) / 2);
    const Point corner{area.centre().x - set.width / 2, top};
    ui.anchors.add("stage/formula", {corner.x, corner.y, set.width, set.height});
    const auto boxes = set.parts;
    ui.canvas.paint(moved(std::move(set.figure), corner.x, corner.y));

    // A part can be pointed at in the formula as well: the innermost under the mouse.
    const Rect* under = nullptr;
    for (const auto& [key, box] : boxes) {
        const Rect place{corner.x + box.x, corner.y + box.y, box.width, box.height};
        if (!place.contains(ui.mouse) || (under && under->width <= box.width)) continue;
        under = &box;
        const auto found =
            std::ranges::find(parts, key, [](const Part& part) { return std::string(part.key); });
        if (found != parts.end() && !frame.on_slide)
            state.part = static_cast<std::size_t>(found - parts.begin());
    }

    for (std::size_t i = 0; i < parts.size(); ++i) {
        const Rect row{left, top + set.height + gap + high * static_cast<float>(i), wide, high - ui.px(8)};
        const bool lit = !frame.on_slide && i == state.part;
        const Touch t = touch(ui, "stage/part/" + std::string(parts[i].key), row, !frame.on_slide);
        if (lit) draw_selected(ui, row, ui.px(10));
        if (t.focused) focus_ring(ui, row, ui.px(10));
        if (!frame.on_slide && (t.hovered || t.clicked)) state.part = i;
        const float x = row.x + ui.px(20), middle = row.centre().y;
        const float usual = frame.on_slide ? letters_on_slide : letters,
                    size = ui.px(lit ? lit_letters : usual);
        // What they are is asked; and a slide has room for the names alone.
        const bool asks = frame.hides(),
                   says = !asks && !frame.on_slide && high >= ui.px(least_row_with_words);
        subscripted(ui, {x, says ? middle - ui.px(12) : middle},
                    ui.text(asks ? parts[i].symbol : parts[i].name),
                    lit ? Font::sans_bold : Font::sans_medium, ui.px(usual), ui[Role::text]);
        if (says)
            subscripted(ui, {x, middle + ui.px(14)}, ui.text(parts[i].says), Font::sans, ui.px(headline_size),
                        ui[Role::quiet]);
        draw_numbers(ui, head, i, {row.right() - ui.px(20), middle}, size, lit ? Font::mono_bold : Font::mono,
                     ui[lit || frame.on_slide ? Role::text : Role::quiet]);
    }
    // The words whose numbers these are.
    const std::vector<std::string>& words = frame.staged->arrows->names.keys;
    for (std::size_t j = 0; j < words.size(); ++j)
        ui.canvas.text(
            {left + wide - ui.px(20) - ui.px(number_column) * static_cast<float>(words.size() - 1 - j),
             top + set.height + gap - ui.px(10)},
            words[j], Font::sans_medium, ui.px(frame.on_slide ? words_on_slide : headline_size),
            ui[Role::key], Align::right);
}

} // namespace ui
