#include "workbench/session.h"

#include "attention/input_error.h"
#include "files/whole_file.h"

#include <fstream>
#include <iterator>

namespace workbench {

using attention::InputError;

namespace {

constexpr std::uintmax_t largest_file = std::uintmax_t{64} << 20;

} // namespace

Document read_session(const std::filesystem::path& file) {
    std::error_code unknown;
    if (!std::filesystem::is_regular_file(file, unknown))
        throw InputError(file.string(), "there is no such file", "give the path of a session that was saved");
    const auto size = std::filesystem::file_size(file, unknown);
    if (unknown || size > largest_file)
        throw InputError(file.string(), "it is too large for a session", "a session has at most 64 MB");
    std::ifstream stream(file, std::ios::binary);
    const std::string text((std::istreambuf_iterator<char>(stream)), std::istreambuf_iterator<char>());
    if (!stream.is_open() || stream.bad())
        throw InputError(file.string(), "it cannot be read", "check who may read it");
    return from_json(text, file.string());
}

void write_session(const std::filesystem::path& file, const Document& document) {
    files::write_whole_file(file, to_json(document));
}

} // namespace workbench
