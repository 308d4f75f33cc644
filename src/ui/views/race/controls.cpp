// The race's controls: the choices above a plot (what is plotted, how many words, how wide, how many heads
// and threads), and the buttons and timeline below the lanes.
#include "ui/widgets/controls.h"
#include "drawing/plot/layout.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/fitted_text.h"
#include "ui/views/race/race.h"

#include <algorithm>
#include <cmath>

namespace ui {

using namespace drawing;
using timing::Index;
using timing::Runner;

namespace {

constexpr std::array<Index, 5> widths{128, 256, 512, 1024, 2048};
constexpr std::array<Index, 3> head_counts{1, 8, 16};
constexpr std::array<Index, 3> lengths{64, 256, 1024}; ///< in addition to the sentence's own
constexpr int most_thread_buttons = 4;
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

/// Places labelled controls side by side, starting a new line where one would not fit.
class Flow {
public:
    Flow(Ui& ui, const Rect& area) : ui_(ui), area_(area), x_(area.x), y_(area.y) {}

    /// The position of a control of this width, after its label.
    Point place(const std::string& label, float width) {
        const float text = ui_.canvas.width(Font::sans, ui_.px(label_size), label) + ui_.px(8);
        if (x_ > area_.x && x_ + text + width > area_.right()) {
            x_ = area_.x;
            y_ += ui_.px(34);
        }
        ui_.canvas.text({x_, y_ + ui_.px(14)}, label, Font::sans, ui_.px(label_size), ui_[Role::quiet]);
        const Point at{x_ + text, y_};
        x_ += text + width + ui_.px(14);
        return at;
    }
    float bottom() const { return y_ + ui_.px(control_height); }

private:
    Ui& ui_;
    Rect area_;
    float x_, y_;
};

/// A row of numbers to choose from.
template <class Numbers, class Value>
void choose(Ui& ui, Flow& flow, const std::string& key, const Numbers& numbers, Value& value) {
    const auto labels = labels_of(numbers);
    const auto here = std::find(numbers.begin(), numbers.end(), value) - numbers.begin();
    const Point at = flow.place(ui.texts.text("race." + key), choice_width(ui, labels));
    const int chosen = choice(ui, "race/" + key, at, labels, static_cast<int>(here), control_height,
                              {ui.texts.text("race." + key + "_hint")});
    if (chosen >= 0) value = numbers[static_cast<std::size_t>(chosen)];
}

/// The buttons for the length, the sentence's own first.
void choose_length(RaceFrame& frame, Flow& flow) {
    Ui& ui = frame.ui;
    std::optional<std::int64_t>& length = frame.state.chosen.length;
    auto labels = labels_of(lengths);
    labels.insert(labels.begin(), std::to_string(frame.sentence()));
    const auto found = std::ranges::find(lengths, length.value_or(0));
    const auto here = length ? 1 + (found - lengths.begin()) : 0;
    const Point at = flow.place(ui.text("race.words"), choice_width(ui, labels));
    const std::string& many = ui.text("race.words_hint");
    const int chosen = choice(ui, "race/words", at, labels, static_cast<int>(here), control_height,
                              {ui.text("race.words_own_hint"), many, many, many});
    if (chosen == 0) length.reset();
    if (chosen > 0) length = lengths[static_cast<std::size_t>(chosen - 1)];
}

void choose_threads(RaceFrame& frame, Flow& flow) {
    Ui& ui = frame.ui;
    int& threads = frame.state.chosen.sizes.threads;
    const int most = base::most_threads();
    if (most <= most_thread_buttons) {
        std::vector<int> counts;
        for (int i = 1; i <= most; ++i)
            counts.push_back(i);
        choose(ui, flow, "threads", counts, threads);
        return;
    }
    std::int64_t count = threads;
    const Point at = flow.place(ui.text("race.threads"), ui.px(110));
    if (stepper(ui, "race/threads", {at.x, at.y, ui.px(110), ui.px(control_height)}, count, 1, most)) {
        threads = static_cast<int>(count);
        ui.motion.draw_again();
    }
}

} // namespace

void RaceView::visit(workbench::ChoiceVisitor& choices) {
    static const std::vector<std::string> plots = keys_of(race_plots), reasons = keys_of(race_reasons),
                                          lanes = keys_of(timing::runners), modes{"all_words", "generation"};
    RaceChoices& chosen = state_.chosen;
    choices.named("plot", chosen.plot, plots);
    choices.named("reason", chosen.reason, reasons);
    choices.named("mode", chosen.mode, modes);
    choices.named("lane", chosen.lane, lanes);
    choices.boolean("theory", chosen.theory);
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

float draw_race_choices(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    RaceState& state = frame.state;
    std::vector<std::string> plots;
    for (const RacePlot plot : race_plots)
        plots.push_back(ui.texts.text("race.tab_" + key_of(plot)));
    const int plot = choice(ui, "race/plot", {area.x, area.y}, plots, static_cast<int>(state.chosen.plot));
    if (plot >= 0) state.chosen.plot = static_cast<RacePlot>(plot);
    const float right = area.x + choice_width(ui, plots);
    float y = area.y + ui.px(36);
    if (state.chosen.plot == RacePlot::time) {
        const std::string& theory = ui.text("race.theory");
        const float wide = ui.canvas.width(Font::sans, ui.px(label_size), theory) + ui.px(44);
        const bool beside = right + wide + ui.px(8) <= area.right();
        const Point at{beside ? area.right() - wide : area.x, beside ? area.y + ui.px(4) : y + ui.px(4)};
        if (toggle(ui, "race/theory", at, theory, state.chosen.theory))
            state.chosen.theory = !state.chosen.theory;
        if (!beside) y += ui.px(32);
    }
    Flow flow(ui, {area.x, y, area.width, 0});
    choose_length(frame, flow);
    choose(ui, flow, "d", widths, state.chosen.sizes.d);
    choose(ui, flow, "heads", head_counts, state.chosen.sizes.heads);
    choose_threads(frame, flow);
    return flow.bottom() + ui.px(10) - area.y;
}

// Below the lanes.

namespace {

/// The timeline: marks show when each lane finished.
void draw_track(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ReplayClock& clock = frame.state.shown.clock;
    const float middle = area.y + 0.4F * area.height;
    const auto place = [&](double seconds) {
        return area.x + static_cast<float>(clock.end() > 0 ? seconds / clock.end() : 0) * area.width;
    };
    const Rect reach{area.x - ui.px(8), area.y, area.width + 2 * ui.px(8),
                     area.height}; // makes the ends easy to hit
    const Touch t = touch(ui, "race/track", reach);
    if ((t.held || t.let_go) && clock.end() > 0) {
        clock.go_to(clock.end() * static_cast<double>((ui.mouse.x - area.x) / area.width));
        frame.state.shown.word.reset();
        ui.motion.draw_again();
    }
    const AxisRange range{0, std::max(clock.end(), 1e-12)};
    ui.canvas.line({area.x, middle}, {area.right(), middle}, ui[Role::hairline], ui.px(3));
    ui.canvas.line({area.x, middle}, {place(clock.now()), middle}, ui[Role::text], ui.px(3));
    for (const Tick& tick :
         axis_ticks(range, Unit::seconds,
                    {.length = area.width, .size = ui.px(tiny_size), .spacing = ui.px(110)}, ui.canvas)) {
        const float x = place(tick.value);
        const Align align = x > area.right() - ui.px(24) ? Align::right
                            : x < area.x + ui.px(4)      ? Align::left
                                                         : Align::centre;
        ui.canvas.line({x, middle + ui.px(4)}, {x, middle + ui.px(8)}, ui[Role::masked], ui.px(1));
        ui.canvas.text({x, middle + ui.px(16)}, tick.text, Font::mono, ui.px(tiny_size), ui[Role::quiet],
                       align);
    }
    const auto time_of = [&](Runner runner) {
        const double seconds = frame.state.shown.replay->lanes[runner].seconds();
        return clock_text(seconds, seconds);
    };
    for (const Runner runner : timing::runners) {
        const float x = place(frame.state.shown.replay->lanes[runner].seconds()), half = ui.px(6);
        const SeriesStyle style = runner_style(runner); // as in the plots: not distinguished by colour alone
        Figure mark{Line{{x, middle - half}, {x, middle}, ui[style.role], ui.px(1.5F)}};
        append_marker(mark, {x, middle - 1.9F * half}, style.marker, 0.85F * half, ui[style.role]);
        ui.canvas.paint(mark);
        if (t.hovered && std::abs(ui.mouse.x - x) <= half && ui.mouse.y < middle)
            ui.cursor_hint = frame.plain("race.through_hint",
                                         {{"name", frame.name_of(runner)}, {"time", time_of(runner)}});
    }
    ui.canvas.paint(
        Disc{{place(clock.now()), middle}, ui.px(t.hovered || t.held ? 8 : 6.5F), ui[Role::text]});
    if (t.focused) focus_ring(ui, reach, ui.px(6));
}

} // namespace

void draw_race_controls(RaceFrame& frame, const Rect& area) {
    Ui& ui = frame.ui;
    ReplayClock& clock = frame.state.shown.clock;
    const float side = ui.px(34), middle = area.y + ui.px(18);
    const Rect play{area.x, middle - side / 2, side, side};
    if (play_button(ui, "race/play", play, clock.playing(), !frame.is_measuring())) {
        frame.state.shown.word.reset();
        clock.toggle();
    }

    const std::string& again = ui.text("race.again");
    const Rect restart{play.right() + ui.px(8), middle - ui.px(14), button_width(ui, again),
                       ui.px(control_height)};
    if (button(ui, "race/again", restart, again, {.enabled = !frame.is_measuring()})) {
        frame.state.shown.word.reset();
        clock.play_from_start();
    }

    const std::string& again_label = ui.text("race.time_again");
    const Rect retime{restart.right() + ui.px(4), restart.y, button_width(ui, again_label), restart.height};
    if (button(ui, "race/time_again", retime, again_label,
               {.enabled = !frame.is_measuring() && !frame.state.work.lanes.busy() && !frame.trains,
                .hint = ui.text("race.time_again_hint")}))
        ++frame.state.work.timed_again;

    // From the right: the slowdown, and the time.
    const std::string slower =
        clock.can_be_faster() ? frame.plain("race.times_slower", {{"times", whole_text(clock.slowdown())}})
                              : ui.text("race.real_speed");
    const float square = ui.px(control_height),
                label =
                    ui.canvas.width(Font::sans, ui.px(label_size),
                                    frame.plain("race.times_slower", {{"times", "50\u2009000\u2009000"}}));
    const Rect more{area.right() - square, middle - square / 2, square, square};
    const Rect less{more.x - label - square - ui.px(16), more.y, square, square};
    if (button(
            ui, "race/faster", less, "−",
            {.enabled = clock.can_be_faster(), .text_size = body_size, .hint = ui.text("race.faster_hint")}))
        clock.faster();
    ui.canvas.text({(less.right() + more.x) / 2, middle}, slower, Font::sans, ui.px(label_size),
                   ui[Role::text], Align::centre);
    if (button(
            ui, "race/slower", more, "+",
            {.enabled = clock.can_be_slower(), .text_size = body_size, .hint = ui.text("race.slower_hint")}))
        clock.slower();
    const float time = ui.px(92);
    ui.canvas.text({less.x - ui.px(20), middle}, clock_text(clock.now(), clock.end()), Font::mono_bold,
                   ui.px(body_size), ui[Role::text], Align::right);
    const float left = retime.right() + ui.px(24);
    draw_track(frame, {left, area.y, less.x - ui.px(20) - time - left, area.height});
}

} // namespace ui
