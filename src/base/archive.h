#pragma once
// Zip archives in memory: the form of NumPy's .npz files and of spreadsheets.

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace base {

struct ArchiveEntry {
    std::string name;
    std::string bytes;
    bool stored = false; ///< as it is; otherwise deflated
};

/// True for bytes that begin as a zip archive does, an empty one included.
bool is_archive(std::string_view bytes);

/// All entries of an archive, stored or deflated, in its order; folders are left out. `where` names it in
/// messages. Throws InputError: not an archive, truncated, damaged (checksums are compared), encrypted or
/// packed in another way, more than `most_entries`, a name that occurs twice, entries that would unpack to
/// more than `most_bytes` together, whatever their headers say.
std::vector<ArchiveEntry> read_archive(std::string_view bytes, const std::string& where,
                                       std::uint64_t most_bytes, std::size_t most_entries = 4096);

/// The archive of these entries, in this order. The same entries give the same bytes: no dates are kept.
std::string archive_of(const std::vector<ArchiveEntry>& entries);

} // namespace base
