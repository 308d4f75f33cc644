// The bar at the bottom: play, a line with stops to go to any moment, and what else can be seen and done.
#include "base/text.h"
#include "ui/views/story/story.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <imgui.h>

namespace ui {

using namespace drawing;

namespace {

// Design pixels.
constexpr float play_radius = 22, line_from = 92, longest_line = 640, shortest_line = 260, button_height = 40,
                text_size = 16;

/// From the right to the left.
class ButtonRow {
public:
    ButtonRow(Ui& ui, const Rect& bar) : ui_(ui), right_(bar.right() - ui.px(20)), middle_(bar.centre().y) {}

    bool add(const std::string& name, const std::string& label, bool on, const std::string& hint = {}) {
        const float width = button_width(ui_, label, text_size), height = ui_.px(button_height);
        const Rect rect{right_ - width, middle_ - height / 2, width, height};
        right_ = rect.x - ui_.px(8);
        return button(ui_, name, rect, label, {.on = on, .text_size = text_size, .hint = hint});
    }
    float right() const { return right_; }

private:
    Ui& ui_;
    float right_, middle_;
};

void draw_play(StoryFrame& frame, Point centre) {
    Ui& ui = frame.ui;
    StoryMoment& moment = frame.state.moment;
    const float radius = ui.px(play_radius);
    const Rect round{centre.x - radius, centre.y - radius, 2 * radius, 2 * radius};
    const Touch t = touch(ui, "story/play", round);
    ui.canvas.paint(Disc{centre, radius, ui[Role::strong_fill]});
    draw_icon(ui, moment.playing ? Icon::pause : Icon::play, round.inset(ui.px(9)), ui[Role::strong_text]);
    if (t.focused) focus_ring(ui, round, radius);
    if (t.hovered) ui.cursor_hint = ui.text("story.play_hint");
    if (!t.clicked) return;
    moment.playing = !moment.playing;
    if (moment.playing && moment.seconds >= StoryPlay::length) moment.seconds = 0;
    ui.motion.draw_again();
}

std::vector<std::string> names_of_stops(const StoryFrame& frame) {
    const Ui& ui = frame.ui;
    std::vector<std::string> names{ui.text("story.stop.words")};
    for (std::size_t layer = 0; layer < frame.layers(); ++layer)
        if (frame.answers(layer))
            names.push_back(ui.plain("story.stop.reads", {{"layer", {{frame.layer_name(layer)}}}}));
    names.push_back(ui.text(frame.story().answers.empty() ? "story.stop.end" : "story.stop.answer"));
    return names;
}

/// Stops that can be clicked, on a line along which one can drag.
void draw_time_line(StoryFrame& frame, const Rect& line) {
    Ui& ui = frame.ui;
    StoryMoment& moment = frame.state.moment;
    const float y = line.centre().y - ui.px(8), thick = ui.px(4);
    const auto x_of = [&](float seconds) { return line.x + line.width * seconds / StoryPlay::length; };
    const auto go_to = [&](float seconds) {
        moment = {std::clamp(seconds, 0.0F, StoryPlay::length), false};
        ui.motion.draw_again();
    };
    const Rect track{line.x - ui.px(8), y - ui.px(12), line.width + ui.px(16), ui.px(24)};
    const Touch held = touch_beneath(ui, "story/line", track);
    const auto follow_mouse = [&] { go_to(StoryPlay::length * (ui.mouse.x - line.x) / line.width); };
    if (held.held || held.clicked) follow_mouse();
    const Rgba rest = mix(ui[Role::card], ui[Role::text], 0.1F);
    ui.canvas.fill({line.x, y - thick / 2, line.width, thick}, rest, thick / 2);
    ui.canvas.fill({line.x, y - thick / 2, x_of(moment.seconds) - line.x, thick}, ui[Role::query_fill],
                   thick / 2);

    const std::vector<float> stops = play_of(frame.state.shown.content).stops();
    const std::vector<std::string> names = names_of_stops(frame);
    float free = line.x - ui.px(40); // names that would touch the one before are left out
    for (std::size_t i = 0; i < stops.size(); ++i) {
        const float x = x_of(stops[i]), radius = ui.px(5);
        const bool is_last = i + 1 == stops.size(), reached = stops[i] <= moment.seconds + 0.001F;
        const bool here = reached && (is_last || stops[i + 1] > moment.seconds + 0.001F);
        const float width = ui.canvas.width(Font::sans_bold, ui.px(text_size), names[i]);
        const Rect text{is_last ? x - width + ui.px(4) : x - width / 2, y + ui.px(16), width, ui.px(22)};
        const float end =
            is_last ? 0 : line.right() - ui.canvas.width(Font::sans_bold, ui.px(text_size), names.back());
        const bool fits = is_last || (text.x > free && text.right() + ui.px(10) < end);
        const Rect dot{x - ui.px(9), y - ui.px(9), ui.px(18), ui.px(18)};
        const Touch t = touch(ui, "story/stop/" + std::to_string(i), fits ? around(dot, text) : dot);
        ui.canvas.paint(Disc{{x, y}, radius, reached ? ui[Role::query_fill] : rest});
        if (fits) {
            ui.canvas.text({text.centre().x, text.centre().y}, names[i], here ? Font::sans_bold : Font::sans,
                           ui.px(text_size), ui[here ? Role::text : Role::quiet], Align::centre);
            free = text.right() + ui.px(10);
        } else if (t.hovered) {
            ui.cursor_hint = names[i];
        }
        if (t.focused) focus_ring(ui, dot, ui.px(9));
        if (t.held && ImGui::IsMouseDragging(ImGuiMouseButton_Left)) follow_mouse();
        if (t.clicked) go_to(stops[i]);
    }
    const Point knob{x_of(moment.seconds), y};
    ui.canvas.paint(Disc{knob, ui.px(10), ui[Role::card]});
    ui.canvas.paint(Disc{knob, ui.px(8), ui[Role::query_fill]});
}

/// "100 % → 51 % right", once it was asked for.
void draw_cost(StoryFrame& frame, const Rect& bar, float right) {
    Ui& ui = frame.ui;
    const auto& measured = frame.state.shown.by_hand;
    const learning::Answers none;
    const bool known = measured && measured->finished();
    const learning::Answers whole = known ? *measured->rows[0].answers : none;
    const learning::Answers cut = known ? *measured->rows[1].answers : none;
    const auto percent = [](const learning::Answers& answers) {
        return base::percent(answers.share_right().value());
    };
    const std::string title =
        ui.plain("story.cost_title", {{"count", {{std::to_string(measured->sentences)}}}});
    const std::string text = known ? ui.plain("story.cost", {{"whole", {{percent(whole)}}},
                                                             {"cut", {{percent(cut)}}},
                                                             {"chance", {{base::percent(measured->chance)}}}})
                                   : "…";
    ui.canvas.text({right, bar.centre().y - ui.px(11)}, title, Font::sans, ui.px(text_size), ui[Role::quiet],
                   Align::right);
    ui.canvas.text({right, bar.centre().y + ui.px(11)}, text, Font::sans_medium, ui.px(text_size),
                   ui[Role::text], Align::right);
    const float width = std::max(ui.canvas.width(Font::sans, ui.px(text_size), title),
                                 ui.canvas.width(Font::sans_medium, ui.px(text_size), text));
    ui.anchors.add("story/cost", {right - width, bar.y, width, bar.height});
}

/// What else can be seen.
void draw_more(StoryFrame& frame, ButtonRow& row) {
    const Ui& ui = frame.ui;
    StoryChoices& chosen = frame.state.chosen;
    const auto flips = [&](const char* name, const char* label, const char* hint, bool& on) {
        if (!row.add(name, ui.text(label), on, ui.text(hint))) return;
        on = !on;
        ui.motion.draw_again();
    };
    if (frame.state.shown.other) {
        flips("story/beside", "story.beside_button", "story.beside_hint", chosen.beside);
        flips("story/carries", "story.carries_button", "story.carries_hint", chosen.carries);
        return;
    }
    flips("story/heads", "story.heads_button", "story.heads_hint", chosen.maps);
    if (frame.state.offers.counterpart && frame.story().is_asked())
        flips("story/beside", "story.beside_button", "story.beside_hint", chosen.beside);
    if (frame.is_trained()) flips("story/needs", "story.needs_button", "story.needs_hint", chosen.needs);
    if (frame.has_line()) flips("story/numbers", "story.stream", "story.stream_hint", chosen.numbers);
}

/// What can be done next with the sentence: returns where free room ends.
float draw_next(StoryFrame& frame, ButtonRow& row, const Rect& bar) {
    Ui& ui = frame.ui;
    const workbench::Story& story = frame.story();
    const auto models = frame.scene.bench.library().trained->ids();
    const bool is_cut = !story.knocked_out.empty() || !frame.scene.bench.document().switched_off.empty();
    if (is_cut) {
        if (row.add("story/restore", ui.text("story.restore"), false, ui.text("story.restore_hint")))
            frame.restore();
        if (frame.guided) return row.right();
        std::vector<learning::KnockOut> out;
        if (frame.is_trained() && frame.state.offers.task)
            out = workbench::out_by_hand(frame.pass().document, frame.reading(), story).out;
        if (frame.state.shown.by_hand) {
            draw_cost(frame, bar, row.right() - ui.px(8));
            return row.right() - ui.px(330);
        }
        if (!out.empty() &&
            row.add("story/measure", ui.text("story.measure"), false, ui.text("story.measure_hint"))) {
            frame.state.measures = out;
            ui.motion.draw_again();
        }
        return row.right();
    }
    if (frame.guided) return row.right();
    if (!frame.is_model() && !models.empty()) {
        if (row.add("story/trained", ui.text("story.ask_trained"), false, ui.text("story.ask_trained_hint")))
            frame.actions.edit(workbench::ChooseTrained{models.front()});
    } else if (!story.answers.empty() && !story.is_asked()) {
        const std::string asker = story_word(frame, story.answers.front().row);
        if (row.add("story/mark_asked", ui.plain("story.mark_there", {{"asker", {{asker}}}}), false,
                    ui.plain("story.asked_there", {{"asker", {{asker}}}})))
            frame.mark(story.answers.front().row, false);
    } else if (const auto& other = frame.state.offers.counterpart) {
        if (row.add("story/change", other->word + " → " + other->other, false, ui.text("story.change_hint")))
            frame.actions.edit(workbench::SetText{other->text, ""});
    }
    return row.right();
}

} // namespace

void draw_story_bar(StoryFrame& frame, const Rect& bar) {
    Ui& ui = frame.ui;
    card(ui, bar);
    ui.anchors.add("story/bar", bar);
    draw_play(frame, {bar.x + ui.px(46), bar.centre().y});
    ButtonRow row(ui, bar);
    if (!frame.guided) draw_more(frame, row); // beside a lesson it has no name yet
    const float end = draw_next(frame, row, bar) - ui.px(28);
    const float from = bar.x + ui.px(line_from + 16);
    const float width = std::clamp(end - from - ui.px(50), ui.px(shortest_line), ui.px(longest_line));
    draw_time_line(frame, {from, bar.y, width, bar.height});
    const float after = from + width + ui.px(18);
    ui.canvas.text({after, bar.centre().y - ui.px(8)}, ui.text("story.length"), Font::mono, ui.px(text_size),
                   ui[Role::quiet]);
    const std::string& invites = ui.text("story.invites");
    const float text = ui.canvas.width(Font::sans, ui.px(text_size), invites);
    if (!frame.is_changed() && !frame.needed && end - text > after + ui.px(60))
        ui.canvas.text({end, bar.centre().y}, invites, Font::sans, ui.px(text_size), ui[Role::quiet],
                       Align::right);
}

} // namespace ui
