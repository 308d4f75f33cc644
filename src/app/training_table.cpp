#include "app/training_table.h"

#include "base/number_text.h"
#include "learning/batch.h"
#include "learning/knock_out.h"
#include "timing/stopwatch.h"

#include <algorithm>
#include <array>
#include <iostream>
#include <set>

namespace app {

using base::Index;
using learning::Instead;

namespace {

constexpr Index sentences = 2000, knocked_out_sentences = 500;
constexpr std::array instead_of_it{Instead::zero, Instead::renormalised, Instead::mean};

/// What is measured of one relation, by seed.
struct Relation {
    std::vector<double> weights;
    std::set<Index> heads;                                         ///< that give it most
    std::array<std::vector<double>, instead_of_it.size()> without; ///< sentences right
    std::vector<double> control;
};

struct Row {
    std::vector<double> seconds, exact, accuracy;
    std::vector<Relation> relations;
    std::vector<Index> diverged; ///< seeds
};

/// "0.98–1.00", or one number where they agree.
std::string range(const std::vector<double>& numbers, int decimals) {
    if (numbers.empty()) return "";
    const auto [least, most] = std::ranges::minmax(numbers);
    const std::string low = base::fixed(least, decimals), high = base::fixed(most, decimals);
    return low == high ? low : low + "–" + high;
}

/// In percent, so that only what is all says 100: with two decimals where one would round up to it.
std::string percent_range(const std::vector<double>& shares) {
    std::vector<double> numbers;
    for (const double share : shares)
        numbers.push_back(100 * share);
    const bool rounds_up =
        std::ranges::any_of(numbers, [](double number) { return number < 100 && number >= 99.95; });
    return range(numbers, rounds_up ? 2 : 1);
}

model::Place place_of(const learning::Edge& edge) {
    return {edge.cross ? model::Part::cross : model::Part::encoder, edge.layer};
}

/// Trains to the end; false when the training diverges before.
bool train(learning::Trainer& trainer) {
    while (!trainer.done())
        if (trainer.step().diverged()) return false;
    return !trainer.has_exploded();
}

void train_once(const learning::Task& task, const learning::TrainingChoices& choices, Row& row) {
    learning::Trainer trainer(task, choices);
    const timing::Stopwatch watch;
    if (!train(trainer)) {
        row.diverged.push_back(choices.seed);
        return;
    }
    row.seconds.push_back(watch.seconds());
    const learning::Evaluation found = learning::evaluate(trainer.learner(), trainer.task(), sentences);
    row.exact.push_back(found.exact);
    row.accuracy.push_back(found.accuracy);
    const std::vector<learning::Edge>& edges = trainer.task().edges;
    row.relations.resize(edges.size());
    for (std::size_t e = 0; e < edges.size(); ++e) {
        Relation& relation = row.relations[e];
        relation.weights.push_back(found.weight_on_wanted[e]);
        relation.heads.insert(found.wanted_head[e] + 1);
        const auto right_without = [&](bool control, Instead instead) {
            const learning::KnockOut out{place_of(edges[e]), {}, static_cast<Index>(e), control};
            return learning::answers_with(*trainer.transformer(), trainer.task(), {out},
                                          knocked_out_sentences, instead)
                .share_right()
                .value();
        };
        for (std::size_t i = 0; i < instead_of_it.size(); ++i)
            relation.without[i].push_back(right_without(false, instead_of_it[i]));
        relation.control.push_back(right_without(true, Instead::zero));
    }
}

/// "it → noun 0.97–1.00 (head 1)"
std::string weight_text(const std::string& name, const Relation& relation) {
    std::string heads;
    for (const Index head : relation.heads)
        heads += (heads.empty() ? "" : ", ") + std::to_string(head);
    return name + " " + range(relation.weights, 2) + (relation.heads.size() == 1 ? " (head " : " (heads ") +
           heads + ")";
}

double chance_of(const learning::Task& task) {
    language::Draw draw(learning::test_seed);
    return learning::chance(
        task, learning::draw_examples(task, knocked_out_sentences, learning::Split::test, draw));
}

void print_row(const learning::Task& task, bool hint, const Row& row, Index steps, std::ostream& out) {
    out << "| " << task.id << " | " << (hint ? "yes" : "no") << " | " << steps << " | "
        << range(row.seconds, 1) << " | " << percent_range(row.accuracy) << " | " << percent_range(row.exact)
        << " | " << base::percent(chance_of(task)) << " | ";
    const auto each = [&](const auto& text) {
        for (std::size_t e = 0; e < row.relations.size(); ++e)
            out << (e > 0 ? "<br>" : "") << text(row.relations[e], task.edges[e].name);
        out << " | ";
    };
    each([](const Relation& relation, const std::string& name) { return weight_text(name, relation); });
    for (std::size_t i = 0; i < instead_of_it.size(); ++i)
        each(
            [&](const Relation& relation, const std::string&) { return percent_range(relation.without[i]); });
    for (std::size_t e = 0; e < row.relations.size(); ++e)
        out << (e > 0 ? "<br>" : "") << percent_range(row.relations[e].control);
    for (const Index seed : row.diverged)
        out << " seed " << seed << " diverged";
    out << " |\n" << std::flush;
}

} // namespace

bool print_training_table(const std::vector<std::string>& ids, Index seeds, learning::TrainingChoices choices,
                          const std::filesystem::path& assets, std::ostream& out) {
    const bool hint_chosen = choices.hint;
    std::vector<learning::Task> tasks;
    for (const std::string& id : ids) {
        tasks.push_back(learning::load_task(id, assets));
        learning::recipe_of(tasks.back(), choices); // throws
    }
    out << "| task | hint | steps | seconds | answers right, % | sentences right, % | by chance, % | weight "
           "on "
           "what is wanted | without it: 0 | renormalised | mean | control: 0 |\n"
           "|---|---|---|---|---|---|---|---|---|---|---|---|\n";
    bool all_trained = true;
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
            all_trained &= row.diverged.empty();
        }
    return all_trained;
}

} // namespace app
