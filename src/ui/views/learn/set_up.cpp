// What is trained and how: the card on the left.
#include "base/text.h"
#include "ui/views/learn/learn.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"
#include "ui/widgets/rich_text.h"
#include "ui/widgets/text_field.h"

#include <algorithm>

namespace ui {

using namespace drawing;
using workbench::Training;

namespace {

// Design pixels. Subjects are as high as the room allows, so that the longest set-up below them is not pushed
// out of it: with what each is about in a second line or, where even that is too much, when the mouse is over
// it.
constexpr float row_height = 30.5F, longest_set_up = 285, foot_height = 122;
constexpr float tallest_subject = 40, lowest_with_two_lines = 36, lowest_subject = 24;
constexpr std::array<std::int64_t, 4> widths{16, 32, 48, 64};
constexpr std::int64_t most_layers = 3;

/// The recipe of the first model; null until it is loaded.
const learning::Recipe* recipe_of(const LearnFrame& frame) {
    const Training* training = frame.training();
    return training ? &training->tracks.front().recipe : nullptr;
}

bool has_hint(const LearnFrame& frame) {
    const Training* training = frame.training();
    if (!training) return false;
    const learning::Task& task = *training->tracks.front().task; // has no relations if layers are missing
    return task.recipe.hint_share > 0 && !task.edges.empty();
}

bool is_memory(const LearnFrame& frame) {
    return subject_id(frame.state) == "memory";
}

/// A subject comes back as it was left, at first as in its recipe; only the pace carries over.
void choose_subject(LearnState& state, std::size_t subject) {
    if (subject == state.chosen.subject) return;
    LearnShown& shown = state.shown;
    shown.left[state.chosen.subject] = state.chosen;
    LearnChoices next = shown.left[subject];
    next.subject = subject;
    next.pace = state.chosen.pace;
    state.chosen = next;
    shown.last_sentence = next.sentence;
    shown.last_words = next.words;
    shown.refused.reset();
}

/// In design pixels, with the gap below; `room` in pixels is for subjects and set-up.
float subject_height(const Ui& ui, float room) {
    const float each = (room / ui.px(1) - longest_set_up) / static_cast<float>(learn_subjects.size());
    return std::clamp(each, lowest_subject, tallest_subject);
}

/// `area` goes down to where the set-up should end.
float draw_subjects(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    const float height = subject_height(ui, area.height);
    const bool two_lines = height >= lowest_with_two_lines;
    float y = area.y;
    for (std::size_t i = 0; i < learn_subjects.size(); ++i) {
        const std::string id = learn_subjects[i];
        const Rect row{area.x, y, area.width, ui.px(height - (two_lines ? 5 : 3))};
        const Touch t = touch(ui, "learn/subject/" + id, row);
        const bool on = frame.state.chosen.subject == i;
        if (on)
            draw_selected(ui, row, ui.px(8));
        else
            ui.canvas.stroke(row, ui[t.hovered ? Role::quiet : Role::hairline], ui.px(1), ui.px(8));
        if (t.focused) focus_ring(ui, row, ui.px(8));
        const float left = row.x + ui.px(12), width = row.width - ui.px(20);
        ui.canvas.text_within({left, two_lines ? row.y + 0.32F * row.height : row.centre().y}, width,
                              frame.text("subject_" + id), Font::sans_bold, ui.px(card_size), ui[Role::text]);
        if (two_lines)
            ui.canvas.text_within({left, row.y + 0.71F * row.height}, width, frame.text("short_" + id),
                                  Font::sans, ui.px(tiny_size), ui[Role::quiet]);
        else if (t.hovered)
            ui.cursor_hint = frame.text("short_" + id);
        if (t.clicked) choose_subject(frame.state, i);
        y += ui.px(height);
    }
    y += ui.px(4);
    return y + paragraph(ui, {area.x, y}, area.width, {{frame.text("long_" + subject_id(frame.state))}},
                         label_size, false, Role::quiet, 1.35F);
}

/// Places rows of the set-up below one another, each with its label on the left.
struct Rows {
    LearnFrame& frame;
    Rect area;
    float y;

    /// The right end and the vertical place of the row's control.
    Point place(const char* label) {
        Ui& ui = frame.ui;
        const float middle = y + ui.px(control_height) / 2;
        subscripted(ui, {area.x, middle}, frame.text(label), Font::sans, ui.px(note_size), ui[Role::quiet]);
        const Point right{area.right(), y};
        y += ui.px(row_height);
        return right;
    }
    int choose(const char* label, const std::vector<std::string>& labels, int on) {
        const Point right = place(label);
        Ui& ui = frame.ui;
        return choice(ui, std::string("learn/") + label, {right.x - choice_width(ui, labels), right.y},
                      labels, on, control_height, {frame.text(std::string(label) + "_hint")});
    }
    /// A value from a list, between − and +. Returns by how much to move in the list.
    int step_through(const char* label, const std::string& value, bool can_fall, bool can_rise) {
        Ui& ui = frame.ui;
        const Point right = place(label);
        const float wide = ui.px(control_height), middle = right.y + wide / 2;
        const std::string name = std::string("learn/") + label,
                          hint = frame.text(std::string(label) + "_hint");
        const Rect more{right.x - wide, right.y, wide, wide}, less{right.x - ui.px(118), right.y, wide, wide};
        ui.canvas.text({(less.right() + more.x) / 2, middle}, value, Font::mono, ui.px(label_size),
                       ui[Role::text], Align::centre);
        const bool falls = button(ui, name + "/less", less, "−", {.enabled = can_fall, .hint = hint});
        const bool rises = button(ui, name + "/more", more, "+", {.enabled = can_rise, .hint = hint});
        return (rises ? 1 : 0) - (falls ? 1 : 0);
    }
};

/// 0 stands for the recipe's value, so that choosing it again returns to the training begun with it.
std::int64_t unless_usual(std::int64_t chosen, std::int64_t usual) {
    return chosen == usual ? 0 : chosen;
}

void choose_width(LearnFrame& frame, Rows& rows) {
    LearnChoices& chosen = frame.state.chosen;
    const learning::Recipe* recipe = recipe_of(frame);
    if (!recipe || is_memory(frame)) return;
    std::vector<std::string> labels;
    for (const std::int64_t width : widths)
        labels.push_back(std::to_string(width));
    const auto here = std::ranges::find(widths, recipe->width) - widths.begin();
    const int clicked = rows.choose("width", labels, static_cast<int>(here));
    const learning::Recipe& usual = frame.training()->tracks.front().task->recipe;
    if (clicked >= 0) chosen.width = unless_usual(widths[static_cast<std::size_t>(clicked)], usual.width);
    std::vector<std::string> counts;
    for (std::int64_t layers = 1; layers <= most_layers; ++layers)
        counts.push_back(std::to_string(layers));
    const int layers = rows.choose("layers", counts, static_cast<int>(recipe->layers) - 1);
    if (layers >= 0) chosen.layers = unless_usual(layers + 1, usual.layers);
}

/// With or without, or both; only one thing at a time is compared.
void choose_with(LearnFrame& frame, Rows& rows, const char* label, With& value, With& other) {
    const int clicked = rows.choose(label, {frame.text("yes"), frame.text("no"), frame.text("both")},
                                    static_cast<int>(value));
    if (clicked < 0) return;
    value = static_cast<With>(clicked);
    if (value == With::both && other == With::both) other = With::yes;
}

float draw_choices(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    LearnState& state = frame.state;
    LearnChoices& chosen = state.chosen;
    caption(ui, {area.x, area.y + ui.px(8)}, frame.text("set_up"));
    Rows rows{frame, area, area.y + ui.px(24)};
    choose_width(frame, rows);
    const std::string rate = base::shortest(learning_rates[chosen.rate]);
    const int by = rows.step_through("rate", rate, chosen.rate > 0, chosen.rate + 1 < learning_rates.size());
    if (by != 0) set_rate(frame, chosen.rate + static_cast<std::size_t>(by));
    if (!is_memory(frame)) choose_with(frame, rows, "scale", chosen.scale, chosen.hint);
    if (has_hint(frame)) choose_with(frame, rows, "hint", chosen.hint, chosen.scale);
    const int seed = rows.step_through("seed", std::to_string(chosen.seed), chosen.seed > 1, true);
    chosen.seed += seed;
    if (!learning::is_live(subject_id(state))) return rows.y;
    ui.canvas.text({area.x, rows.y + ui.px(10)}, frame.text("words"), Font::sans, ui.px(note_size),
                   ui[Role::quiet]);
    type_into(frame, "words", {area.x, rows.y + ui.px(22), area.width, ui.px(32)},
              {state.shown.words, chosen.words, frame.text("words_placeholder")});
    return rows.y + ui.px(60);
}

const char* play_label(const LearnState& state, const Training* training) {
    if (state.work.playing) return "pause";
    if (!training || training->made() == 0) return "train";
    return training->done() ? "trained" : "go_on";
}

constexpr float play_height = 38; // design pixels

/// Train or pause.
void draw_play(LearnFrame& frame, const Rect& place) {
    const Training* training = frame.training();
    const bool playing = frame.state.work.playing, done = training && training->done();
    if (!button(frame.ui, "learn/play", place, frame.text(play_label(frame.state, training)),
                {.look = ButtonLook::filled, .enabled = training && !done, .text_size = body_size}))
        return;
    if (playing)
        pause(frame);
    else
        play(frame);
}

/// The same, a single step, starting over, and the pace.
void draw_transport(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    LearnState& state = frame.state;
    const Training* training = frame.training();
    const bool playing = state.work.playing, done = training && training->done();
    const Rect main{area.x, area.y, area.width, ui.px(play_height)};
    draw_play(frame, main);
    const float half = (area.width - ui.px(8)) / 2, y = main.bottom() + ui.px(8);
    if (button(ui, "learn/step", {area.x, y, half, ui.px(30)}, frame.text("step"),
               {.enabled = training && !done && !playing, .hint = frame.text("step_hint")}))
        make_one_step(frame);
    if (button(ui, "learn/again", {area.right() - half, y, half, ui.px(30)}, frame.text("again"),
               {.enabled = training && training->made() > 0, .hint = frame.text("again_hint")}))
        start_over(frame);
    std::vector<std::string> labels;
    for (std::size_t i = 0; i < paces.size(); ++i)
        labels.push_back(frame.text("pace_" + std::to_string(i)));
    const float pace_y = y + ui.px(40), wide = choice_width(ui, labels);
    ui.canvas.text({area.x, pace_y + ui.px(14)}, frame.text("pace"), Font::sans, ui.px(note_size),
                   ui[Role::quiet]);
    const int clicked =
        choice(ui, "learn/pace", {area.right() - wide, pace_y}, labels, static_cast<int>(state.chosen.pace),
               control_height, {frame.text("pace_hint")});
    if (clicked >= 0) set_pace(frame, static_cast<std::size_t>(clicked));
}

} // namespace

void type_into(LearnFrame& frame, const char* name, const Rect& place, const LearnField& field) {
    Ui& ui = frame.ui;
    const std::string anchor = std::string("learn/") + name;
    if (ui.editing.name != anchor && !frame.state.shown.refused)
        field.typed = field.value; // a refused text stays, to be corrected
    const TextFieldResult result =
        text_field(ui, anchor, place, field.typed, {.size = note_size, .placeholder = field.placeholder});
    if (place.contains(ui.mouse)) ui.cursor_hint = frame.text(std::string(name) + "_hint");
    if (result.began) frame.state.shown.refused.reset();
    if (!result.committed || field.typed == field.value) return;
    field.value = field.typed;
    ui.motion.draw_again();
}

void draw_learn_set_up(LearnFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    card(ui, area);
    ui.anchors.add("learn/set_up", area);
    const Rect inner = area.inset(ui.px(18));
    ui.canvas.text({inner.x, inner.y + ui.px(8)}, frame.text("title"), Font::sans_bold, ui.px(headline_size),
                   ui[Role::text]);
    const float foot = inner.bottom() - ui.px(foot_height), margin = ui.px(6), top = inner.y + ui.px(26);
    {
        const float room = foot - top - ui.px(8);
        ScrollArea scrolled(ui, "learn/scroll",
                            {inner.x - margin, top, inner.width + 2 * margin + ui.px(6), room});
        float y = draw_subjects(frame, {inner.x, scrolled.top() + margin, inner.width, room - margin});
        y = draw_choices(frame, {inner.x, y + ui.px(6), inner.width, 0});
        scrolled.ends_at(y);
    }
    draw_transport(frame, {inner.x, foot, inner.width, ui.px(foot_height)});
}

float draw_learn_play(LearnFrame& frame, const Rect& area) {
    const float high = frame.ui.px(play_height), wide = std::min(area.width, frame.ui.px(272));
    draw_play(frame, {area.x, area.bottom() - high, wide, high});
    return high;
}

} // namespace ui
