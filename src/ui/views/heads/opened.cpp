// The middle card: one head in large, and which columns of Q, K and V belong to it.
#include "attention/score.h"
#include "drawing/figures/matrix.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/tell_heads.h"
#include "ui/board/board.h"
#include "ui/board/figures.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <utility>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

// The middle card.

namespace {

/// "softmax(Q_1K_1ᵀ/√d_k)", as computed by this pass.
std::string weights_formula(const HeadsFrame& frame) {
    const auto& options = frame.scene.trace().options;
    const std::string number = std::to_string(frame.head() + 1);
    const std::string q = "Q_" + number,
                      k = "K_" + std::to_string(frame.layer().key_head_of(frame.head()) + 1);
    std::string score =
        options.score == attention::ScoreFunction::dot ? q + " " + k + "ᵀ" : "score(" + q + ", " + k + ")";
    if (options.scale.kind == attention::ScaleKind::number)
        score += "/" + number_text(options.scale.number, 2);
    else if (const std::string root = attention::divisor_symbol(options.scale.kind); !root.empty())
        score += "/" + root;
    return "A_" + number + " = softmax(" + score + ")";
}

void draw_title(HeadsFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const auto& t = frame.scene.trace();
    const std::string shape = std::to_string(t.n()) + " × " + std::to_string(t.m());
    const LargeMatrix large = frame.large();
    const narration::Values values{{"heads", {{std::to_string(frame.heads())}}},
                                   {"n", {{std::to_string(t.n())}}},
                                   {"m", {{std::to_string(t.m())}}}};
    std::string title, below;
    if (large == LargeMatrix::head) {
        title = narration::head_title(ui.texts, frame.scene.pass().names, t, frame.head(), frame.marked.row);
        if (!frame.is_on(frame.head())) title += " (" + ui.text("heads.off") + ")";
        below = ui.text("heads.weights") + " " + weights_formula(frame) + ", " + shape;
    } else if (large == LargeMatrix::shared) {
        const auto group = frame.layer().heads_of(frame.layer().key_head_of(frame.head()));
        title = ui.plain("heads.shared.title", {{"heads", {{heads_from_to(frame, group)}}}});
        below = ui.plain("heads.shared.subtitle",
                         {{"asker", {{frame.asker()}}},
                          {"count", {{narration::counted_in_words(ui.texts, std::ssize(group))}}}});
    } else {
        const bool average = large == LargeMatrix::average;
        title = ui.text(average ? "heads.average_title" : "heads.maximum_title");
        below = frame.ui.plain(average ? "heads.average_subtitle" : "heads.maximum_subtitle", values);
    }
    ui.anchors.add("heads/title", line);
    ui.canvas.text_within({line.x, line.y + ui.px(9)}, line.width, title, Font::sans_bold,
                          ui.px(headline_size), ui[Role::text]);
    if (!frame.needed)
        subscripted(ui, {line.x, line.y + ui.px(33)}, below, Font::sans, ui.px(label_size), ui[Role::quiet]);
}

/// The weights on the Walkthrough's board, to hover, zoom and change.
void draw_weights(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    frame.state.board.look = {
        .factors = false, .controls = false, .coloured = frame.colours(), .largest = {128, 72}};
    workbench::Selection at_weights = frame.scene.selection;
    at_weights.stage = attention::StageId::softmax;
    at_weights.product = 0;
    const Scene scene{frame.scene.bench, frame.scene.shown, frame.scene.before, at_weights};
    auto done = std::exchange(frame.actions.select, {}); // the list's selection takes precedence
    {
        const Scope scope(ui, "heads/");
        draw_board(ui, frame.state.board, scene, area, frame.actions);
    }
    if (frame.actions.select) {
        frame.actions.select->stage = frame.scene.selection.stage;
        frame.actions.select->product = frame.scene.selection.product;
    }
    if (done) frame.actions.select = done;
}

/// Average or maximum: can be hovered but not changed.
void draw_summary(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    if (!frame.state.shown.study) return;
    const auto& study = *frame.state.shown.study;
    const auto& matrix = frame.large() == LargeMatrix::average ? study.average : study.maximum;
    float beside = 0;
    for (Index i = 0; i < std::min<Index>(matrix->rows(), 200); ++i)
        beside = std::max(beside, ui.canvas.width(Font::sans, ui.px(label_size),
                                                  row_label(frame.scene.pass(), Quantity::weights, i)));
    beside = std::min(beside, ui.px(96)) + ui.px(14);
    const float above = ui.px(column_names_height + 22);
    const MatrixLayout layout =
        fit({area.x + beside, area.y + above, area.width - beside, area.height - above - ui.px(16)},
            matrix->rows(), matrix->cols(), ui.px(128), ui.px(72));
    MatrixOptions options;
    const Coloured coloured = frame.colours();
    options.map = coloured.map;
    options.range = coloured.range;
    options.row_name = [&](Index i) { return row_label(frame.scene.pass(), Quantity::weights, i); };
    options.column_name = [&](Index j) { return column_label(frame.scene.pass(), Quantity::weights, j); };
    options.row_name_width = ui.px(96);
    options.marked_row = frame.marked.row;
    options.marked_column = frame.marked.column;
    options.recede = !frame.on_slide;
    options.bold_marks = frame.on_slide;
    options.scale = ui.theme.scale;
    options.digit_limits = digits_read(ui.theme);
    if (frame.on_slide) options.digit_limits.smallest = least_on_slide;
    ui.canvas.paint(matrix_figure(matrix, layout, options, ui.theme.palette(), ui.canvas));

    const Touch t = touch(ui, "heads/large", layout.area);
    if (t.focused) focus_ring(ui, layout.area, ui.px(8));
    const auto place = t.hovered ? cell_at(layout, ui.mouse) : std::nullopt;
    std::optional<attention::Cell> pointed;
    if (place) pointed = attention::Cell{Quantity::weights, frame.head(), place->row, place->column};
    auto& select = frame.actions.select;
    if (pointed != frame.scene.selection.hovered && !select) {
        select = frame.scene.selection;
        select->hovered = pointed;
    }
    if (t.clicked && pointed) select = with_cell(frame.scene.selection, *pointed, Quantity::weights);
}

/// A colour bar across all heads, with the opened head's part highlighted: a click opens a head. The slices
/// of `count` key heads lie over the heads that share them.
void draw_slices(HeadsFrame& frame, const std::string& symbol, Role role, Index count, Index width,
                 const Rect& line) {
    Ui& ui = frame.ui;
    const Index heads = count, group = frame.heads() / count;
    const float start = line.x + ui.px(24), whole = line.right() - start;
    ui.canvas.text({line.x, line.centre().y}, symbol, Font::sans_bold, ui.px(card_size), ui[role]);
    const Rgba colour = ui[role == Role::key ? Role::key_line : role];
    std::string key = symbol;
    std::ranges::transform(key, key.begin(), [](char c) { return static_cast<char>(c + 32); });
    const float column = whole / static_cast<float>(heads * width);
    const bool singly = column >= ui.px(5);
    for (Index head = 0; head < heads; ++head) {
        const float x = start + static_cast<float>(head * width) * column;
        const Rect slice{x, line.y, column * static_cast<float>(width), line.height};
        const Touch t = touch(ui, "heads/slice/" + key + "/" + std::to_string(head), slice);
        const bool opened = head == frame.head() / group;
        bool on = false; // a key head, for any of its heads
        for (Index i = 0; i < group; ++i)
            on = on || frame.is_on(head * group + i);
        float strength = opened ? 0.92F : !on ? 0.10F : head % 2 == 0 ? 0.24F : 0.36F;
        if (t.hovered && !opened) strength += 0.2F;
        const Rgba fill = mix(ui[Role::card], colour, strength);
        const float space = ui.px(singly ? 2 : 1);
        const Index cells = singly ? width : 1;
        for (Index i = 0; i < cells; ++i) {
            const float cell = slice.width / static_cast<float>(cells);
            ui.canvas.fill({std::round(slice.x + static_cast<float>(i) * cell), slice.y,
                            std::max(std::round(cell) - space, 1.0F), slice.height},
                           fill, ui.px(3));
        }
        if (t.focused) focus_ring(ui, slice, ui.px(3));
        if (t.clicked && !opened) frame.open(head * group);
    }
}

/// "columns 1–6 of Q, K, V", or apart where they differ in width or in the number of heads.
std::string columns_text(const HeadsFrame& frame) {
    const auto& layer = frame.layer();
    const Ui& ui = frame.ui;
    const auto columns_of = [&](Index head, Index width) {
        const Index first = head * width + 1;
        return width == 1 ? ui.text("heads.column") + " " + std::to_string(first)
                          : ui.text("heads.columns") + " " + std::to_string(first) + "–" +
                                std::to_string(first + width - 1);
    };
    const auto columns = [&](Index width) { return columns_of(frame.head(), width); };
    const std::string of = " " + ui.text("heads.of") + " ";
    if (frame.shares_keys()) {
        const Index key_head = layer.key_head_of(frame.head());
        const std::string keys = columns_of(key_head, layer.d_k()) + of + "K";
        return columns(layer.d_k()) + of + "Q; " + keys +
               (layer.d_k() == layer.d_v() ? ", V" : "; " + columns_of(key_head, layer.d_v()) + of + "V");
    }
    if (layer.d_k() == layer.d_v()) return columns(layer.d_k()) + of + "Q, K, V";
    return columns(layer.d_k()) + of + "Q, K; " + columns(layer.d_v()) + of + "V";
}

/// Shows which columns belong to the opened head.
void draw_home(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const auto& layer = *frame.scene.trace().layer;
    caption(ui, {area.x, area.y + ui.px(7)},
            frame.ui.plain("heads.home", {{"head", {{std::to_string(frame.head() + 1)}}},
                                          {"columns", {{columns_text(frame)}}}}));
    const float top = area.y + ui.px(24), labels = ui.px(20);
    const float pitch = (area.bottom() - labels - top) / 3, height = pitch - ui.px(8);
    struct Bar {
        const char* symbol;
        Role role;
        Index heads, width;
    };
    const std::array<Bar, 3> bars{{{"Q", Role::query, layer.heads, layer.d_k()},
                                   {"K", Role::key, layer.key_heads(), layer.d_k()},
                                   {"V", Role::value, layer.key_heads(), layer.d_v()}}};
    float y = top;
    for (const Bar& bar : bars) {
        draw_slices(frame, bar.symbol, bar.role, bar.heads, bar.width, {area.x, y, area.width, height});
        y += pitch;
    }
    const float start = area.x + ui.px(24), wide = (area.right() - start) / static_cast<float>(frame.heads());
    for (Index head = 0; head < frame.heads(); ++head) {
        const std::string number = std::to_string(head + 1);
        std::string label = narration::plain_text(frame.ui.said("heads.heads.one", {{"list", {{number}}}}));
        if (!frame.is_on(head)) label += " (" + ui.text("heads.off") + ")";
        if (ui.canvas.width(Font::sans, ui.px(tiny_size), label) > wide - ui.px(6)) label = number;
        const bool opened = head == frame.head();
        ui.canvas.text({start + static_cast<float>(head) * wide, area.bottom() - labels / 2}, label,
                       opened ? Font::sans_bold : Font::sans, ui.px(tiny_size),
                       ui[opened ? Role::text : Role::quiet]);
    }
}

} // namespace

void draw_opened_head(HeadsFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("heads/matrix", area);
    const Rect inner = area.inset(ui.px(18));
    float head = ui.px(44);
    // Where it is crowded, the numbers come first.
    const bool crowded = inner.height < ui.px(frame.large() == LargeMatrix::shared ? 680 : 540);
    const float foot =
        frame.on_slide || crowded || frame.needed ? 0 : std::min(ui.px(172), 0.3F * inner.height);
    draw_title(frame, {inner.x, inner.y, inner.width, head});
    if (frame.large() == LargeMatrix::head || frame.large() == LargeMatrix::shared)
        head += draw_sharing(frame, {inner.x, inner.y + head, inner.width, 0});
    const Rect middle{inner.x, inner.y + head, inner.width, inner.height - head - foot - ui.px(10)};
    if (frame.large() == LargeMatrix::head)
        draw_weights(frame, middle);
    else if (frame.large() == LargeMatrix::shared)
        draw_shared_keys(frame, middle);
    else
        draw_summary(frame, middle);
    if (foot > 0) draw_home(frame, {inner.x, inner.bottom() - foot, inner.width, foot});
}

} // namespace ui
