#include "app/pass_options.h"

#include "base/input_error.h"
#include "base/text.h"
#include "model/pass_tensors.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cmath>
#include <limits>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace app {

using attention::Alignment;
using base::Index;
using base::InputError;

std::string why_no_float(const std::string& text) {
    const auto number = base::double_in(text);
    if (!number || !std::isfinite(*number)) return "it is not a number";
    const auto nearest = static_cast<float>(*number);
    if (!std::isfinite(nearest)) return "it is too large for a 32-bit float";
    if (*number != 0 && std::abs(nearest) < std::numeric_limits<float>::min())
        return "it is too small for a 32-bit float";
    return "";
}

namespace {

constexpr std::array alignments = {std::pair{"upper-left", Alignment::upper_left},
                                   std::pair{"lower-right", Alignment::lower_right}};

Alignment read_alignment(const std::string& text) {
    for (const auto& [name, alignment] : alignments)
        if (text == name) return alignment;
    throw InputError("--causal", "“" + text + "” is not an alignment",
                     "give upper-left (query i sees the keys up to i) or lower-right (the last query sees "
                     "the last key)");
}

std::vector<std::string> parts_of(const std::string& text) {
    std::vector<std::string> parts;
    std::istringstream rest(text);
    for (std::string part; std::getline(rest, part, ',');)
        parts.push_back(part);
    if (text.empty() || text.back() == ',') parts.emplace_back();
    return parts;
}

attention::Window read_window(const std::string& text) {
    const std::vector<std::string> parts = parts_of(text);
    const auto left = base::whole_in(parts.front()), right = base::whole_in(parts.back());
    if (parts.size() != 2 || !left || !right || *left < -1 || *right < -1)
        throw InputError("--window", "“" + text + "” is not a window",
                         "give how many keys before and after its own place a query sees, such as 3,0; −1 "
                         "is no limit on that side");
    return {*left, *right};
}

float read_softcap(const std::string& text) {
    const auto refuse = [&](const std::string& what) {
        throw InputError("--softcap", "“" + text + "”: " + what,
                         "give the bound that scores approach, such as 50");
    };
    if (const std::string why = why_no_float(text); !why.empty()) refuse(why);
    const float cap = base::float_in(text).value_or(0);
    if (cap <= 0) refuse("it is not above 0");
    return cap;
}

attention::Rotary read_rotary(const std::string& text) {
    const auto refuse = [&](const std::string& what) {
        throw InputError("--rotary", "“" + text + "”: " + what,
                         "give BASE[,DIMS][,halves|interleaved], such as 10000 or 10000,64,interleaved");
    };
    std::vector<std::string> parts = parts_of(text);
    attention::Rotary rotary;
    if (parts.size() > 1 && (parts.back() == "halves" || parts.back() == "interleaved")) {
        rotary.interleaved = parts.back() == "interleaved";
        parts.pop_back();
    }
    if (parts.size() > 3) refuse("there is more than a base, a number and a kind of pairs");
    if (parts.size() == 3) refuse("“" + parts[2] + "” is neither halves nor interleaved");
    if (const std::string why = why_no_float(parts[0]); !why.empty()) refuse("the base: " + why);
    rotary.base = base::float_in(parts[0]).value_or(0);
    if (rotary.base <= 0) refuse("the base: it is not above 0");
    if (parts.size() == 1) return rotary;
    const auto dims = base::whole_in(parts[1]);
    if (!dims) refuse("“" + parts[1] + "” is neither a number of dimensions nor halves or interleaved");
    rotary.dims = dims.value_or(0);
    if (rotary.dims < 2 || rotary.dims % 2 != 0)
        refuse("the number of turned dimensions is not an even number from 2");
    return rotary;
}

/// A flag that may not be repeated: of two values one would be lost.
CLI::Option* once(CLI::Option* flag) {
    return flag->multi_option_policy(CLI::MultiOptionPolicy::Throw);
}

} // namespace

CLI::Option* add_pass_options(CLI::App& command, PassOptions& options) {
    CLI::Option* kv_heads =
        command.add_option("--kv-heads", options.kv_heads,
                           "number of key heads, which query heads share; it divides --heads (a file has as "
                           "many as w_k has room for)");
    once(command.add_flag("--causal{upper-left}", options.causal,
                          "a word may not attend to those after it. With more or fewer keys than queries: "
                          "--causal=upper-left (the default), query i sees keys 1 to i, and all past ones; "
                          "--causal=lower-right, the last query sees the last key"));
    command.add_option("--window", options.window,
                       "L,R: a query sees only so many keys before and after its own place; −1: no limit");
    command.add_option("--softcap", options.softcap, "C: scores become C·tanh(s/C), after the scale");
    command.add_option("--rotary", options.rotary,
                       "BASE[,DIMS][,halves|interleaved]: queries and keys are turned by their places");
    once(command.add_flag("--alibi", options.alibi, "scores lose slope · distance (ALiBi)"))
        ->disable_flag_override();
    once(command.add_flag("--sink{0}", options.sink,
                          "a logit beside every row, 0 or --sink=LOGIT, where the weights have none"));
    return kv_heads;
}

attention::Options options_of(const PassOptions& options) {
    attention::Options result;
    if (!options.causal.empty()) {
        result.mask.causal = true;
        result.mask.alignment = read_alignment(options.causal);
    }
    if (options.window) result.mask.window = read_window(*options.window);
    if (options.softcap) result.softcap = read_softcap(*options.softcap);
    if (options.rotary) result.rotary = read_rotary(*options.rotary);
    result.bias.alibi = options.alibi;
    return result;
}

std::optional<float> sink_of(const PassOptions& options) {
    if (options.sink.empty()) return std::nullopt;
    const auto logit = base::float_in(options.sink);
    if (!logit || !std::isfinite(*logit))
        throw InputError("--sink", "“" + options.sink + "” is not a number",
                         "give a logit, such as --sink=1.5, or --sink alone for 0");
    return logit;
}

attention::LayerPtr with_sink(attention::LayerPtr layer, const PassOptions& options) {
    const std::optional<float> logit = sink_of(options);
    if (!logit) return layer;
    if (layer->sink.size() > 0) {
        if (*logit == 0) return layer;
        throw InputError("--sink", "the weights have sinks of their own", "leave --sink out");
    }
    attention::Layer changed = *layer;
    changed.sink = base::RowVector::Constant(layer->heads, *logit);
    return std::make_shared<const attention::Layer>(std::move(changed));
}

Index key_heads_of(const PassOptions& options, Index heads) {
    if (!options.kv_heads) return 0;
    model::expect_key_heads(*options.kv_heads, heads);
    return *options.kv_heads;
}

std::string arguments_to_repeat(const PassOptions& options) {
    std::string text;
    if (options.softcap) text += " --softcap " + *options.softcap;
    if (options.rotary) text += " --rotary " + *options.rotary;
    if (!options.alibi) return text;
    text += " --alibi";
    if (options.causal == "lower-right") text += " --causal=lower-right"; // where distances count from
    return text;
}

} // namespace app
