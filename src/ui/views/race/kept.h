#pragma once
// Measurements of the race, kept in a file: made before a lecture, they are there after a restart. Those of
// another machine are not.

#include "timing/sweep.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ui {

/// What the times depend on besides the layers: processor, its vectors, its threads.
std::string this_machine();

/// Those of the file that were made on this machine, the newest last. Never fails: a missing or damaged file,
/// or an empty path, holds none.
std::vector<std::shared_ptr<const timing::Sweep>> kept_sweeps(const std::filesystem::path& file);

/// Keeps them in the file, beside what other windows and machines have kept there and in place of the same
/// races; does nothing for an empty path. Throws InputError when the file cannot be written.
void keep_sweeps(const std::filesystem::path& file,
                 const std::vector<std::shared_ptr<const timing::Sweep>>& sweeps);

} // namespace ui
