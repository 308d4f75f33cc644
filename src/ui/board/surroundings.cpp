// What stands around the matrices of a stage: their symbols, and the formula with a sentence in the corner
// that the shapes leave free.
#include "drawing/figures/formula.h"
#include "narration/wording.h"
#include "ui/board/board.h"
#include "ui/board/quantity_look.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;

namespace {

// Design pixels at reading size.
constexpr float symbol_size = 26, symbol_gap = 12, heading_middle = 12;
constexpr float formula_size = 48, least_formula = 24, sentence_size = 15, sentence_spacing = 1.5F;

/// The mask stage shows the masked scores even when nothing is hidden.
Quantity named(const Scene& scene, Quantity quantity) {
    const bool masking = scene.stage().id == attention::StageId::mask && quantity == Quantity::masked;
    return masking ? quantity : name_of(scene.pass(), quantity);
}

SetFormula set(const Ui& ui, const std::string& markup, float size) {
    return set_formula(markup, {.size = size, .lit_part = {}}, ui.theme.palette(), ui.canvas);
}

} // namespace

void draw_symbol(Ui& ui, const Scene& scene, const OnBoard& matrix, bool beside_another, float left) {
    const Quantity quantity = named(scene, matrix.quantity);
    const Rect& cells = matrix.layout.area;
    const std::string markup = narration::symbol_formula(scene.trace(), quantity, matrix.transposed);
    const float usual = ui.theme.read(symbol_size);
    const float gap = ui.theme.read(symbol_gap), right = cells.x - gap;
    SetFormula symbol = set(ui, markup, usual);
    if (const float room = right - left; symbol.width > room && room > 0)
        symbol = set(ui, markup, usual * room / symbol.width);
    if (beside_another && symbol.width > ui.theme.read(34) - gap) return; // it is in the formula
    const Rect place{right - symbol.width, cells.y - ui.theme.read(heading_middle) - symbol.height / 2,
                     symbol.width, symbol.height};
    ui.canvas.paint(moved(std::move(symbol.figure), place.x, place.y));
    ui.anchors.add("symbol/" + std::string(attention::key(matrix.quantity)), place);
    if (!place.contains(ui.mouse)) return;
    const std::string key = narration::meaning_of(scene.trace(), quantity, scene.pass().has_names());
    ui.cursor_hint = std::to_string(matrix.layout.rows) + " × " + std::to_string(matrix.layout.columns) +
                     " — " + ui.texts.text(key);
}

float draw_stage_formula(Ui& ui, const Scene& scene, const Rect& room, const std::string& own_words,
                         bool with_sentence) {
    const std::size_t product =
        std::min(scene.selection.product, scene.stage().products(scene.trace()).size() - 1);
    const std::string markup = narration::stage_formula(scene.trace(), scene.selection.stage, product);
    if (!with_sentence && markup.find('=') == std::string::npos) return 0; // its matrix bears the same letter
    const std::string sentence =
        own_words.empty() ? ui.texts.text(narration::caption_of(scene.trace(), scene.stage(), product))
                          : own_words;
    float size = ui.theme.read(formula_size);
    SetFormula formula = set(ui, markup, size);
    size = std::min({size, size * room.width / formula.width, size * room.height / formula.height});
    if (size < ui.theme.read(least_formula)) return 0;
    formula = set(ui, markup, size);
    const float high = formula.height, wide = formula.width;
    const Rect place{room.x, room.y, wide, high};
    ui.canvas.paint(moved(std::move(formula.figure), room.x, room.y));
    ui.anchors.add("stage_formula", place);
    if (!with_sentence) return high;
    const narration::Paragraph words{{sentence, narration::Tone::plain}};
    const float text = sentence_size * ui.theme.reading, gap = ui.theme.read(6);
    const float needed = paragraph(ui, {}, room.width, words, text, true, Role::quiet, sentence_spacing);
    if (high + gap + needed > room.height) return high;
    paragraph(ui, {room.x, room.y + high + gap}, room.width, words, text, false, Role::quiet,
              sentence_spacing);
    ui.anchors.add("caption", {room.x, room.y + high + gap, room.width, needed});
    return high + gap + needed;
}

float stage_formula_height(const Ui& ui) {
    return ui.theme.read(1.2F * formula_size + 6 + 2 * sentence_spacing * sentence_size);
}

} // namespace ui
