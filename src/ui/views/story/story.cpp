#include "ui/views/story/story.h"

#include "base/text.h"
#include "ui/board/figures.h"
#include "ui/chrome/navigation.h"

#include <GLFW/glfw3.h>
#include <algorithm>
#include <nlohmann/json.hpp>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::HeadPlace;
using workbench::Story;
using workbench::TrainedWeights;

namespace {

constexpr Index unseen_sentences = 2000; ///< as for a model's card; takes less than a second

/// Looks up what does not depend on the selection: the task, and what else might be worth a look.
void look_up(StoryState& state, const workbench::Pass& pass, const Scene& scene) {
    if (state.offers.about == scene.bench.step()) return;
    const workbench::Library& library = scene.bench.library();
    state.offers = {};
    state.offers.about = scene.bench.step();
    state.offers.other = workbench::other_model(std::get<TrainedWeights>(pass.document.weights).id, library);
    try {
        state.offers.task = library.tasks->of(*pass.reading->model);
        state.offers.counterpart = workbench::counterpart_of(pass.document, *state.offers.task, library);
    } catch (const base::InputError&) { // a task of another version: the story has no question
        state.offers.task = nullptr;
    }
}

/// The row that the story is about: the marked one, if the layer shown elsewhere has the rows that answer.
Index row_of(StoryState& state, const Scene& scene) {
    const workbench::TrainedReading& reading = *scene.pass().reading;
    if (workbench::answers_at(reading.places[reading.shown], reading)) state.row = scene.selection.query;
    return state.row;
}

void ask_story(ViewFrame& frame, StoryState& state) {
    const auto pass = frame.scene.shown;
    const Index row = row_of(state, frame.scene);
    const auto story = state.work.story.ask(
        {{pass, state.offers.task}, row},
        [pass, task = state.offers.task, row](const base::StopToken&) {
            return workbench::story_of(*pass, task.get(), row);
        },
        workbench::story_cost(*pass->reading));
    frame.ui.wait_for(state.work.story);
    if (!story || state.work.story.busy()) return; // an earlier one stays with its pass
    state.shown.story = story;
    state.shown.pass = pass;
}

base::Slice<workbench::KnockOuts> slice_of(workbench::KnockOutRun& run, const base::StopToken& stop) {
    auto part = run.next(stop);
    const bool finished = part->finished();
    return {std::move(part), finished};
}

/// Measures what the model needs, in the background: once for each model.
void ask_knock_outs(StoryFrame& frame) {
    StoryState& state = frame.state;
    const std::string id = frame.knock_outs_id();
    const auto task = state.offers.task;
    if (!task) return;
    auto& run = state.work.runs[id];
    if (!run)
        run = std::make_shared<workbench::KnockOutRun>(
            frame.reading().model, task, workbench::relations_out(*task, frame.model().transformer->sizes),
            unseen_sentences, state.chosen.instead);
    const auto measured = state.shown.measured[id];
    if (!measured || !measured->finished()) {
        const auto found = state.work.knock_outs.ask(
            {{}, id}, [run](const base::StopToken& stop) { return slice_of(*run, stop); });
        frame.ui.wait_for(state.work.knock_outs);
        if (found && found->model == frame.reading().model && found->instead == state.chosen.instead)
            state.shown.measured[id] = found;
    }
    auto out = workbench::out_by_hand(frame.pass->document, frame.reading(), *frame.story);
    if (out.out.empty()) {
        if (std::exchange(state.shown.by_hand, nullptr)) state.work.by_hand.cancel();
        return;
    }
    const auto now = std::make_shared<workbench::KnockOutRun>(
        frame.reading().model, task, std::vector<workbench::KnockedOut>{out}, unseen_sentences);
    state.shown.by_hand =
        state.work.by_hand.ask({{frame.reading().model}, out.out},
                               [now](const base::StopToken& stop) { return slice_of(*now, stop); });
    frame.ui.wait_for(state.work.by_hand);
}

} // namespace

std::string knock_outs_id(const std::string& model, learning::Instead instead) {
    return model + "/" + learning::name_of(instead);
}

void StoryPage::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> instead{"zero", "renormalised", "mean"};
    choices.boolean("numbers", state_.chosen.numbers);
    choices.named("knock_out", state_.chosen.instead, instead);
}

void StoryFrame::show(std::size_t layer, const workbench::Selection& selection) {
    if (layer == scene.pass().reading->shown)
        actions.select = selection;
    else
        actions.ask(
            PerformEdit{.edit = workbench::SetWeights{TrainedWeights{model_id(), static_cast<Index>(layer)}},
                        .then = selection});
}

void StoryFrame::open(std::size_t layer, Index head) {
    workbench::Selection selection = scene.selection;
    selection.head = head;
    selection.query = workbench::row_in(*story, reading().places[layer], reading());
    trace(layer).heads[static_cast<std::size_t>(head)].weights.row(selection.query).maxCoeff(&selection.key);
    selection.hovered.reset();
    selection.pinned.reset();
    show(layer, selection);
    ui.motion.draw_again();
}

void StoryFrame::mark(Index word, bool in_source) {
    const auto is_wanted = [&](std::size_t layer) {
        const model::Place& place = reading().places[layer];
        return in_source ? place.part == model::Part::encoder : workbench::answers_at(place, reading());
    };
    const std::size_t shown = scene.pass().reading->shown;
    std::size_t layer = shown;
    if (!is_wanted(shown)) { // the last layer with this word among its rows
        for (layer = reading().places.size() - 1; !is_wanted(layer); --layer) {
        }
    }
    workbench::Selection selection = scene.selection;
    selection.query = word;
    selection.pinned.reset();
    show(layer, selection);
}

void StoryFrame::switch_head(std::size_t layer, Index head) {
    std::vector<HeadPlace> off = scene.bench.document().switched_off;
    const HeadPlace place{static_cast<Index>(layer), head};
    if (std::erase(off, place) == 0) off.push_back(place);
    actions.edit(workbench::SwitchHeads{std::move(off)});
}

void StoryFrame::switch_layer(std::size_t layer) {
    const auto here = static_cast<Index>(layer);
    std::vector<HeadPlace> off = scene.bench.document().switched_off;
    const auto heads = std::ssize(trace(layer).heads);
    const auto gone = std::erase_if(off, [&](const HeadPlace& head) { return head.layer == here; });
    if (static_cast<Index>(gone) < heads)
        for (Index head = 0; head < heads; ++head)
            off.push_back({here, head});
    actions.edit(workbench::SwitchHeads{std::move(off)});
}

void StoryFrame::knock(const workbench::Read& read, bool back) {
    const attention::Cell cell{attention::Quantity::weights, read.head, read.from, read.to};
    const auto layer = static_cast<Index>(read.layer);
    if (back)
        actions.edit(workbench::ClearCell{cell, layer});
    else
        actions.edit(workbench::SetCell{cell, 0, layer});
}

void StoryPage::draw(ViewFrame& view) {
    Ui& ui = view.ui;
    look_up(state_, view.scene.pass(), view.scene);
    ask_story(view, state_);
    if (!state_.shown.story) return;
    StoryFrame frame{view, state_, state_.shown.pass, state_.shown.story};
    ask_knock_outs(frame);
    state_.shown.title = story_title(frame);
    state_.shown.content = story_content(frame);
    const float margin = ui.px(16);
    Rect body = frame.area.inset(margin);
    const float chips = chips_height(ui, state_.chips, frame.scene, body.width);
    draw_chips(ui, state_.chips, frame.scene, {body.x, body.y, body.width, chips}, frame.actions);
    const float above = chips_room(ui, chips, body.height);
    body.y += above;
    body.height -= above;
    const float left = std::clamp(0.22F * body.width, ui.px(300), ui.px(400));
    draw_story_map(frame, {body.x, body.y, left, body.height});
    draw_story(frame, {body.x + left + margin, body.y, body.width - left - margin, body.height});
}

void StoryPage::keys(ViewFrame& frame) {
    word_keys(frame.ui, frame.scene, frame.actions);
    if (!frame.ui.pressed(GLFW_KEY_H) || !state_.shown.story || state_.shown.pass != frame.scene.shown)
        return;
    StoryFrame story{frame, state_, state_.shown.pass, state_.shown.story};
    const std::size_t layer = story.reading().shown;
    const Index head = frame.scene.selection.head + 1;
    if (head < std::ssize(story.trace(layer).heads))
        story.open(layer, head);
    else
        story.open((layer + 1) % story.reading().places.size(), 0);
}

void StoryPage::leave() {
    state_.work.knock_outs.cancel();
    state_.work.by_hand.cancel();
    state_.work.story.cancel();
}

namespace {

nlohmann::json json_of(const std::vector<workbench::Named>& named) {
    auto list = nlohmann::json::array();
    for (const auto& one : named)
        list.push_back({{"word", one.word}, {"probability", one.probability}});
    return list;
}

nlohmann::json json_of(const workbench::Read& read) {
    return {{"layer", read.layer},
            {"head", read.head},
            {"from", read.from},
            {"to", read.to},
            {"weight", read.weight}};
}

nlohmann::json json_of(const workbench::KnockOuts& measured) {
    auto rows = nlohmann::json::array();
    for (const auto& row : measured.rows) {
        nlohmann::json out = nlohmann::json::array();
        for (const learning::KnockOut& one : row.out)
            out.push_back({{"layer", one.place.layer},
                           {"head", one.head ? nlohmann::json(*one.head) : nlohmann::json()},
                           {"relation", one.relation ? nlohmann::json(*one.relation) : nlohmann::json()},
                           {"control", one.control}});
        rows.push_back({{"out", out}, {"right", nullptr}});
        if (!row.answers) continue;
        rows.back()["right"] = row.answers->share_right().value();
        rows.back()["other_candidate"] = row.answers->share_others().value();
        rows.back()["other_word"] = row.answers->share_any().value();
    }
    return {{"sentences", measured.sentences},
            {"instead", learning::name_of(measured.instead)},
            {"chance", measured.chance},
            {"rows", rows}};
}

} // namespace

nlohmann::json StoryPage::shown() const {
    const StoryShown& shown = state_.shown;
    if (!shown.story) return nullptr;
    nlohmann::json report{{"title", shown.title},
                          {"row", shown.story->row},
                          {"asked", shown.story->asked_rows},
                          {"answers", nlohmann::json::array()},
                          {"steps", nlohmann::json::array()},
                          {"knocked_out", nlohmann::json::array()},
                          {"off", nlohmann::json::array()}};
    for (const workbench::Answer& answer : shown.story->answers)
        report["answers"].push_back(
            {{"row", answer.row}, {"now", json_of(answer.now)}, {"usual", json_of(answer.usual)}});
    for (const workbench::StoryStep& step : shown.story->steps) {
        report["steps"].push_back(json_of(step.read()));
        report["steps"].back()["needed"] = step.needed;
    }
    for (const workbench::Read& read : shown.story->knocked_out)
        report["knocked_out"].push_back(json_of(read));
    for (const HeadPlace& off : shown.pass->document.switched_off)
        report["off"].push_back({off.layer, off.head});
    report["not_learned"] = shown.pass->not_learned;
    const auto measured = shown.measured.find(
        knock_outs_id(std::get<TrainedWeights>(shown.pass->document.weights).id, state_.chosen.instead));
    if (measured != shown.measured.end() && measured->second)
        report["knock_outs"] = json_of(*measured->second);
    if (shown.by_hand) report["by_hand"] = json_of(*shown.by_hand);
    return report;
}

// Exports: the story as a figure, and all heads of the model on one sheet.

namespace {

/// Quoted as RFC 4180 asks.
std::string field(const std::string& text) {
    std::string quoted = "\"";
    for (const char c : text)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + "\"";
}

/// Every weight of the marked word, even those too small for an arc; one that is knocked out has the value
/// that it had before.
std::string csv_of_reads(const workbench::Pass& pass, const workbench::Story& story,
                         const std::vector<std::string>& layers) {
    std::string csv = "layer,head,word,reads,weight,knocked out\r\n";
    const workbench::TrainedReading& reading = *pass.reading;
    for (std::size_t layer = 0; layer < reading.places.size(); ++layer) {
        const model::Place& place = reading.places[layer];
        const attention::Trace& trace = reading.run.at(place).trace;
        const Index row = workbench::row_in(story, place, reading);
        const bool in_source = story.has_source() && place.part == model::Part::encoder;
        const auto& words = in_source ? story.source : story.words;
        const auto& keys = in_source || place.part == model::Part::cross ? story.source : story.words;
        for (Index head = 0; head < std::ssize(trace.heads); ++head) {
            if (!trace.options.is_on(head)) continue;
            const auto weights = trace.heads[static_cast<std::size_t>(head)].weights.row(row);
            for (Index key = 0; key < weights.size(); ++key) {
                const auto out = std::ranges::find_if(story.knocked_out, [&](const workbench::Read& read) {
                    return read.layer == layer && read.head == head && read.from == row && read.to == key;
                });
                const bool is_out = out != story.knocked_out.end();
                csv += field(layers[layer]) + "," + std::to_string(head + 1) + "," +
                       field(words[static_cast<std::size_t>(row)]) + "," +
                       field(keys[static_cast<std::size_t>(key)]) + "," +
                       base::fixed(static_cast<double>(is_out ? out->weight : weights(key)), 9) + "," +
                       (is_out ? "yes" : "no") + "\r\n";
            }
        }
    }
    return csv;
}

Exportable story_export(const StoryFrame& frame) {
    Exportable what{.name = "story", .title = frame.state.shown.title, .anchor = "story/card"};
    what.width = 1100;
    what.height = 640;
    const auto content = std::make_shared<const StoryContent>(frame.state.shown.content);
    what.figure = [content](Rect area, const Palette& palette, const TextMeasure& measure) {
        const StoryLayout natural = story_layout(area, *content, 1, measure);
        const float scale = std::min(1.0F, area.width / natural.width); // long sentences become smaller
        const StoryLayout layout = scale < 1 ? story_layout(area, *content, scale * 0.98F, measure) : natural;
        return story_figure(layout, *content, {}, palette, measure);
    };
    std::vector<std::string> layers;
    for (std::size_t layer = 0; layer < frame.reading().places.size(); ++layer)
        layers.push_back(frame.layer_name(layer));
    what.csv = [pass = frame.pass, story = frame.story, layers] {
        return csv_of_reads(*pass, *story, layers);
    };
    return what;
}

Exportable maps_export(const StoryFrame& frame) {
    std::vector<TitledMatrix> heads;
    const bool same_shape = !frame.story->has_source();
    for (std::size_t layer = 0; layer < frame.reading().places.size(); ++layer) {
        if (!same_shape && layer != frame.scene.pass().reading->shown) continue;
        const attention::Trace& t = frame.trace(layer);
        MatrixOptions options =
            kept_options(frame.pass, attention::Quantity::weights, {ColourMap::weights, {0, 1}});
        for (std::size_t head = 0; head < t.heads.size(); ++head)
            heads.push_back({frame.layer_name(layer) + ", " +
                                 frame.ui.plain("story.head", {{"head", {{std::to_string(head + 1)}}}}),
                             {frame.pass, &t.heads[head].weights},
                             options});
    }
    Exportable what = exportable("story-heads", frame.ui.text("story.export_maps"), std::move(heads));
    what.anchor = "story/map";
    return what;
}

} // namespace

Exportables StoryPage::exports(ViewFrame& view) {
    if (!state_.shown.story) return {};
    StoryFrame frame{view, state_, state_.shown.pass, state_.shown.story};
    Exportables all{story_export(frame), maps_export(frame)};
    for (Exportable& what : all)
        what.note = note_of(view.ui, *frame.pass);
    return all;
}

} // namespace ui
