#pragma once
// attention-lab trace: every stage of a pass, printed, as JSON, or written to a file.

#include "attention/matrix.h"

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
    std::filesystem::path file = {};      ///< safetensors with x, w_q, w_k, w_v … (model/tensor_file.h); or
    std::optional<std::string> text = {}; ///< a sentence: hand-set weights for one head, random ones for more
    attention::Index heads = 1;
    bool causal = false;            ///< besides the masks of the file
    std::string scale = "sqrt_dk";  ///< or none, sqrt_dmodel, a number
    std::filesystem::path out = {}; ///< safetensors with the question and every stage; then only its name is
                                    ///< printed, and how to read it again
    bool json = false;
};

/// Computes the pass, writes `arguments.out` when it is given, and prints to `out`. Returns 0. Throws
/// InputError for a person's mistake, before anything is written or printed. `assets` is the folder with
/// lexicon and weights.
int run_trace(const TraceArguments& arguments, std::ostream& out, const std::filesystem::path& assets);

/// Adds the command `trace` to the command line. When it is called it prints to standard output and sets
/// `status`; InputError passes through. `assets` is asked for the folder only then.
void add_trace_command(CLI::App& cli, int& status, std::function<std::filesystem::path()> assets);

} // namespace app
