// What can be chosen in the race: known or generated words, how many, how wide, how many heads and threads,
// how fast it is replayed, and what is measured when. One popover; sessions and lessons name the same
// choices.
#include "ui/views/race/race.h"
#include "ui/widgets/areas.h"
#include "ui/widgets/controls.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Index;

namespace {

constexpr std::array<Index, 5> widths{128, 256, 512, 1024, 2048};
constexpr std::array<Index, 3> head_counts{1, 8, 16};
constexpr std::array<Index, 3> lengths{64, 256, 1024}; ///< in addition to the sentence's own
constexpr int most_thread_buttons = 8;
constexpr float popover_width = 476, row_pitch = 38, label_width = 96; // design pixels
const std::string set_up = "race/set_up";
constexpr std::int64_t most_key_heads = 1024;        ///< of any model; 0: the usual
constexpr std::int64_t own_length = 0;               ///< in a session: the sentence's own
constexpr std::int64_t most_threads_anywhere = 4096; ///< a session may come from a larger machine

template <class Choices>
std::vector<std::string> keys_of(const Choices& choices) {
    std::vector<std::string> keys;
    for (const auto choice : choices)
        keys.push_back(key_of(choice));
    return keys;
}

template <class Numbers>
std::vector<std::string> labels_of(const Numbers& numbers) {
    std::vector<std::string> labels;
    for (const auto number : numbers)
        labels.push_back(std::to_string(number));
    return labels;
}

/// A form, filled from the top: a label, and a control beside it.
struct Form {
    Ui& ui;
    float x, y, right;

    /// Where the control of the next row stands.
    Point row(const std::string& label) {
        ui.canvas.text({x, y + ui.px(control_height / 2)}, label, Font::sans, ui.px(label_size),
                       ui[Role::quiet]);
        const Point at{x + ui.px(label_width), y};
        y += ui.px(row_pitch);
        return at;
    }
    void line() {
        ui.canvas.line({x, y + ui.px(2)}, {right, y + ui.px(2)}, ui[Role::hairline], ui.px(1));
        y += ui.px(14);
    }
};

/// A row of numbers to choose from.
template <class Numbers, class Value>
void choose(Form& form, const std::string& key, const Numbers& numbers, Value& value) {
    Ui& ui = form.ui;
    const auto labels = labels_of(numbers);
    const auto here = std::find(numbers.begin(), numbers.end(), value) - numbers.begin();
    const Point at = form.row(ui.texts.text("race." + key));
    const int chosen = choice(ui, set_up + "/" + key, at, labels, static_cast<int>(here), control_height,
                              {ui.texts.text("race." + key + "_hint")});
    if (chosen >= 0) value = numbers[static_cast<std::size_t>(chosen)];
}

void choose_mode(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    timing::Mode& mode = frame.state.chosen.mode;
    const int chosen =
        choice(ui, set_up + "/mode", {form.x, form.y},
               {ui.text("race.words_known"), ui.text("race.one_by_one")}, static_cast<int>(mode),
               control_height, {ui.text("race.words_known_hint"), ui.text("race.one_by_one_hint")});
    if (chosen >= 0) mode = static_cast<timing::Mode>(chosen);
    form.y += ui.px(row_pitch);
}

void choose_clock(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    RaceClock& clock = frame.state.chosen.clock;
    const int chosen =
        choice(ui, set_up + "/clock", form.row(ui.text("race.clock")),
               {ui.text("race.clock_time"), ui.text("race.clock_steps")}, static_cast<int>(clock),
               control_height, {ui.text("race.clock_time_hint"), ui.text("race.clock_steps_hint")});
    if (chosen >= 0) clock = static_cast<RaceClock>(chosen);
}

/// The buttons for the length, the sentence's own first.
void choose_length(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    std::optional<std::int64_t>& length = frame.state.chosen.length;
    auto labels = labels_of(lengths);
    labels.insert(labels.begin(), std::to_string(frame.sentence()));
    const auto found = std::ranges::find(lengths, length.value_or(0));
    const auto here = length ? 1 + (found - lengths.begin()) : 0;
    const std::string& many = ui.text("race.words_hint");
    const int chosen =
        choice(ui, set_up + "/words", form.row(ui.text("race.words")), labels, static_cast<int>(here),
               control_height, {ui.text("race.words_own_hint"), many, many, many});
    if (chosen == 0) length.reset();
    if (chosen > 0) length = lengths[static_cast<std::size_t>(chosen - 1)];
}

void choose_threads(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    int& threads = frame.state.chosen.sizes.threads;
    const int most = base::most_threads();
    if (most <= most_thread_buttons) {
        std::vector<int> counts;
        for (int i = 1; i <= most; ++i)
            counts.push_back(i);
        choose(form, "threads", counts, threads);
        return;
    }
    std::int64_t count = threads;
    const Point at = form.row(ui.text("race.threads"));
    if (stepper(ui, set_up + "/threads", {at.x, at.y, ui.px(132), ui.px(control_height)}, count, 1, most)) {
        threads = static_cast<int>(count);
        ui.motion.draw_again();
    }
}

void choose_speed(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    ReplayClock& clock = frame.state.shown.clock;
    const Point at = form.row(ui.text("race.speed"));
    const float side = ui.px(control_height), room = ui.px(150);
    if (button(
            ui, set_up + "/faster", {at.x, at.y, side, side}, "−",
            {.enabled = clock.can_be_faster(), .text_size = body_size, .hint = ui.text("race.faster_hint")}))
        clock.faster();
    ui.canvas.text({at.x + side + room / 2, at.y + side / 2}, speed_text(frame), Font::sans,
                   ui.px(label_size), ui[Role::text], Align::centre);
    if (button(
            ui, set_up + "/slower", {at.x + side + room, at.y, side, side}, "+",
            {.enabled = clock.can_be_slower(), .text_size = body_size, .hint = ui.text("race.slower_hint")}))
        clock.slower();
}

/// What the chart of time shows, and whether it is measured without being asked for.
void choose_chart(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    RaceChoices& chosen = frame.state.chosen;
    const int along =
        choice(ui, set_up + "/along", form.row(ui.text("race.along")),
               {ui.text("race.along_length"), ui.text("race.along_width")}, static_cast<int>(chosen.along));
    if (along >= 0) chosen.along = static_cast<Along>(along);
    if (toggle(ui, set_up + "/theory", {form.x, form.y}, ui.text("race.theory"), chosen.theory))
        chosen.theory = !chosen.theory;
    form.y += ui.px(30);
    if (toggle(ui, set_up + "/by_itself", {form.x, form.y}, ui.text("race.by_itself"), chosen.by_itself))
        chosen.by_itself = !chosen.by_itself;
    form.y += ui.px(34);
}

/// What is measured for the chart, and how long that may take.
std::string measuring_hint(const RaceFrame& frame) {
    const timing::SweepOptions options{.sizes = frame.state.chosen.sizes, .n = frame.raced()};
    const auto whole = [](Index number) { return std::to_string(number); };
    return frame.plain("race.measure_hint", {{"first", whole(options.lengths.front())},
                                             {"last", whole(options.lengths.back())},
                                             {"narrowest", whole(options.widths.front())},
                                             {"widest", whole(options.widths.back())},
                                             {"n", whole(options.n)},
                                             {"d", whole(options.sizes.d)},
                                             {"most", std::to_string(std::lround(options.most_seconds))}});
}

/// Two measurements at once would disturb each other, and a training would disturb both. True when pressed.
bool draw_again_buttons(RaceFrame& frame, Form& form) {
    Ui& ui = frame.ui;
    RaceWork& work = frame.state.work;
    const bool enabled = !work.lanes.busy() && !work.memory.busy() && !frame.trains;
    const std::string why_not = frame.trains ? ui.text("race.measure_trains") : ui.text("race.measure_waits");
    const std::string &lanes = ui.text("race.time_again"), &points = ui.text("race.measure_again");
    const Rect first{form.x, form.y, button_width(ui, lanes), ui.px(32)};
    const Rect second{first.right() + ui.px(8), form.y, button_width(ui, points), ui.px(32)};
    form.y += ui.px(36);
    if (button(ui, set_up + "/time_again", first, lanes,
               {.enabled = enabled, .hint = enabled ? ui.text("race.time_again_hint") : why_not})) {
        ++work.timed_again;
        return true;
    }
    if (button(ui, set_up + "/measure", second, points,
               {.enabled = enabled && frame.state.chosen.mode == timing::Mode::all_words,
                .hint = enabled ? measuring_hint(frame) : why_not})) {
        frame.state.chosen.plot = RacePlot::time;
        measure_again(frame);
        return true;
    }
    return false;
}

} // namespace

void RaceView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> plots = keys_of(race_plots), reasons = keys_of(race_reasons),
                                          lanes = keys_of(timing::runners), modes{"all_words", "generation"},
                                          clocks{"time", "steps"}, axes{"length", "width"},
                                          cards{"plots", "reasons"};
    RaceChoices& chosen = state_.chosen;
    choices.named("plot", chosen.plot, plots);
    choices.named("reason", chosen.reason, reasons);
    choices.named("mode", chosen.mode, modes);
    choices.named("clock", chosen.clock, clocks);
    choices.named("lane", chosen.lane, lanes);
    choices.named("along", chosen.along, axes);
    choices.named("card", chosen.card, cards);
    choices.named("shape", chosen.shape, cache_shape_keys());
    choices.number("key_heads", chosen.key_heads, 0, most_key_heads);
    choices.boolean("theory", chosen.theory);
    choices.boolean("by_itself", chosen.by_itself);
    choices.number("doublings", chosen.doublings, 0, most_doublings);
    std::int64_t length = chosen.length.value_or(own_length);
    choices.whole("length", length, own_length, longest_text);
    chosen.length = length == own_length ? std::nullopt : std::optional(length);
    choices.number("d", chosen.sizes.d, 1, widths.back());
    choices.number("heads", chosen.sizes.heads, 1, head_counts.back());
    if (chosen.sizes.d % chosen.sizes.heads != 0) chosen.sizes.heads = 1;
    choices.number("threads", chosen.sizes.threads, 1, most_threads_anywhere);
    chosen.sizes.threads = std::min(chosen.sizes.threads, base::most_threads());
}

void draw_race_set_up(RaceFrame& frame, const Rect& place) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    if (button(ui, "race/set_up_button", place, ui.text("race.set_up"),
               {.text_size = card_size, .hint = ui.text("race.set_up_hint")}))
        open_popup(ui, set_up, set_up + "/mode/0");
    const float width = ui.px(popover_width), high = ui.px(std::max(state.shown.set_up_height, 200.0F));
    Popup popup(ui, set_up, {place.right() - width, place.bottom() + ui.px(4), width, high});
    if (!popup.open()) return;
    const float side = ui.px(16);
    Form form{ui, popup.origin().x + side, popup.origin().y + side, popup.origin().x + width - side};
    choose_mode(frame, form);
    choose_clock(frame, form);
    choose_length(frame, form);
    choose(form, "d", widths, state.chosen.sizes.d);
    choose(form, "heads", head_counts, state.chosen.sizes.heads);
    choose_threads(frame, form);
    choose_speed(frame, form);
    form.line();
    choose_chart(frame, form);
    if (draw_again_buttons(frame, form)) popup.close();
    popup.ends_at(form.y, state.shown.set_up_height);
}

} // namespace ui
