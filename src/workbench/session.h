#pragma once
// Sessions: what is on screen, saved to a file. Ctrl S and the autosave write it; Open and --session read it.

#include "workbench/document.h"
#include "workbench/selection.h"

#include <cstdint>
#include <filesystem>
#include <memory>

namespace workbench {

/// A document and the selection in it; equal only if both share the same document object.
struct Shown {
    std::shared_ptr<const Document> document;
    Selection selection = {};
    bool operator==(const Shown&) const = default;
};

struct Session {
    Shown first;                      ///< the document of most views, and the left one of Compare
    std::optional<Shown> second = {}; ///< the right one of Compare; empty: Compare was not opened
    std::string view = {};            ///< key; empty: the default
    std::string choices = {}; ///< what was chosen in each view, as JSON by its key; empty: nothing is known
    bool operator==(const Session&) const = default;
};

/// The version that is written. Older ones can be read: 1 was a single document, 2 had a page instead of
/// choices.
inline constexpr int session_version = 3;

inline constexpr std::uintmax_t largest_session = std::uintmax_t{64} << 20; ///< bytes of a file

std::string to_json(const Session& session);
/// Throws InputError naming `where` and the field: not JSON, too deep or too large, a newer version, an
/// invalid field.
Session session_from_json(const std::string& json, const std::string& where);

/// Throws InputError: not a regular file, larger than 64 MB, and whatever session_from_json refuses.
Session read_session(const std::filesystem::path& file);

/// Writes to a temporary file and renames it, so that an older session stays intact until the new one is
/// complete. Throws InputError.
void write_session(const std::filesystem::path& file, const Session& session);

} // namespace workbench
