#include "ui/lesson/lecture_pass.h"

#include "drawing/arc_layout.h"
#include "drawing/arc_sizes.h"
#include "ui/board/words.h"
#include "ui/lesson/lecture_row.h"
#include "ui/widgets/scope.h"

#include <algorithm>

namespace ui {

using namespace drawing;

namespace {

// A matrix in design pixels: rows with digits of 11 in them, and what stands above and below them.
constexpr float readable_row = 21.5F, beside_rows = column_names_height + 8;
constexpr float words_gap = 6;
constexpr float least_self = 112, least_cross = 154; // for the words and one row, design pixels
constexpr float side_names = 38;                     // "Left", "Right", design pixels
// Two passes have no letters of 11 design pixels: in these, more words find room on a line.
constexpr float letters_of_two = 11 / 11.5F;
constexpr float high_picture = 250; // room for high arcs above the words, design pixels

/// The least height of the words at the stage.
float least_words(const Ui& ui, const Scene& scene) {
    const bool cross = scene.trace().input.is_cross();
    if (cross || scene.selection.stage >= attention::StageId::scores)
        return arc_height(cross, false, ui.theme.scale);
    return ui.px(arc_sizes::box + arc_sizes::weight_line);
}

base::Index shown_rows(const Scene& scene) {
    return scene.trace().matrix(shown_product(scene).result, scene.selection.head).rows();
}

/// The words, with high arcs where that leaves room for what is `below`. At a stage that has no arcs their
/// room may be left out. Returns the height.
float draw_sentence(Ui& ui, const Scene& scene, const Rect& area, float below, bool one_of_two) {
    Actions none;
    const auto fits = [&](bool high_arcs) {
        const bool cross = scene.trace().input.is_cross();
        return area.height - arc_height(cross, high_arcs, ui.theme.scale) - ui.px(words_gap) >= below;
    };
    if (scene.selection.stage < attention::StageId::scores && (one_of_two || !fits(false)))
        return draw_words_alone(ui, scene, area, none);
    return draw_words(ui, scene, area, none, area.height > ui.px(high_picture) && fits(true));
}

} // namespace

void draw_pass(Ui& ui, BoardState& board, const Scene& scene, const Rect& area, PassLook look) {
    Actions none;
    const bool one_of_two = look == PassLook::one_of_two;
    const float matrix = ui.px(static_cast<float>(shown_rows(scene)) * readable_row + beside_rows);
    // A whole matrix has the words as its names: it may do without them above.
    const bool alone = look == PassLook::matrix && area.height >= matrix &&
                       area.height - least_words(ui, scene) - ui.px(words_gap) < matrix;
    const float words = alone ? 0 : draw_sentence(ui, scene, area, matrix, one_of_two) + ui.px(words_gap);
    const float top = area.y + words;
    Rect rest{area.x, top, area.width, area.bottom() - top};
    if ((one_of_two || rest.height < matrix) && suits_row(ui, scene, area.width))
        return draw_lecture_row(ui, board.last.ranges, scene, rest);
    // Above the names of its columns a board has room for a symbol, which is not shown here.
    rest.y -= ui.px(symbol_height);
    rest.height += ui.px(symbol_height);
    board.look = {.factors = false, .caption = false, .controls = false, .foot = false};
    draw_board(ui, board, scene, rest, none);
}

void draw_both_passes(Ui& ui, BoardState& left_board, const Scene& left, BoardState& right_board,
                      const Scene& right, const Rect& area) {
    const float gap = ui.px(10), names = ui.px(side_names), high = (area.height - gap) / 2;
    const auto draw = [&](const char* side, BoardState& board, const Scene& scene, float y) {
        // Beside a long question there is less height: letters shrink rather than overlap.
        const bool cross = scene.trace().input.is_cross();
        Theme theme = ui.theme;
        theme.scale *= std::min(letters_of_two, high / ui.px(cross ? least_cross : least_self));
        Ui scoped = ui.in(theme);
        const Scope scope(scoped, std::string(side) + "/");
        const Rect half{area.x + names, y, area.width - names, high};
        ui.canvas.text_within({area.x, y + ui.px(14)}, names,
                              ui.text(side[0] == 'l' ? "compare.left" : "compare.right"), Font::sans_bold,
                              ui.px(label_size), ui[Role::quiet]);
        draw_pass(scoped, board, scene, half, PassLook::one_of_two);
    };
    draw("left", left_board, left, area.y);
    ui.canvas.line({area.x, area.y + high + gap / 2}, {area.right(), area.y + high + gap / 2},
                   ui[Role::hairline], ui.px(1));
    draw("right", right_board, right, area.y + high + gap);
}

} // namespace ui
