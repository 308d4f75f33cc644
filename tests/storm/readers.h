#pragma once
// Each reader of the program, with good files of its kind, and with what is done with whatever it accepts: a
// value that cannot be used afterwards was accepted wrongly.

#include "storm/mutate.h"

#include <filesystem>
#include <functional>
#include <stdexcept>

namespace storm {

/// A reader broke its promise, other than by ending the program.
struct Fault : std::runtime_error {
    using runtime_error::runtime_error;
};

struct Reader {
    std::string kind;
    Format format;
    std::vector<std::string> seeds;
    /// Reads a file made from that seed. Throws InputError for one that is refused, Fault for a broken
    /// promise.
    std::function<void(const std::string& bytes, std::size_t seed)> read;
};

/// The kinds that there are.
const std::vector<std::string>& kinds();
/// `scratch` is a folder for the files. Asserts that there is such a kind.
Reader reader_of(const std::string& kind, const std::filesystem::path& scratch);

} // namespace storm
