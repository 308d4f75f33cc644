#pragma once
// How well a task is learned over several seeds, and what is lost when what a model reads is knocked out: a
// table as Markdown, the lowest and the highest of all seeds in each cell.

#include "learning/trainer.h"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace app {

/// Trains each task with the seeds 1 … `seeds` and otherwise these choices; with its hint, where it has one
/// and it is chosen, and without. False when one of the trainings diverged, which its row says. Throws
/// InputError before anything is printed.
bool print_training_table(const std::vector<std::string>& tasks, base::Index seeds,
                          learning::TrainingChoices choices, const std::filesystem::path& assets,
                          std::ostream& out);

} // namespace app
