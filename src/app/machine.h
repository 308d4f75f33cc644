#pragma once

#include <string>

namespace app {

/// The processor's name as the system tells it: "AMD EPYC 9R14"; "unknown processor" where it does not.
std::string processor_name();

} // namespace app
