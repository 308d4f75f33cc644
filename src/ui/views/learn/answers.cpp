// What the model answers, how well it does at each distance, and the gradient that arrives at its
// projections: the card on the right.

#include "drawing/fitted_text.h"
#include "ui/chrome/weights_menu.h"
#include "ui/views/learn/cards.h"
#include "ui/widgets/bars.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/plot_panel.h"
#include "ui/widgets/rich_text.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using base::Index;
using workbench::PossibleAnswer;
using workbench::Training;
using workbench::Watched;

namespace {

constexpr std::size_t most_answers = 5, fewer_answers = 2; // fewer of several outputs

bool is_memory(const LearnFrame& frame) {
    return frame.training()->plan.task == "memory";
}

/// "Asked: what is “it”?"
std::string question_text(const LearnFrame& frame, const Watched& watched, std::size_t question) {
    const learning::Asked& asked = watched.example.asked[question];
    const auto position = static_cast<std::size_t>(asked.position);
    const std::string& id = frame.training()->plan.task;
    if (id == "translation") {
        if (position == 0) return frame.text("asked_translation_first");
        std::string before;
        for (std::size_t i = 0; i < position; ++i)
            before += (i > 0 ? " " : "") + watched.target[i];
        return frame.plain("asked_translation", {{"words", before}});
    }
    return frame.plain("asked_" + id,
                       {{"word", watched.source[position]},
                        {"place", std::to_string(position + 1)},
                        {"k", watched.source.back()},
                        {"output", watched.task->outputs[static_cast<std::size_t>(asked.output)]}});
}

/// The most probable answers as bars; the right one is marked.
float draw_answers(LearnFrame& frame, const Watched& watched, std::size_t question, std::size_t most,
                   const Rect& area) {
    Ui& ui = frame.ui;
    float y = area.y;
    y += paragraph(ui, {area.x, y}, area.width, question_text(frame, watched, question), Font::sans_bold, 16,
                   ui[Role::text]) +
         ui.px(8);
    const auto answers = workbench::possible_answers(watched, question, most);
    std::vector<Bar> bars;
    BarOptions options{.role = Role::value, .largest = 1.0F, .scale = ui.theme.scale};
    float rest = 1;
    for (const PossibleAnswer& answer : answers) {
        if (answer.right) options.marked = static_cast<Index>(bars.size());
        bars.push_back({answer.word, answer.probability, number_text(answer.probability, 2)});
        rest -= answer.probability;
    }
    bars.push_back({frame.text("others"), std::max(rest, 0.0F), number_text(std::max(rest, 0.0F), 2)});
    const Rect place{area.x, y, area.width, ui.px(24) * static_cast<float>(bars.size())};
    ui.anchors.add("learn/answers", place);
    paint_bars(ui, bars, bar_layout(place, bars, options, ui.canvas), options);
    y = place.bottom() + ui.px(4);
    const Index right = watched.example.asked[question].answer;
    if (right != learning::unknown_answer) {
        const std::string& word = watched.moment->model.answers().word(right);
        ui.canvas.text({area.x, y + ui.px(8)}, frame.plain("right_is", {{"word", word}}), Font::sans,
                       ui.px(label_size), ui[Role::quiet]);
        y += ui.px(20);
    } else {
        y += paragraph(ui, {area.x, y}, area.width, frame.text("not_learned"), Font::sans, label_size,
                       ui[Role::warning]);
    }
    return y;
}

/// Both outputs at a verb, else the question of the marked row.
float draw_questions(LearnFrame& frame, const Watched& watched, const Rect& area) {
    const std::size_t shown = question_shown(frame, watched);
    const std::size_t most = watched.task->outputs.size() > 1 ? fewer_answers : most_answers;
    float y = area.y;
    for (std::size_t i = shown; i < watched.example.asked.size(); ++i)
        if (watched.example.asked[i].position == watched.example.asked[shown].position)
            y = draw_answers(frame, watched, i, most, {area.x, y, area.width, 0}) + frame.ui.px(10);
    return y;
}

void draw_headed_plot(LearnFrame& frame, const char* name, const std::string& more, const Plot& plot,
                      const Rect& area) {
    Ui& ui = frame.ui;
    ui.canvas.text_within({area.x, area.y + ui.px(9)}, area.width, frame.text(name), Font::sans_bold,
                          ui.px(body_size), ui[Role::text]);
    ui.canvas.text_within({area.x, area.y + ui.px(28)}, area.width, more, Font::sans, ui.px(small_size),
                          ui[Role::quiet]);
    const Rect place{area.x, area.y + ui.px(40), area.width, area.bottom() - area.y - ui.px(40)};
    const std::string anchor = std::string("learn/") + name;
    if (std::string_view(name) == "gradients") look_back_on(frame, anchor + "/steps", plot, place);
    draw_plot(ui, anchor, plot, place);
}

void draw_gradients(LearnFrame& frame, const Watched& watched, const Rect& area) {
    const model::Place& place = watched.places[place_shown(frame, watched)];
    if (frame.training()->made() == 0) {
        frame.ui.canvas.text_within({area.x, area.y + frame.ui.px(9)}, area.width, frame.text("gradients"),
                                    Font::sans_bold, frame.ui.px(body_size), frame.ui[Role::text]);
        paragraph(frame.ui, {area.x, area.y + frame.ui.px(22)}, area.width, frame.text("gradients_before"),
                  Font::sans, label_size, frame.ui[Role::quiet]);
        return;
    }
    const std::string more =
        frame.plain("gradients_more", {{"place", place_name(frame.ui, place, watched.places)}});
    draw_headed_plot(frame, "gradients", more, gradient_plot(frame), area);
}

const Watched* watched_with_attention(const LearnFrame& frame) {
    if (!frame.state.shown.readings) return nullptr;
    for (const auto& watched : *frame.state.shown.readings)
        if (watched->run) return watched.get();
    return nullptr;
}

} // namespace

void draw_learn_answers(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("learn/answer_card", area);
    const Rect inner = area.inset(ui.px(18));
    const Watched* watched = watched_with_attention(frame);
    if (!watched || !frame.training()) return;
    float y = inner.y;
    const auto& tracks = frame.training()->tracks;
    if (tracks.size() > 1) { // the first with attention: its answers
        ui.canvas.text_within({inner.x, y + ui.px(7)}, inner.width, frame.name_of(tracks.front()), Font::sans,
                              ui.px(label_size), ui[Role::quiet]);
        y += ui.px(20);
    }
    y = draw_questions(frame, *watched, {inner.x, y, inner.width, 0}) + ui.px(6);
    const Rect rest{inner.x, y, inner.width, inner.bottom() - y};
    if (is_memory(frame)) {
        const auto& tested = frame.training()->tracks.front().moment(frame.step())->tested;
        const std::string more =
            frame.plain("distance_more", {{"sentences", std::to_string(tested.sentences)},
                                          {"step", std::to_string(frame.step())}});
        draw_headed_plot(frame, "distance", more, distance_plot(frame), rest);
    } else {
        draw_gradients(frame, *watched, rest);
    }
}

} // namespace ui
