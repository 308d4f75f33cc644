#pragma once
// The Race view: why must a recurrent network wait where attention need not, and when does that stop paying
// off? Lanes replayed from measured times, time against length and width, and the reasons.

#include "base/parallel.h"
#include "drawing/colour_map.h"
#include "timing/memory.h"
#include "timing/replay.h"
#include "timing/sweep.h"
#include "ui/chrome/view.h"
#include "ui/views/race/replay_clock.h"
#include "workbench/study.h"

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

/// What is being measured, and what has been.
struct RaceWork {
    workbench::Study<timing::Replay> lanes;
    std::string asked;            ///< what the lanes were last timed for, or are being timed for
    bool lanes_wait = false;      ///< the current choice is timed once the sweep or a training is over
    bool a_model_trains = false;  ///< in another view: nothing is timed
    int timed_again = 0;          ///< how often the user asked for new times
    bool scrub_to_middle = false; ///< go to the middle of the next replay, for a picture
    bool brief = false;           ///< then measure a brief sweep, for a picture
    workbench::Study<timing::Sweep> sweep;
    timing::SweepOptions measuring; ///< options of the running sweep
    std::vector<std::shared_ptr<const timing::Sweep>>
        measured;                  ///< one per choice of sizes and length, newest last
    std::filesystem::path kept_in; ///< the file in which they outlive the window; empty: none
    workbench::Study<timing::Memory, std::pair<timing::Index, timing::Index>> memory; ///< of d and heads
};

/// What is on screen.
struct RaceShown {
    std::shared_ptr<const timing::Replay> replay; ///< the newest finished replay
    std::shared_ptr<const timing::Replay> part;   ///< the partial result of the next replay
    timing::Each<drawing::Range> ranges;          ///< ranges of the numbers of its states
    std::optional<timing::Index> word;            ///< clicked in it; empty: the newest that is ready
    ReplayClock clock;
    std::string verdict;                          ///< the sentence below the lanes, in the last frame
    std::shared_ptr<const timing::Sweep> telling; ///< the newest partial or complete sweep taken over
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

} // namespace ui
