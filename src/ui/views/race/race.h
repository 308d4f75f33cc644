#pragma once
// The Race view: why must a recurrent network wait where attention need not, and when does that stop paying
// off? Lanes replayed from measured times, time against length and width, and the reasons.

#include "base/parallel.h"
#include "base/study.h"
#include "drawing/figures/lane.h"
#include "drawing/plot/plot.h"
#include "drawing/shapes/colours.h"
#include "narration/narration.h"
#include "timing/cost.h"
#include "timing/memory.h"
#include "timing/replay.h"
#include "timing/sweep.h"
#include "timing/verdict.h"
#include "ui/chrome/view.h"

#include <array>
#include <filesystem>
#include <map>
#include <memory>
#include <string>
#include <vector>

namespace ui {

/// What is plotted against the length, and the pages beside it: keys of texts and anchors.
enum class RacePlot { time, operations, memory, path, remembered };
enum class RaceReason { why, what_if, state };

struct RaceChoices {
    /// Sizes of the competing layers: as wide as in real models, where an LSTM's waiting shows even on two
    /// cores.
    timing::LayerSizes sizes = {.d = 2048, .heads = 8, .threads = base::most_threads()};
    timing::Mode mode = timing::Mode::all_words;
    /// Words to read, repeating the sentence; empty: the sentence's own length.
    std::optional<std::int64_t> length = 256;
    timing::Runner lane = timing::Runner::rnn; ///< the lane whose words ← → step through
    RacePlot plot = RacePlot::time;
    bool theory = false;
    RaceReason reason = RaceReason::why;
    int doublings = 10; ///< what-if: the number of processors as a power of 2
    bool operator==(const RaceChoices&) const = default;
};

/// Measurements, running and done.
struct RaceWork {
    base::Study<timing::Replay> lanes;
    std::string asked;            ///< what the lanes were last timed for, or are being timed for
    bool lanes_wait = false;      ///< the current choice is timed once the sweep or a training is over
    bool a_model_trains = false;  ///< in another view: nothing is timed
    int timed_again = 0;          ///< how often the user asked for new times
    bool scrub_to_middle = false; ///< go to the middle of the next replay, for a picture
    bool brief = false;           ///< then measure a brief sweep, for a picture
    base::Study<timing::Sweep> sweep;
    timing::SweepOptions measuring; ///< options of the running sweep
    std::vector<std::shared_ptr<const timing::Sweep>>
        measured;                  ///< one per choice of sizes and length, newest last
    std::filesystem::path kept_in; ///< the file in which they outlive the window; empty: none
    base::Study<timing::Memory, std::pair<timing::Index, timing::Index>> memory; ///< of d and heads
};

/// The clock of a replay: what took microseconds is slowed down enough for a person to follow.
class ReplayClock {
public:
    /// Loads a replay of `end` seconds, slowed down by 1, 2 or 5 times a power of ten so that it takes about
    /// seven seconds. The clock is at 0.
    void load(double end);
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
    bool can_be_faster() const { return rung_ > 0; }

    double now() const { return now_; } ///< seconds of the replayed time
    double end() const { return end_; }
    double slowdown() const; ///< real seconds per replayed second
    bool playing() const { return playing_; }

private:
    void climb(int by);

    double now_ = 0, end_ = 0;
    int rung_ = 0; ///< of the slowdowns 1, 2, 5, 10, 20, …
    bool playing_ = false;
};

/// What is on screen.
struct RaceShown {
    std::shared_ptr<const timing::Replay> replay; ///< the newest finished replay
    std::shared_ptr<const timing::Replay> part;   ///< the partial result of the next replay
    timing::Each<drawing::Range> ranges;          ///< ranges of the numbers of its states
    std::optional<timing::Index> word;            ///< clicked in it; empty: the newest that is ready
    ReplayClock clock;
    std::string verdict;                        ///< the sentence below the lanes, in the last frame
    std::shared_ptr<const timing::Sweep> sweep; ///< the newest partial or complete sweep taken over
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
    /// Space plays and pauses, ← → go to the previous or next word, Home and End to the start and the end.
    void keys(ViewFrame& frame) override;
    /// The lanes at this moment, the plot shown, and what p processors would do.
    Exportables exports(ViewFrame& frame) override;
    void visit(workbench::ChoiceVisitor& choices) override;
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
inline constexpr std::array race_plots{RacePlot::time, RacePlot::operations, RacePlot::memory, RacePlot::path,
                                       RacePlot::remembered};
inline constexpr std::array race_reasons{RaceReason::why, RaceReason::what_if, RaceReason::state};

inline constexpr std::array recurrent_runners{timing::Runner::rnn, timing::Runner::lstm};
inline constexpr std::int64_t longest_text = 65536; ///< words
inline constexpr int most_doublings = 16;           ///< what-if: up to 65 536 processors

/// The same colour, dashes and marker in every plot.
drawing::SeriesStyle runner_style(timing::Runner runner);

struct RaceFrame : ViewFrame {
    RaceState& state;

    /// The text `name` with its {placeholders} filled with plain words.
    narration::Paragraph said(const std::string& name,
                              const std::map<std::string, std::string>& values) const;
    std::string plain(const std::string& name, const std::map<std::string, std::string>& values) const;
    const std::string& name_of(timing::Runner runner) const {
        return ui.texts.text("race." + key_of(runner));
    }

    /// True while a sweep is being measured: the window pauses.
    bool is_measuring() const { return state.work.sweep.busy(); }
    /// The number of words in the sentence.
    timing::Index sentence() const;
    /// The selected length, for which the formulas are evaluated.
    timing::Index length() const { return state.chosen.length ? *state.chosen.length : sentence(); }
    /// The length that the lanes run on: the selected one, unless it would take too long.
    timing::Index raced() const { return std::min(length(), timing::longest_race(state.chosen.sizes)); }
    /// The replay, if it matches the current choice; otherwise null.
    const timing::Replay* current_replay() const;
    /// The cost by the formulas for n words, all known or generated one by one, as selected.
    timing::Cost cost(timing::Runner runner, timing::Index n) const;
    /// True when a sweep has the selected sizes and length.
    bool is_current(const timing::Sweep& sweep) const {
        return sweep.sizes == state.chosen.sizes && sweep.n == raced();
    }
    /// The sweep for the current choice; null: not measured yet.
    std::shared_ptr<const timing::Sweep> current_sweep() const;
    /// The sweep to plot: the one being measured, otherwise the one for the current choice, otherwise an old
    /// one.
    std::shared_ptr<const timing::Sweep> shown_sweep() const;
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
/// The options of a sweep with the current choices.
timing::SweepOptions sweep_options(const RaceFrame& frame);
/// Starts measuring and stops the replay: the window pauses meanwhile.
void start_race_sweep(RaceFrame& frame, timing::SweepOptions options);

// The lanes.

/// True when the machine was too busy to tell some lanes' times apart.
bool lanes_are_rough(const timing::Replay& replay);
/// A lane at the clock's current moment.
drawing::LanePicture race_lane(const RaceFrame& frame, timing::Runner runner);
/// Who came first, and how much longer the others took.
narration::Paragraph ranking_text(const RaceFrame& frame, const timing::Replay& replay);
/// The ranking, and the main reasons. Empty until something is timed.
narration::Paragraph race_verdict(const RaceFrame& frame);
/// What stands below the lanes: the verdict; nothing on a slide, which has a caption.
narration::Paragraph text_below_lanes(const RaceFrame& frame);
void draw_race_lanes(RaceFrame& frame, const drawing::Rect& area);
/// The timeline with its buttons, below the lanes.
void draw_race_controls(RaceFrame& frame, const drawing::Rect& area);

// The plots.

enum class Along { length, width };

/// Measured time; along the length, optionally with the curves of the formulas fitted to it.
drawing::Plot time_plot(const RaceFrame& frame, const timing::Sweep& sweep, Along along);
/// Operations, memory or path, by formula.
drawing::Plot formula_plot(const RaceFrame& frame, RacePlot which);
/// How strongly the last output depends on earlier words.
drawing::Plot remembered_plot(const RaceFrame& frame, const timing::Memory& memory);
/// The title of the selected plot, and where its numbers come from.
const std::string& race_title(const RaceFrame& frame);
std::string race_subtitle(const RaceFrame& frame);
void draw_race_plots(RaceFrame& frame, const drawing::Rect& area);
/// Controls for what is plotted and for the layer sizes. Returns their height.
float draw_race_choices(RaceFrame& frame, const drawing::Rect& area);

// The reasons.

/// Computed time against the number of processors, with the times measured here.
drawing::Plot what_if_plot(const RaceFrame& frame, const timing::Replay& replay);
/// Its assumptions, for texts: {n}, {words}, {d}, {rate} of each processor.
std::map<std::string, std::string> what_if_values(const RaceFrame& frame, const timing::Replay& replay);
void draw_race_reasons(RaceFrame& frame, const drawing::Rect& area);

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
