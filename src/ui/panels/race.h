#pragma once
// The Race view: why must a recurrent network wait where attention need not, and when does that stop paying?
// Lanes replayed from measured times, time against length and width, and the reasons.

#include "attention/parallel.h"
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

/// What is plotted against the length, and what stands beside it: keys of texts and anchors.
enum class RacePlot { time, operations, memory, path, remembered };
enum class RaceReason { why, what_if, state };

struct RaceState {
    /// Of the layers that take part: as wide as in real models, where on two cores, too, waiting costs more
    /// than the multiplications that attention makes beyond a recurrent layer's.
    timing::LayerSizes sizes = {.d = 2048, .heads = 8, .threads = attention::most_threads()};
    timing::Mode mode = timing::Mode::all_words;
    /// Words to read, the sentence again and again; empty: as many as the sentence has.
    std::optional<long> length = 256;

    // The lanes.
    workbench::Study<timing::Replay> lanes;
    std::string asked; ///< what the lanes were timed for last, or are being timed for
    std::shared_ptr<const timing::Replay> replay; ///< the newest that is finished
    std::shared_ptr<const timing::Replay> part;   ///< what there is so far of the next
    timing::Each<drawing::Range> ranges;          ///< of the numbers of its states
    bool lanes_wait = false;                      ///< what is chosen is timed when the sweep is over
    ReplayClock clock;
    timing::Runner lane = timing::Runner::rnn; ///< whose words ← → go through
    std::optional<timing::Index> word;         ///< chosen; empty: the newest that is ready
    std::string verdict;                       ///< the sentence below the lanes in the last frame
    int timed_again = 0;                       ///< how often the person asked for new times
    bool scrub_to_middle = false;              ///< a picture of the next replay is to be taken
    bool brief = false;                        ///< and of a sweep that takes a moment, once it is there

    // The plots.
    RacePlot plot = RacePlot::time;
    bool theory = false;
    workbench::Study<timing::Sweep> sweep;
    std::shared_ptr<const timing::Sweep> telling; ///< the newest part or whole of it that was taken over
    timing::SweepOptions measuring;               ///< what the sweep that runs measures
    std::vector<std::shared_ptr<const timing::Sweep>>
        measured; ///< one for each choice of sizes and length, the newest last
    workbench::Study<timing::Memory> memory;
    std::shared_ptr<const timing::Memory> remembered;

    // The reasons.
    RaceReason reason = RaceReason::why;
    int processors = 10; ///< 2 to this power
};

/// What a tour takes pictures of: the lanes, generation, the plots. For "time" it measures for a moment.
std::vector<std::string> race_pages();
void open_race(RaceState& state, const std::string& page);

void draw_race(Ui& ui, RaceState& state, const Scene& scene, const drawing::Rect& area, double seconds);
/// Space plays and pauses, ← → go to the word before and the next, Home and End to the start and the end.
void race_keys(Ui& ui, RaceState& state);

/// Called on a worker's thread: there is something new to draw.
void connect_race(RaceState& state, const std::function<void()>& wake);
/// True while something is worked out that belongs to a picture: not a sweep that the person started.
bool race_is_timing(const RaceState& state);
/// The lanes at this moment, the plot that is shown, and what p processors would do.
Exportables race_exports(Ui& ui, RaceState& state, const Scene& scene);
nlohmann::json race_report(const RaceState& state);

} // namespace ui
