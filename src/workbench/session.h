#pragma once
// Sessions: documents kept in files.

#include "workbench/document.h"

#include <filesystem>

namespace workbench {

/// Reads a session. Throws InputError: unreadable, larger than 64 MB, and whatever from_json refuses.
Document read_session(const std::filesystem::path& file);

/// Writes beside the file and renames, so that an older session is whole until the new one is. Throws
/// InputError.
void write_session(const std::filesystem::path& file, const Document& document);

} // namespace workbench
