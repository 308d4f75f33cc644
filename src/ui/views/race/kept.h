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

/// Those of the file that were made on this machine, the newest last; damaged ones are left out. Never fails:
/// a missing file, or an empty path, holds none.
std::vector<std::shared_ptr<const timing::Sweep>> kept_sweeps(const std::filesystem::path& file);

/// Keeps a finished sweep in the file, beside what this and other windows and machines have kept there, and
/// in place of the same race; does nothing for an empty path. Throws InputError when the file cannot be
/// written.
void keep_sweep(const std::filesystem::path& file, const timing::Sweep& sweep);

} // namespace ui
