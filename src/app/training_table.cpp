#include "app/training_table.h"

#include "base/number_text.h"
#include "learning/knock_out.h"
#include "timing/stopwatch.h"

#include <algorithm>
#include <iostream>

namespace app {

using base::Index;

namespace {

constexpr Index sentences = 2000, knocked_out_sentences = 500;

struct Row {
    std::vector<double> seconds, exact, accuracy;
    std::vector<std::vector<double>> weights;   ///< by edge
    std::vector<std::vector<double>> knock_out; ///< by edge: exact answers without it
};

/// "0.98–1.00", or one number where they agree.
std::string range(const std::vector<double>& numbers, int decimals) {
    if (numbers.empty()) return "";
    const auto [least, most] = std::ranges::minmax(numbers);
    const std::string low = base::fixed(least, decimals), high = base::fixed(most, decimals);
    return low == high ? low : low + "–" + high;
}

model::Place place_of(const learning::Edge& edge) {
    return {edge.cross ? model::Part::cross : model::Part::encoder, edge.layer};
}

void train_once(const learning::Task& task, const learning::TrainingChoices& choices, Row& row) {
    learning::Trainer trainer(task, choices);
    const timing::Stopwatch watch;
    while (!trainer.done())
        trainer.step();
    row.seconds.push_back(watch.seconds());
    const learning::Evaluation found = learning::evaluate(trainer.learner(), task, sentences);
    row.exact.push_back(100 * found.exact);
    row.accuracy.push_back(100 * found.accuracy);
    row.weights.resize(task.edges.size());
    row.knock_out.resize(task.edges.size());
    for (std::size_t e = 0; e < task.edges.size(); ++e) {
        row.weights[e].push_back(found.weight_on_wanted[e]);
        const learning::KnockOut out{place_of(task.edges[e]), {}, static_cast<Index>(e)};
        row.knock_out[e].push_back(
            100 * learning::exact_with(*trainer.transformer(), task, {out}, knocked_out_sentences));
    }
}

void print_row(const learning::Task& task, bool hint, const Row& row, Index steps, std::ostream& out) {
    out << "| " << task.id << " | " << (hint ? "yes" : "no") << " | " << steps << " | "
        << range(row.seconds, 1) << " | " << range(row.accuracy, 1) << " | " << range(row.exact, 1) << " | ";
    for (std::size_t e = 0; e < task.edges.size(); ++e)
        out << (e > 0 ? "<br>" : "") << task.edges[e].name << " " << range(row.weights[e], 2) << ", without "
            << range(row.knock_out[e], 0);
    out << " |\n" << std::flush;
}

} // namespace

void print_training_table(const std::vector<std::string>& ids, Index seeds, learning::TrainingChoices choices,
                          const std::filesystem::path& assets, std::ostream& out) {
    const bool hint_chosen = choices.hint;
    std::vector<learning::Task> tasks;
    for (const std::string& id : ids) {
        tasks.push_back(learning::load_task(id, assets));
        learning::recipe_of(tasks.back(), choices); // throws
    }
    out << "| task | hint | steps | seconds | answers right, % | sentences right, % | weight on what is "
           "wanted, and sentences right without it, % |\n|---|---|---|---|---|---|---|\n";
    for (const learning::Task& task : tasks)
        for (const bool hint : {true, false}) {
            if (hint && (task.recipe.hint_share == 0 || !hint_chosen)) continue;
            Row row;
            choices.hint = hint;
            for (Index seed = 1; seed <= seeds; ++seed) {
                choices.seed = static_cast<std::uint32_t>(seed);
                train_once(task, choices, row);
            }
            print_row(task, hint, row, learning::recipe_of(task, choices).steps, out);
        }
}

} // namespace app
