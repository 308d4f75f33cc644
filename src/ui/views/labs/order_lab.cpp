// The order lab: the same words in another order, without positions and with them.
#include "base/study.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/narration.h"
#include "ui/board/figures.h"
#include "ui/chrome/view.h"
#include "ui/views/labs/labs.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/studies/shuffle_study.h"

#include <algorithm>
#include <cmath>
#include <memory>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::ShuffleStudy;

namespace {

struct OrderLabChoices {
    std::uint32_t seed = 1;
    bool of_memory = false; ///< cross-attention: the source words (keys and values) are shuffled
    bool operator==(const OrderLabChoices&) const = default;
};

struct OrderLabState {
    OrderLabChoices chosen;
    base::Study<workbench::ShuffleStudy, OrderLabChoices> study;
    std::shared_ptr<const workbench::ShuffleStudy> shown; ///< as drawn in the last frame; null: not drawn
};

struct OrderLabFrame : ViewFrame {
    OrderLabState& state;
};

class OrderLab : public View {
public:
    void draw(ViewFrame& frame) override;
    /// The positions, and how far each word's output moved without and with them.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;

private:
    OrderLabState state_;
};

constexpr std::size_t most_words = 16; // most words drawn as pills

/// Positions are counted from 1, as everywhere in the interface.
std::string place_name(Index place) {
    return std::to_string(place + 1);
}

/// The words as pills in old and new order, joined by lines.
void draw_words(Ui& ui, const ShuffleStudy& study, const Rect& area) {
    const std::size_t count = study.words.size();
    if (count > most_words) {
        paragraph(ui, {area.x, area.y}, area.width,
                  {{std::to_string(count) + " " + ui.text("labs.order_many")}}, card_size);
        return;
    }
    const float pitch = area.width / static_cast<float>(count), height = ui.px(control_height);
    const auto x_of = [&](std::size_t place) { return area.x + pitch * (static_cast<float>(place) + 0.5F); };
    const float above = area.y + height / 2, below = area.bottom() - height / 2;
    for (std::size_t i = 0; i < count; ++i) {
        const auto to = static_cast<std::size_t>(study.new_place[i]);
        const Point from{x_of(i), above + height / 2}, end{x_of(to), below - height / 2};
        const float bend = (end.y - from.y) / 2;
        ui.canvas.paint(Curve{from,
                              {from.x, from.y + bend},
                              {end.x, end.y - bend},
                              end,
                              ui[i == to ? Role::hairline : Role::series_1],
                              ui.px(1.5F)});
    }
    const auto pill = [&](float x, float y, const std::string& word) {
        const Rect rect{x - pitch / 2 + ui.px(3), y - height / 2, pitch - ui.px(6), height};
        ui.canvas.fill(rect, ui[Role::background], ui.px(6));
        ui.canvas.stroke(rect, ui[Role::hairline], ui.px(1), ui.px(6));
        ui.canvas.text_within(rect.centre(), rect.width - ui.px(6), word, Font::sans, ui.px(card_size),
                              ui[Role::text], Align::centre);
    };
    for (std::size_t place = 0; place < count; ++place) {
        pill(x_of(place), above, study.words[place]);
        pill(x_of(place), below, study.words_after[place]);
    }
}

/// Enough digits to tell rounding error from a real difference: "0.0000003", "0.30".
std::string distance_text(float distance) {
    if (distance == 0 || distance >= 0.005F) return number_text(distance, 2);
    return number_text(distance, std::min(12, static_cast<int>(std::ceil(-std::log10(distance)))));
}

void draw_distances(OrderLabFrame& frame, const std::string& name, const char* more,
                    const workbench::ShuffledOutputs& outputs, float largest, const Rect& area) {
    Ui& ui = frame.ui;
    const std::string title = "labs.order_" + name;
    const Rect inner = titled_card(ui, "order_lab/" + name, area, ui.text(title.c_str()),
                                   ui.text(more) + " " + distance_text(outputs.largest));
    std::vector<Bar> bars;
    for (Index i = 0; i < outputs.distance.size(); ++i)
        bars.push_back({.name = frame.scene.pass().names.queries[static_cast<std::size_t>(i)],
                        .value = outputs.distance(i),
                        .text = distance_text(outputs.distance(i))});
    const BarOptions options{.role = Role::series_1, .largest = largest, .scale = ui.theme.scale};
    const BarLayout layout = bar_layout(inner, bars, options, ui.canvas);
    paint_bars(ui, bars, layout, options);
}

/// What the positions show: how many waves, and whether one position has the same pattern as another.
std::string positions_words(Ui& ui, const ShuffleStudy& study) {
    if (study.positions.rows() < 2) return ui.text("labs.positions_one");
    if (const auto& same = study.same_positions)
        return ui.plain("labs.positions_repeat", {{"place", {{place_name(same->first)}}},
                                                  {"other_place", {{place_name(same->second)}}}});
    return ui.text(study.waves <= 2 ? "labs.positions_one_wave" : "labs.positions_more");
}

void draw_positions(OrderLabFrame& frame, const std::shared_ptr<const ShuffleStudy>& study,
                    const Rect& area) {
    Ui& ui = frame.ui;
    const Rect inner =
        titled_card(ui, "order_lab/positions", area, ui.text("labs.positions"),
                    study->own_places ? ui.text("labs.positions_own") : positions_words(ui, *study));
    if (study->own_places) return;
    const std::shared_ptr<const base::Matrix> numbers(study, &study->positions);
    PlainMatrix matrix{
        .numbers = numbers, .coloured = {ColourMap::signed_values, {-1, 1}}, .anchor = "order_lab/position"};
    matrix.row_name = place_name;
    const auto& names = frame.scene.pass().names;
    matrix.column_name = [&names](Index i) { return names.column(attention::Quantity::position, i); };
    draw_plain_matrix(ui, matrix, inner);
}

/// The conclusion from the numbers. `of_source`: the words that are read were shuffled, and no output moved.
const std::string& conclusion(Ui& ui, const ShuffleStudy& study, bool of_source) {
    if (study.mask_changes) return ui.text("labs.order_mask");
    if (study.without_positions.largest >= 1e-4F) return ui.text("labs.order_rounding");
    return ui.text(of_source ? "labs.order_equal_source" : "labs.order_equal");
}

void draw_shuffle(OrderLabFrame& frame, const ShuffleStudy* study, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    OrderLabChoices& chosen = frame.state.chosen;
    const Rect inner = titled_card(ui, "order_lab/shuffle", area, ui.text("labs.order_title"));
    const std::string& again = ui.text("labs.shuffle");
    float x = inner.x;
    const bool of_words = !scene.pass().document.text.empty(); // rows are not swapped
    if (button(ui, "order_lab/again", {x, inner.y, button_width(ui, again), ui.px(control_height)}, again,
               {.hint = of_words ? ui.text("labs.order_try") : std::string()}))
        ++chosen.seed;
    x += button_width(ui, again) + ui.px(14);
    if (scene.trace().input.is_cross()) {
        const std::vector<std::string> choices{ui.text("top.target"), ui.text("top.source")};
        const int clicked = choice(ui, "order_lab/which", {x, inner.y}, choices, chosen.of_memory ? 1 : 0);
        if (clicked >= 0) chosen.of_memory = clicked == 1;
        x += choice_width(ui, choices) + ui.px(14);
    }
    if (!study) return;
    const float read =
        paragraph(ui, {x, inner.y + ui.px(3)}, inner.right() - x,
                  {{conclusion(ui, *study, chosen.of_memory)}}, 14.5F, false, Role::text, 1.4F);
    const float top = inner.y + std::max(ui.px(52), read + ui.px(14));
    draw_words(ui, *study, {inner.x, top, inner.width, inner.bottom() - top});
}

} // namespace

void OrderLab::draw(ViewFrame& view) {
    OrderLabFrame frame{view, state_};
    Ui& ui = frame.ui;
    OrderLabState& state = frame.state;
    const Scene& scene = frame.scene;
    const Rect& area = frame.area;
    if (!scene.trace().input.is_cross()) state.chosen.of_memory = false;
    const workbench::ShuffleOptions options{
        .order = {}, .seed = state.chosen.seed, .of_memory = state.chosen.of_memory};
    const auto study = state.study.ask(
        {{scene.shown}, state.chosen},
        [pass = scene.shown, options](const base::StopToken& stop) {
            return workbench::shuffle_study(*pass, options, stop);
        },
        workbench::shuffle_study_cost(scene.trace()));
    ui.wait_for(state.study);
    const bool fits = study && study->without_positions.distance.size() == scene.trace().n();
    const float gap = ui.px(12), upper = std::min(ui.px(236), 0.36F * area.height);
    draw_shuffle(frame, fits ? study.get() : nullptr, {area.x, area.y, area.width, upper});
    state.shown = fits ? study : nullptr;
    if (!fits) return;
    const float width = (area.width - 2 * gap) / 3, top = area.y + upper + gap, height = area.bottom() - top;
    const float largest = std::max(study->with_positions.largest, study->without_positions.largest);
    draw_distances(frame, "without", "labs.order_without_more", study->without_positions, largest,
                   {area.x, top, width, height});
    draw_distances(frame, "with", study->own_places ? "labs.order_with_own" : "labs.order_with_more",
                   study->with_positions, largest, {area.x + width + gap, top, width, height});
    draw_positions(frame, study, {area.x + 2 * (width + gap), top, width, height});
}

void OrderLab::visit(workbench::ChoiceVisitor& choices) {
    choices.number("seed", state_.chosen.seed, 0, std::numeric_limits<std::uint32_t>::max());
    choices.boolean("of_memory", state_.chosen.of_memory);
}

Exportables OrderLab::exports(ViewFrame& frame) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    if (!state_.shown) return {};
    const workbench::ShuffleStudy& study = *state_.shown;
    const auto moved = std::make_shared<base::Matrix>(study.with_positions.distance.size(), 2);
    *moved << study.without_positions.distance, study.with_positions.distance;
    MatrixOptions of_moved = kept_options(scene.shown, attention::Quantity::weights,
                                          {ColourMap::weights, {0, std::max(moved->maxCoeff(), 1e-6F)}});
    of_moved.column_name = [without = ui.text("labs.export_without"), with = ui.text("labs.export_with")](
                               Index column) { return column == 0 ? without : with; };
    Exportable distances = exportable("order-distances", ui.text("labs.export_distances"), moved, of_moved);
    distances.anchor = "order_lab/with";
    MatrixOptions of_positions =
        kept_options(scene.shown, attention::Quantity::x, {ColourMap::signed_values, {-1, 1}});
    of_positions.row_name = place_name;
    Exportable positions =
        exportable("positions", ui.text("labs.positions"), {state_.shown, &study.positions}, of_positions);
    positions.anchor = "order_lab/positions";
    Exportables all;
    all.push_back(std::move(distances));
    if (!study.own_places) all.push_back(std::move(positions));
    for (Exportable& what : all)
        what.note = note_of(ui, *scene.shown);
    return all;
}

std::unique_ptr<View> make_order_lab() {
    return std::make_unique<OrderLab>();
}

} // namespace ui
