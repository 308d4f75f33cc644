#pragma once
// The three cards of the Race view, and what they share.

#include "drawing/lane_figure.h"
#include "drawing/plot_layout.h"
#include "lesson/markup.h"
#include "timing/cost.h"
#include "timing/verdict.h"
#include "ui/panels/race.h"

#include <array>

namespace ui {

/// "rnn", "lstm", "attention": texts and anchors.
std::string key_of(timing::Runner runner);
std::string key_of(RacePlot plot);
std::string key_of(RaceReason reason);
inline constexpr std::array race_plots{RacePlot::time, RacePlot::operations, RacePlot::memory, RacePlot::path,
                                       RacePlot::remembered};
inline constexpr std::array race_reasons{RaceReason::why, RaceReason::what_if, RaceReason::state};

inline constexpr std::array recurrent_runners{timing::Runner::rnn, timing::Runner::lstm};
inline constexpr int most_doublings = 16; ///< what-if: up to 65 536 processors

/// The same colour, dashes and marker in every plot.
drawing::SeriesStyle runner_style(timing::Runner runner);

struct RaceFrame {
    Ui& ui;
    RaceState& state;
    const Scene& scene;
    double seconds; ///< since the last frame

    /// The text `name` with its {names} filled in by plain words.
    lesson::Paragraph said(const std::string& name, const std::map<std::string, std::string>& values) const;
    std::string plain(const std::string& name, const std::map<std::string, std::string>& values) const;
    const std::string& name_of(timing::Runner runner) const {
        return ui.texts.text("race." + key_of(runner));
    }

    /// A sweep is being measured: the window pauses.
    bool is_measuring() const { return state.sweep.busy(); }
    /// Words of the sentence.
    timing::Index sentence() const;
    /// The length that is chosen; the formulas are worked out for it.
    timing::Index length() const { return state.length ? *state.length : sentence(); }
    /// The length that the lanes run on: the chosen one, unless it would take too long.
    timing::Index raced() const { return std::min(length(), timing::longest_race(state.sizes)); }
    /// The replay, when it is of what is chosen now; else null.
    const timing::Replay* current_replay() const;
    /// By the formulas, of n words that are known or made one after another, as is chosen.
    timing::Cost cost(timing::Runner runner, timing::Index n) const;
    /// Whether a sweep is of the sizes and the length that are chosen.
    bool is_current(const timing::Sweep& sweep) const {
        return sweep.sizes == state.sizes && sweep.n == raced();
    }
    /// The sweep of what is chosen; null: not measured yet.
    std::shared_ptr<const timing::Sweep> current_sweep() const;
    /// The sweep that is plotted: the one being measured, else that of what is chosen, else an old one.
    std::shared_ptr<const timing::Sweep> shown_sweep() const;
    /// "d = 64, heads: 4, up to 2 threads"
    std::string sizes_text(const timing::LayerSizes& sizes) const;
};

/// The machine was too busy for the times of some lane to be told apart.
bool lanes_are_rough(const timing::Replay& replay);
/// A lane as it stands at the moment of the clock.
drawing::Lane race_lane(const RaceFrame& frame, timing::Runner runner);
/// What the plot shows, and where its numbers come from.
const std::string& race_title(const RaceFrame& frame);
std::string race_subtitle(const RaceFrame& frame);

/// Who came first, and how much longer the others took.
lesson::Paragraph ranking_text(const RaceFrame& frame, const timing::Replay& replay);
/// Why attention is faster than this one, or slower: the reasons that hold in what was measured, or only the
/// first `most` of them.
lesson::Paragraph reasons_text(const RaceFrame& frame, const timing::Replay& replay, timing::Runner other,
                               std::size_t most = 9);

/// Begins to measure, and stops the replay: the window pauses meanwhile.
void start_race_sweep(RaceFrame& frame, timing::SweepOptions options);
/// What a sweep of the present choices measures.
timing::SweepOptions sweep_options(const RaceFrame& frame);

/// The sentence below the lanes: the ranking, and the main reason. Empty as long as nothing is timed.
lesson::Paragraph race_verdict(const RaceFrame& frame);
void draw_race_lanes(RaceFrame& frame, const drawing::Rect& area);
/// The time line with its buttons, at the foot of the lanes.
void draw_race_controls(RaceFrame& frame, const drawing::Rect& area);
void draw_race_plots(RaceFrame& frame, const drawing::Rect& area);
/// What is plotted, and the sizes of the layers. Returns its height.
float draw_race_choices(RaceFrame& frame, const drawing::Rect& area);
/// Measured time against length and width, or how to measure it. Returns where it ends.
float draw_race_times(RaceFrame& frame, const drawing::Rect& area);
/// A click on the plot takes over the length or the width under the mouse, of those that are plotted.
void choose_on_plot(RaceFrame& frame, const drawing::Plot& plot, const drawing::PlotLayout& layout,
                    bool by_width);
/// What is left of the area from y down for a plot; below the area's end when that is too little.
drawing::Rect plot_place(const Ui& ui, const drawing::Rect& area, float y);
void draw_race_reasons(RaceFrame& frame, const drawing::Rect& area);

/// The pages of the card of reasons; each returns the height that it used.
float draw_race_why(RaceFrame& frame, const drawing::Rect& area);
float draw_race_what_if(RaceFrame& frame, const drawing::Rect& area);
float draw_race_state(RaceFrame& frame, const drawing::Rect& area);

/// The word of the chosen lane whose state is shown: chosen, or the newest that is ready; empty: none yet.
std::optional<timing::Index> shown_word(const RaceState& state);

/// The sizes of a replay; generation, word by word, has no use for more than one thread.
timing::LayerSizes sizes_in_use(const timing::Replay& replay);

/// Takes over what the sweep has told since. Whoever reads sweeps in a frame calls it first: until then it
/// counts as running.
void take_sweep(RaceState& state);

} // namespace ui
