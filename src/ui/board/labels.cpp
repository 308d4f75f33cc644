#include "ui/board/labels.h"

#include "narration/matrix_words.h"
#include "ui/board/quantity_look.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using attention::Quantity;

void draw_symbol(Ui& ui, const Scene& scene, const OnBoard& matrix, bool has_column_names, float right_limit,
                 const std::string& own_meaning) {
    // The mask stage shows the masked scores even when nothing is hidden.
    const bool masking = scene.stage().id == attention::StageId::mask && matrix.quantity == Quantity::masked;
    const Quantity quantity = masking ? matrix.quantity : name_of(scene.pass(), matrix.quantity);
    const Role role = role_of(quantity);
    const Rect& place = matrix.layout.area;
    const auto read = [&](float design) { return ui.theme.read(design); };
    const float y = place.y - read(has_column_names ? column_names_height + 10 : 12);
    std::string symbol = narration::symbol_in(scene.trace(), quantity);
    if (matrix.transposed) symbol += "ᵀ";
    const float wide = subscripted(ui, {place.x, y}, symbol, Font::sans_bold, read(14), ui[role]);
    const std::string shape =
        std::to_string(matrix.layout.rows) + " × " + std::to_string(matrix.layout.columns);
    ui.canvas.text({place.x + wide + read(5), y}, shape, Font::sans, read(label_size), ui[Role::quiet]);
    const float shape_width = ui.canvas.width(Font::sans, read(label_size), shape);
    const std::string key = narration::meaning_of(scene.trace(), quantity, scene.pass().has_names());
    const std::string meaning = "— " + (own_meaning.empty() ? ui.texts.text(key) : own_meaning);
    const float x = place.x + wide + shape_width + read(10);
    const float room = right_limit - x;
    if (ui.canvas.width(Font::sans, read(label_size), meaning) <= room)
        ui.canvas.text({x, y}, meaning, Font::sans, read(label_size), ui[Role::quiet]);
}

void draw_caption(Ui& ui, const Scene& scene, const attention::Product& product, const MatrixLayout& result,
                  const Rect& board) {
    const std::string words = narration::symbol_in(scene.trace(), product.result) + ", " +
                              std::to_string(result.rows) + " × " + std::to_string(result.columns) + ". " +
                              ui.texts.text(narration::caption_of(scene.trace(), scene.stage()));
    const float half = ui.canvas.width(Font::sans, ui.px(label_size), words) / 2;
    if (2 * half > board.width) {
        const float top = board.bottom() - ui.px(caption_height);
        paragraph(ui, {board.x, top}, board.width, words, Font::sans, label_size, ui[Role::quiet]);
        ui.anchors.add("caption", {board.x, top, board.width, ui.px(caption_height)});
        return;
    }
    const float x = std::clamp(result.area.centre().x, board.x + half, board.right() - half);
    const float y = std::min(result.area.bottom() + ui.px(20), board.bottom() - ui.px(14));
    subscripted(ui, {x, y}, words, Font::sans, ui.px(label_size), ui[Role::quiet], Align::centre);
    ui.anchors.add("caption", {x - half, y - ui.px(10), 2 * half, ui.px(20)});
}

} // namespace ui
