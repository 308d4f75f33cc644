#include "ui/views/story/story.h"

#include "ui/chrome/navigation.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/slider.h"
#include "workbench/studies/real_story.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <cassert>
#include <utility>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadPlace;
using workbench::Story;
using workbench::TrainedWeights;

// What is computed beside the pass.

namespace {

constexpr std::size_t most_offered = 5;  ///< next words
constexpr Index unseen_sentences = 2000; ///< as for a model's card; takes less than a second

/// Looks up what does not depend on the selection: the task, and what else might be worth a look.
void look_up(StoryState& state, const workbench::Pass& pass, const Scene& scene) {
    if (state.offers.about == scene.shown) return;
    const std::string model = pass.real ? pass.real->name : "";
    if (std::exchange(state.opened_in, model) != model) state.opened_layers.clear();
    const workbench::Library& library = scene.bench.library();
    state.offers = {};
    state.offers.about = scene.shown;
    if (!pass.reading) return;
    state.offers.other = workbench::other_model(std::get<TrainedWeights>(pass.document.weights).id, library);
    try {
        state.offers.task = library.tasks->of(*pass.reading->model);
        state.offers.counterpart = workbench::counterpart_of(pass.document, *state.offers.task);
    } catch (const base::InputError&) { // a task of another version: the story has no question
        state.offers.task = nullptr;
    }
}

/// The row that the story is about: the marked one, if the layer shown elsewhere has the rows that answer.
Index row_of(StoryState& state, const Scene& scene) {
    const auto& reading = scene.pass().reading;
    if (!reading || workbench::answers_at(reading->places[reading->shown], *reading))
        state.row = scene.selection.query;
    return state.row;
}

ToldStory told_of(const std::shared_ptr<const workbench::Pass>& pass, const learning::Task* task,
                  std::shared_ptr<const Story> story) {
    ToldStory made{.pass = pass, .story = std::move(story), .lens = {}};
    if (pass->has_learned()) made.lens = workbench::lens_of(*pass, task, made.story->row);
    if (pass->real && workbench::writes(*pass->real->model))
        made.next = workbench::next_word(*made.story, *pass->real, most_offered);
    else if (pass->real && !made.story->answers.empty())
        made.in_gap = workbench::words_for_gap(*made.story, *pass->real, most_offered);
    if (pass->reading && task && task->stories && made.story->is_asked()) {
        made.next = workbench::next_word(*made.story, *pass->reading, *task->stories, most_offered);
        made.first_break = workbench::first_break(*pass->reading, *task->stories);
        made.times = workbench::writing_times(*pass->reading);
    }
    return made;
}

using StoryJob = base::Study<ToldStory, Index>::Job;

StoryJob job_of(const std::shared_ptr<const workbench::Pass>& pass, const workbench::TaskPtr& task,
                Index row) {
    return [pass, task, row](const base::StopToken& stop) -> base::Slice<ToldStory> {
        const auto story = workbench::story_of(*pass, task.get(), row, stop);
        if (!story) return nullptr;
        return std::make_shared<const ToldStory>(told_of(pass, task.get(), story));
    };
}

/// The story of a real model, whose steps are measured one after the other.
struct RealTelling {
    workbench::RealStoryRun run;
    std::optional<ToldStory> told = {};
};

StoryJob job_of_real(const std::shared_ptr<const workbench::Pass>& pass, Index row,
                     const std::shared_ptr<const Story>& like) {
    // Begun with the job, since jobs are made in every frame and seldom wanted.
    const auto begun = std::make_shared<std::optional<RealTelling>>();
    return [pass, row, like, begun](const base::StopToken& stop) -> base::Slice<ToldStory> {
        if (!*begun) begun->emplace(RealTelling{workbench::RealStoryRun(*pass, row, like)});
        RealTelling& telling = **begun;
        auto story = telling.run.next(stop);
        if (!story) return nullptr;
        if (!telling.told) telling.told = told_of(pass, nullptr, story);
        telling.told->story = std::move(story);
        return {std::make_shared<const ToldStory>(*telling.told), telling.run.finished()};
    };
}

void ask_story(ViewFrame& frame, StoryState& state) {
    const auto pass = frame.scene.shown;
    const Index row = row_of(state, frame.scene);
    const auto task = state.offers.task;
    const auto like = state.shown.told ? state.shown.told->story : nullptr;
    const auto told = state.work.told.ask(
        {{pass, task}, row}, pass->real ? job_of_real(pass, row, like) : job_of(pass, task, row),
        workbench::story_cost(*pass) + (pass->reading ? workbench::lens_cost(*pass->reading) : 0) +
            (pass->reading && task && task->stories ? workbench::next_word_cost(*pass->reading) : 0));
    frame.ui.wait_for(state.work.told);
    if (told) state.shown.told = told;
}

base::Slice<workbench::KnockOuts> slice_of(workbench::KnockOutRun& run, const base::StopToken& stop) {
    auto part = run.next(stop);
    const bool finished = part->finished();
    return {std::move(part), finished};
}

/// Measures what the model needs, in the background, while that is on screen: once for each model.
void ask_knock_outs(StoryFrame& frame) {
    StoryState& state = frame.state;
    state.shown.knock_outs = nullptr;
    const auto task = state.offers.task;
    if (!task || !frame.is_trained() || !state.chosen.needs) return;
    const std::string id = std::get<TrainedWeights>(frame.pass().document.weights).id + "/" +
                           learning::name_of(state.chosen.instead);
    StoryWork::Measuring& measuring = state.work.measuring[id];
    if (!measuring.run)
        measuring.run = std::make_shared<workbench::KnockOutRun>(
            frame.reading().model, task, workbench::relations_out(*task, frame.model().transformer->sizes),
            unseen_sentences, state.chosen.instead);
    if (!measuring.so_far || !measuring.so_far->finished()) {
        const auto found = state.work.knock_outs.ask(
            {{}, id}, [run = measuring.run](const base::StopToken& stop) { return slice_of(*run, stop); });
        frame.ui.wait_for(state.work.knock_outs);
        if (found && found->model == frame.reading().model && found->instead == state.chosen.instead)
            measuring.so_far = found;
    }
    state.shown.knock_outs = measuring.so_far;
}

/// Measures what is off now, once that was asked for.
void ask_cost(StoryFrame& frame) {
    StoryState& state = frame.state;
    const auto task = state.offers.task;
    std::vector<learning::KnockOut> out;
    if (task && frame.is_trained())
        out = workbench::out_by_hand(frame.pass().document, frame.reading(), frame.story()).out;
    if (out.empty() || out != state.measures) {
        state.measures.clear();
        if (std::exchange(state.shown.by_hand, nullptr)) state.work.by_hand.cancel();
        return;
    }
    const auto run = std::make_shared<workbench::KnockOutRun>(
        frame.reading().model, task, std::vector<workbench::KnockedOut>{{}, {out}}, unseen_sentences);
    state.shown.by_hand = state.work.by_hand.ask(
        {{frame.reading().model}, out}, [run](const base::StopToken& stop) { return slice_of(*run, stop); });
    frame.ui.wait_for(state.work.by_hand);
}

} // namespace

// Its layers.

model::Place StoryFrame::place(std::size_t layer) const {
    if (is_trained()) return reading().places[layer];
    if (is_model()) return {model::Part::encoder, static_cast<Index>(layer)};
    return {pass().trace.input.is_cross() ? model::Part::cross : model::Part::encoder, 0};
}

const attention::Trace& StoryFrame::trace(std::size_t layer) const {
    if (is_trained()) return reading().run.at(reading().places[layer]).trace;
    return is_model() ? *story().traces[layer] : pass().trace;
}

bool StoryFrame::answers(std::size_t layer) const {
    return !is_trained() || workbench::answers_at(reading().places[layer], reading());
}

bool StoryFrame::reads_source(std::size_t layer) const {
    return story().has_source() && place(layer).part != model::Part::decoder;
}

Index StoryFrame::row(std::size_t layer) const {
    return answers(layer) ? story().row : story().source_row;
}

std::size_t StoryFrame::layer_of(bool in_source, std::size_t band) const {
    for (std::size_t layer = 0; layer < layers(); ++layer)
        if (!answers(layer) == in_source && band-- == 0) return layer;
    assert(false);
    return 0;
}

// What a click asks for.

void StoryFrame::show(std::size_t layer, const workbench::Selection& selection) {
    if (!is_current()) return;
    if (!is_model() || layer == open_layer()) {
        actions.select = selection;
        return;
    }
    actions.ask(PerformEdit{.edit = workbench::SetWeights{workbench::with_layer(pass().document.weights,
                                                                                static_cast<Index>(layer))},
                            .then = selection});
}

void StoryFrame::open(std::size_t layer, Index head) {
    if (!is_current()) return;
    workbench::Selection selection = scene.selection;
    selection.head = head;
    selection.query = row(layer);
    trace(layer).heads[static_cast<std::size_t>(head)].weights.row(selection.query).maxCoeff(&selection.key);
    selection.hovered.reset();
    selection.pinned.reset();
    show(layer, selection);
    ui.motion.draw_again();
}

void StoryFrame::mark(Index word, bool in_source) {
    if (!is_current()) return;
    workbench::Selection selection = scene.selection;
    selection.pinned.reset();
    if (in_source && !is_trained()) { // a key of the one layer
        selection.key = word;
        return show(0, selection);
    }
    selection.query = word;
    std::size_t layer = open_layer();
    if (answers(layer) == in_source) { // the last layer with this word among its rows
        for (layer = layers() - 1; answers(layer) == in_source; --layer) {
        }
    }
    show(layer, selection);
}

void StoryFrame::switch_head(std::size_t layer, Index head) {
    if (!is_current()) return;
    std::vector<HeadPlace> off = scene.bench.document().switched_off;
    const HeadPlace here{static_cast<Index>(layer), head};
    if (std::erase(off, here) == 0) off.push_back(here);
    actions.edit(workbench::SwitchHeads{std::move(off)});
}

void StoryFrame::switch_layer(std::size_t layer) {
    if (!is_current()) return;
    const auto here = static_cast<Index>(layer);
    std::vector<HeadPlace> off = scene.bench.document().switched_off;
    const auto heads = std::ssize(trace(layer).heads);
    const auto gone = std::erase_if(off, [&](const HeadPlace& head) { return head.layer == here; });
    if (static_cast<Index>(gone) < heads)
        for (Index head = 0; head < heads; ++head)
            off.push_back({here, head});
    actions.edit(workbench::SwitchHeads{std::move(off)});
}

void StoryFrame::cut(const workbench::Read& read, bool back) {
    if (!is_current()) return;
    const attention::Cell cell{attention::Quantity::weights, read.head, read.from, read.to};
    const auto layer = static_cast<Index>(read.layer);
    if (back)
        actions.edit(workbench::ClearCell{cell, layer});
    else
        actions.edit(workbench::SetCell{cell, 0, layer});
}

void StoryFrame::restore() {
    if (!is_current()) return;
    const std::string gesture = "story/restore";
    for (const workbench::Read& read : story().knocked_out)
        actions.edit(workbench::ClearCell{{attention::Quantity::weights, read.head, read.from, read.to},
                                          static_cast<Index>(read.layer)},
                     gesture);
    if (!scene.bench.document().switched_off.empty()) actions.edit(workbench::SwitchHeads{}, gesture);
}

// The view.

namespace {

// Design pixels.
constexpr float card_side = 16, title_size = 31, about_size = 18;
constexpr float next_words_width = 420;
constexpr float bar_height = 84, low_bar_height = 64, numbers_height = 196, needs_width = 380;
constexpr float low_view = 780; ///< below this height, less is said
constexpr float above_on_slide = 48, end_of_text_size = 20;

void advance(StoryFrame& frame) {
    StoryMoment& moment = frame.state.moment;
    if (!moment.playing) return;
    moment.seconds += static_cast<float>(frame.seconds);
    if (moment.seconds >= StoryPlay::length || frame.ui.theme.reduce_motion) moment = {};
    if (moment.playing) frame.ui.motion.keep_going();
}

/// In smaller letters where `most` has no room for it; returns its width.
float draw_title_line(Ui& ui, Point at, const ColouredText& line, float most) {
    float wide = 0, size = ui.px(title_size);
    for (const ColouredPiece& piece : line)
        wide += ui.canvas.width(Font::sans_bold, size, piece.text);
    size *= std::min(1.0F, most / std::max(wide, 1.0F));
    const float from = at.x;
    for (const ColouredPiece& piece : line) {
        ui.canvas.text(at, piece.text, Font::sans_bold, size, ui[piece.role]);
        at.x += ui.canvas.width(Font::sans_bold, size, piece.text);
    }
    return at.x - from;
}

/// The end of the text as far as a line has room for it: not all of its words are in the figure.
void draw_end_of_text(StoryFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    const std::string& text = frame.pass().document.text;
    std::string shown = text;
    for (std::size_t from = 0; ui.canvas.width(Font::sans, ui.px(end_of_text_size), shown) > line.width;) {
        from = text.find(' ', from);
        if (from == std::string::npos) return;
        shown = "…" + text.substr(from++);
    }
    ui.canvas.text({line.x, line.centre().y}, shown, Font::sans, ui.px(end_of_text_size), ui[Role::text]);
    ui.anchors.add("story/end_of_text", line);
}

/// A slide has a caption and a margin of its own: the figure takes all, but for its title if there is room.
void draw_on_slide(StoryFrame& frame) {
    Ui& ui = frame.ui;
    Rect area = frame.area;
    const float above = ui.px(above_on_slide);
    if (area.height - above >= least_story_height(frame.state.shown.content, ui.theme.scale, true)) {
        const Point at{area.x, area.y + above / 2};
        const float title = draw_title_line(ui, at, frame.state.shown.title, area.width);
        ui.anchors.add("story/title", {area.x, area.y, title, above});
        area = {area.x, area.y + above, area.width, area.height - above};
    }
    if (!frame.writes()) return draw_story_figure(frame, area);
    follow_taking(frame);
    constexpr float of_words = 0.26F; // of the width
    const float wide = of_words * area.width, gap = ui.px(20);
    draw_story_figure(frame, {area.x, area.y, area.width - wide - gap, area.height});
    draw_next_words_on_slide(frame, {area.right() - wide, area.y, wide, area.height});
    const float lines = frame.state.shown.layout.leaves.x - ui.px(16) - area.x; // up to the marked line
    draw_end_of_text(frame, {area.x, area.y, lines, ui.px(end_of_text_size)});
    take_owed(frame);
    draw_arriving_word(frame);
}

/// As many sentences as have room; the first in any case.
std::string whole_sentences(const Ui& ui, std::string text, float width) {
    while (ui.canvas.width(Font::sans, ui.px(about_size), text) > width) {
        const std::size_t end = text.rfind(". ");
        if (end == std::string::npos) break;
        text.resize(end + 1);
    }
    return text;
}

void draw_title(StoryFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float x = area.x + ui.px(story_side), width = area.width - 2 * ui.px(story_side);
    const float title = draw_title_line(ui, {x, area.y + ui.px(39)}, frame.state.shown.title, width);
    ui.anchors.add("story/title", {x, area.y + ui.px(24), title, ui.px(30)});
    const bool warns = frame.pass().not_learned && frame.story().unasked.empty();
    const std::string about = warns ? ui.text("story.not_learned") : story_about(frame);
    const Rect line{x, area.y + ui.px(60), width, ui.px(22)};
    const std::string fits = whole_sentences(ui, about, width);
    if (fits != about && line.contains(ui.mouse)) ui.cursor_hint = about;
    ui.canvas.text_within({x, line.centre().y}, width, fits, Font::sans, ui.px(about_size),
                          ui[warns ? Role::warning : Role::quiet]);
    ui.anchors.add(warns ? "story/not_learned" : "story/about", line);
    // What else is unusual about the document, beside the title; what the line says is not said twice.
    const Rect rest{x + title + ui.px(32), area.y + ui.px(24), width - title - ui.px(32), ui.px(30)};
    if (rest.width > ui.px(200)) {
        chips_height(ui, frame.state.chips, frame.scene, rest.width);
        if (warns)
            std::erase_if(frame.state.chips.found, [](const workbench::InForce& each) {
                return each.subject == workbench::Subject::not_learned;
            });
        draw_chips(ui, frame.state.chips, frame.scene, rest, frame.actions);
    }
}

/// Returns the height that the marked line in numbers takes at the bottom of an area.
float draw_numbers_below(StoryFrame& frame, const Rect& area) {
    if (!frame.state.chosen.numbers || !frame.has_line()) return 0;
    const float height = std::min(frame.ui.px(numbers_height), 0.34F * area.height);
    draw_story_numbers(frame, {area.x, area.bottom() - height, area.width, height});
    return height + frame.ui.px(12);
}

} // namespace

void StoryView::draw(ViewFrame& view) {
    look_up(state_, view.scene.pass(), view.scene);
    ask_story(view, state_);
    if (!state_.shown.told) return;
    StoryFrame frame{view, state_, *state_.shown.told};
    const auto kept = state_.shown.told; // while the frame refers to it
    if (!frame.writes()) {
        state_.writing = {};
        state_.taking = {};
        ask_knock_outs(frame);
        ask_cost(frame);
    }
    advance(frame);
    const float before = std::exchange(state_.shown.seconds, state_.moment.seconds);
    state_.shown.moves = before != state_.moment.seconds;
    state_.shown.title = story_title(frame);
    state_.shown.content = story_content(frame);
    if (!frame.writes()) ask_beside(frame);

    if (frame.on_slide) return draw_on_slide(frame);
    const Ui& ui = frame.ui;
    Rect area = frame.area;
    const float bar = ui.px(area.height < ui.px(low_view) ? low_bar_height : bar_height);
    const float margin = ui.px(card_side);
    const Rect bar_place{area.x + margin, area.bottom() - margin - bar, area.width - 2 * margin, bar};
    area.height -= bar + margin + ui.px(16);
    if (frame.writes()) {
        write_on(frame);
        follow_taking(frame);
        draw_writing_bar(frame, bar_place);
        const float width = std::min(ui.px(next_words_width), 0.36F * area.width), top = ui.px(above_story);
        area.width -= width + margin;
        draw_title(frame, area);
        const Rect beside{area.right(), area.y + margin, width, area.height - margin};
        area.height -=
            draw_numbers_below(frame, {area.x + margin, area.y, area.width - 2 * margin, area.height});
        draw_story_figure(frame, {area.x + ui.px(story_side), area.y + top, area.width - ui.px(story_side),
                                  area.height - top - ui.px(4)});
        draw_next_words(frame, beside);
        take_owed(frame);
        return draw_arriving_word(frame);
    }
    if (frame.encodes() || frame.told.in_gap) {
        const float width = std::min(ui.px(next_words_width), 0.36F * area.width);
        const Rect beside{area.right() - margin - width, area.y + margin, width, area.height - margin};
        if (frame.encodes()) {
            ask_alike(frame);
            draw_alike(frame, beside);
        } else {
            draw_gap_words(frame, beside);
        }
        area.width -= width + margin;
    }
    draw_title(frame, area);
    draw_story_bar(frame, bar_place);
    if (state_.chosen.needs && frame.is_trained()) {
        const float width = std::min(ui.px(needs_width), 0.34F * area.width);
        draw_story_needs(frame,
                         {area.right() - margin - width, area.y + margin, width, area.height - margin});
        area.width -= width + margin;
    }
    if (state_.shown.other) return draw_story_beside(frame, area);
    area.height -= draw_numbers_below(frame, {area.x + margin, area.y, area.width - 2 * margin, area.height});
    const float top = ui.px(above_story);
    draw_story_figure(frame, {area.x + ui.px(story_side), area.y + top, area.width - 2 * ui.px(story_side),
                              area.height - top - ui.px(4)});
}

void StoryView::keys(ViewFrame& frame) {
    if (!slider_has_keys(frame.ui, temperature_slider)) word_keys(frame.ui, frame.scene, frame.actions);
    if (frame.ui.pressed(GLFW_KEY_H)) state_.chosen.maps = !state_.chosen.maps;
    const auto space = std::ranges::find_if(
        frame.ui.keys, [](const KeyPress& press) { return press.key == GLFW_KEY_SPACE && press.mods == 0; });
    if (space != frame.ui.keys.end()) {
        if (state_.shown.told && state_.shown.told->next) {
            StoryFrame told{frame, state_, *state_.shown.told};
            told.take_likeliest(space->repeated);
        } else if (state_.moment.playing)
            state_.moment.playing = false;
        else
            open("play");
    }
    if (frame.ui.pressed(GLFW_KEY_H) || frame.ui.pressed(GLFW_KEY_SPACE)) frame.ui.motion.draw_again();
}

bool StoryView::open(const std::string& page) {
    if (page != "play") return page == "all";
    StoryMoment& moment = state_.moment;
    if (moment.seconds >= StoryPlay::length) moment.seconds = 0;
    moment.playing = true;
    return true;
}

void StoryView::leave() {
    state_.moment = {};
    state_.writing = {};
    state_.taking = {};
    state_.work.knock_outs.cancel();
    state_.work.by_hand.cancel();
    state_.work.told.cancel();
    state_.work.other.cancel();
    state_.work.carries.cancel();
    state_.alike.study.cancel();
}

void StoryView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> instead{"zero", "renormalised", "mean"};
    choices.boolean("heads", state_.chosen.maps);
    choices.boolean("numbers", state_.chosen.numbers);
    choices.boolean("needs", state_.chosen.needs);
    choices.boolean("beside", state_.chosen.beside);
    choices.boolean("carries", state_.chosen.carries);
    choices.named("knock_out", state_.chosen.instead, instead);
    choices.real("temperature", state_.chosen.taste.temperature);
    state_.chosen.taste.temperature = std::clamp(state_.chosen.taste.temperature, 0.0F, hottest);
    choices.number("top", state_.chosen.taste.top, 0, 1000);
    choices.number("draw", state_.chosen.draw, 0, most_draws);
}

Exportables StoryView::exports(ViewFrame& view) {
    if (!state_.shown.told) return {};
    StoryFrame frame{view, state_, *state_.shown.told};
    return story_exports(frame);
}

} // namespace ui
