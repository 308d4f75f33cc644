// A stage, opened: theirs − ours = the difference, in one colour range.
#include "base/text.h"
#include "drawing/figures/matrix.h"
#include "drawing/shapes/fitted_text.h"
#include "exercise/telling.h"
#include "narration/wording.h"
#include "ui/board/quantity_look.h"
#include "ui/views/check/check.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using exercise::CheckedStage;

namespace {

// Of a cell, design pixels.
constexpr float largest_width = 58, largest_height = 42, readable_width = 39.5F, readable_height = 24,
                small_cell = 15;
constexpr float signs = 30, above = 52, below = 72, least_picture = 170; // above: title and names of columns

/// What rows and columns of a stage stand for.
std::pair<const char*, const char*> axes_of(const std::string& stage) {
    static const std::array<const char*, 4> of_keys{"scores", "scaled", "masked", "weights"};
    if (std::ranges::find(of_keys, stage) != of_keys.end()) return {"query", "key"};
    return {"row", "column"};
}

/// Which block of the stage is shown, and how many there are.
std::size_t block_shown(const CheckFrame& frame, const CheckedStage& stage) {
    const std::size_t count = stage.ours.size();
    return std::min(frame.state.shown.block.value_or(stage.difference.block), count - 1);
}

/// The stages of the opened tile, item and head, as choices in one line; returns the height used.
float draw_choices(CheckFrame& frame, const Rect& at, const CheckedStage& stage) {
    Ui& ui = frame.ui;
    float x = at.x;
    bool any = false;
    const auto choose = [&](const std::string& label, const std::string& name,
                            const std::vector<std::string>& labels, std::size_t on) -> int {
        if (labels.size() < 2) return -1;
        any = true;
        if (!label.empty()) {
            ui.canvas.text({x, at.y + ui.px(control_height) / 2}, label, Font::sans, ui.px(card_size),
                           ui[Role::quiet]);
            x += ui.canvas.width(Font::sans, ui.px(card_size), label) + ui.px(10);
        }
        const int clicked = choice(ui, name, {x, at.y}, labels, static_cast<int>(on));
        x += choice_width(ui, labels) + ui.px(20);
        return clicked;
    };
    for (const StageTile& tile : tiles_of(frame.level())) {
        std::vector<std::string> names, keys;
        std::size_t on = 0;
        for (const std::size_t i : tile.stages) {
            if (frame.level().stages[i] == stage.name) on = keys.size() + 1;
            keys.push_back(frame.level().stages[i]);
            names.push_back(frame.of_stage("stage", frame.level().stages[i]));
        }
        if (on == 0) continue;
        const int clicked = choose({}, "check/of_tile", names, on - 1);
        if (clicked < 0) continue;
        frame.state.shown.stage = keys[static_cast<std::size_t>(clicked)];
        frame.state.shown.block.reset();
        ui.motion.draw_again();
    }
    const std::size_t block = block_shown(frame, stage),
                      items = static_cast<std::size_t>(frame.question()->items()),
                      heads = stage.ours.size() / items;
    const auto numbers = [](std::size_t count) {
        std::vector<std::string> all;
        for (std::size_t i = 0; i < count; ++i)
            all.push_back(std::to_string(i));
        return all;
    };
    if (stage.fits) {
        const int item = choose(frame.text("item"), "check/item", numbers(items), block / heads);
        const int head = choose(frame.text("head"), "check/head", numbers(heads), block % heads);
        if (item >= 0) frame.state.shown.block = static_cast<std::size_t>(item) * heads + block % heads;
        if (head >= 0) frame.state.shown.block = block / heads * heads + static_cast<std::size_t>(head);
        if (item >= 0 || head >= 0) ui.motion.draw_again();
    }
    return any ? ui.px(control_height + 14) : 0;
}

// Shapes that do not fit, as they are.

void draw_outline(CheckFrame& frame, const Rect& place, const std::string& title,
                  const std::vector<std::int64_t>& shape, Role role) {
    Ui& ui = frame.ui;
    ui.canvas.text({place.x, place.y}, title, Font::sans_bold, ui.px(body_size), ui[Role::text]);
    ui.canvas.text({place.x + ui.canvas.width(Font::sans_bold, ui.px(body_size), title) + ui.px(10), place.y},
                   model::shape_text(shape), Font::mono, ui.px(label_size), ui[role]);
    if (shape.empty()) return;
    const auto columns = static_cast<float>(shape.back()),
               rows = shape.size() > 1 ? static_cast<float>(shape[shape.size() - 2]) : 1;
    const float cell =
        std::min({ui.px(20), (place.width - ui.px(8)) / columns, (place.height - ui.px(24)) / rows});
    const float y = place.y + ui.px(20);
    if (cell < 4) { // too small to be told apart
        ui.canvas.stroke({place.x, y, cell * columns, cell * rows}, ui[role].faded(0.6F), ui.px(1), ui.px(2));
        return;
    }
    for (float i = 0; i < rows; i += 1)
        for (float j = 0; j < columns; j += 1)
            ui.canvas.stroke(Rect{place.x + j * cell, y + i * cell, cell, cell}.inset(1),
                             ui[role].faded(0.6F), ui.px(1), ui.px(2));
}

float draw_shapes(CheckFrame& frame, const Rect& at, const CheckedStage& stage) {
    Ui& ui = frame.ui;
    const float y = at.y + ui.px(12);
    const float height = ui.px(150), half = at.width / 2;
    draw_outline(frame, {at.x, y, half - ui.px(16), height}, frame.text("yours"), stage.found,
                 Role::positive);
    draw_outline(frame, {at.x + half, y, half - ui.px(16), height}, frame.text("ours"), stage.wanted,
                 Role::quiet);
    return y + height;
}

// The three matrices.

/// Side by side; or, where their numbers could not be read so, one of them large beside small pictures of
/// theirs and ours.
struct ThreePlan {
    std::array<MatrixLayout, 3> layouts; ///< theirs, ours, difference; the last is the large one
    float names = 0;
    bool one_large = false;
};

/// The height of a cell: what the room allows, as long as its digits can be read.
float cell_height(const Ui& ui, const Rect& at, Index rows, float wide, bool has_digits) {
    const float room = std::max(at.height - ui.px(above + below), ui.px(has_digits ? 0 : least_picture));
    const float high = room / static_cast<float>(rows);
    if (has_digits) return std::clamp(high, ui.px(readable_height), std::min(ui.px(largest_height), wide));
    return std::min({high, ui.px(largest_height), std::max(wide, ui.px(8))});
}

ThreePlan lay_out_three(const Ui& ui, const Rect& at, Index rows, Index columns) {
    constexpr Index most_read = 16; // rows
    ThreePlan plan;
    plan.names = ui.px(34);
    const auto many = static_cast<float>(columns), lines = static_cast<float>(rows);
    const float room = at.width - plan.names, gap = ui.px(signs), readable = ui.px(readable_width);
    const float side = (room - 2 * gap) / 3, small = std::max(ui.px(small_cell) * many, ui.px(72));
    const float large = room - small - 2 * gap;
    plan.one_large = side / many < readable && large / many >= readable && rows <= most_read;
    const bool has_digits = plan.one_large || side / many >= readable;
    const float wide = std::min(ui.px(largest_width), (plan.one_large ? large : side) / many);
    const float high = cell_height(ui, at, rows, wide, has_digits);
    const float x = at.x + plan.names, y = at.y + ui.px(above);
    const auto placed = [&](float left, float top, float width, float height) {
        return fit({left, top, width * many, height * lines}, rows, columns, width, height);
    };
    if (plan.one_large) {
        const float heading = ui.px(26), all = high * lines;
        const float low = std::min(ui.px(small_cell), (all - 2 * heading) / 2 / lines + ui.px(3));
        const float top = y - ui.px(above) + ui.px(14) + heading;
        plan.layouts[0] = placed(at.x, top, ui.px(small_cell), low);
        plan.layouts[1] =
            placed(at.x, plan.layouts[0].area.bottom() + heading + ui.px(8), ui.px(small_cell), low);
        plan.layouts[2] = placed(at.x + small + gap + plan.names, y, wide, high);
        return plan;
    }
    float left = x;
    for (MatrixLayout& layout : plan.layouts) {
        layout = placed(left, y, wide, high);
        left = layout.area.right() + gap;
    }
    return plan;
}

/// Theirs and ours in as many digits as tell them apart.
std::pair<std::string, std::string> told_apart(double theirs, double ours) {
    for (int digits = 5; digits < 9; ++digits)
        if (const auto a = number_of_answer(theirs, digits), b = number_of_answer(ours, digits); a != b)
            return {a, b};
    return {number_of_answer(theirs, 9), number_of_answer(ours, 9)};
}

/// What is on screen of an opened stage.
struct OpenedBlock {
    const CheckedStage& stage;
    const StageNumbers& numbers;
    std::size_t block;
    ThreePlan plan;
    std::optional<CellPlace> pointed; ///< the cell under the mouse, in one of the three

    Index rows() const { return stage.ours[block].rows(); }
    Index columns() const { return stage.ours[block].cols(); }
};

MatrixOptions options_of(const Ui& ui, const OpenedBlock& of, const MatrixLayout& layout, bool names_rows) {
    constexpr float readable_name = 18; // design pixels
    MatrixOptions options;
    options.range = of.numbers.range;
    options.scale = ui.theme.scale;
    options.digit_limits = digits_read(ui.theme);
    options.hovered = of.pointed;
    options.frame_row = options.frame_column = options.bold_marks = false;
    options.row_role = options.column_role = Role::text;
    const exercise::Difference& worst = of.stage.difference;
    if (!worst.agrees && worst.block == of.block) {
        options.marked_row = worst.row;
        options.marked_column = worst.column;
    }
    const auto index = [](Index i) { return std::to_string(i); };
    if (names_rows && layout.cell_height >= ui.px(readable_name)) options.row_name = index;
    if (layout.cell_width >= ui.px(1.6F * readable_name)) options.column_name = index;
    return options;
}

/// "Yours 5 × 4" above a matrix.
void draw_heading(CheckFrame& frame, const OpenedBlock& of, const Rect& area, float y,
                  const std::string& title, bool with_size) {
    Ui& ui = frame.ui;
    ui.canvas.text({area.x, y}, title, Font::sans_bold, ui.px(body_size), ui[Role::text]);
    const std::string size = std::to_string(of.rows()) + " × " + std::to_string(of.columns());
    const float after = ui.canvas.width(Font::sans_bold, ui.px(body_size), title) + ui.px(10);
    const float wide = ui.canvas.width(Font::sans, ui.px(label_size), size);
    if (with_size && after + wide <= std::max(area.width, ui.px(120)))
        ui.canvas.text({area.x + after, y}, size, Font::sans, ui.px(label_size), ui[Role::quiet]);
}

/// What rows and columns are, and the colours of all three.
void draw_legend(CheckFrame& frame, const OpenedBlock& of, float y) {
    Ui& ui = frame.ui;
    const float size = ui.px(label_size), left = of.plan.layouts.front().area.x;
    const float right = std::max(of.plan.layouts.back().area.right(), left + ui.px(420));
    const Range range = of.numbers.range;
    const float legend = legend_width(ColourMap::signed_values, range, size, ui.canvas);
    const auto [row, column] = axes_of(of.stage.name);
    const std::string axes =
        frame.text(row) + " ↓  " + frame.text(column) + " →   " + frame.text("one_range");
    ui.canvas.text_within({left, y}, right - left - legend - ui.px(16), axes, Font::sans, size,
                          ui[Role::quiet]);
    ui.canvas.paint(legend_figure(ColourMap::signed_values, range,
                                  {right - legend, y - ui.px(8), legend, ui.px(16)}, size, ui.theme.palette(),
                                  ui.canvas));
}

/// All digits of a cell.
std::string cell_told(const CheckFrame& frame, const OpenedBlock& of, CellPlace at) {
    const auto [theirs, ours] =
        told_apart(of.stage.theirs[of.block](at.row, at.column), of.stage.ours[of.block](at.row, at.column));
    return frame.plain("cell_hint",
                       {{"row", std::to_string(at.row)},
                        {"column", std::to_string(at.column)},
                        {"theirs", theirs},
                        {"ours", ours},
                        {"apart", number_of_answer((*of.numbers.apart[of.block])(at.row, at.column), 5)}});
}

/// The numbers of the three by their places: theirs, ours, difference.
const std::array matrix_names{"yours", "ours", "apart"};

void paint_one(CheckFrame& frame, const OpenedBlock& of, std::size_t which, const MatrixLayout& layout,
               bool names_rows, bool is_small) {
    Ui& ui = frame.ui;
    const std::array all{&of.numbers.theirs, &of.numbers.ours, &of.numbers.apart};
    MatrixOptions options = options_of(ui, of, layout, names_rows);
    if (is_small) {
        options.digits = false;
        options.column_name = {};
        options.gap = 1;
    }
    ui.canvas.paint(matrix_figure((*all[which])[of.block], layout, options, ui.theme.palette(), ui.canvas));
}

/// Side by side, with their signs; returns where they end.
float draw_beside(CheckFrame& frame, const OpenedBlock& of) {
    Ui& ui = frame.ui;
    const std::array after{"−", "=", ""};
    float bottom = 0;
    for (std::size_t i = 0; i < matrix_names.size(); ++i) {
        const Rect& area = of.plan.layouts[i].area;
        const bool last = i + 1 == matrix_names.size();
        draw_heading(frame, of, area, area.y - ui.px(38), frame.text(matrix_names[i]), !last);
        paint_one(frame, of, i, of.plan.layouts[i], i == 0, false);
        ui.anchors.add(std::string("check/") + matrix_names[i], area);
        bottom = std::max(bottom, area.bottom());
        if (!last)
            ui.canvas.text({area.right() + ui.px(signs) / 2, area.centre().y}, after[i], Font::sans,
                           ui.px(22), ui[Role::quiet], Align::centre);
    }
    return bottom;
}

/// The chosen one in numbers, theirs and ours small beside it.
float draw_large(CheckFrame& frame, const OpenedBlock& of) {
    Ui& ui = frame.ui;
    std::size_t& large = frame.state.shown.large;
    float bottom = 0;
    const auto choose = [&](std::size_t which) {
        large = which;
        ui.motion.draw_again();
    };
    for (std::size_t i = 0; i < 2; ++i) {
        const Rect& area = of.plan.layouts[i].area;
        if (touch(ui, std::string("check/") + matrix_names[i], area).clicked) choose(i);
        draw_heading(frame, of, area, area.y - ui.px(15), frame.text(matrix_names[i]), i == 0);
        paint_one(frame, of, i, of.plan.layouts[i], false, true);
        bottom = std::max(bottom, area.bottom());
    }
    const MatrixLayout& layout = of.plan.layouts.back();
    std::vector<std::string> titles;
    for (const char* name : matrix_names)
        titles.push_back(frame.text(name));
    const float line = ui.px(28);
    if (const int clicked =
            choice(ui, "check/large", {layout.area.x, layout.area.y - ui.px(above) - ui.px(2)}, titles,
                   static_cast<int>(large), line);
        clicked >= 0)
        choose(static_cast<std::size_t>(clicked));
    paint_one(frame, of, large, layout, true, false);
    ui.anchors.add("check/apart", layout.area);
    return std::max(bottom, layout.area.bottom());
}

float draw_three(CheckFrame& frame, const Rect& at, const CheckedStage& stage, const StageNumbers& numbers) {
    Ui& ui = frame.ui;
    OpenedBlock of{stage, numbers, block_shown(frame, stage), {}, {}};
    of.plan = lay_out_three(ui, at, of.rows(), of.columns());
    for (const MatrixLayout& layout : of.plan.layouts)
        if (const auto cell = cell_at(layout, ui.mouse)) of.pointed = cell;
    const float bottom = of.plan.one_large ? draw_large(frame, of) : draw_beside(frame, of);
    if (of.pointed) ui.cursor_hint = cell_told(frame, of, *of.pointed);
    draw_legend(frame, of, bottom + ui.px(18));
    return bottom + ui.px(34);
}

} // namespace

float tell_shape(CheckFrame& frame, const Rect& at, const CheckedStage& stage) {
    Ui& ui = frame.ui;
    const auto shape = [](const std::vector<std::int64_t>& of) {
        return narration::toned(model::shape_text(of), narration::Tone::number);
    };
    float y = at.y;
    y += paragraph(
        ui, {at.x, y}, at.width,
        ui.said("check.shape_found", {{"found", shape(stage.found)}, {"wanted", shape(stage.wanted)}}),
        body_size);
    if (stage.transpose_fits)
        y += paragraph(ui, {at.x, y}, at.width, {{frame.text("shape_transpose")}}, body_size);
    return y;
}

float tell_worst(CheckFrame& frame, const Rect& at, const CheckedStage& stage) {
    Ui& ui = frame.ui;
    const exercise::Difference& d = stage.difference;
    const auto toned = [](std::string text) {
        return narration::toned(std::move(text), narration::Tone::number);
    };
    if (d.agrees)
        return at.y +
               paragraph(ui, {at.x, at.y}, at.width,
                         ui.said("check.worst_agrees", {{"largest", toned(number_of_answer(d.largest, 2))}}),
                         note_size, false, Role::quiet);
    const double theirs = stage.theirs[d.block](d.row, d.column), ours = stage.ours[d.block](d.row, d.column);
    std::size_t all = 0;
    for (const exercise::Numbers& block : stage.ours)
        all += static_cast<std::size_t>(block.size());
    return at.y +
           paragraph(ui, {at.x, at.y}, at.width,
                     ui.said("check.worst", {{"cells", {{std::to_string(d.cells)}}},
                                             {"all", {{std::to_string(all)}}},
                                             {"place", {{exercise::place_text(stage, *frame.question())}}},
                                             {"theirs", toned(told_apart(theirs, ours).first)},
                                             {"ours", toned(told_apart(theirs, ours).second)}}),
                     body_size);
}

float draw_opened(CheckFrame& frame, const Rect& at) {
    Ui& ui = frame.ui;
    const ShownTry& now = *frame.shown_try();
    const std::string name = frame.opened_stage();
    const auto& stages = now.attempt.checked->stages;
    const auto found = std::ranges::find(stages, name, &CheckedStage::name);
    float y = at.y;
    if (found == stages.end())
        return y +
               paragraph(ui, {at.x, y}, at.width,
                         ui.said("check.not_saved", {{"stage", {{frame.of_stage("stage", name)}}}}),
                         body_size, false, Role::quiet) +
               ui.px(18);
    y += draw_choices(frame, {at.x, y, at.width, 0}, *found);
    const bool is_above = &*found == now.attempt.checked->first_wrong(); // above, with what happened
    if (!found->fits) {
        if (!is_above) y = tell_shape(frame, {at.x, y, at.width, 0}, *found);
        return draw_shapes(frame, {at.x, y, at.width, 0}, *found) + ui.px(16);
    }
    const auto& numbers = now.stages[static_cast<std::size_t>(found - stages.begin())];
    const float room = at.height - (y - at.y) - (is_above ? 0 : ui.px(30));
    y = draw_three(frame, {at.x, y, at.width, room}, *found, numbers);
    if (!is_above) y = tell_worst(frame, {at.x, y, at.width, 0}, *found);
    return y + ui.px(14);
}

} // namespace ui
