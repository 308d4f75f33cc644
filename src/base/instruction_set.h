#pragma once
// Which vectors the kernels use: chosen by what the processor can do when the program runs.

#include <span>
#include <string>
#include <string_view>

namespace base {

struct InstructionSet {
    std::string_view key;  ///< "avx512": on the command line
    std::string_view name; ///< "AVX-512"
};

/// Those that this program has kernels for and this processor can run, the best first, which is the one in
/// use unless another is chosen. In a build without Highway: one, that which the compiler was told.
std::span<const InstructionSet> instruction_sets();
/// The one in use.
InstructionSet instruction_set();
/// Uses another from now on; numbers packed before are for the one before. Throws InputError, naming `where`,
/// if there is none with this key here.
void use_instruction_set(std::string_view key, const std::string& where = "--target");

} // namespace base
