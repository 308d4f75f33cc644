#include "fetch/transfer.h"

#include "base/input_error.h"

namespace fetch {

bool can_transfer() {
    return false;
}

std::optional<std::string> transferred(const std::string& url, std::uint64_t, const std::string& hint,
                                       const OnProgress&, const base::StopToken&) {
    throw base::InputError(url, "this build of the program does not use the network", hint);
}

} // namespace fetch
