#pragma once
// What is in a package as registries keep them: a tar file, compressed by gzip.

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace fetch {

/// The files of these names, by name; all others are passed over. `where` names the package in messages.
/// Throws InputError: not gzip, not a tar file, cut off or damaged (checksums are compared), more than
/// `most_bytes` when unpacked, a file that is missing, there twice, or a link, and any name that leads out of
/// the folder into which all of it would be unpacked.
std::map<std::string, std::string> unpacked(std::string_view tgz, const std::vector<std::string>& names,
                                            const std::string& where, std::uint64_t most_bytes);

} // namespace fetch
