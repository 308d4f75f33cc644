#pragma once
// Sessions: what is on screen, as a file (Ctrl S and the autosave write it; Open and --session read it), and
// as a code, one line of text to be exchanged by chat or mail.

#include "workbench/document/document.h"
#include "workbench/document/selection.h"
#include "workbench/session/choices.h"

#include <cstdint>
#include <filesystem>
#include <memory>
#include <string>
#include <string_view>

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
    Choices choices = {};             ///< made in each view; empty: not known
    bool operator==(const Session&) const = default;
};

/// The version that is written, and the only one that is read.
inline constexpr int session_version = 3;

inline constexpr std::uintmax_t largest_session = std::uintmax_t{64} << 20; ///< bytes of a file

// As a file.

std::string to_json(const Session& session);
/// Throws InputError naming `where` and the field: not JSON, too deep or too large, another version, an
/// invalid field.
Session session_from_json(const std::string& json, const std::string& where);

/// Throws InputError: not a regular file, larger than 64 MB, and whatever session_from_json refuses.
Session read_session(const std::filesystem::path& file);

/// Writes to a temporary file and renames it, so that an older session stays intact until the new one is
/// complete. Throws InputError.
void write_session(const std::filesystem::path& file, const Session& session);

// As a code.

/// "attention-lab:" and the session, compressed, in base64url; one line without spaces. It says nothing about
/// the folders of this machine: a model is found by the hash of its weights, and only the name of its file is
/// in the code.
std::string to_code(const Session& session);

/// True if the text begins like a code; white space is ignored.
bool is_code(std::string_view text);

/// Ignores white space, also inside the code, where mail programs break lines. Throws InputError naming
/// `where`: not a code, a newer format, cut short or altered, larger than 64 MB when unpacked, and whatever
/// session_from_json refuses.
Session session_from_code(std::string_view code, const std::string& where);

} // namespace workbench
