#pragma once
// The one door to the network: by libcurl, or shut (option ATTENTION_LAB_CURL; a source file for each).

#include "base/stop.h"
#include "fetch/download.h"

#include <cstdint>
#include <optional>
#include <string>

namespace fetch {

/// Whether this program can use the network at all: it was built to, and libcurl is installed.
bool can_transfer();

/// The bytes at a URL (https, http, file), at most `most_bytes`; empty if it was stopped. Throws InputError
/// with this hint: no network, no such file there, a connection that is cut.
std::optional<std::string> transferred(const std::string& url, std::uint64_t most_bytes,
                                       const std::string& hint, const OnProgress& on_progress,
                                       const base::StopToken& stop);

} // namespace fetch
