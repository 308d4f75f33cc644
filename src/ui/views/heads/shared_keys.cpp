// The middle card where heads share their keys: which they are, and one word in all of them – queries of
// their own, the same keys, and so other weights.
#include "drawing/figures/matrix.h"
#include "narration/narration.h"
#include "narration/tell_heads.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/board/quantity_look.h"
#include "ui/views/heads/heads.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <string>

namespace ui {

using namespace drawing;
using attention::Quantity;
using base::Index;

float draw_sharing(HeadsFrame& frame, const Rect& area) {
    const auto& shared = frame.state.shown.shared;
    if (!shared) return 0;
    Ui& ui = frame.ui;
    const bool together = frame.large() == LargeMatrix::shared;
    const std::vector<std::string> labels{ui.text("heads.shared.alone"), ui.text("heads.shared.together")};
    const float wide = frame.on_slide ? 0 : choice_width(ui, labels), gap = ui.px(12);
    const std::string from = std::to_string(shared->heads.front() + 1),
                      to = std::to_string(shared->heads.back() + 1);
    const auto text = ui.said("heads.shared.with",
                              {{"heads", {{ui.plain("heads.Heads.many", {{"list", {{from + "–" + to}}}})}}}});
    const float words = paragraph(ui, {area.x, area.y}, area.width - wide - gap, text, note_size);
    ui.anchors.add("heads/sharing", {area.x, area.y, area.width - wide - gap, words});
    if (frame.on_slide) return words;
    const int clicked = choice(ui, "heads/together", {area.right() - wide, area.y}, labels, together ? 1 : 0);
    if (clicked >= 0) {
        frame.state.chosen.large = clicked == 1 ? LargeMatrix::shared : LargeMatrix::head;
        ui.motion.draw_again();
    }
    return std::max(words, ui.px(control_height)) + ui.px(6);
}

namespace {

/// Where the factors and their product lie: queries left, keys above, the weights where they meet.
struct SharedPlan {
    MatrixLayout queries, keys, weights;
    float names = 0, top = 0, bottom = 0;
    bool stacked = false; ///< the weights first, then what they are made of
};

constexpr float least_shared_column = 36; // design pixels: "−0.24" can be read

/// One below the other, each as wide as there is room.
SharedPlan lay_out_stacked(const Ui& ui, const workbench::SharedKeys& shared, const Rect& area) {
    const Index heads = shared.queries->rows(), d_k = shared.queries->cols(), m = shared.keys->cols();
    SharedPlan plan;
    plan.names = ui.px(60);
    plan.stacked = true;
    const float x = area.x + plan.names, room = area.right() - x, row = ui.px(24), title = ui.px(34);
    float y = area.y;
    const auto below = [&](float above, Index rows, Index columns) {
        y += title + above;
        const MatrixLayout layout = fit({x, y, room, row * static_cast<float>(rows)}, rows, columns,
                                        std::min(ui.px(66), room / static_cast<float>(columns)), row);
        y = layout.area.bottom();
        return layout;
    };
    plan.weights = below(ui.px(column_names_height - 16), heads, m);
    plan.queries = below(0, heads, d_k);
    plan.keys = below(ui.px(column_names_height - 16), d_k, m);
    plan.bottom = y;
    return plan;
}

SharedPlan lay_out_shared(const Ui& ui, const workbench::SharedKeys& shared, const Rect& area) {
    const Index heads = shared.queries->rows(), d_k = shared.queries->cols(), m = shared.keys->cols();
    SharedPlan plan;
    plan.names = ui.px(60);
    plan.top = area.y + ui.px(column_names_height);
    const float gap = ui.px(20), x = area.x + plan.names;
    const float room = area.right() - x - gap, height = area.bottom() - plan.top - gap;
    // Where digits can be read, what is too high is scrolled to; larger factors are pictures.
    const bool is_read = static_cast<float>(std::max(d_k, m)) * ui.px(24) <= room;
    if (is_read && room < ui.px(least_shared_column) * static_cast<float>(d_k + m))
        return lay_out_stacked(ui, shared, area);
    const float largest = ui.px(66), low = ui.px(46);
    const float column = std::min(room / static_cast<float>(d_k + m), largest);
    const float queries = std::min(column * static_cast<float>(d_k), 0.36F * room);
    const float left = std::min(largest, queries / static_cast<float>(d_k));
    const float right = std::min(largest, (room - queries) / static_cast<float>(m));
    const float least = is_read ? ui.px(23) : 1;
    const float row = std::clamp(0.5F * height / static_cast<float>(heads), least, ui.px(56));
    const float above =
        std::clamp((height - row * static_cast<float>(heads)) / static_cast<float>(d_k), least, low);
    plan.keys = fit({x + queries + gap, plan.top, room - queries, above * static_cast<float>(d_k)}, d_k, m,
                    right, above);
    const float y = plan.keys.area.bottom() + gap;
    plan.queries = fit({x, y, queries, row * static_cast<float>(heads)}, heads, d_k, left, row);
    plan.weights =
        fit({plan.keys.area.x, y, room - queries, row * static_cast<float>(heads)}, heads, m, right, row);
    plan.bottom = plan.weights.area.bottom();
    return plan;
}

/// The looks that the three matrices share.
MatrixOptions shared_options(const HeadsFrame& frame, const Coloured& coloured) {
    const Ui& ui = frame.ui;
    MatrixOptions options;
    options.map = coloured.map;
    options.range = coloured.range;
    options.scale = ui.theme.scale;
    options.digit_limits = digits_read(ui.theme);
    if (frame.on_slide) options.digit_limits.smallest = least_on_slide;
    return options;
}

/// One range for queries and keys.
Coloured factor_colours(const workbench::SharedKeys& shared) {
    const Range q = range_of(*shared.queries), k = range_of(*shared.keys);
    return {ColourMap::signed_values,
            fitted(ColourMap::signed_values, {std::min(q.low, k.low), std::max(q.high, k.high)})};
}

/// A click on a row opens its head, and marks the key.
void open_on_click(HeadsFrame& frame, const workbench::SharedKeys& shared, const MatrixLayout& weights) {
    Ui& ui = frame.ui;
    const Touch t = touch(ui, "heads/shared", weights.area);
    if (t.focused) focus_ring(ui, weights.area, ui.px(6));
    const auto cell = cell_at(weights, ui.mouse);
    if (!t.clicked || !cell) return;
    if (!frame.actions.select) frame.actions.select = frame.scene.selection;
    frame.actions.select->head = shared.heads[static_cast<std::size_t>(cell->row)];
    frame.actions.select->key = cell->column;
    ui.motion.draw_again();
}

/// "They differ most at “cat”: head 1 gives it 0.24, head 2 0.03."
narration::Paragraph differences(const HeadsFrame& frame, const workbench::SharedKeys& shared) {
    const Ui& ui = frame.ui;
    const float more = (*shared.weights)(shared.most, shared.parted),
                less = (*shared.weights)(shared.least, shared.parted);
    if (!(more > less)) return ui.said("heads.shared.agree", {});
    const auto head = [&](Index row) {
        return std::to_string(shared.heads[static_cast<std::size_t>(row)] + 1);
    };
    return ui.said(
        "heads.shared.differ",
        {{"key",
          {{ui.plain("heads.quoted",
                     {{"word", {{column_label(frame.scene.pass(), Quantity::weights, shared.parted)}}}})}}},
         {"most", {{head(shared.most)}}},
         {"more", {{narration::decimal(more)}}},
         {"least", {{head(shared.least)}}},
         {"less", {{narration::decimal(less)}}}});
}

/// How the marked weight of the opened head comes about.
narration::Paragraph marked_sum(const HeadsFrame& frame) {
    const Ui& ui = frame.ui;
    const attention::Trace& t = frame.scene.trace();
    const auto& head = t.heads[static_cast<std::size_t>(frame.head())];
    const Index i = frame.marked.row, j = frame.marked.column;
    const auto number = [](float value) { return narration::Paragraph{{narration::decimal(value)}}; };
    const std::string key =
        ui.plain("heads.quoted", {{"word", {{column_label(frame.scene.pass(), Quantity::weights, j)}}}});
    return ui.said(t.divisor == 1 ? "heads.shared.sum_undivided" : "heads.shared.sum",
                   {{"head", {{std::to_string(frame.head() + 1)}}},
                    {"key", {{key}}},
                    {"score", number(head.scores(i, j))},
                    {"divisor", number(t.divisor)},
                    {"scaled", number(head.scores(i, j) / t.divisor)},
                    {"weight", number(head.weights(i, j))}});
}

} // namespace

void draw_shared_keys(HeadsFrame& frame, const Rect& area) {
    const auto& shared = frame.state.shown.shared;
    if (!shared) return;
    Ui& ui = frame.ui;
    const auto& pass = frame.scene.pass();
    const narration::Paragraph words = differences(frame, *shared), sum = marked_sum(frame);
    const float foot = paragraph(ui, {area.x, area.y}, area.width, words, note_size, true) + ui.px(16) +
                       paragraph(ui, {area.x, area.y}, area.width, sum, note_size, true);
    ScrollArea scrolled(ui, "heads/shared_scroll", {area.x, area.y, area.width + ui.px(10), area.height});
    const SharedPlan plan =
        lay_out_shared(ui, *shared, {area.x, scrolled.top(), area.width, area.height - foot - ui.px(14)});
    const auto paint = [&](const std::shared_ptr<const base::Matrix>& numbers, const MatrixLayout& layout,
                           const MatrixOptions& options) {
        ui.canvas.paint(matrix_figure(numbers, layout, options, ui.theme.palette(), ui.canvas));
    };
    const auto here = std::ranges::find(shared->heads, frame.head());
    const Index own = here == shared->heads.end() ? 0 : std::distance(shared->heads.begin(), here);
    const Coloured factors = factor_colours(*shared);

    MatrixOptions queries = shared_options(frame, factors);
    queries.row_name = [&](Index i) {
        return ui.plain("heads.heads.one",
                        {{"list", {{std::to_string(shared->heads[static_cast<std::size_t>(i)] + 1)}}}});
    };
    queries.row_name_width = plan.names;
    queries.marked_row = own;
    paint(shared->queries, plan.queries, queries);

    MatrixOptions keys = shared_options(frame, factors);
    keys.column_name = [&](Index j) { return column_label(pass, Quantity::weights, j); };
    keys.marked_column = frame.marked.column;
    paint(shared->keys, plan.keys, keys);

    MatrixOptions weights = shared_options(frame, frame.colours());
    weights.marked_row = own;
    weights.marked_column = frame.marked.column;
    if (plan.stacked) {
        weights.row_name = queries.row_name;
        weights.row_name_width = plan.names;
        weights.column_name = keys.column_name;
    }
    paint(shared->weights, plan.weights, weights);
    open_on_click(frame, *shared, plan.weights);

    const std::string key_head = std::to_string(frame.layer().key_head_of(frame.head()) + 1);
    const float label = ui.px(label_size);
    const std::string k = "K_" + key_head + "ᵀ";
    const std::string& same = ui.text("heads.shared.keys");
    if (plan.stacked) {
        const float up = ui.px(column_names_height);
        const float y = plan.keys.area.y - up;
        subscripted(ui, {area.x, y}, k, Font::sans_bold, ui.px(card_size), ui[Role::key]);
        ui.canvas.text({area.x + ui.px(40), y}, same, Font::sans, label, ui[Role::quiet]);
        ui.canvas.text({area.x, plan.queries.area.y - ui.px(12)}, ui.text("heads.shared.queries"),
                       Font::sans_bold, label, ui[Role::query]);
        ui.canvas.text({area.x, plan.weights.area.y - up}, ui.text("heads.shared.weights"), Font::sans_bold,
                       label, ui[Role::weight]);
    } else {
        const float above = plan.queries.area.y - ui.px(10), beside = plan.keys.area.x - ui.px(10);
        subscripted(ui, {beside, plan.keys.area.centre().y - ui.px(9)}, k, Font::sans_bold, ui.px(card_size),
                    ui[Role::key], Align::right);
        ui.canvas.text({beside, plan.keys.area.centre().y + ui.px(10)}, same, Font::sans, label,
                       ui[Role::quiet], Align::right);
        ui.canvas.text({area.x, above}, ui.text("heads.shared.queries"), Font::sans_bold, label,
                       ui[Role::query]);
        ui.canvas.text({plan.weights.area.x, above}, ui.text("heads.shared.weights"), Font::sans_bold, label,
                       ui[Role::weight]);
    }
    float y = plan.bottom + ui.px(12);
    y += paragraph(ui, {area.x, y}, area.width, sum, note_size) + ui.px(4);
    ui.anchors.add("heads/shared_sum",
                   {area.x, plan.bottom + ui.px(12), area.width, y - plan.bottom - ui.px(12)});
    y += paragraph(ui, {area.x, y}, area.width, words, note_size);
    scrolled.ends_at(y);
}

} // namespace ui
