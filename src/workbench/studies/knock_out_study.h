#pragma once
// What a trained model needs for its answers: how many sentences it still answers correctly when relations or
// heads are knocked out, and what it answers instead.

#include "learning/knock_out.h"
#include "workbench/document/trained_models.h"
#include "workbench/studies/story.h"

#include <memory>
#include <optional>
#include <vector>

namespace workbench {

/// Parts knocked out together, and what the model then answers.
struct KnockedOut {
    std::vector<learning::KnockOut> out;
    std::optional<learning::Answers> answers = {}; ///< empty: not yet measured
};

struct KnockOuts {
    TrainedPtr model;
    base::Index sentences = 0;
    learning::Instead instead = learning::Instead::zero;
    std::vector<KnockedOut> rows;
    double chance = 0; ///< share of the sentences that a guess among the candidates gets right

    bool finished() const;
};

/// The rows of learning::relations_out(), none of them measured yet.
std::vector<KnockedOut> relations_out(const learning::Task& task, const model::TransformerSizes& sizes);

/// What is knocked out in a document by hand, as far as it means something in other sentences: heads, and
/// relations of the task. `reading` and `story` are those of the document.
KnockedOut out_by_hand(const Document& document, const TrainedReading& reading, const Story& story);

/// Measures one row after the other, in slices short enough for a frame.
class KnockOutRun {
public:
    /// Model and task must go together (learning::expect_same_words()).
    KnockOutRun(TrainedPtr model, TaskPtr task, std::vector<KnockedOut> rows, base::Index sentences,
                learning::Instead instead = learning::Instead::zero);

    /// Answers some more sentences, and returns what is known then.
    std::shared_ptr<const KnockOuts> next(const base::StopToken& stop);

private:
    TaskPtr task_;
    KnockOuts found_;
    std::vector<learning::Example> examples_; ///< those of learning::evaluate(); drawn with the first slice
    std::size_t row_ = 0;                     ///< being measured: up to
    std::size_t sentence_ = 0;                ///< this sentence, with these answers
    learning::Answers answers_;
};

} // namespace workbench
