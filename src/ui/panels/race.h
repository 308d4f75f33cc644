#pragma once
// The Race view: why must a recurrent network wait where attention need not, and when does that stop paying
// off? Lanes replayed from measured times, time against length and width, and the reasons.

#include "base/parallel.h"
#include "drawing/colour_map.h"
#include "timing/memory.h"
#include "timing/replay.h"
#include "timing/sweep.h"
#include "ui/panels/export_card.h"
#include "ui/replay_clock.h"
#include "ui/ui.h"
#include "workbench/study.h"

#include <nlohmann/json_fwd.hpp>

namespace ui {

/// What is plotted against the length, and the pages beside it: keys of texts and anchors.
enum class RacePlot { time, operations, memory, path, remembered };
enum class RaceReason { why, what_if, state };

struct RaceState {
    /// Sizes of the competing layers: as wide as in real models, where an LSTM's waiting shows even on two
    /// cores.
    timing::LayerSizes sizes = {.d = 2048, .heads = 8, .threads = base::most_threads()};
    timing::Mode mode = timing::Mode::all_words;
    /// Words to read, repeating the sentence; empty: the sentence's own length.
    std::optional<long> length = 256;

    // The lanes.
    workbench::Study<timing::Replay> lanes;
    std::string asked; ///< what the lanes were last timed for, or are being timed for
    std::shared_ptr<const timing::Replay> replay; ///< the newest finished replay
    std::shared_ptr<const timing::Replay> part;   ///< the partial result of the next replay
    timing::Each<drawing::Range> ranges;          ///< ranges of the numbers of its states
    bool lanes_wait = false;                      ///< the current choice is timed once the sweep is over
    ReplayClock clock;
    timing::Runner lane = timing::Runner::rnn; ///< the lane whose words ← → step through
    std::optional<timing::Index> word;         ///< selected word; empty: the newest that is ready
    std::string verdict;                       ///< the sentence below the lanes, in the last frame
    int timed_again = 0;                       ///< how often the user asked for new times
    bool scrub_to_middle = false;              ///< go to the middle of the next replay, for a picture
    bool brief = false;                        ///< then measure a brief sweep, for a picture

    // The plots.
    RacePlot plot = RacePlot::time;
    bool theory = false;
    workbench::Study<timing::Sweep> sweep;
    std::shared_ptr<const timing::Sweep> telling; ///< the newest partial or complete sweep taken over
    timing::SweepOptions measuring;               ///< options of the running sweep
    std::vector<std::shared_ptr<const timing::Sweep>>
        measured; ///< one per choice of sizes and length, newest last
    workbench::Study<timing::Memory> memory;
    std::shared_ptr<const timing::Memory> remembered;

    // The reasons.
    RaceReason reason = RaceReason::why;
    int processors = 10; ///< number of processors as a power of 2
};

/// Pages for tour pictures: the lanes, generation, the plots. For "time" it measures briefly.
std::vector<std::string> race_pages();
void open_race(RaceState& state, const std::string& page);

void draw_race(Ui& ui, RaceState& state, const Scene& scene, const drawing::Rect& area, double seconds);
/// Space plays and pauses, ← → go to the previous or next word, Home and End to the start and the end.
void race_keys(Ui& ui, RaceState& state);

/// `wake` is called on a worker's thread when there is something new to draw.
void connect_race(RaceState& state, const std::function<void()>& wake);
/// True while something a picture needs is being computed, except a sweep that the user started.
bool race_is_timing(const RaceState& state);
/// The lanes at this moment, the plot shown, and what p processors would do.
Exportables race_exports(Ui& ui, RaceState& state, const Scene& scene);
nlohmann::json race_report(const RaceState& state);

} // namespace ui
