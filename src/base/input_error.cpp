#include "base/input_error.h"

#include "base/text.h"

namespace base {

InputError::InputError(const std::string& place, const std::string& found, const std::string& advice)
    : std::runtime_error(printable(place) + ": " + printable(found) + " (" + printable(advice) + ")"),
      where(printable(place)), problem(printable(found)), hint(printable(advice)) {}

} // namespace base
