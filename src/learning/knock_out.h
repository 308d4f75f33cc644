#pragma once
// Switching parts of a model off and looking at its answers: what they are needed for. A weight only tells
// where was read; a knock-out tells whether that mattered.

#include "base/stop.h"
#include "learning/task.h"
#include "model/transformer_run.h"

#include <optional>

namespace learning {

/// What is switched off in one attention: a relation, or, without one, all that is read there.
struct KnockOut {
    model::Place place;
    std::optional<Index> head = {};     ///< empty: all of them
    std::optional<Index> relation = {}; ///< one of the task's edges: only from and to where its words stand
    bool operator==(const KnockOut&) const = default;
};

/// The same as it is done to a sentence: weights that become 0, the others of their row stay what they were.
std::vector<model::Intervention> interventions(const std::vector<KnockOut>& knock_outs,
                                               const model::TransformerSizes& sizes, const Example& example);

/// The answers of a transformer to an example: for each question the most probable id.
std::vector<Index> answers_of(const model::TransformerRun& run, const Example& example);

/// Whether every answer to an example is right, with the knock-outs.
bool is_right_with(const model::Transformer& transformer, const std::vector<KnockOut>& knock_outs,
                   const Example& example);

/// The share of test sentences in which every answer is right, with the knock-outs. The sentences are those
/// of evaluate(). Returns early, with a number that must not be used, when `stop` is requested.
double exact_with(const model::Transformer& transformer, const Task& task,
                  const std::vector<KnockOut>& knock_outs, Index sentences, const base::StopToken& stop = {});

} // namespace learning
