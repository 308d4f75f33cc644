#pragma once
// Switching parts of a model off to see from its answers what they are needed for. A weight only shows where
// the model read; a knock-out shows whether that mattered. Its result means something only beside others:
// what a guess would get, what is answered instead, and what is left when something else is knocked out.

#include "base/stop.h"
#include "learning/task.h"
#include "learning/trained.h"
#include "model/transformer.h"

#include <optional>

namespace learning {

/// What a row reads in place of a weight that is knocked out.
enum class Instead {
    zero,         ///< nothing: the others stay, so the row sums to less than 1 and the stream gets less
    renormalised, ///< the others in proportion, which sum to 1 again: as if the score had been −∞
    mean,         ///< the others, equally: the mean of their values in place of the one value
};
/// "zero", "renormalised", "mean".
const char* name_of(Instead instead);

/// What is switched off in one attention: a relation or, without one, everything that is read there.
struct KnockOut {
    model::Place place;
    std::optional<Index> head = {};     ///< empty: all of them
    std::optional<Index> relation = {}; ///< one of the task's edges: only between its words
    /// Another word than the relation's is no longer read: that of Example::controls where the task names
    /// one, else some other word of the sentence, always the same. This should do no harm.
    bool control = false;
    bool operator==(const KnockOut&) const = default;
};

/// The knock-outs as interventions on a sentence. A whole head then adds nothing, or with `mean` the mean of
/// all values that it may read.
std::vector<model::Intervention> interventions(const std::vector<KnockOut>& knock_outs,
                                               const model::Transformer& transformer, const Example& example,
                                               Instead instead = Instead::zero);

/// What to knock out to find out what a task's relations are needed for: nothing; each relation in its own
/// layer, in all heads and then in its own alone, the last relation first; each in the layers of the others;
/// the control of each in its own layer.
std::vector<std::vector<KnockOut>> relations_out(const Task& task, const model::TransformerSizes& sizes);

/// The answers of a transformer to an example: for each question the most probable id.
std::vector<Index> answers_of(const model::TransformerRun& run, const Example& example);

/// How a sentence was answered.
enum class Answered {
    rightly,     ///< every answer is right
    with_others, ///< every wrong answer is another of the question's candidates
    with_any     ///< some answer is not even a candidate
};
Answered answered(const Task& task, const Example& example, const std::vector<Index>& answers);
Answered answered_with(const model::Transformer& transformer, const Task& task,
                       const std::vector<KnockOut>& knock_outs, const Example& example,
                       Instead instead = Instead::zero);

/// Sentences, by how they were answered.
struct Answers {
    Index right = 0, others = 0, any = 0;

    void add(Answered how);
    Index all() const { return right + others + any; }
    Share share_right() const { return {right, all()}; }
    Share share_others() const { return {others, all()}; }
    Share share_any() const { return {any, all()}; }
    bool operator==(const Answers&) const = default;
};

/// The answers to test sentences, with the knock-outs. The sentences are those of evaluate(). Returns early,
/// with numbers that must not be used, when `stop` is requested.
Answers answers_with(const model::Transformer& transformer, const Task& task,
                     const std::vector<KnockOut>& knock_outs, Index sentences,
                     Instead instead = Instead::zero, const base::StopToken& stop = {});

/// The share of sentences that guessing gets right: for each question one of its candidates, and never the
/// same one twice where the answers differ.
double chance(const Task& task, const std::vector<Example>& examples);

} // namespace learning
