#include "ui/views/labs/mask_reach.h"

#include "drawing/shapes/fitted_text.h"
#include "narration/narration.h"
#include "timing/cache.h"
#include "ui/board/quantity_look.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <string>

namespace ui {

using namespace drawing;
using base::Index;

namespace {

constexpr int most_layers = 8, usual_layers = 3;
constexpr Index most_edges = 1500;  // more would be a surface, not lines
constexpr float least_dot_step = 4; // pixels from dot to dot; below, a row is a bar

/// How many layers are composed: those chosen, or the model's.
Index layers_of_reach(const Scene& scene, const ReachChoices& chosen) {
    if (chosen.layers > 0) return chosen.layers;
    const auto& reading = scene.pass().reading;
    const auto layers = std::ssize(workbench::places_of(scene.pass()));
    if (!reading) return layers > 0 ? std::min<Index>(layers, most_layers) : usual_layers;
    const model::Part part = reading->places[reading->shown].part;
    const auto own =
        std::ranges::count_if(reading->places, [&](const auto& place) { return place.part == part; });
    return std::min<Index>(own, most_layers);
}

std::string reach_word(const Scene& scene, Index query) {
    return scene.pass().names.queries[static_cast<std::size_t>(query)];
}

/// Where the dots are: row 0 on top is the marked word after the last layer, the last row the words as they
/// come in.
struct Dots {
    Rect area;
    Index rows, columns;

    float step() const { return area.width / static_cast<float>(columns); }
    float pitch() const { return area.height / static_cast<float>(rows); }
    float radius(const Ui& ui) const { return std::min({0.3F * step(), 0.3F * pitch(), ui.px(6)}); }
    Point at(Index row, Index column) const {
        return {area.x + (static_cast<float>(column) + 0.5F) * step(),
                area.y + (static_cast<float>(row) + 0.5F) * pitch()};
    }
    std::optional<CellPlace> under(Point mouse) const {
        if (!area.contains(mouse)) return {};
        return CellPlace{std::min(static_cast<Index>((mouse.y - area.y) / pitch()), rows - 1),
                         std::min(static_cast<Index>((mouse.x - area.x) / step()), columns - 1)};
    }
};

void draw_edges(Ui& ui, const Dots& dots, const workbench::Reach& reach, const Scene& scene) {
    Index edges = 0;
    for (Index k = 0; k < reach.layers(); ++k)
        edges += reach.reached.row(k).count() * reach.reached.row(k + 1).count();
    if (edges > most_edges || dots.step() < ui.px(8)) return;
    const Rgba ink = mix(ui[Role::card], ui[Role::query], edges > 250 ? 0.3F : 0.55F); // many are a texture
    for (Index k = 0; k < reach.layers(); ++k)
        for (Index i = 0; i < dots.columns; ++i)
            for (Index j = 0; reach.reached(k, i) && j < dots.columns; ++j)
                if (i == j || scene.trace().is_allowed(i, j))
                    ui.canvas.line(dots.at(k, i), dots.at(k + 1, j), ink, ui.px(1));
}

void draw_way(Ui& ui, const Dots& dots, const std::vector<Index>& way) {
    const auto last = std::ssize(way) - 1; // way.front() is the lowest
    for (Index i = 0; i <= last; ++i) {
        const Point here = dots.at(last - i, way[static_cast<std::size_t>(i)]);
        if (i < last)
            ui.canvas.line(here, dots.at(last - i - 1, way[static_cast<std::size_t>(i + 1)]),
                           ui[Role::key_line], ui.px(3));
    }
    for (Index i = 0; i <= last; ++i)
        ui.canvas.paint(Disc{dots.at(last - i, way[static_cast<std::size_t>(i)]), 1.35F * dots.radius(ui),
                             ui[Role::key_line]});
}

void draw_row(Ui& ui, const Dots& dots, const workbench::Reach& reach, Index row) {
    const Rgba known = ui[Role::query], unknown = mix(ui[Role::card], ui[Role::quiet], 0.35F);
    if (dots.step() >= least_dot_step) {
        const float radius = dots.radius(ui);
        for (Index j = 0; j < dots.columns; ++j)
            ui.canvas.paint(reach.reached(row, j) ? Disc{dots.at(row, j), radius, known}
                                                  : Disc{dots.at(row, j), 0.45F * radius, unknown});
        return;
    }
    const float thick = ui.px(6), y = dots.at(row, 0).y - thick / 2;
    ui.canvas.fill({dots.area.x, y, dots.area.width, thick}, ui[Role::track], thick / 2);
    for (Index j = 0; j < dots.columns;) { // runs of known words
        Index end = j;
        while (end < dots.columns && reach.reached(row, end))
            ++end;
        if (end > j)
            ui.canvas.fill({dots.at(row, j).x - dots.step() / 2, y,
                            std::max(static_cast<float>(end - j) * dots.step(), ui.px(2)), thick},
                           known);
        j = end + 1;
    }
}

/// The words under the dots, as many as fit: first the marked one, the ends of its reach and the one pointed
/// at.
void draw_reach_names(Ui& ui, const Dots& dots, const workbench::Reach& reach, const Scene& scene,
                      std::optional<Index> pointed) {
    std::vector<Index> order;
    if (pointed) order.push_back(*pointed);
    for (const Index first : {reach.word, reach.first(), reach.last()})
        order.push_back(first);
    for (Index j = 0; j < std::min<Index>(dots.columns, 200); ++j)
        order.push_back(j);
    std::vector<Rect> taken;
    const float size = ui.px(tiny_size), y = dots.area.bottom() + ui.px(9);
    for (const Index j : order) {
        const std::string name = reach_word(scene, j);
        const float wide = ui.canvas.width(Font::sans_bold, size, name);
        const float x = std::clamp(dots.at(0, j).x - wide / 2, dots.area.x - ui.px(40),
                                   std::max(dots.area.right() + ui.px(20) - wide, dots.area.x - ui.px(40)));
        const Rect place{x - ui.px(3), y, wide + ui.px(6), 1};
        const bool free = std::ranges::none_of(
            taken, [&](const Rect& other) { return place.x < other.right() && other.x < place.right(); });
        if (!free) continue;
        taken.push_back(place);
        const bool known = reach.reached(reach.layers(), j);
        ui.canvas.text({x, y}, name, j == reach.word ? Font::sans_bold : Font::sans, size,
                       ui[j == reach.word ? Role::query
                          : known         ? Role::text
                                          : Role::quiet]);
    }
}

/// Beside each row which layer it comes after, and how many words are in it.
void label_rows(Ui& ui, const Dots& dots, const workbench::Reach& reach, float left, float right) {
    for (Index k = 0; k < dots.rows; ++k) {
        const float y = dots.at(k, 0).y, size = ui.px(tiny_size);
        const std::string name =
            k == reach.layers()
                ? ui.text("labs.reach_words")
                : ui.plain("labs.reach_layer", {{"layer", {{std::to_string(reach.layers() - k)}}}});
        ui.canvas.text({left, y}, name, Font::sans, size, ui[Role::quiet]);
        const std::string count =
            ui.plain("labs.reach_count", {{"count", {{std::to_string(reach.reached.row(k).count())}}},
                                          {"all", {{std::to_string(dots.columns)}}}});
        ui.canvas.text({right, y}, count, Font::sans, size, ui[Role::text], Align::right);
    }
}

std::string layers_counted(const Ui& ui, Index layers) {
    return ui.plain(layers == 1 ? "labs.reach_after.one" : "labs.reach_after.many",
                    {{"layers", {{std::to_string(layers)}}}});
}

/// "After 3 layers “it” can know about 7 of 10 words: from “The” to “it”."
narration::Paragraph reach_words(const Ui& ui, const Scene& scene, const workbench::Reach& reach) {
    const Index count = reach.count(), all = reach.reached.cols();
    const char* form = count == 1           ? "labs.reach_knows.itself"
                       : count == all       ? "labs.reach_knows.all"
                       : reach.neighbours() ? "labs.reach_knows.neighbours"
                                            : "labs.reach_knows.scattered";
    return ui.said(form, {{"after", {{layers_counted(ui, reach.layers())}}},
                          {"word", {{reach_word(scene, reach.word)}}},
                          {"count", {{std::to_string(count)}}},
                          {"all", {{std::to_string(all)}}},
                          {"first", {{reach_word(scene, reach.first())}}},
                          {"last", {{reach_word(scene, reach.last())}}}});
}

/// "One way: “The” → “sat” → “it”", each word that carries it once.
narration::Paragraph way_words(const Ui& ui, const Scene& scene, const std::vector<Index>& way) {
    std::string list;
    for (std::size_t i = 0; i < way.size(); ++i)
        if (i == 0 || way[i] != way[i - 1])
            list += (list.empty() ? "" : " → ") +
                    ui.plain("heads.quoted", {{"word", {{reach_word(scene, way[i])}}}});
    return ui.said("labs.reach_way", {{"way", {{list}}}});
}

/// The published model whose layers read through a window.
narration::Paragraph published_words(const Ui& ui) {
    const auto models = timing::published_shapes();
    const auto model = std::ranges::find_if(models, [](const auto& m) { return m.shape.window > 0; });
    const auto number = [](Index count) { return whole_text(static_cast<double>(count)); };
    return ui.said("labs.reach_published",
                   {{"name", {{ui.texts.text(std::string("race.shape_") + model->key)}}},
                    {"window", {{number(model->shape.window)}}},
                    {"layers", {{number(model->shape.layers)}}},
                    {"together", {{number(model->shape.reach())}}}});
}

void choose_layers(ViewFrame& frame, ReachState& state, const Rect& line) {
    Ui& ui = frame.ui;
    const std::string& label = ui.text("labs.reach_layers");
    ui.canvas.text({line.x, line.centre().y}, label, Font::sans, ui.px(label_size), ui[Role::quiet]);
    const float x = line.x + ui.canvas.width(Font::sans, ui.px(label_size), label) + ui.px(10);
    std::int64_t layers = layers_of_reach(frame.scene, state.chosen);
    if (stepper(ui, "mask_lab/layers", {x, line.y, ui.px(120), line.height}, layers, 1, most_layers)) {
        state.chosen.layers = static_cast<int>(layers);
        state.chosen.way_row = 0;
    }
}

/// The dots and what is pointed at.
void draw_dots(ViewFrame& frame, ReachState& state, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const workbench::Reach& reach = *state.shown;
    const float left = ui.px(52), right = ui.px(58), names = ui.px(20);
    const Dots dots{{area.x + left, area.y, area.width - left - right, area.height - names},
                    reach.layers() + 1,
                    reach.reached.cols()};
    const Touch t = touch(ui, "mask_lab/reach/dots", dots.area);
    if (t.focused) focus_ring(ui, dots.area, ui.px(6));
    const auto pointed = t.hovered ? dots.under(ui.mouse) : std::nullopt;
    ReachChoices& chosen = state.chosen;
    if (t.clicked && pointed) {
        const bool same = chosen.way_row == pointed->row && chosen.way_word == pointed->column;
        chosen.way_row = same ? 0 : static_cast<int>(pointed->row);
        chosen.way_word = pointed->column;
    }
    const CellPlace of = pointed.value_or(CellPlace{chosen.way_row, chosen.way_word});
    const bool any = of.row > 0 && of.row < dots.rows && of.column < dots.columns;
    state.way = any ? workbench::way(reach, scene.trace().allowed, of.row, of.column) : std::vector<Index>{};

    draw_edges(ui, dots, reach, scene);
    for (Index row = 0; row < dots.rows; ++row)
        draw_row(ui, dots, reach, row);
    draw_way(ui, dots, state.way);
    label_rows(ui, dots, reach, area.x, area.right());
    draw_reach_names(ui, dots, reach, scene, any ? std::optional(of.column) : std::nullopt);
    if (ui.anchors.wanted() && dots.step() >= least_dot_step)
        ui.anchors.add_later([dots](Anchors& anchors) {
            for (Index row = 0; row < dots.rows; ++row)
                for (Index column = 0; column < dots.columns; ++column) {
                    const Point at = dots.at(row, column);
                    anchors.add("mask_lab/reach/" + std::to_string(row) + "/" + std::to_string(column),
                                {at.x - 2, at.y - 2, 4, 4});
                }
        });
}

} // namespace

float choose_reach(ViewFrame& frame, ReachState& state, const Rect& line) {
    if (frame.on_slide) return 0;
    Ui& ui = frame.ui;
    const int clicked =
        choice(ui, "mask_lab/reach_page", {line.x, line.y},
               {ui.text("labs.reach_one"), ui.text("labs.reach_several")}, state.chosen.shown ? 1 : 0, 26);
    if (clicked >= 0) state.chosen.shown = clicked == 1;
    return ui.px(34);
}

void draw_reach(ViewFrame& frame, ReachState& state, const Rect& area) {
    Ui& ui = frame.ui;
    const Scene& scene = frame.scene;
    const auto& t = scene.trace();
    if (t.n() != t.m() || t.input.is_cross()) {
        paragraph(ui, {area.x, area.y}, area.width, ui.said("labs.reach_cross", {}), note_size);
        return;
    }
    const Index layers = layers_of_reach(scene, state.chosen),
                word = std::min(scene.selection.query, t.n() - 1);
    const auto size = static_cast<double>(t.n());
    state.shown = state.study.ask(
        {{scene.shown}, {word, layers}},
        [pass = scene.shown, word, layers](const base::StopToken&) {
            return std::make_shared<const workbench::Reach>(
                workbench::reach(pass->trace.allowed, pass->trace.n(), word, layers));
        },
        size * size * static_cast<double>(layers));
    ui.wait_for(state.study);
    if (!state.shown || state.shown->reached.cols() != t.n()) return;

    float y = area.y;
    if (!frame.on_slide) {
        choose_layers(frame, state, {area.x, y, area.width, ui.px(control_height)});
        y += ui.px(control_height + 8);
    }
    const auto words = reach_words(ui, scene, *state.shown), published = published_words(ui);
    const auto height_of = [&](const narration::Paragraph& text, float text_size) {
        return paragraph(ui, {area.x, y}, area.width, text, text_size, true);
    };
    const auto hint = ui.said("labs.reach_hint", {});
    const float said = height_of(words, note_size), hinted = height_of(hint, note_size), gap = ui.px(6);
    const float example = frame.on_slide ? 0 : height_of(published, label_size);
    const auto rows = static_cast<float>(layers + 1);
    const float names = ui.px(20), least = ui.px(22) * rows + names, most = ui.px(96) * rows + names;
    float foot = said + hinted + 2 * gap;
    if (area.bottom() - y - foot - example - 2 * gap > least) foot += example + 2 * gap;
    const float dots = std::min(area.bottom() - foot - y, most);
    draw_dots(frame, state, {area.x, y, area.width, dots});
    y += dots + gap;
    ui.anchors.add("mask_lab/reach/told", {area.x, y, area.width, said});
    y += paragraph(ui, {area.x, y}, area.width, words, note_size) + gap;
    const auto way = state.way.empty() ? hint : way_words(ui, scene, state.way);
    y += paragraph(ui, {area.x, y}, area.width, way, note_size, false, Role::quiet);
    if (example > 0 && y <= area.bottom() - example) // where there is room left
        paragraph(ui, {area.x, area.bottom() - example}, area.width, published, label_size, false,
                  Role::quiet);
}

void visit_reach(workbench::ChoiceVisitor& choices, ReachState& state) {
    choices.boolean("several_layers", state.chosen.shown);
    choices.number("layers", state.chosen.layers, 0, most_layers);
    choices.number("way_row", state.chosen.way_row, 0, most_layers);
    choices.number("way_word", state.chosen.way_word, 0, workbench::largest_size);
}

} // namespace ui
