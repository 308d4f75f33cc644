#pragma once
// Exports every number of a pass to a folder, with a program that recomputes them.

#include "workbench/document/pass.h"

#include <filesystem>

namespace workbench {

/// Creates `folder` if necessary, and writes to it
/// - numbers.safetensors: the input, the weights and every stage, named as in tensor files;
/// - settings.json: everything that is not a matrix: heads, divisor, score function …, the words, and which
///   cells were set by hand;
/// - NAME.csv: each matrix as a table of up to a million cells, NAME-head-2.csv where each head has its own;
/// - of a trained model, whose pass is one attention of several: in numbers.safetensors also the stream
///   around it and the probabilities of every answer; and model.safetensors, the whole model with its card;
/// - recompute.py: a copy of `script`, which recomputes everything with NumPy and says whether it agrees.
/// Existing files with these names are replaced. Throws InputError when one cannot be written.
void write_all_numbers(const Pass& pass, const std::filesystem::path& script,
                       const std::filesystem::path& folder);

} // namespace workbench
