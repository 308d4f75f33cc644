#pragma once
// The measured time at which each word was ready, in each lane of the race.

#include "base/stop.h"
#include "timing/measure.h"
#include "timing/runner.h"
#include "timing/step_pace.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace timing {

struct Lane {
    /// (n) seconds from the start until the output for word t was ready: medians of repeated runs. All equal
    /// for attention in all_words.
    std::vector<double> ready;
    Measurement time;               ///< of the whole lane; the median is the last of `ready`
    Matrix states;                  ///< (n, d) what is passed on: h_t of RNN and LSTM; attention's outputs
    Matrix cells;                   ///< (n, d) c_t of the LSTM; else 0 rows
    std::vector<double> kept_bytes; ///< (n) after word t: the state, or attention's keys and values, in
                                    ///< all_words of all words, in generation of the words so far
    int threads = 1;                ///< the fastest thread count of those allowed
    StepPace pace;                  ///< of the recurrent lanes, in all_words

    double seconds() const { return time.median; }
    /// Seconds per step; 0 for one word. In all_words a recurrent lane multiplies all inputs at once and then
    /// takes n steps.
    double step_seconds() const;
    /// Seconds until the first step begins.
    double inputs_seconds() const;
};

struct Replay {
    Mode mode = Mode::all_words;
    LayerSizes sizes;
    std::vector<std::string> words;
    Each<Lane> lanes;
    double product_rate = 0;    ///< multiply-adds per second of one core in a large matrix product
    std::size_t lanes_done = 0; ///< in the order of `runners`

    bool finished() const { return lanes_done == runners.size(); }
};

/// Runs the lanes on the words' rows (random embeddings of width d, the same for the same word), one after
/// another: each many times, or a few times if a run is long, keeping the medians.
class ReplayRun {
public:
    ReplayRun(std::vector<std::string> words, Mode mode, const LayerSizes& sizes);

    /// The first call only says what will run; each one after it runs the next lane and returns the replay so
    /// far. Null when stopped. The first call throws InputError for sizes out of range, or no words.
    std::shared_ptr<const Replay> next(const base::StopToken& stop = {});

private:
    bool begun_ = false;
    Replay so_far_;
    Matrix x_; ///< (n, d)
};

} // namespace timing
