#include "app/train_command.h"

#include "app/training_table.h"
#include "base/file_name.h"
#include "base/input_error.h"
#include "base/number_text.h"
#include "learning/checkpoint.h"
#include "learning/trained_file.h"
#include "timing/stopwatch.h"

#include <CLI/CLI.hpp>
#include <nlohmann/json.hpp>

#include <cmath>
#include <csignal>
#include <iostream>

namespace app {

namespace fs = std::filesystem;
using base::Index;
using base::InputError;

namespace {

constexpr Index test_sentences = 2000, most_seeds = 1000;

/// One line that is written over: [######....] step 412 of 600, loss 0.031, right 97 %, 3 s left.
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

/// Where it is kept how far a training came. Not ".part": that is what a file is called while it is written.
fs::path checkpoint_of(const fs::path& out) {
    fs::path file = out;
    file += ".training";
    return file;
}

void tell(const learning::Trained& trained, std::ostream& out) {
    const learning::ModelCard& card = trained.card;
    out << card.title << " (" << card.task << "), seed " << card.seed << ", " << card.steps << " steps, "
        << (card.hint ? "with the hint" : "without a hint") << "\n  " << base::percent(card.accuracy)
        << " % of the answers right, " << base::percent(card.exact) << " % of " << card.sentences
        << " sentences that it was never shown\n";
    for (std::size_t e = 0; e < card.edges.size(); ++e)
        out << "  " << card.edges[e].name << " (layer " << card.edges[e].layer + 1 << ", head "
            << card.edges[e].head + 1 << "): weight " << base::fixed(card.weight_on_wanted[e], 3) << '\n';
}

/// Steps until the end, or until asked to end; false then.
bool train(learning::Trainer& trainer, const fs::path& checkpoint, std::ostream& progress,
           const std::function<bool()>& asked_to_end) {
    ProgressLine line(progress);
    const Index begun_at = trainer.steps_made();
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
        line.show(report, trainer.recipe().steps, begun_at);
    }
    line.end();
    return true;
}

volatile std::sig_atomic_t ending = 0;

} // namespace

int run_train(const TrainArguments& arguments, const fs::path& assets, std::ostream& out,
              std::ostream& progress, const std::function<bool()>& asked_to_end) {
    if (arguments.seeds < 0 || arguments.seeds > most_seeds)
        throw InputError("--seeds", std::to_string(arguments.seeds) + " is out of range",
                         "choose a number from 1 to " + std::to_string(most_seeds));
    if (arguments.seeds > 0) {
        const bool all = arguments.task == "all";
        print_training_table(all ? learning::task_ids() : std::vector{arguments.task}, arguments.seeds,
                             arguments.choices, assets, out);
        return 0;
    }
    if (arguments.out.empty())
        throw InputError("train", "there is no name for the model", "give one with --out FILE.safetensors");
    learning::Trainer trainer(learning::load_task(arguments.task, assets), arguments.choices);
    const fs::path checkpoint = checkpoint_of(arguments.out);
    if (fs::exists(checkpoint)) {
        learning::read_checkpoint(checkpoint, trainer);
        progress << "Going on after step " << trainer.steps_made() << ".\n";
    }
    learning::write_checkpoint(checkpoint, trainer); // a folder that cannot be written to is found out now
    if (!train(trainer, checkpoint, progress, asked_to_end)) {
        learning::write_checkpoint(checkpoint, trainer);
        progress << "Stopped after step " << trainer.steps_made()
                 << ". The same command goes on from there.\n";
        return 130;
    }
    learning::write_checkpoint(checkpoint,
                               trainer); // what was learned stays, even if the model cannot be written
    const learning::Trained trained = learning::trained_by(trainer, test_sentences);
    learning::write_trained(arguments.out, trained);
    fs::remove(checkpoint);
    tell(trained, out);
    return 0;
}

int run_evaluate(const EvaluateArguments& arguments, const fs::path& assets, std::ostream& out) {
    if (arguments.sentences < 1 || arguments.sentences > 1000000)
        throw InputError("--sentences", std::to_string(arguments.sentences) + " is out of range",
                         "choose a number from 1 to 1000000");
    learning::Trained trained = learning::read_trained(arguments.file);
    const learning::Task task = learning::load_task(trained.card.task, assets);
    learning::expect_same_words(trained, task);
    const auto learner = learning::learner_of(trained);
    const learning::Evaluation found = learning::evaluate(*learner, task, arguments.sentences);
    trained.card.edges = task.edges;
    trained.card.sentences = found.sentences;
    trained.card.accuracy = found.accuracy;
    trained.card.exact = found.exact;
    trained.card.weight_on_wanted = found.weight_on_wanted;
    if (!arguments.json) {
        tell(trained, out);
        return 0;
    }
    nlohmann::json weights = nlohmann::json::object();
    for (std::size_t e = 0; e < task.edges.size(); ++e)
        weights[task.edges[e].name] = found.weight_on_wanted[e];
    out << nlohmann::json{{"task", task.id},
                          {"seed", trained.card.seed},
                          {"steps", trained.card.steps},
                          {"hint", trained.card.hint},
                          {"sentences", found.sentences},
                          {"accuracy", found.accuracy},
                          {"exact", found.exact},
                          {"weight_on_wanted", weights},
                          {"asked_at", found.asked_at},
                          {"accuracy_at", found.accuracy_at}}
        << '\n';
    return 0;
}

void add_train_commands(CLI::App& cli, int& status, std::function<fs::path()> assets) {
    CLI::App* train = cli.add_subcommand("train", "train a small model for a task");
    const auto training = std::make_shared<TrainArguments>();
    const auto hint = std::make_shared<std::string>("yes"), scale = std::make_shared<std::string>("yes");
    train->add_option("task", training->task, "coreference, sense, svo, translation …, or all with --seeds")
        ->required();
    train->add_option("--out", training->out, "the model's file, safetensors");
    train->add_option("--seed", training->choices.seed, "another seed gives another model");
    train->add_option("--steps", training->choices.steps, "how many; by default as many as the task needs");
    train->add_option("--hint", *hint, "whether attention is given the task's hint in the beginning")
        ->check(CLI::IsMember({"yes", "no"}));
    train->add_option("--scale", *scale, "whether scores are divided by sqrt(d_k)")
        ->check(CLI::IsMember({"yes", "no"}));
    train->add_option("--learning-rate", training->choices.learning_rate, "at its peak");
    train->add_option("--width", training->choices.width, "d_model; by default the task's");
    train->add_option("--layers", training->choices.layers, "of attention; by default the task's");
    train->add_option("--seeds", training->seeds, "train with seeds 1 to N and print a table, no model");
    train->callback([=, &status] {
        training->choices.hint = *hint == "yes";
        training->choices.scaled = *scale == "yes";
        if (training->seeds == 0) // a table keeps nothing: it may end at once
            for (const int signal : {SIGINT, SIGTERM})
                std::signal(signal, [](int) { ending = 1; });
        status = run_train(*training, assets(), std::cout, std::cerr, [] { return ending != 0; });
    });
    CLI::App* evaluate = cli.add_subcommand("evaluate", "how good a trained model is");
    const auto evaluation = std::make_shared<EvaluateArguments>();
    evaluate->add_option("file", evaluation->file, "a model written by train")->required();
    evaluate->add_option("--sentences", evaluation->sentences, "how many new sentences it is tested on");
    evaluate->add_flag("--json", evaluation->json, "print JSON");
    evaluate->callback([=, &status] { status = run_evaluate(*evaluation, assets(), std::cout); });
}

} // namespace app
