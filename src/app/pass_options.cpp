#include "app/pass_options.h"

#include "base/input_error.h"
#include "base/text.h"

#include <CLI/CLI.hpp>

#include <array>
#include <cmath>
#include <memory>
#include <optional>
#include <sstream>
#include <utility>
#include <vector>

namespace app {

using attention::Alignment;
using base::Index;
using base::InputError;

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
    const float cap = base::float_in(text).value_or(0);
    if (!std::isfinite(cap) || cap <= 0)
        throw InputError("--softcap", "“" + text + "” is not a number above 0",
                         "give the bound that scores approach, such as 50");
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
    rotary.base = base::float_in(parts.front()).value_or(0);
    if (!std::isfinite(rotary.base) || rotary.base <= 0) refuse("the base is not a number above 0");
    if (parts.size() > 2) refuse("there is more than a base, a number and a kind of pairs");
    if (parts.size() == 2) {
        rotary.dims = base::whole_in(parts[1]).value_or(0);
        if (rotary.dims < 2 || rotary.dims % 2 != 0)
            refuse("the number of turned dimensions is not an even number from 2");
    }
    return rotary;
}

} // namespace

CLI::Option* add_pass_options(CLI::App& command, PassOptions& options) {
    CLI::Option* kv_heads =
        command.add_option("--kv-heads", options.kv_heads,
                           "number of key heads, which query heads share; it divides --heads (a file has as "
                           "many as w_k has room for)");
    command.add_flag("--causal{upper-left}", options.causal,
                     "a word may not attend to those after it. With more or fewer keys than queries: "
                     "--causal=upper-left (the default), query i sees keys 1 to i, and all past ones; "
                     "--causal=lower-right, the last query sees the last key");
    command.add_option("--window", options.window,
                       "L,R: a query sees only so many keys before and after its own place; −1: no limit");
    command.add_option("--softcap", options.softcap, "C: scores become C·tanh(s/C), after the scale");
    command.add_option("--rotary", options.rotary,
                       "BASE[,DIMS][,halves|interleaved]: queries and keys are turned by their places");
    command.add_flag("--alibi", options.alibi, "scores lose slope · distance (ALiBi)");
    command.add_flag("--sink", options.sink, "a logit of 0 beside every row, where the weights have none");
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

attention::LayerPtr with_sink(attention::LayerPtr layer) {
    if (layer->sink.size() > 0) return layer;
    attention::Layer changed = *layer;
    changed.sink = base::RowVector::Zero(layer->heads);
    return std::make_shared<const attention::Layer>(std::move(changed));
}

Index key_heads_of(const PassOptions& options, Index heads) {
    const Index count = options.kv_heads;
    if (count < 0 || (count > 0 && heads % count != 0))
        throw InputError("--kv-heads",
                         std::to_string(count) + " do not divide the " + std::to_string(heads) +
                             " of --heads",
                         "choose a number that divides --heads: query heads share key heads evenly");
    return count == heads ? 0 : count;
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
