#pragma once
// Every number of a pass in a folder, and a program that computes them once more.

#include "workbench/pass.h"

#include <filesystem>

namespace workbench {

/// Makes `folder` where it is not there, and writes into it
///   numbers.safetensors   the input, the weights and every stage, under the names of tensor files;
///   settings.json         what is no matrix: heads, divisor, score function …, the words, and the cells set
///   by hand; NAME.csv              each of them as a table, NAME-head-2.csv where heads have one each, up to
///   a million cells; recompute.py          a copy of `script`: computes everything again with NumPy and says
///   whether it agrees.
/// Files of these names are replaced. Throws InputError when one cannot be written.
void write_all_numbers(const Pass& pass, const std::filesystem::path& script,
                       const std::filesystem::path& folder);

} // namespace workbench
