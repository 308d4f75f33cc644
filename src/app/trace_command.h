#pragma once
// attention-lab trace: every stage of a pass, as text, as JSON, or written to a file.

#include "base/matrix.h"

#include <filesystem>
#include <functional>
#include <iosfwd>
#include <optional>
#include <string>

namespace CLI {
class App;
}

namespace app {

struct TraceArguments {
    std::filesystem::path file = {}; ///< safetensors with x, w_q, w_k, w_v … (model/tensor_file.h); or
    std::optional<std::string> text = {}; ///< a sentence: hand-set weights for one head, random ones for more
    std::filesystem::path model = {}; ///< a trained one to read the sentence, with its own heads and scale
    base::Index layer = 1;            ///< of the model, from 1
    base::Index heads = 1;
    bool causal = false;           ///< in addition to the masks in the file
    std::string scale = "sqrt_dk"; ///< or none, sqrt_dmodel, a number
    /// safetensors for the inputs and every stage; only its name and the command to read it again are
    /// printed.
    std::filesystem::path out = {};
    bool json = false;
};

/// Computes the pass, writes `arguments.out` if given, and prints to `out`. Returns 0. Throws InputError for
/// a user error, before anything is written or printed. `assets` is the folder with lexicon and weights.
int run_trace(const TraceArguments& arguments, std::ostream& out, const std::filesystem::path& assets);

/// Adds the command `trace` to the command line. When run, it prints to standard output and sets `status`;
/// InputError propagates. `assets`, which finds the folder, is only called then.
void add_trace_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

} // namespace app
