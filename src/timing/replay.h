#pragma once
// When each word was really ready, in each lane of the race.

#include "timing/measure.h"
#include "timing/runner.h"
#include "timing/step_pace.h"

#include <functional>
#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace timing {

struct Lane {
    /// (n) seconds from the start until word t's output was there: medians of repeated runs. Attention's are
    /// all the same in all_words.
    std::vector<double> ready;
    Measurement time;               ///< of the whole lane; the median is the last of `ready`
    Matrix states;                  ///< (n, d) what is handed on: h_t of RNN and LSTM; attention's outputs
    Matrix cells;                   ///< (n, d) c_t of the LSTM; else 0 rows
    std::vector<double> kept_bytes; ///< (n) after word t: the state, or attention's keys and values: in
                                    ///< all_words those of all words, in generation of the words so far
    int threads = 1;                ///< as many of those allowed as were fastest
    StepPace pace;                  ///< of the recurrent lanes, in all_words

    double seconds() const { return time.median; }
    /// In all_words a recurrent lane makes the products with all inputs at once and then n steps. Seconds of
    /// a step; 0 for one word.
    double step_seconds() const;
    /// Seconds until the first step begins.
    double inputs_seconds() const;
};

struct Replay {
    Mode mode = Mode::all_words;
    LayerSizes sizes;
    std::vector<std::string> words;
    Each<Lane> lanes;
    double product_rate = 0; ///< multiply-adds a second that one core reaches in a large matrix product
    int lanes_done = 0;      ///< of those in `runners`; all of them when it is finished
};

/// Hands over what there is so far, each time a lane is done.
using TellReplay = std::function<void(std::shared_ptr<const Replay>)>;

/// Runs every lane on the words' rows (random embeddings of width d, the same for the same word) many times,
/// or a few times when a run is long, and keeps the medians. Null when stopped. Throws InputError for sizes
/// out of range, or no words.
std::shared_ptr<const Replay> replay(const std::vector<std::string>& words, Mode mode,
                                     const LayerSizes& sizes, const std::stop_token& stop = {},
                                     const TellReplay& tell = {});

} // namespace timing
