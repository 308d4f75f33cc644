// Two sentences that differ in one word, and in their answers; and what carries the change: the line of one
// word at one height is put into the other sentence, and the answer follows or not.
#include "base/text.h"
#include "drawing/figures/matrix.h"
#include "drawing/shapes/fitted_text.h"
#include "narration/wording.h"
#include "ui/board/figures.h"
#include "ui/views/story/story.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "workbench/document/edit.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PatchedAnswer;
using workbench::PatchMap;

namespace {

/// The sentence with the other word, read with the same weights and the same cuts.
void ask_other(StoryFrame& frame) {
    StoryState& state = frame.state;
    const auto& counterpart = state.offers.counterpart;
    const bool wanted = state.chosen.beside && counterpart && frame.story().is_asked();
    if (!wanted) {
        state.shown.other = nullptr;
        return;
    }
    const auto job = [document = frame.pass().document, text = counterpart->text, task = state.offers.task,
                      row = frame.story().row,
                      &library = frame.scene.bench.library()](const base::StopToken& stop) {
        auto made = std::make_shared<ToldStory>();
        const auto other = workbench::apply(document, workbench::SetText{text, ""}, library);
        made->pass = workbench::compute(workbench::prepare(other, library, nullptr, stop), stop);
        if (!made->pass) return std::shared_ptr<const ToldStory>();
        made->story = workbench::story_of(*made->pass, task.get(), row);
        made->lens = workbench::lens_of(*made->pass, task.get(), made->story->row);
        return std::shared_ptr<const ToldStory>(made);
    };
    const auto other = state.work.other.ask(
        {{frame.told.pass, state.offers.task}, {counterpart->text, frame.story().row}}, job);
    frame.ui.wait_for(state.work.other);
    state.shown.other = state.work.other.busy() ? state.shown.other : other;
}

/// Which place and height carry it, once that is asked for.
void ask_carries(StoryFrame& frame) {
    StoryState& state = frame.state;
    if (!state.chosen.carries || !state.shown.other || state.work.other.busy()) {
        state.shown.carries = nullptr;
        return;
    }
    const auto& own = frame.pass().reading;
    const auto& given = state.shown.other->pass->reading;
    const workbench::Answer& answer = frame.story().answers.front();
    const auto asked = workbench::what_is_asked(*own, *state.offers.task).all;
    const auto here = std::ranges::find_if(asked, [&](const learning::Asked& one) {
        return one.position == answer.row && one.output == answer.output;
    });
    if (here == asked.end()) return;
    const auto run = std::make_shared<std::unique_ptr<workbench::PatchRun>>(); // made where it runs
    state.shown.carries =
        state.work.carries.ask({{own, given}}, [run, own, given, asked = *here](const base::StopToken& stop) {
            if (!*run) *run = std::make_unique<workbench::PatchRun>(own, given, asked);
            auto part = (*run)->next(stop);
            const bool finished = part->finished();
            return base::Slice<PatchMap>{std::move(part), finished};
        });
    frame.ui.wait_for(state.work.carries);
    if (state.work.carries.problem()) state.shown.carries = nullptr;
}

} // namespace

void ask_beside(StoryFrame& frame) {
    ask_other(frame);
    ask_carries(frame);
    StoryShown& shown = frame.state.shown;
    if (!shown.other) return;
    const StoryFrame other{frame, frame.state, *shown.other};
    shown.other_content = story_content(other);
}

namespace {

constexpr float map_height = 172, heading = 30; // design pixels

std::string point_name(const Ui& ui, Index point) {
    return point == 0 ? ui.text("story.point_input")
                      : ui.plain("story.point_after", {{"layer", {{std::to_string(point)}}}});
}

std::pair<std::size_t, Index> patched(const StoryFrame& frame, const PatchMap& map) {
    if (frame.state.patched) return *frame.state.patched;
    const auto changed = std::ranges::find_if(map.places, &workbench::PatchPlace::changed);
    return {changed == map.places.end() ? 0 : static_cast<std::size_t>(changed - map.places.begin()), 0};
}

/// What follows the patch that was clicked.
std::string told_cell(const StoryFrame& frame, const PatchMap& map) {
    const auto [place, point] = patched(frame, map);
    const PatchedAnswer* cell =
        place < map.places.size() && point < map.points ? map.at(place, point) : nullptr;
    if (!cell) return {};
    const workbench::PatchPlace& at = map.places[place];
    return frame.say(at.changed() ? "story.carries_changed" : "story.carries_cell",
                     {{"word", frame.quoted(at.word)},
                      {"other", frame.quoted(at.other)},
                      {"point", point_name(frame.ui, point)},
                      {"answer", frame.quoted(cell->named.word)},
                      {"weight", narration::decimal(cell->named.probability)},
                      {"percent", base::percent(std::clamp(static_cast<double>(cell->carried), 0.0, 1.0))}});
}

/// The heights from the bottom up, the words from left to right, as in the figure above.
void draw_cells(StoryFrame& frame, const PatchMap& map, const Rect& area) {
    Ui& ui = frame.ui;
    const float names = ui.px(110), low = ui.px(22);
    const auto columns = static_cast<float>(map.places.size()), rows = static_cast<float>(map.points);
    const float wide = std::min((area.width - names) / columns, ui.px(110));
    const float high = std::min((area.height - low) / rows, ui.px(34));
    for (Index point = 0; point < map.points; ++point) {
        const float y = area.y + (rows - 1 - static_cast<float>(point)) * high;
        ui.canvas.text_within({area.x, y + high / 2}, names, point_name(ui, point), Font::sans,
                              ui.px(label_size), ui[Role::quiet]);
        for (std::size_t place = 0; place < map.places.size(); ++place) {
            const Rect box =
                Rect{area.x + names + static_cast<float>(place) * wide, y, wide, high}.inset(ui.px(1));
            const PatchedAnswer* cell = map.at(place, point);
            const Touch t =
                touch(ui, "story/patch/" + std::to_string(place) + "/" + std::to_string(point), box);
            const Rgba fill =
                cell ? colour_of(cell->carried, {0, 1}, ColourMap::weights, ui.theme.palette().dark)
                     : ui[Role::background];
            ui.canvas.fill(box, fill, ui.px(3));
            if (cell && box.width > ui.px(34) && box.height > ui.px(16))
                ui.canvas.text(box.centre(), number_text(cell->carried, 2), Font::mono, ui.px(label_size),
                               readable_on(fill), Align::centre);
            const bool picked = patched(frame, map) == std::pair{place, point};
            if (picked || t.hovered)
                ui.canvas.stroke(box, ui[picked ? Role::query_fill : Role::quiet], ui.px(2), ui.px(3));
            if (t.focused) focus_ring(ui, box, ui.px(3));
            if (t.clicked) {
                frame.state.patched = std::pair{place, point};
                ui.motion.draw_again();
            }
        }
    }
    for (std::size_t place = 0; place < map.places.size(); ++place) {
        const workbench::PatchPlace& at = map.places[place];
        const float x = area.x + names + (static_cast<float>(place) + 0.5F) * wide;
        const Font font = at.changed() ? Font::sans_bold : Font::sans;
        const std::string word = elided(at.word, wide - ui.px(4), font, ui.px(label_size), ui.canvas);
        ui.canvas.text({x, area.y + rows * high + low / 2}, word, font, ui.px(label_size),
                       ui[at.changed() ? Role::key : Role::text], Align::centre);
    }
}

void draw_carries(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("story/carries_card", area);
    const Rect inner = area.inset(ui.px(16));
    const base::InputError* problem = frame.state.work.carries.problem();
    const float left = 0.3F * inner.width;
    if (problem || !frame.state.shown.carries) {
        const std::string text =
            problem ? frame.say("story.carries_not", {{"what", problem->problem}}) : std::string("…");
        ui.canvas.text_within({inner.x, inner.centre().y}, inner.width, text, Font::sans, ui.px(body_size),
                              ui[Role::quiet]);
        return;
    }
    const PatchMap& map = *frame.state.shown.carries;
    float y = inner.y;
    const auto say = [&](const std::string& text, Font font, float size, Role role) {
        y += paragraph(ui, {inner.x, y}, left - ui.px(20), text, font, size, ui[role]) + ui.px(4);
    };
    say(frame.say("story.carries_title",
                  {{"own", frame.quoted(map.own_answer)}, {"given", frame.quoted(map.given_answer)}}),
        Font::sans_bold, body_size, Role::text);
    say(ui.text("story.carries_about"), Font::sans, label_size, Role::quiet);
    say(told_cell(frame, map), Font::sans, label_size, Role::text);
    draw_cells(frame, map, {inner.x + left, inner.y, inner.width - left, inner.height});
}

/// "… it was “tired”": by which word one knows the sentence. True when clicked.
bool draw_heading(StoryFrame& frame, const Rect& line, const std::string& word, bool is_other) {
    Ui& ui = frame.ui;
    const float width = ui.canvas.width(Font::sans_bold, ui.px(headline_size), word);
    const Rect text{line.x, line.y, width, line.height};
    const Touch t = touch(ui, is_other ? "story/take_other" : "story/own_word", text, is_other, is_other);
    ui.canvas.text({line.x, line.centre().y}, word, Font::sans_bold, ui.px(headline_size), ui[Role::key]);
    if (t.hovered && is_other) ui.cursor_hint = ui.text("story.take_other");
    if (t.focused) focus_ring(ui, text, ui.px(4));
    return t.clicked;
}

} // namespace

void draw_story_beside(StoryFrame& frame, const Rect& whole) {
    Ui& ui = frame.ui;
    Rect area = whole;
    const float top = area.y + ui.px(above_story), high = ui.px(heading);
    if (frame.state.chosen.carries) {
        const float height = ui.px(map_height), between = ui.px(12), margin = ui.px(16);
        const float figures = area.bottom() - height - between - top - high;
        const Rect across{area.x + margin, 0, area.width - 2 * margin, height};
        // Where both stories would have to scroll, the map takes their place: it has their words and heights.
        if (figures < least_story_height(frame.state.shown.content, ui.theme.scale, true))
            return draw_carries(frame, {across.x, top, across.width, area.bottom() - top});
        draw_carries(frame, {across.x, area.bottom() - height, across.width, height});
        area.height -= height + between;
    }
    const float side = ui.px(story_side), gap = ui.px(28), column = ui.px(story_sizes::label_column);
    const float width = (area.width - 2 * side - gap - column) / 2;
    const float below = top + high, height = area.bottom() - below - ui.px(4);
    const Rect left{area.x + side, below, width + column, height};
    const Rect right{left.right() + gap, below, width, height};
    const workbench::Counterpart& words = *frame.state.offers.counterpart;
    draw_heading(frame, {left.x, top, left.width, high}, frame.quoted(words.word), false);
    if (draw_heading(frame, {right.x, top, right.width, high}, frame.quoted(words.other), true))
        frame.actions.edit(workbench::SetText{words.text, ""});
    ui.canvas.line({left.right() + gap / 2, top}, {left.right() + gap / 2, left.bottom()}, ui[Role::hairline],
                   ui.px(1));
    draw_story_figure(frame, left);
    StoryFrame other{frame, frame.state, *frame.state.shown.other};
    draw_other_figure(other, right);
}

} // namespace ui
