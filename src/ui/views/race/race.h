#pragma once
// The Race view: why must a recurrent network wait where attention need not, and when does that stop paying
// off? Lanes replayed from measured times, one chart of what grows with the length, and three facts; the
// reasons on demand.

#include "base/parallel.h"
#include "base/study.h"
#include "drawing/figures/lane.h"
#include "drawing/plot/layout.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/colours.h"
#include "narration/narration.h"
#include "timing/cost.h"
#include "timing/memory.h"
#include "timing/replay.h"
#include "timing/sweep.h"
#include "timing/verdict.h"
#include "ui/chrome/view.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ui {

/// What the chart shows, and the card beside it: keys of texts and anchors.
enum class RacePlot { time, operations, memory, path, remembered, cache };
enum class RaceReason { facts, why, what_if, state };
/// What measured time is plotted against.
enum class Along { length, width };
/// What the lanes run against.
enum class RaceClock { time, steps };
/// Where there is room for one card below the lanes.
enum class RaceCard { plots, reasons };

/// Among cache_shape_keys(): a model of today that was made for the longest text.
inline constexpr std::size_t usual_shape = 8;

struct RaceChoices {
    /// Sizes of the competing layers: as wide as in real models, where an LSTM's waiting shows even on two
    /// cores.
    timing::LayerSizes sizes = {.d = 2048, .heads = 8, .threads = base::most_threads()};
    timing::Mode mode = timing::Mode::all_words;
    RaceClock clock = RaceClock::time;
    /// Words to read, repeating the sentence; empty: the sentence's own length.
    std::optional<std::int64_t> length = 256;
    timing::Runner lane = timing::Runner::rnn; ///< the lane whose words ← → step through
    RacePlot plot = RacePlot::time;
    Along along = Along::length;
    bool theory = true; ///< the computed curves; otherwise lines join what was measured
    RaceReason reason = RaceReason::facts;
    RaceCard card = RaceCard::plots;
    bool by_itself = true; ///< the points are measured without being asked for, while the machine is idle
    std::size_t shape = usual_shape; ///< whose key–value cache: the race's own or a published model's
    timing::Index key_heads = 0;     ///< shared by groups of query heads; what does not suit: the usual
    int doublings = 10;              ///< what-if: the number of processors as a power of 2
    bool operator==(const RaceChoices&) const = default;
};

/// Measurements, running and done.
struct RaceWork {
    base::Study<timing::Replay> lanes;
    std::string asked;            ///< what the lanes were last timed for, or are being timed for
    bool lanes_wait = false;      ///< the current choice is timed once a training is over
    bool a_model_trains = false;  ///< in another view: nothing is timed
    int timed_again = 0;          ///< how often the user asked for new times
    bool scrub_to_middle = false; ///< go to the middle of the next replay, for a picture
    bool brief = false;           ///< then measure a brief sweep, for a picture
    base::Study<timing::Sweep> sweep;
    timing::SweepOptions measuring;            ///< options of the running sweep, or the interrupted one
    std::shared_ptr<timing::SweepRun> run;     ///< goes on where it was interrupted; null: there is none
    bool sweep_wanted = false;                 ///< the user asked for one: it begins when the machine is idle
    std::vector<timing::SweepOptions> refused; ///< cancelled by the user: not measured unless asked for
    std::vector<std::shared_ptr<const timing::Sweep>>
        measured;                  ///< one per choice of sizes and length, newest last
    std::filesystem::path kept_in; ///< the file in which they outlive the window; empty: none
    base::Study<timing::Memory, std::pair<timing::Index, timing::Index>> memory; ///< of d and heads
};

/// The clock of a replay: what took microseconds is slowed down enough for a person to follow, at first more
/// than later. Where steps are counted, a second stands for a step.
class ReplayClock {
public:
    /// Loads a replay of `end` seconds, slowed down by 1, 2 or 5 times a power of ten so that it takes about
    /// seven seconds, or four until `first` and four from there on, if that makes the beginning slower. The
    /// clock is at 0. Only steps may be `sped_up`: time runs no faster than it was measured.
    void load(double end, double first = 0, bool sped_up = false);
    /// Advances by `seconds` of real time; stops at the end.
    void advance(double seconds);
    /// Plays or pauses; at the end it restarts from 0.
    void toggle();
    void play_from_start();
    void pause() { playing_ = false; }
    /// Jumps to a moment and pauses.
    void go_to(double seconds);
    /// Limits: no slower than ten minutes in total, no faster than measured.
    void slower() { climb(+1); }
    void faster() { climb(-1); }
    bool can_be_slower() const;
    bool can_be_faster() const { return std::max(rung_, first_rung_) > fastest_; }

    double now() const { return now_; } ///< seconds of the replayed time
    double end() const { return end_; }
    double slowdown() const; ///< real seconds per replayed second, at this moment
    bool in_first_part() const { return now_ < first_; }
    bool playing() const { return playing_; }

private:
    void climb(int by);
    double real_seconds() const; ///< that the whole replay takes

    double now_ = 0, end_ = 0;
    double first_ = 0;              ///< the end of the slower beginning; 0: there is none
    int rung_ = 0, first_rung_ = 0; ///< of the slowdowns …, 0.5, 1, 2, 5, 10, 20, …
    int fastest_ = 0;               ///< the lowest rung
    bool playing_ = false;
};

/// What is on screen.
struct RaceShown {
    std::shared_ptr<const timing::Replay> replay; ///< the newest that was timed
    std::shared_ptr<const timing::Replay> lanes;  ///< what the lanes show: the same, or a race in steps
    timing::Index period = 0;                     ///< their words are those of the sentence, over and over
    std::shared_ptr<const timing::Replay> part;   ///< the partial result of the next replay
    std::optional<timing::Index> word;            ///< clicked in the lanes; empty: the newest that is ready
    ReplayClock clock;
    std::string sentence;                       ///< below the lanes, in the last frame
    std::string verdict;                        ///< who came first and why, in the last frame
    std::shared_ptr<const timing::Sweep> sweep; ///< the newest partial or complete sweep taken over
    float set_up_height = 0;                    ///< of the open popover, design pixels
    float arithmetic_height = 0;                ///< of that of the cache
    std::shared_ptr<const timing::Memory> remembered;
};

struct RaceState {
    RaceChoices chosen;
    RaceWork work;
    RaceShown shown;
};

class RaceView : public View {
public:
    void draw(ViewFrame& frame) override;
    void replay() override;
    /// Space plays and pauses, ← → go to the previous or next word, Home and End to the start and the end.
    void keys(ViewFrame& frame) override;
    /// The lanes at this moment, the plot shown, and what p processors would do.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
    /// A sweep goes on when the view is open again.
    void leave() override { state_.work.sweep.cancel(); }
    /// The lanes, generation, the plots. For "time" it measures briefly.
    std::vector<std::string> pages(const attention::Trace& t) const override;
    void stop_timing() override;
    void keep_in(const std::filesystem::path& folder) override;
    bool open(const std::string& page) override;
    nlohmann::json shown() const override;

private:
    RaceState state_;
};

// What the cards share.

/// "rnn", "lstm", "attention": keys of texts and anchors.
std::string key_of(timing::Runner runner);
std::string key_of(RacePlot plot);
std::string key_of(RaceReason reason);
inline constexpr std::array race_plots{RacePlot::time, RacePlot::operations, RacePlot::memory,
                                       RacePlot::path, RacePlot::remembered, RacePlot::cache};
inline constexpr std::array race_reasons{RaceReason::facts, RaceReason::why, RaceReason::what_if,
                                         RaceReason::state};

inline constexpr std::array recurrent_runners{timing::Runner::rnn, timing::Runner::lstm};
inline constexpr std::int64_t longest_text = 65536;                 ///< words
inline constexpr int most_doublings = 16;                           ///< what-if: up to 65 536 processors
inline constexpr const char* processors_slider = "race/processors"; ///< takes ← and → while it has the focus

/// The same colour, dashes and marker in every plot.
drawing::SeriesStyle runner_style(timing::Runner runner);

struct RaceFrame : ViewFrame {
    RaceState& state;

    /// The plot on screen.
    RacePlot plot() const { return state.chosen.plot; }

    /// The text `name` with its {placeholders} filled with plain words.
    narration::Paragraph said(const std::string& name,
                              const std::map<std::string, std::string>& values) const;
    std::string plain(const std::string& name, const std::map<std::string, std::string>& values) const;
    const std::string& name_of(timing::Runner runner) const {
        return ui.texts.text("race." + key_of(runner));
    }

    /// True while a sweep is being measured. Whatever else runs the layers interrupts it.
    bool is_measuring() const { return state.work.sweep.busy(); }
    /// The number of words in the sentence.
    timing::Index sentence() const;
    /// The selected length, for which the formulas are evaluated.
    timing::Index length() const { return state.chosen.length ? *state.chosen.length : sentence(); }
    /// The length that the lanes run on: the selected one, unless it would take too long.
    timing::Index raced() const { return std::min(length(), timing::longest_race(state.chosen.sizes)); }
    /// The sentence, repeated to that length.
    std::vector<std::string> raced_words() const;
    /// The replay, if it matches the current choice; otherwise null.
    const timing::Replay* current_replay() const;
    /// The cost by the formulas for n words, all known or generated one by one, as selected.
    timing::Cost cost(timing::Runner runner, timing::Index n) const;
    /// True when a sweep has the selected sizes and length.
    bool is_current(const timing::Sweep& sweep) const {
        return sweep.sizes == state.chosen.sizes && sweep.n == raced();
    }
    /// The sweep for the current choice, perhaps not finished; null: not measured yet.
    std::shared_ptr<const timing::Sweep> current_sweep() const;
    /// "d = 64, heads: 4, up to 2 threads"
    std::string sizes_text(const timing::LayerSizes& sizes) const;
    /// "1 word", "1 024 words".
    std::string words_text(base::Index count) const;
};

/// The word of the selected lane whose state is shown: the selected one, or the newest that is ready; empty:
/// none yet.
std::optional<timing::Index> shown_word(const RaceState& state);

/// The sizes of a replay; generation, being word by word, uses only one thread.
timing::LayerSizes sizes_in_use(const timing::Replay& replay);

/// Takes over the sweep's newest results. Must be called before sweeps are read in a frame: until then the
/// sweep counts as running.
void take_sweep(RaceState& state);
/// Measures the current choice from the beginning, as soon as nothing else runs.
void measure_again(RaceFrame& frame);
/// Stops measuring; the same choice is not measured again by itself.
void cancel_measuring(RaceFrame& frame);
/// Plays or pauses the replay, or plays it from the start; a sweep gives way to it.
void play_replay(RaceState& state, bool from_start = false);

// The lanes.

/// "1.63 ms", or "5 steps": a time of the lanes, or all of it.
std::string lane_clock_text(const RaceFrame& frame, double now, double end);
/// True when the machine was too busy to tell some lanes' times apart.
bool lanes_are_rough(const timing::Replay& replay);
/// A lane at the clock's current moment.
drawing::LanePicture race_lane(const RaceFrame& frame, timing::Runner runner);
/// The words of the lanes, and where the finish line stands between the first and the last lane.
drawing::LaneText lane_text(const RaceState& state);
drawing::Rect finish_place(const drawing::LaneLayout& first, const drawing::LaneLayout& last);
/// Who came first, and how much longer the others took.
narration::Paragraph ranking_text(const RaceFrame& frame, const timing::Replay& replay);
/// The ranking, and the main reasons. Empty until something is timed.
narration::Paragraph race_verdict(const RaceFrame& frame);
/// One sentence below the lanes: attention's time against the RNN's, and what it is paid with. Empty until
/// something is timed, and on a slide, which has a caption.
narration::Paragraph race_sentence(const RaceFrame& frame);
void draw_race_lanes(RaceFrame& frame, const drawing::Rect& area);
/// The play button and the line of time, which begins at `left` and ends at `right`.
void draw_race_timeline(RaceFrame& frame, const drawing::Rect& area, float left, float right);
/// "500 × slower", or "2 steps a second"
std::string speed_text(const RaceFrame& frame);
/// The button at `place`, and the popover with everything that can be chosen.
void draw_race_set_up(RaceFrame& frame, const drawing::Rect& place);

// The plots.

/// Time: curves computed from the formulas at the pace that was measured, and the measured points.
drawing::Plot time_plot(const RaceFrame& frame, Along along);
/// Operations, memory or path, by formula.
drawing::Plot formula_plot(const RaceFrame& frame, RacePlot which);
/// How strongly the last output depends on earlier words.
drawing::Plot remembered_plot(const RaceFrame& frame, const timing::Memory& memory);
/// The key–value cache in bytes against words up to 131 072, for different numbers of key heads.
drawing::Plot cache_plot(const RaceFrame& frame);
/// What it is about, in two sentences; and the sizes, for the note of an export.
narration::Paragraph cache_text(const RaceFrame& frame);
std::string cache_note(const RaceFrame& frame);
/// The models whose cache can be shown: the race's own first, then timing::published_shapes().
const std::vector<std::string>& cache_shape_keys();
inline constexpr const char* own_shape = "own";
/// The title of the selected plot, and where its numbers come from.
const std::string& race_title(const RaceFrame& frame);
std::string race_subtitle(const RaceFrame& frame);
/// Attention against the others along the measured points: where it becomes slower or faster, and what was
/// left out. Empty until there are some.
std::string measured_text(const RaceFrame& frame, Along along);
/// The tabs that are the chart's title; with `reasons` the other card is one of them. Returns their right
/// end.
float draw_race_tabs(RaceFrame& frame, const drawing::Rect& area, bool reasons);
void draw_race_plots(RaceFrame& frame, const drawing::Rect& area, bool alone);
/// The plot of the cache with its words and choices; returns the bottom.
float draw_race_cache(RaceFrame& frame, const drawing::Rect& area);
/// A plot as it stands in its card: the tabs say what goes upwards, unless it is `titled`, and the line of
/// this race is named at its foot.
drawing::PlotLayout draw_race_plot(Ui& ui, const std::string& name, drawing::Plot plot,
                                   const drawing::Rect& area, bool titled = false);

// The facts, and the reasons in their place.

/// Computed time against the number of processors, with the times measured here.
drawing::Plot what_if_plot(const RaceFrame& frame, const timing::Replay& replay);
/// Its assumptions, for texts: {n}, {words}, {d}, {rate} of each processor.
std::map<std::string, std::string> what_if_values(const RaceFrame& frame, const timing::Replay& replay);
/// The pages; each returns the height that it uses.
float draw_race_facts(RaceFrame& frame, const drawing::Rect& area);
float draw_race_why(RaceFrame& frame, const drawing::Rect& area);
float draw_race_what_if(RaceFrame& frame, const drawing::Rect& area);
float draw_race_state(RaceFrame& frame, const drawing::Rect& area);
void draw_race_reasons(RaceFrame& frame, const drawing::Rect& area, bool alone);

// Measurements kept in a file, so that those made before a lecture survive a restart. Each machine sees only
// its own.

/// What the times depend on besides the layers: processor, vector instructions, threads.
std::string this_machine();

/// The measurements in the file that were made on this machine, newest last; damaged ones are left out. Never
/// fails: a missing file or an empty path holds none.
std::vector<std::shared_ptr<const timing::Sweep>> kept_sweeps(const std::filesystem::path& file);

/// Adds a finished sweep to the file, in place of an earlier one of the same race; what other windows and
/// machines have kept there stays. Does nothing for an empty path. Throws InputError when the file cannot be
/// written.
void keep_sweep(const std::filesystem::path& file, const timing::Sweep& sweep);

} // namespace ui
