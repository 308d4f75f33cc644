#include "base/instruction_set.h"

#include "base/input_error.h"

#include <algorithm>
#include <vector>

#ifdef ATTENTION_LAB_HIGHWAY
#include <hwy/targets.h>
#endif

namespace base {

namespace {

#ifdef ATTENTION_LAB_HIGHWAY

struct Target {
    InstructionSet set;
    std::string_view highway; ///< Highway's name for it
};
constexpr Target known[] = {
    {{"avx10", "AVX10.2"}, "AVX10_2"},
    {{"avx512spr", "AVX-512 (Sapphire Rapids)"}, "AVX3_SPR"},
    {{"avx512zen4", "AVX-512 (Zen 4)"}, "AVX3_ZEN4"},
    {{"avx512dl", "AVX-512 (Ice Lake)"}, "AVX3_DL"},
    {{"avx512", "AVX-512"}, "AVX3"},
    {{"avx2", "AVX2"}, "AVX2"},
    {{"sse4", "SSE4"}, "SSE4"},
    {{"ssse3", "SSSE3"}, "SSSE3"},
    {{"sse2", "SSE2"}, "SSE2"},
    {{"neon", "NEON"}, "NEON"},
    {{"wasm256", "this browser’s vectors, two by two"}, "WASM_EMU256"},
    {{"wasm", "this browser’s vectors"}, "WASM"},
    {{"plain", "no vectors"}, "EMU128"},
    {{"plain", "no vectors"}, "SCALAR"},
};

struct Choices {
    std::vector<InstructionSet> sets;
    std::vector<std::int64_t> targets;
    std::size_t in_use = 0;
};

Choices& choices() {
    static Choices found = [] {
        Choices c;
        for (const std::int64_t target : hwy::SupportedAndGeneratedTargets()) {
            const std::string_view name = hwy::TargetName(target); // a literal
            const auto* const it = std::find_if(std::begin(known), std::end(known),
                                                [&](const Target& t) { return t.highway == name; });
            c.sets.push_back(it == std::end(known) ? InstructionSet{name, name} : it->set);
            c.targets.push_back(target);
        }
        return c;
    }();
    return found;
}

void use(std::size_t i) {
    choices().in_use = i;
    hwy::GetChosenTarget().Update(choices().targets[i]);
}

std::size_t in_use() {
    return choices().in_use;
}
std::span<const InstructionSet> sets() {
    return choices().sets;
}

#else

constexpr InstructionSet compiled[] = {{"plain", "the compiler's own vectors"}};

void use(std::size_t) {}
std::size_t in_use() {
    return 0;
}
std::span<const InstructionSet> sets() {
    return compiled;
}

#endif

} // namespace

std::span<const InstructionSet> instruction_sets() {
    return sets();
}

InstructionSet instruction_set() {
    return sets()[in_use()];
}

void use_instruction_set(std::string_view key, const std::string& where) {
    std::string all;
    for (std::size_t i = 0; i < sets().size(); ++i) {
        if (sets()[i].key == key) {
            use(i);
            return;
        }
        all += (all.empty() ? "" : ", ") + std::string(sets()[i].key);
    }
    throw InputError(where,
                     "“" + std::string(key) +
                         "” is not an instruction set that both this processor and this program have",
                     "choose one of " + all);
}

} // namespace base
