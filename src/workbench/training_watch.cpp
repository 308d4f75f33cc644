#include "workbench/training_watch.h"

#include "language/draw.h"
#include "language/tokenizer.h"
#include "learning/batch.h"
#include "workbench/trained_reading.h"

#include <algorithm>
#include <numeric>

namespace workbench {

using base::Index;
using learning::Example;
using learning::Task;

namespace {

constexpr std::uint32_t example_seed = 4;

bool knows_only_letters(const language::Vocabulary& vocabulary) {
    for (Index id = 1; id < vocabulary.size(); ++id)
        if (vocabulary.word(id).size() != 1) return false;
    return true;
}

std::vector<std::string> letters_of(const std::vector<std::string>& words) {
    std::vector<std::string> letters;
    for (const std::string& word : words)
        for (const char letter : word)
            letters.emplace_back(1, letter);
    return letters;
}

} // namespace

Example watched_example(const Task& task, const std::string& typed) {
    if (typed.empty() && task.presets.empty()) {
        language::Draw draw(example_seed);
        return task.sample(draw, learning::Split::test);
    }
    const auto words = language::tokenize(typed.empty() ? task.presets.front().sentence : typed);
    return task.ask(knows_only_letters(task.source) ? letters_of(words) : words);
}

std::shared_ptr<const Watched> watch(std::shared_ptr<const Task> task,
                                     std::shared_ptr<const TrainingMoment> moment, const Example& example) {
    auto watched = std::make_shared<Watched>(
        Watched{.task = std::move(task), .moment = std::move(moment), .example = example});
    watched->source = watched->task->source.words(example.source);
    std::vector<Index> predicted;
    for (const learning::Asked& asked : example.asked)
        predicted.push_back(asked.answer);
    if (!example.target.empty()) watched->target = watched->task->target.words(predicted);
    const learning::Trained& model = watched->moment->model;
    const auto questions = static_cast<Index>(example.asked.size());
    watched->probabilities.resize(questions, model.answers().size());
    if (!model.transformer) {
        const auto learner = learning::learner_of(model);
        watched->probabilities = learner->answer(learning::batch_of(std::span(&example, 1), false));
        return watched;
    }
    watched->places = places_of(model.transformer->sizes);
    watched->run = model::run(*model.transformer, example.source, example.target);
    for (Index i = 0; i < questions; ++i) {
        const learning::Asked& asked = example.asked[static_cast<std::size_t>(i)];
        watched->probabilities.row(i) =
            watched->run->probabilities[static_cast<std::size_t>(asked.output)].row(asked.position);
    }
    return watched;
}

std::vector<PossibleAnswer> possible_answers(const Watched& watched, std::size_t question, std::size_t most) {
    const auto row = watched.probabilities.row(static_cast<Index>(question));
    std::vector<Index> ids(static_cast<std::size_t>(row.size() - 1));
    std::iota(ids.begin(), ids.end(), 1); // 0 is padding
    const std::size_t count = std::min(most, ids.size());
    std::ranges::partial_sort(ids, ids.begin() + static_cast<std::ptrdiff_t>(count), std::greater<>(),
                              [&](Index id) { return row(id); });
    std::vector<PossibleAnswer> answers;
    for (std::size_t i = 0; i < count; ++i)
        answers.push_back({watched.moment->model.answers().word(ids[i]), row(ids[i]),
                           ids[i] == watched.example.asked[question].answer});
    return answers;
}

} // namespace workbench
