#pragma once
// How well a task is learned over several seeds, and what is lost when what a model reads is knocked out: a
// table as Markdown.

#include "base/matrix.h"

#include <filesystem>
#include <iosfwd>
#include <string>
#include <vector>

namespace app {

/// Trains each task with the seeds 1 … `seeds`, with its hint and, where it has one, without.
void print_training_table(const std::vector<std::string>& tasks, base::Index seeds,
                          const std::filesystem::path& assets, std::ostream& out);

} // namespace app
