// A card: the words of one side with what reads what, and the stage's result below them.
#include "narration/narration.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/words.h"
#include "ui/chrome/weights_menu.h"
#include "ui/views/compare/compare.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <initializer_list>
#include <optional>

namespace ui {

using namespace drawing;
using attention::Cell;
using base::Index;
using base::Matrix;

namespace {

// Design pixels at reading size.
constexpr float cell_width = 66, cell_height = 25; // with half a gap on every side
constexpr float cells_left = 98, cells_edge = 18, cells_foot = 16;
constexpr float cells_top = 282, strip_top = 66, least_arcs = 40;
constexpr float sentence_below = 96, most_higher_arcs = 120, most_grown = 1.36F; // in a high card
constexpr float names_below = 16; // room for names of columns below words that are not over them
constexpr float words_high = heading_height + heading_gap;
constexpr float least_equal = 8; // if equal cells were smaller than this, each side gets its own
// Pixels, more in a large window: below this height only one row has digits.
constexpr float least_for_all_digits = 22;
// Design pixels.
constexpr float margin_of_names = 16; // from a card's edge to the names of its rows
constexpr float heading_middle = 34, heading_large = 21.5F, heading_small = 18;
constexpr float share_of_heading = 0.54F; // of the card's width; then come the choices of the stage

/// The largest number of rows and of columns of words that a stage has.
Index most_rows(const Scene& scene) {
    return std::max(scene.trace().n(), scene.trace().m());
}

float left_of_cells(const Ui& ui, const Scene& scene) {
    return std::max(ui.theme.read(cells_left), board_shape(ui, scene).row_names + ui.px(margin_of_names));
}

bool is_headed(const Scene& scene, const CompareCells& cells) {
    return cells.headed && !scene.trace().input.is_cross();
}

/// Equal ones for the matrices of all these.
CompareCells cells_for(const Ui& ui, std::initializer_list<const Scene*> scenes, const Rect& card) {
    const auto read = [&](float design) { return ui.theme.read(design); };
    CompareCells cells{.size = {read(cell_width), read(cell_height)}};
    float rows = 0;
    for (const Scene* scene : scenes) {
        rows = std::max(rows, static_cast<float>(most_rows(*scene)));
        const auto columns = static_cast<float>(std::max(scene->trace().m(), shown_result(*scene).cols()));
        const float room = card.width - left_of_cells(ui, *scene) - read(cells_edge);
        cells.size.width = std::min(cells.size.width, room / columns);
    }
    cells.headed = true;
    for (const Scene* scene : scenes)
        if (!scene->trace().input.is_cross() && !can_head(ui, *scene, cells.size.width)) cells.headed = false;
    const float room = card.height - read(cells_foot);
    // In a high card cells and arcs share what is left above the sentence that may stand below.
    float spare = std::max(0.0F, room - read(cells_top + sentence_below) - rows * cells.size.height);
    const float taller = std::min(cells.size.height * (most_grown - 1), spare / (2 * rows));
    cells.size.height += taller;
    spare -= rows * taller;
    const float most = read(cells_top) + std::min(spare, read(most_higher_arcs));
    // Arcs give way before cells do.
    const float least = read(strip_top + words_high + least_arcs);
    cells.top = std::clamp(room - rows * cells.size.height, std::min(least, most), most);
    for (const Scene* scene : scenes) {
        const float high = room - cells.top - (is_headed(*scene, cells) ? 0 : read(names_below));
        cells.size.height =
            std::min(cells.size.height, std::max(high, 1.0F) / static_cast<float>(most_rows(*scene)));
    }
    return cells;
}

} // namespace

std::array<CompareCells, 2> compare_cells(Ui& ui, const Scene& left, const Scene& right, const Rect& card) {
    const CompareCells equal = cells_for(ui, {&left, &right}, card);
    const float least = ui.theme.read(least_equal);
    if (equal.size.width >= least && equal.size.height >= least) return {equal, equal};
    return {cells_for(ui, {&left}, card), cells_for(ui, {&right}, card)};
}

namespace {

// The heading.

std::string title_of(const Ui& ui, const Scene& scene) {
    return ui.text(scene.trace().input.is_cross() ? "compare.cross" : "compare.self");
}

/// "French asks, English answers".
std::string subtitle_of(const Ui& ui, const Scene& scene) {
    if (scene.pass().document.text.empty()) return ui.text("compare.rows_ask");
    if (!scene.trace().input.is_cross()) return ui.text("compare.asks_itself");
    const std::string asks = language_name(ui, scene, false), answers = language_name(ui, scene, true);
    if (asks.empty() || answers.empty() || asks == answers) return ui.text("compare.one_asks");
    return ui.plain("compare.asks", {{"target", {{asks}}}, {"source", {{answers}}}});
}

/// A lesson chooses by itself; and dropout is switched on in the Walkthrough.
bool has_choices(const CompareCard& frame) {
    const attention::StageId stage = frame.scene.selection.stage;
    if (frame.guided || stage == attention::StageId::input) return false;
    return stage < attention::StageId::softmax || frame.scene.pass().document.dropout.rate > 0;
}

/// The title, what is unusual about the document (or what the title means), and the choices of the stage.
void draw_heading(const CompareCard& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    const float y = area.y + ui.px(heading_middle);
    float x = area.x + ui.px(compare_edge);
    const std::string title = title_of(ui, scene);
    ui.canvas.text({x, y}, title, Font::sans_bold, ui.px(heading_large), ui[Role::text]);
    x += ui.canvas.width(Font::sans_bold, ui.px(heading_large), title) + ui.px(14);
    if (workbench::places_of(scene.pass()).size() > 1 && !frame.guided) {
        const Rect line{x, y - ui.px(control_height) / 2, ui.px(widest_layers), ui.px(control_height)};
        const LayerChoice layer = choose_layer(ui, "layer", line, scene.pass());
        if (layer.chosen)
            frame.actions.edit(
                workbench::SetWeights{workbench::with_layer(scene.bench.document().weights, *layer.chosen)});
        x += layer.width + ui.px(14);
    }
    const bool chooses = has_choices(frame);
    const float choices = std::max(area.x + share_of_heading * area.width, x);
    const float room = (chooses ? choices : area.right()) - ui.px(12) - x;
    const std::string subtitle = subtitle_of(ui, scene);
    if (const float high = chips_height(ui, frame.side.chips, scene, room); high > 0)
        draw_chips(ui, frame.side.chips, scene, {x, y - (high - ui.px(chips_gap)) / 2, room, high},
                   frame.actions);
    else if (ui.canvas.width(Font::sans, ui.px(heading_small), subtitle) <= room)
        ui.canvas.text({x, y + ui.px(1)}, subtitle, Font::sans, ui.px(heading_small), ui[Role::quiet]);
    if (chooses)
        draw_stage_choices(ui, scene, {choices, y - ui.px(control_height) / 2}, area.right() - ui.px(12),
                           frame.actions);
}

// The words.

/// Pointing at a word marks its row, or the column of a word of the source, until the mouse leaves it.
void follow_mouse(const CompareCard& frame, const ArcLayout& words) {
    const Scene& scene = frame.scene;
    const auto& t = scene.trace();
    std::optional<Cell> cell;
    if (const auto query = words.queries.word_at(frame.ui.mouse)) {
        workbench::Selection there = scene.selection;
        there.query = *query;
        there.pinned.reset();
        cell = workbench::marked_cell(workbench::focused(there, t), t);
    } else if (const auto key = words.cross ? words.keys.word_at(frame.ui.mouse) : std::nullopt) {
        workbench::Selection there = scene.selection;
        there.key = *key;
        there.pinned.reset();
        cell = workbench::marked_cell(there, t);
    }
    if (cell == frame.side.pointed_at) return;
    frame.side.pointed_at = cell;
    if (!frame.actions.select) frame.actions.select = scene.selection;
    frame.actions.select->hovered = cell;
}

// Beside and below the matrix.

/// The marked cell's explanation, in the Walkthrough's words. It gives away nothing that a later stage will
/// show: a lesson may be asking for it.
narration::Paragraph explanation_of(const Ui& ui, const Scene& scene) {
    narration::Subject subject = subject_of(scene, workbench::pointed(scene.selection));
    subject.foretells = false;
    return ui.texts.narrate(subject).brief;
}

/// The marked weight, and of what it is a share.
narration::Paragraph reading_of(const Ui& ui, const Scene& scene, const Cell& cell) {
    const auto& names = scene.pass().names;
    const bool apart = scene.trace().input.is_cross() && cell.row != cell.column;
    const auto quoted = [](const std::string& word) { return "“" + word + "”"; };
    return ui.said(
        apart ? "compare.reads_apart" : "compare.reads",
        {{"query", narration::toned(quoted(names.row(cell.quantity, cell.row)), narration::Tone::query)},
         {"weight", narration::number(scene.trace().value(cell))},
         {"key", narration::toned(quoted(names.column(cell.quantity, cell.column)), narration::Tone::key)}});
}

/// What the marked cell says.
narration::Paragraph told_beside(const Ui& ui, const Scene& scene) {
    const Cell cell = workbench::marked_cell(workbench::pointed(scene.selection), scene.trace());
    const bool weight = attention::family(cell.quantity) == attention::Family::weight;
    if (weight && !scene.pass().document.text.empty()) return reading_of(ui, scene, cell);
    return explanation_of(ui, scene);
}

/// Whose bands are strong, and how wide one is.
std::string bands_told(const Ui& ui, const Scene& scene) {
    const std::string language = language_name(ui, scene, false);
    if (language.empty()) return ui.text("compare.bands");
    return ui.plain("compare.bands_of", {{"language", {{language}}}});
}

/// Where a matrix leaves room: what the picture says.
void draw_words_beside(const CompareCard& frame, const Rect& cells) {
    Ui& ui = frame.ui;
    const auto read = [&](float design) { return ui.theme.read(design); };
    constexpr float beside = 34, least = 210, below = 22; // design pixels
    const Scene scene = on_show(frame.side.board, frame.scene);
    const float right = frame.area.right() - read(compare_edge), bottom = frame.area.bottom() - read(46);
    const narration::Paragraph told = told_beside(ui, scene);
    /// Where the words end; empty if there is no room for them.
    const auto tell = [&](Point at, float width, const narration::Paragraph& words, float size,
                          Role role) -> std::optional<float> {
        const float end = at.y + paragraph(ui, {}, width, words, size, true, role, 1.5F);
        if (width < read(least) || end > bottom) return {};
        paragraph(ui, at, width, words, size, false, role, 1.5F);
        return end;
    };
    const float x = cells.right() + read(beside);
    float y = cells.bottom() + read(below);
    if (const auto end = tell({x, cells.y + read(6)}, right - x, told, heading_small, Role::text))
        y = std::max(y, *end + read(8));
    else if (const auto lower = tell({cells.x, y}, right - cells.x, told, heading_small, Role::text))
        y = *lower + read(8);
    const bool bands = scene.trace().input.is_cross() && scene.selection.stage >= attention::StageId::softmax;
    if (bands) tell({cells.x, y}, right - cells.x, {{bands_told(ui, scene)}}, card_size + 2, Role::quiet);
}

/// In the lower right corner of the right card, or of the left one if only that has room.
void draw_colours(const CompareCard& frame, const Rect& cells) {
    Ui& ui = frame.ui;
    constexpr float high = 46, wide = 240; // design pixels
    const bool free = cells.bottom() <= frame.area.bottom() - ui.px(high) ||
                      cells.right() <= frame.area.right() - ui.px(wide);
    if (!free || (frame.is_left && frame.side.board.look.coloured)) return;
    const attention::Quantity quantity = shown_product(frame.scene).result;
    const Coloured own =
        frame.side.board.last.ranges.of(frame.scene.shown, quantity, frame.scene.selection.head);
    draw_legend(ui, "legend", frame.side.board.look.coloured.value_or(own),
                {frame.area.right() - ui.px(compare_edge), frame.area.bottom() - ui.px(32)},
                frame.area.width - 2 * ui.px(compare_edge));
}

} // namespace

void draw_compare_card(const CompareCard& frame, const CompareCells& cells) {
    Ui& ui = frame.ui;
    CompareSide& side = frame.side;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    const auto read = [&](float design) { return ui.theme.read(design); };
    const Scope scope(ui, frame.is_left ? "left/" : "right/");
    card(ui, area);
    ui.anchors.add("card", area);
    draw_heading(frame);

    const bool headed = is_headed(scene, cells);
    const float x = area.x + left_of_cells(ui, scene),
                y = area.y + cells.top + (headed ? 0 : read(names_below));
    const float top = area.y + read(strip_top), words_foot = area.y + cells.top - read(heading_gap);
    const Scene seen = on_show(side.board, scene);
    const ArcsLook look{.whole = 18, .beneath = Role::card};
    const auto over = [&](Index columns) {
        return MatrixLayout{
            {x, y, cells.size.width * static_cast<float>(columns), 1}, 1, columns, cells.size.width, 1};
    };
    const ArcLayout words = headed
                                ? draw_headings(ui, seen, over(scene.trace().m()), top, frame.actions, look)
                                : draw_words_facing(ui, seen,
                                                    {area.x + read(compare_edge), top,
                                                     area.width - 2 * read(compare_edge), words_foot - top},
                                                    frame.actions, look);
    follow_mouse(frame, words);

    const Matrix& result = shown_result(scene);
    const bool of_words = attention::column_axis(shown_product(scene).result) == attention::Axis::keys;
    const ProductShape shape = board_shape(ui, scene);
    const float scale = ui.theme.reading_scale();
    side.board.look.factors = side.board.look.controls = side.board.look.foot = false;
    side.board.look.abreast = 2;
    side.board.look.beneath_words = true;
    side.board.look.headed = headed && of_words;
    side.board.look.digits_in_every_row =
        cells.size.height >= least_for_all_digits * std::max(1.0F, ui.theme.reading_scale());
    side.board.look.largest = {cells.size.width / scale, cells.size.height / scale};
    const Rect matrix{x, y, cells.size.width * static_cast<float>(result.cols()),
                      cells.size.height * static_cast<float>(result.rows())};
    const float above = read(column_names_height);
    draw_board(
        ui, side.board, scene,
        {x - shape.row_names, y - above, matrix.width + shape.row_names, matrix.height + above + ui.px(8)},
        frame.actions);
    draw_words_beside(frame, matrix);
    draw_colours(frame, matrix);
}

} // namespace ui
