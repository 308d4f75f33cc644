#include "workbench/session.h"

#include "attention/input_error.h"

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
    std::filesystem::path beside = file;
    beside += ".new";
    std::ofstream stream(beside, std::ios::binary);
    stream << to_json(document);
    stream.close();
    std::error_code failed;
    if (!stream.fail()) std::filesystem::rename(beside, file, failed);
    if (!stream.fail() && !failed) return;
    std::error_code ignored;
    std::filesystem::remove(beside, ignored);
    throw InputError(file.string(), "it cannot be written",
                     "choose a folder that exists and that you may write to");
}

} // namespace workbench
