#pragma once
// A session as one line of text, to be exchanged by chat or mail.

#include "workbench/session.h"

#include <string>
#include <string_view>

namespace workbench {

/// "attention-lab:" and the session, compressed, in base64url; one line without spaces. It says nothing
/// about this machine's folders: a model is found by the hash of its weights, and of its file the code has
/// only the name.
std::string to_code(const Session& session);

/// True if the text begins like a code; white space is ignored.
bool is_code(std::string_view text);

/// Ignores white space, also inside the code, where mail programs break lines. Throws InputError naming
/// `where`: not a code, a newer format, cut short or altered, larger than 64 MB when unpacked, and whatever
/// session_from_json refuses.
Session session_from_code(std::string_view code, const std::string& where);

} // namespace workbench
