#pragma once
// What a pass does besides its weights, as options of the command line.

#include "attention/layer.h"

#include <optional>
#include <string>

namespace CLI {
class App;
class Option;
} // namespace CLI

namespace app {

/// As typed.
struct PassOptions {
    std::string causal = {};                 ///< upper-left or lower-right; empty: not given
    base::Index kv_heads = 0;                ///< 0: not given
    std::optional<std::string> window = {};  ///< L,R
    std::optional<std::string> softcap = {}; ///< a number
    std::optional<std::string> rotary = {};  ///< BASE[,DIMS][,halves|interleaved]
    bool alibi = false;
    bool sink = false; ///< one with logit 0 in every head, where the weights have none
};

/// Adds them to a command. Returns that for the number of key heads, which not all weights can follow.
CLI::Option* add_pass_options(CLI::App& command, PassOptions& options);

/// What they mean for a pass. Throws InputError naming the option.
attention::Options options_of(const PassOptions& options);

/// A layer with a sink, as --sink asks for it.
attention::LayerPtr with_sink(attention::LayerPtr layer);

/// Key heads for this many query heads: 0 for as many. Throws InputError.
base::Index key_heads_of(const PassOptions& options, base::Index heads);

/// Those that a file of tensors does not hold, as arguments: " --rotary 10000 --alibi".
std::string arguments_to_repeat(const PassOptions& options);

} // namespace app
