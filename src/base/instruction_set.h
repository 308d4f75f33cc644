#pragma once
// The vector instructions that the kernels use: chosen at run time by what the processor can do.

#include <span>
#include <string>
#include <string_view>

namespace base {

struct InstructionSet {
    std::string_view key;  ///< "avx512": on the command line
    std::string_view name; ///< "AVX-512"
};

/// Those that this program has kernels for and this processor can run, the best first; it is in use unless
/// another is chosen. A build without Highway has one: that of the compiler's options.
std::span<const InstructionSet> instruction_sets();
/// The one in use.
InstructionSet instruction_set();
/// Uses another from now on; numbers packed before suit only the previous one. Throws InputError,
/// naming `where`, if none here has this key.
void use_instruction_set(std::string_view key, const std::string& where = "--target");

} // namespace base
