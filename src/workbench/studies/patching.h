#pragma once
// Activation patching: which word, and between which layers, carries what makes the answers to two sentences
// differ. One row of the stream of one sentence is put in the place of that of the other; if the answer
// follows, what makes the difference is there. Sources: Vig et al. 2020, "Investigating gender bias in
// language models using causal mediation analysis"; Meng et al. 2022, "Locating and editing factual
// associations in GPT".

#include "base/stop.h"
#include "model/transformer.h"
#include "workbench/document/trained_reading.h"

#include <cstddef>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// What the receiver answers.
struct PatchedAnswer {
    float own = 0;   ///< probability of the receiver's answer
    float given = 0; ///< … of the giver's
    /// The share of the change that came along, 0 without any patch and 1 as the giver has it; beyond where a
    /// patch does less than nothing, or more than everything. With d = log given − log own, which is the
    /// difference of the two logits:
    ///     carried = (d − d_receiver)/(d_giver − d_receiver)
    float carried = 0;
    Named named = {}; ///< the most probable word
};

/// A word of both sentences, or the word that stands in its place: "tired", "comfortable".
struct PatchPlace {
    model::Part stack = model::Part::encoder; ///< whose stream it is: encoder or decoder
    base::Index into = 0, from = 0;           ///< its row in the receiver's and in the giver's
    std::string word, other;                  ///< in the receiver and in the giver
    bool changed() const { return word != other; }
};

struct PatchMap {
    learning::Asked asked;                ///< of the receiver: whose answer it is about
    std::string own_answer, given_answer; ///< the most probable word of each side, two different ones
    PatchedAnswer before, whole;          ///< of the receiver and of the giver, nothing patched
    std::vector<PatchPlace> places;       ///< the rows: of the encoder, then of the decoder
    base::Index points = 0;               ///< the columns: 0 the input of the first layer, i after layer i
    std::vector<PatchedAnswer> cells;     ///< by place and point; as many as are computed

    bool finished() const { return std::ssize(cells) == std::ssize(places) * points; }
    /// Null where it is not computed yet.
    const PatchedAnswer* at(std::size_t place, base::Index point) const;
};

/// Patches one cell after the other, in slices short enough for a frame.
class PatchRun {
public:
    using ReadingPtr = std::shared_ptr<const TrainedReading>;

    /// Patches rows of `giver` into `receiver`, each of which keeps what was set by hand in it, and asks at
    /// `asked` of the receiver. The words of sentences of one length are paired one by one. Else the words
    /// before and after the changed ones go together, then the changed ones from their last on; those that
    /// are left over have no place. Throws InputError: two models; sentences of different lengths that differ
    /// in more than one run of words; an asked row without a partner; both sides give the same answer.
    PatchRun(ReadingPtr receiver, ReadingPtr giver, learning::Asked asked);

    /// Computes some more cells, and returns what is known then.
    std::shared_ptr<const PatchMap> next(const base::StopToken& stop);

private:
    float difference(const model::TransformerRun& run, base::Index row) const;
    PatchedAnswer answer_in(const model::TransformerRun& run, base::Index row) const;
    PatchedAnswer patched(const PatchPlace& place, base::Index point) const;

    ReadingPtr receiver_, giver_;
    PatchMap found_;
    base::Index own_ = 0, given_ = 0;                        ///< ids of the two answers
    float receivers_difference_ = 0, givers_difference_ = 0; ///< d, nothing patched
};

/// What all of it costs, in multiply-adds (base/study.h).
double patching_cost(const TrainedReading& receiver);

} // namespace workbench
