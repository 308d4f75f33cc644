#include "ui/views.h"

#include "ui/panels/word_swap.h"
#include "ui/widgets/scroll_area.h"

#include <nlohmann/json.hpp>

#include <algorithm>

namespace ui {

namespace {

std::vector<std::string> stage_keys(const attention::Trace& t) {
    std::vector<std::string> keys;
    for (const auto* stage : attention::stages_of(t))
        keys.emplace_back(stage->key);
    return keys;
}

const View table[] = {
    {.key = "start",
     .entrance = true,
     .least_width = 1100,
     .least_height = 600,
     .draw = [](ViewFrame& f) { draw_start(f.ui, f.states.start, f.scene, f.area, f.actions); },
     .keys =
         [](ViewFrame& f) {
             start_keys(f.ui, f.scene, f.actions);
             swap_by_key(f.ui, f.scene, f.actions);
         },
     .pages = [](const attention::Trace&) { return std::vector<std::string>{"page"}; },
     .exports = [](ViewFrame&) { return Exportables{}; }},
    {.key = "walkthrough",
     .draw =
         [](ViewFrame& f) {
             draw_walkthrough(f.ui, f.states.walkthrough, f.scene, f.area, f.seconds, f.actions);
         },
     .keys =
         [](ViewFrame& f) {
             walkthrough_keys(f.ui, f.scene, f.actions);
             swap_by_key(f.ui, f.scene, f.actions);
             play_keys(f.ui, f.states.walkthrough.play, f.scene, f.actions);
         },
     .pages = stage_keys,
     .report = [](const ViewStates& states) { return walkthrough_report(states.walkthrough); },
     .exports = [](ViewFrame& f) { return board_exports(f.ui, f.states.walkthrough.board, f.scene); }},
    {.key = "compare",
     .two_documents = true,
     .draw =
         [](ViewFrame& f) {
             draw_compare(f.ui, f.states.compare, f.scene, f.actions, *f.second, f.second_actions, f.bar,
                          f.area, f.seconds);
         },
     .keys =
         [](ViewFrame& f) {
             compare_keys(f.ui, f.states.compare, f.scene, f.actions, *f.second, f.second_actions);
         },
     .pages = stage_keys,
     .report = [](const ViewStates& states) { return compare_report(states.compare); },
     .exports = [](ViewFrame& f) { return compare_exports(f.ui, f.states.compare, f.scene, *f.second); }},
    {.key = "heads",
     .least_width = 1100,
     .least_height = 600,
     .draw = [](ViewFrame& f) { draw_heads(f.ui, f.states.heads, f.scene, f.area, f.actions); },
     .keys = [](ViewFrame& f) { heads_keys(f.ui, f.states.heads, f.scene, f.actions); },
     .pages = [](const attention::Trace&) { return std::vector<std::string>{"all"}; },
     .report = [](const ViewStates& states) { return heads_report(states.heads); },
     .exports = [](ViewFrame& f) { return heads_exports(f.ui, f.states.heads, f.scene); },
     .tour_preset = "cat-four-heads"},
    {.key = "labs",
     .least_width = 1100,
     .least_height = 600,
     .draw = [](ViewFrame& f) { draw_labs(f.ui, f.states.labs, f.scene, f.area, f.actions); },
     .keys = [](ViewFrame& f) { labs_keys(f.ui, f.scene, f.actions); },
     .pages = [](const attention::Trace&) { return lab_keys(); },
     .open = [](ViewStates& states, const std::string& page) { open_lab(states.labs, page); },
     .page = [](const ViewStates& states) { return lab_keys()[states.labs.page]; },
     .exports = [](ViewFrame& f) { return labs_exports(f.ui, f.states.labs, f.scene); }},
    {.key = "race",
     .random_weights = true,
     .least_width = 1100,
     .least_height = 600,
     .draw = [](ViewFrame& f) { draw_race(f.ui, f.states.race, f.scene, f.area, f.seconds); },
     .keys = [](ViewFrame& f) { race_keys(f.ui, f.states.race); },
     .pages = [](const attention::Trace&) { return race_pages(); },
     .open = [](ViewStates& states, const std::string& page) { open_race(states.race, page); },
     .connect = [](ViewStates& states,
                   const std::function<void()>& wake) { connect_race(states.race, wake); },
     .works = [](const ViewStates& states) { return race_is_timing(states.race); },
     .report = [](const ViewStates& states) { return race_report(states.race); },
     .exports = [](ViewFrame& f) { return race_exports(f.ui, f.states.race, f.scene); }},
};

} // namespace

void draw_view(const View& view, ViewFrame& frame) {
    const Ui& usual = frame.ui;
    const drawing::Rect& area = frame.area;
    const float scale = usual.theme.reading_scale(), width = view.least_width * scale,
                height = view.least_height * scale;
    const bool fits = usual.theme.reading < 1.01F && width <= area.width && height <= area.height;
    if (view.least_width == 0 || fits) return view.draw(frame);
    Theme theme = usual.theme; // the page is as large as its letters need
    theme.scale = scale;
    theme.reading = theme.zoom = 1;
    Ui ui{theme,         usual.canvas,      usual.anchors, usual.focus, usual.motion, usual.texts, usual.keys,
          usual.editing, usual.cursor_hint, usual.window,  usual.mouse, usual.tabbed, usual.scope};
    const drawing::Rect whole{0, 0, std::max(width, area.width), std::max(height, area.height)};
    ScrollArea page(ui, "page", area, whole.width);
    ViewFrame enlarged{
        ui,           frame.states,         frame.scene, frame.actions,
        frame.second, frame.second_actions, frame.bar,   {page.left(), page.top(), whole.width, whole.height},
        frame.seconds};
    view.draw(enlarged);
    page.ends_at(page.top() + whole.height);
}

std::span<const View> views() {
    return table;
}

const View* view_named(std::string_view key) {
    const auto* found =
        std::find_if(std::begin(table), std::end(table), [&](const View& v) { return v.key == key; });
    return found == std::end(table) ? nullptr : found;
}

} // namespace ui
