#pragma once
// Measurements of the race, kept in a file so that those made before a lecture survive a restart. Each
// machine sees only its own.

#include "timing/sweep.h"

#include <filesystem>
#include <memory>
#include <string>
#include <vector>

namespace ui {

/// What the times depend on besides the layers: processor, vector instructions, threads.
std::string this_machine();

/// The measurements in the file that were made on this machine, newest last; damaged ones are left out. Never
/// fails: a missing file or an empty path holds none.
std::vector<std::shared_ptr<const timing::Sweep>> kept_sweeps(const std::filesystem::path& file);

/// Adds a finished sweep to the file, in place of an earlier one of the same race; what other windows and
/// machines have kept there stays. Does nothing for an empty path. Throws InputError when the file cannot be
/// written.
void keep_sweep(const std::filesystem::path& file, const timing::Sweep& sweep);

} // namespace ui
