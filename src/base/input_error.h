#pragma once
// Errors that a user can cause or has to hear about.

#include <stdexcept>
#include <string>

namespace base {

/// A file, a number or an argument that cannot be used.
/// A command or panel catches it and shows all three parts; whatever threw it has changed nothing.
class InputError : public std::runtime_error {
public:
    /// Every part goes through printable(), since it may quote a file.
    InputError(const std::string& place, const std::string& found, const std::string& advice);

    std::string where;   ///< the file, tensor, option or field
    std::string problem; ///< what is wrong with it, with the values found and expected
    std::string hint;    ///< what to do instead
};

/// The exception that a catch block is handling, as an InputError: lack of memory and anything unexpected are
/// put into words.
InputError caught();

} // namespace base
