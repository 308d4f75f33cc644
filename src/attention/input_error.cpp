#include "attention/input_error.h"

#include "attention/printable.h"

namespace attention {

InputError::InputError(const std::string& where_, const std::string& what_, const std::string& hint_)
    : std::runtime_error(printable(where_) + ": " + printable(what_) + " (" + printable(hint_) + ")"),
      where(printable(where_)), problem(printable(what_)), hint(printable(hint_)) {}

} // namespace attention
