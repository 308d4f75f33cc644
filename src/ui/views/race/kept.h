#pragma once
// Measurements of the race, kept in a file: made before a lecture, they are there after a restart. Those of
// another machine are not.

#include "timing/sweep.h"

#include <filesystem>

namespace ui {

/// What the times depend on besides the layers: processor, its vectors, its threads.
std::string this_machine();

/// Where measurements are kept from now on; empty, as at first: nowhere.
void keep_sweeps_in(const std::filesystem::path& file);

/// Those made on this machine, the newest last. Never fails: a missing or damaged file holds none.
std::vector<std::shared_ptr<const timing::Sweep>> kept_sweeps();

/// Keeps them beside what other windows and machines have kept, in place of the same races. Throws InputError
/// when the file cannot be written.
void keep_sweeps(const std::vector<std::shared_ptr<const timing::Sweep>>& sweeps);

} // namespace ui
