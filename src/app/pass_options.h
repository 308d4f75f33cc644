#pragma once
// What a pass does besides its weights, as options of the command line.

#include "attention/layer.h"
#include "base/input_error.h"

#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace app {

/// As typed.
struct PassOptions {
    std::string causal = {}; ///< upper-left or lower-right; empty: not given
    std::optional<base::Index> kv_heads = {};
    std::optional<std::string> window = {};  ///< L,R
    std::optional<std::string> softcap = {}; ///< a number
    std::optional<std::string> rotary = {};  ///< BASE[,DIMS][,halves|interleaved]
    bool alibi = false;
    std::string sink = {}; ///< the logit of one in every head, where the weights have none; empty: not given
};

/// Adds them to a command. Returns that for the number of key heads, which not all weights can follow.
CLI::Option* add_pass_options(CLI::App& command, PassOptions& options);

/// What they mean for a pass. Throws InputError naming the option.
attention::Options options_of(const PassOptions& options);

/// Why a text is no number of those that a float holds, 0 or of full precision; empty where it is one.
std::string why_no_float(const std::string& text);

/// The logit of --sink; empty where it is not given. Throws InputError.
std::optional<float> sink_of(const PassOptions& options);

/// A layer with the sink that --sink asks for, if it does. One that has sinks keeps them; throws InputError
/// where another logit than 0 would be lost.
attention::LayerPtr with_sink(attention::LayerPtr layer, const PassOptions& options);

/// Key heads for this many query heads: 0 where --kv-heads is not given. Throws InputError.
base::Index key_heads_of(const PassOptions& options, base::Index heads);

/// Calls `work`; what it refuses about a field that an option sets is refused in the option's name.
template <class Work>
auto in_names_of_options(const Work& work) {
    try {
        return work();
    } catch (const base::InputError& error) {
        if (!error.where.ends_with("rotary")) throw;
        throw base::InputError("--rotary", error.problem, error.hint);
    }
}

/// Those that a file of tensors does not hold, as arguments: " --rotary 10000 --alibi".
std::string arguments_to_repeat(const PassOptions& options);

} // namespace app
