#pragma once
// When each word of a sentence was really ready, in each lane of the race.

#include "timing/runner.h"

#include <memory>
#include <stop_token>
#include <string>
#include <vector>

namespace timing {

struct Lane {
    /// (n) seconds from the start until word t's output was there: medians of repeated runs. In all_words
    /// attention's are all the same.
    std::vector<double> ready;
    double seconds = 0; ///< of the whole lane: the last of `ready`
    Matrix states;      ///< (n, d) what is handed on, or attention's outputs: h_t of RNN and LSTM
    Matrix cells;       ///< (n, d) c_t of the LSTM; else 0 rows
    std::vector<double>
        kept_bytes;  ///< (n) after word t: the state, or attention's keys and values: in
                     ///< all_words those of the whole sentence, in generation of the words so far
    int threads = 1; ///< of those allowed, how many were the fastest
    int runs = 0;
    bool settled = false;
};

struct Replay {
    Mode mode = Mode::all_words;
    LayerSizes sizes;
    std::vector<std::string> words;
    Each<Lane> lanes;
};

/// Runs every lane on the words' rows (random embeddings of width d, the same for the same word) many times
/// and keeps the medians. Null when stopped. Throws InputError for sizes out of range, or no words.
std::shared_ptr<const Replay> replay(const std::vector<std::string>& words, Mode mode,
                                     const LayerSizes& sizes, const std::stop_token& stop = {});

} // namespace timing
