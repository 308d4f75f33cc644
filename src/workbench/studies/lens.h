#pragma once
// The logit lens: what a trained model would answer for a word if it were asked before its computation is
// over. A row of the residual stream goes through the final norm and the readout, as the last one does.
// Source: nostalgebraist 2020, "interpreting GPT: the logit lens".

#include "learning/task.h"
#include "workbench/document/pass.h"
#include "workbench/document/trained_reading.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

/// The answers of one kind together: "an animal".
struct KindShare {
    std::string name;
    float probability = 0;           ///< the sum of its members'
    std::vector<Named> members = {}; ///< all of them, the most probable first
};

/// A word that may be answered, or a kind of words.
struct Guess {
    std::string name; ///< "it", "an animal"
    float probability = 0;
    std::optional<std::size_t> kind = {}; ///< one of LensAnswer::kinds; empty: a word
};

/// What one of the model's outputs would answer.
struct LensAnswer {
    std::vector<Named> words;          ///< the most probable, at most three, the most probable first
    std::vector<KindShare> kinds = {}; ///< all of the task's, the most probable first
    /// The same in few words, at most three, the most probable first: a kind in place of its words, unless
    /// one of them outweighs the others of its kind together.
    std::vector<Guess> guesses = {};
};

/// Where on its way the row is asked. A layer asks after its attention, and again after its MLP if it has
/// one; a layer of a decoder also between its two attentions.
struct LensPoint {
    enum class Kind { begins, attention, mlp };
    Kind kind = Kind::begins;
    std::size_t layer = 0;                ///< one of TrainedReading::places
    std::vector<LensAnswer> outputs = {}; ///< of each output of the model, in their order
};

struct Lens {
    base::Index row = 0;
    /// In the order of computation; the last is the model's answer itself. None where there is nothing to
    /// ask: the weights are not those of a trained model.
    std::vector<LensPoint> points;

    /// Where the row is asked after a layer's attention; null if nowhere.
    const LensPoint* after_attention(std::size_t layer) const;
};

/// Of a row of the words that answer (those of the decoder if there is one; asserts that it exists), with
/// everything that was set by hand. `task` knows the kinds; null: there are none.
Lens lens_of(const Pass& pass, const learning::Task* task, base::Index row);
/// What it costs, in multiply-adds (base/study.h).
double lens_cost(const TrainedReading& reading);

} // namespace workbench
