#pragma once

#include <stdexcept>
#include <string>

namespace attention {

/// A person's mistake: a file, a number or an argument that cannot be used.
/// The edge of the program (a command, a panel) catches it and shows all three parts; nothing has changed
/// before it.
class InputError : public std::runtime_error {
public:
    /// Every part is made printable(): it may quote a file.
    InputError(const std::string& where_, const std::string& what_, const std::string& hint_);

    std::string where;   ///< the file, tensor, option or field
    std::string problem; ///< what is wrong with it, with the values found and expected
    std::string hint;    ///< what to do instead
};

} // namespace attention
