#pragma once
// What a model in training makes of one sentence that stays the same, so that moments can be compared.

#include "model/transformer_run.h"
#include "workbench/training.h"

#include <optional>

namespace workbench {

/// The question that typed words put to a task's model; empty: the sentence that the task begins with. Throws
/// InputError as learning::Task::ask does. Words without spaces are letters where the task knows only those.
learning::Example watched_example(const learning::Task& task, const std::string& typed);

/// A model's reading of a sentence at one moment of its training.
struct Watched {
    std::shared_ptr<const learning::Task> task;
    std::shared_ptr<const TrainingMoment> moment;
    learning::Example example;
    std::vector<std::string> source = {},
                             target = {};  ///< words; the target's are those that its rows predict
    std::vector<model::Place> places = {}; ///< none for an RNN or LSTM
    std::optional<model::TransformerRun> run = {};
    base::Matrix probabilities = {}; ///< (questions, answers), in the order of Example::asked
};

/// Throws InputError for a sentence longer than the model reads.
std::shared_ptr<const Watched> watch(std::shared_ptr<const learning::Task> task,
                                     std::shared_ptr<const TrainingMoment> moment,
                                     const learning::Example& example);

/// A possible answer to a question.
struct PossibleAnswer {
    std::string word;
    float probability = 0;
    bool right = false;
};
/// The `most` most probable answers to a question, the most probable first.
std::vector<PossibleAnswer> possible_answers(const Watched& watched, std::size_t question, std::size_t most);

} // namespace workbench
