#include "app/commands.h"

#include "app/told_model.h"
#include "base/files.h"
#include "base/input_error.h"
#include "base/text.h"
#include "learning/batch.h"
#include "learning/knock_out.h"
#include "learning/trained_file.h"
#include "learning/trainer.h"
#include "timing/measure.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <array>
#include <cmath>
#include <csignal>
#include <filesystem>
#include <iostream>
#include <set>
#include <string>
#include <vector>

namespace app {

namespace fs = std::filesystem;
using base::Index;
using base::InputError;
using learning::Instead;

// With --seeds: how well a task is learned over several seeds, and what is lost when what a model reads is
// knocked out. A Markdown table with the lowest and the highest of all seeds in each cell.

namespace {

constexpr Index counted_sentences = 2000, knocked_out_sentences = 500;
constexpr std::array instead_of_it{Instead::zero, Instead::renormalised, Instead::mean};

/// The measurements of one relation, by seed.
struct Relation {
    std::vector<double> weights;
    std::set<Index> heads;                                         ///< that give it the most weight
    std::array<std::vector<double>, instead_of_it.size()> without; ///< sentences right
    std::vector<double> control;
};

struct SeedRow {
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

/// In percent; with two decimals where one would round up to 100, so that 100 means all.
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

void train_once(const learning::Task& task, const learning::TrainingChoices& choices, SeedRow& row) {
    learning::Trainer trainer(task, choices);
    const timing::Stopwatch watch;
    if (!train(trainer)) {
        row.diverged.push_back(choices.seed);
        return;
    }
    row.seconds.push_back(watch.seconds());
    const learning::Evaluation found =
        learning::evaluate(trainer.network(), trainer.task(), counted_sentences);
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
    return learning::chance(task, learning::test_examples(task, knocked_out_sentences));
}

void print_row(const learning::Task& task, bool hint, const SeedRow& row, Index steps, std::ostream& out) {
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

/// Trains each task with the seeds 1 … `seeds` and otherwise these choices; with its hint, if it has one and
/// it is chosen, and without. False if one of the trainings diverged, which its row says. Throws InputError
/// before anything is printed.
bool print_training_table(const std::vector<std::string>& ids, Index seeds, learning::TrainingChoices choices,
                          const fs::path& assets, std::ostream& out) {
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
            SeedRow row;
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

} // namespace

// Training one model.

namespace {

/// One line, overwritten again and again: [######....] step 412 of 600, loss 0.031, right 97 %, 3 s left.
class ProgressLine {
public:
    explicit ProgressLine(std::ostream& out) : out_(out) {}

    void show(const learning::StepReport& report, Index steps, Index begun_at) {
        right_ += 0.1 * (static_cast<double>(report.loss.right) / static_cast<double>(report.asked) - right_);
        if (watch_.seconds() - shown_ < 0.1 && report.step < steps) return;
        shown_ = watch_.seconds();
        const auto made = static_cast<double>(report.step - begun_at);
        const double left = shown_ / made * static_cast<double>(steps - report.step);
        const auto filled = static_cast<std::size_t>(width * report.step / steps);
        out_ << "\r[" << std::string(filled, '#') << std::string(width - filled, '.') << "] step "
             << report.step << " of " << steps << ", loss " << base::fixed(report.loss.answers, 3)
             << ", right " << base::percent(right_) << " %, " << std::lround(std::ceil(left)) << " s left   "
             << std::flush;
    }
    void end() { out_ << '\n'; }

private:
    static constexpr std::size_t width = 30;
    std::ostream& out_;
    timing::Stopwatch watch_;
    double shown_ = -1, right_ = 0;
};

/// The file that keeps the progress of a training. Not ".part": that is a file still being written.
fs::path checkpoint_of(const fs::path& out) {
    fs::path file = out;
    file += ".training";
    return file;
}

/// Of a choice among seeds each training has a file of its own, so that it is never taken for a training of
/// this seed alone, and none has to be made twice.
fs::path checkpoint_of(const fs::path& out, Index seed) {
    fs::path file = out;
    file += ".seed-" + std::to_string(seed) + ".training";
    return file;
}

/// One that cannot be removed does no harm: the same command goes on from it, or says that it cannot.
void remove_if_possible(const fs::path& checkpoint) {
    std::error_code stays;
    fs::remove(checkpoint, stays);
}

/// Steps until the end, or until asked to end; false then. Throws InputError when it diverges.
bool train(learning::Trainer& trainer, const fs::path& checkpoint, std::ostream& progress,
           const std::function<bool()>& asked_to_end) {
    ProgressLine line(progress);
    const Index begun_at = trainer.steps_made();
    double loss = 0;
    while (!trainer.done()) {
        if (asked_to_end()) {
            line.end();
            return false;
        }
        const learning::StepReport report = trainer.step();
        if (report.diverged()) {
            line.end();
            learning::write_checkpoint(checkpoint, trainer);
            throw InputError("training",
                             "at step " + std::to_string(report.step + 1) +
                                 " its gradient became too large for a number",
                             "the state before is in " + base::shown(checkpoint) +
                                 "; delete it and try a lower --learning-rate");
        }
        loss = report.loss.answers;
        line.show(report, trainer.recipe().steps, begun_at);
    }
    line.end();
    if (!trainer.has_exploded()) return true;
    remove_if_possible(checkpoint); // nothing in it is worth going on from
    throw InputError("training",
                     "it has diverged: its loss, " + base::shortest(static_cast<float>(loss)) +
                         " nats, is worse than any guess, and no model was written",
                     "try a lower --learning-rate");
}

/// Goes on from the checkpoint, if there is one, to the end, and keeps it until the model is written; false
/// once asked to end. Throws InputError as train() and write_checkpoint() do.
bool train_from(learning::Trainer& trainer, const fs::path& checkpoint, std::ostream& progress,
                const std::function<bool()>& asked_to_end) {
    std::error_code unknown; // then writing says what is wrong
    if (fs::exists(checkpoint, unknown)) {
        learning::read_checkpoint(checkpoint, trainer);
        progress << "Going on after step " << trainer.steps_made() << ".\n";
    }
    learning::write_checkpoint(checkpoint, trainer); // a folder that cannot be written to is found out now
    const bool is_done = train(trainer, checkpoint, progress, asked_to_end);
    learning::write_checkpoint(checkpoint, trainer); // it stays if the model cannot be written
    if (!is_done)
        progress << "Stopped after step " << trainer.steps_made()
                 << ". The same command goes on from there.\n";
    return is_done;
}

} // namespace

// The commands.

namespace {

constexpr Index test_sentences = 2000, most_seeds = 1000;
volatile std::sig_atomic_t ending = 0;

void expect_seeds(std::optional<Index> count, const char* option) {
    if (count && (*count < 1 || *count > most_seeds))
        throw InputError(option, std::to_string(*count) + " is out of range",
                         "choose a number from 1 to " + std::to_string(most_seeds));
}

/// The model as it is written: tested with the numbers that its file will hold.
learning::Trained tested(learning::Trainer& trainer, bool half) {
    learning::Trained trained = learning::trained_so_far(trainer);
    if (half) trained = learning::rounded_to_half(std::move(trained));
    learning::test(trained, *learning::network_of(trained), trainer.task(), test_sentences);
    return trained;
}

/// Trains with the seeds 1 … `best_of` and returns the model that is surest; none once asked to end. A
/// training that was finished before is not made again: its model is only tested again.
std::optional<learning::Trained> surest(const learning::Task& task, const TrainArguments& arguments,
                                        std::ostream& progress, const std::function<bool()>& asked_to_end) {
    std::optional<learning::Trained> best;
    double most = 0;
    learning::TrainingChoices choices = arguments.choices;
    for (Index seed = 1; seed <= *arguments.best_of; ++seed) {
        choices.seed = static_cast<std::uint32_t>(seed);
        learning::Trainer trainer(task, choices);
        progress << "Seed " << seed << " of " << *arguments.best_of << ".\n";
        if (!train_from(trainer, checkpoint_of(arguments.out, seed), progress, asked_to_end))
            return std::nullopt;
        learning::Trained trained = tested(trainer, arguments.half);
        const double sure = learning::sureness(trained, trainer.task());
        progress << "On the task's own sentences ln p of the right answers is " << base::fixed(sure, 4)
                 << " on average; the nearer to 0, the surer.\n";
        if (best && sure <= most) continue;
        most = sure;
        best = std::move(trained);
    }
    best->card.of_seeds = *arguments.best_of;
    return best;
}

/// Also those of further seeds, from a choice among more of them.
void remove_checkpoints(const TrainArguments& arguments) {
    std::error_code unknown;
    for (Index seed = 1;
         seed <= *arguments.best_of || fs::exists(checkpoint_of(arguments.out, seed), unknown); ++seed)
        remove_if_possible(checkpoint_of(arguments.out, seed));
}

} // namespace

int run_train(const TrainArguments& arguments, const fs::path& assets, std::ostream& out,
              std::ostream& progress, const std::function<bool()>& asked_to_end) {
    expect_seeds(arguments.seeds, "--seeds");
    expect_seeds(arguments.best_of, "--best-of");
    if (arguments.seeds) {
        const bool all = arguments.task == "all";
        const bool all_trained =
            print_training_table(all ? learning::task_ids() : std::vector{arguments.task}, *arguments.seeds,
                                 arguments.choices, assets, out);
        return all_trained ? 0 : 1;
    }
    if (arguments.out.empty())
        throw InputError("train", "there is no name for the model", "give one with --out FILE.safetensors");
    const learning::Task task = learning::load_task(arguments.task, assets);
    if (arguments.best_of) {
        const auto best = surest(task, arguments, progress, asked_to_end);
        if (!best) return 130;
        learning::write_trained(arguments.out, *best);
        remove_checkpoints(arguments);
        tell_model(*best, out);
        return 0;
    }
    learning::Trainer trainer(task, arguments.choices);
    const fs::path checkpoint = checkpoint_of(arguments.out);
    if (!train_from(trainer, checkpoint, progress, asked_to_end)) return 130;
    const learning::Trained trained = tested(trainer, arguments.half);
    learning::write_trained(arguments.out, trained);
    remove_if_possible(checkpoint);
    tell_model(trained, out);
    return 0;
}

void add_train_command(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* train = cli.add_subcommand("train", "train a small model for a task");
    const auto training = std::make_shared<TrainArguments>();
    const auto hint = std::make_shared<std::string>("yes"), scale = std::make_shared<std::string>("yes");
    train->add_option("task", training->task, "coreference, sense, svo, translation …, or all with --seeds")
        ->required();
    CLI::Option* out = add_path(*train, "--out", training->out, "the model's file, safetensors");
    CLI::Option* seed =
        train->add_option("--seed", training->choices.seed, "another seed gives another model");
    train->add_option("--steps", training->choices.steps, "how many; by default as many as the task needs");
    train->add_option("--hint", *hint, "whether attention gets the task's hint at the beginning")
        ->check(CLI::IsMember({"yes", "no"}));
    train->add_option("--scale", *scale, "whether scores are divided by sqrt(d_k)")
        ->check(CLI::IsMember({"yes", "no"}));
    train->add_option("--learning-rate", training->choices.learning_rate, "at its peak; more than 0");
    train->add_option("--width", training->choices.width, "d_model; by default the task's");
    train->add_option("--layers", training->choices.layers, "of attention; by default the task's");
    train->add_flag("--half", training->half, "16-bit numbers: half the file size");
    CLI::Option* best_of =
        train->add_option("--best-of", training->best_of,
                          "train with seeds 1 to N and keep the model that is surest of the "
                          "task's own sentences");
    best_of->excludes(seed);
    train
        ->add_option("--seeds", training->seeds,
                     "train with seeds 1 to N and print a table instead of writing a model")
        ->excludes(out)
        ->excludes(seed)
        ->excludes(best_of);
    train->callback([=, &status] {
        training->choices.hint = *hint == "yes";
        training->choices.scaled = *scale == "yes";
        if (!training->seeds) // a table keeps nothing: it may end at once
            for (const int signal : {SIGINT, SIGTERM})
                std::signal(signal, [](int) { ending = 1; });
        status = run_train(*training, assets(), std::cout, std::cerr, [] { return ending != 0; });
    });
}

} // namespace app
