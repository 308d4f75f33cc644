#pragma once
// attention-lab train: trains a model for a task and writes it; attention-lab evaluate: how good one is.

#include "learning/knock_out.h"
#include "learning/trained.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace app {

struct TrainArguments {
    std::string task;
    learning::TrainingChoices choices = {};
    /// safetensors; until it is written, the progress is kept in the same name with ".training" added.
    std::filesystem::path out = {};
    base::Index seeds = 0; ///< > 0: trains with seeds 1, 2 … instead, and prints a table
};

/// Trains, showing progress on `progress`, and writes the model; for a table, returns 1 if a training
/// diverged. Once `asked_to_end` returns true, saves its progress, says how to go on, and returns 130. Throws
/// InputError for a user error, and when the training diverges: then no model is written, and the last state
/// with finite gradients is kept.
int run_train(const TrainArguments& arguments, const std::filesystem::path& assets, std::ostream& out,
              std::ostream& progress, const std::function<bool()>& asked_to_end);

struct EvaluateArguments {
    std::filesystem::path file;
    base::Index sentences = 2000;
    bool json = false;
    std::optional<std::string> text = {}; ///< a sentence to be answered instead
    /// For a transformer, also evaluated with knock-outs; empty: without.
    std::optional<learning::Instead> instead = learning::Instead::zero;
};

int run_evaluate(const EvaluateArguments& arguments, const std::filesystem::path& assets, std::ostream& out);

/// Adds the commands `train` and `evaluate` to the command line. When run, they print to standard output and
/// set `status`; InputError propagates.
void add_train_commands(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

} // namespace app
