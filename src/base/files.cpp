#include "base/files.h"

#include "base/input_error.h"
#include "base/system.h"
#include "base/text.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstddef>
#include <cstdio>
#include <fstream>
#include <optional>
#include <random>

namespace base {

namespace fs = std::filesystem;

// Names.

namespace {

// A path is stored as bytes or as UTF-16, depending on the system.

[[maybe_unused]] std::string in_utf8(const std::string& name) {
    return well_formed(name);
}

/// Unpaired surrogates are replaced.
[[maybe_unused]] std::string in_utf8(std::wstring name) {
    const auto is_first = [](wchar_t unit) { return unit >= 0xD800 && unit < 0xDC00; };
    const auto is_second = [](wchar_t unit) { return unit >= 0xDC00 && unit < 0xE000; };
    for (std::size_t i = 0; i < name.size(); ++i)
        if (is_first(name[i]) && i + 1 < name.size() && is_second(name[i + 1]))
            ++i;
        else if (is_first(name[i]) || is_second(name[i]))
            name[i] = 0xFFFD;
    const std::u8string text = fs::path(name).u8string();
    return {text.begin(), text.end()};
}

bool has_replacement(const std::string& text) {
    return text.find(replacement) != std::string::npos;
}

/// Empty where there is none, or more than one.
std::optional<fs::path> only_one_shown_as(const std::string& name, const fs::path& folder) {
    std::optional<fs::path> found;
    std::error_code failed;
    for (fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, failed), end;
         !failed && entry != end; entry.increment(failed)) {
        const fs::path here = entry->path().filename();
        if (shown(here) != name) continue;
        if (found) return std::nullopt;
        found = here;
    }
    return found;
}

} // namespace

fs::path path_from_utf8(std::string_view text) {
    return std::u8string(text.begin(), text.end());
}

std::string shown(const fs::path& file) {
    return in_utf8(file.native());
}

fs::path path_shown_as(const std::string& text) {
    const fs::path whole = path_from_utf8(text);
    if (!has_replacement(text)) return whole;
    fs::path path;
    for (const fs::path& part : whole) {
        std::error_code unknown;
        const bool is_meant = !has_replacement(shown(part)) || fs::exists(path / part, unknown);
        path /= is_meant ? part : only_one_shown_as(shown(part), path).value_or(part);
    }
    return path;
}

// Reading.

namespace {

/// Checks the type of the file before it is opened, since opening a pipe would block until it is written to.
void expect_regular_file(const fs::path& name) {
    std::error_code unknown;
    const fs::file_status status = fs::status(name, unknown);
    const auto refuse = [&](const std::string& why, const std::string& hint) {
        throw InputError(shown(name), why, hint);
    };
    if (status.type() == fs::file_type::not_found) refuse("there is no such file", "check the path");
    if (unknown)
        refuse("the file cannot be read: " + unknown.message(), "check the path and its permissions");
    if (fs::is_directory(status)) refuse("this is a folder", "name a file in it");
    if (!fs::is_regular_file(status)) refuse("this is a device or a pipe, not a file", "name a file");
}

} // namespace

std::string read_whole_file(const fs::path& name, std::uintmax_t most_bytes) {
    expect_regular_file(name);
    const auto refuse_size = [&] {
        throw InputError(shown(name), "it is too large",
                         "at most " + std::to_string(most_bytes >> 20) + " MB are read");
    };
    std::error_code unknown;
    const std::uintmax_t size = fs::file_size(name, unknown);
    if (!unknown && size > most_bytes) refuse_size();
    std::ifstream stream(name, std::ios::binary);
    std::string bytes;
    // To the end, wherever that is: the size may be unknown, 0 for files that the system makes up (/proc), or
    // no longer true.
    std::size_t room = unknown ? 0 : static_cast<std::size_t>(size);
    while (stream) {
        const std::size_t begin = bytes.size();
        bytes.resize(begin + room + 1); // one more byte shows that this is the end
        stream.read(bytes.data() + begin, static_cast<std::streamsize>(room + 1));
        bytes.resize(begin + static_cast<std::size_t>(stream.gcount()));
        if (bytes.size() > most_bytes) refuse_size();
        room = std::max<std::size_t>(bytes.size(), 4096);
    }
    if (!stream.is_open() || stream.bad())
        throw InputError(shown(name), "the file cannot be read", "check its permissions");
    return bytes;
}

// Writing.

namespace {

/// What a chain of links finally points to, whether or not that exists, so that writing does not replace a
/// link.
fs::path target_of(const fs::path& name) {
    constexpr int most_links = 40; // Linux follows no more
    fs::path file = name;
    std::error_code error;
    for (int i = 0; i < most_links && fs::is_symlink(file, error); ++i)
        file = file.parent_path() / fs::read_symlink(file, error);
    return file;
}

constexpr std::size_t longest_name = 255; ///< bytes of a name in UTF-8, which every file system in use takes
constexpr std::size_t digits = 8;         ///< of the number in a part's name

/// The names of a file's parts up to their number: the file's own name, cut between two characters where
/// theirs would become too long.
fs::path::string_type start_of_parts(const fs::path& file) {
    std::string name = shown(file.filename());
    std::size_t end = std::min(name.size(), longest_name - 1 - digits - unfinished.size());
    while (end > 0 && end < name.size() && (static_cast<unsigned char>(name[end]) & 0xC0U) == 0x80U)
        --end;
    name.resize(end);
    return path_from_utf8(name + ".").native();
}

/// A name of its own for every write, so that of two windows writing a file at once each writes all of it.
fs::path part_of(const fs::path& file) {
    std::array<char, digits + 1> number{};
    std::snprintf(number.data(), number.size(), "%08x", std::random_device{}());
    fs::path part = file.parent_path() / start_of_parts(file);
    part += number.data();
    part += unfinished;
    return part;
}

bool is_part_of(const fs::path& file, const fs::path& other) {
    const auto start = start_of_parts(file), name = other.filename().native();
    const fs::path::string_type end = fs::path(unfinished).native();
    if (name.size() != start.size() + digits + end.size() || !name.starts_with(start) || !name.ends_with(end))
        return false;
    return std::all_of(name.begin() + static_cast<std::ptrdiff_t>(start.size()),
                       name.end() - static_cast<std::ptrdiff_t>(end.size()), [](auto unit) {
                           return (unit >= '0' && unit <= '9') || (unit >= 'a' && unit <= 'f');
                       });
}

} // namespace

void remove_stale_parts(const fs::path& folder, const fs::path& written,
                        const std::function<bool(const fs::path&)>& is_part) {
    using namespace std::chrono_literals;
    std::error_code failed;
    const auto now = fs::last_write_time(written, failed);
    for (fs::directory_iterator entry(folder, failed), end; !failed && entry != end;
         entry.increment(failed)) {
        std::error_code unknown;
        if (!is_part(entry->path()) || !entry->is_regular_file(unknown)) continue;
        const auto time = entry->last_write_time(unknown);
        if (!unknown && time < now - 1min) fs::remove(entry->path(), unknown);
    }
}

void write_whole_file(const fs::path& name, std::string_view bytes) {
    std::error_code error;
    const fs::path file = target_of(name);
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const auto refuse = [&](const std::string& why, const std::string& hint) {
        throw InputError(shown(name), "the file cannot be written: " + why, hint);
    };
    if (!fs::is_directory(folder, error))
        refuse("there is no folder " + shown(folder), "make the folder first, or name another one");
    if (!file.has_filename() || fs::is_directory(file, error))
        refuse("this is a folder", "add the name of a file");
    if (fs::exists(file, error) && !fs::is_regular_file(file, error))
        refuse("this is a device, not a file", "name a file");
    if (error && error != std::errc::no_such_file_or_directory) refuse(error.message(), "name another file");
    const std::string hint = "choose a folder you can write to and that has space left";
    const fs::path part = part_of(file);
    std::ofstream stream(part, std::ios::binary);
    if (!stream) refuse("it cannot be opened", hint);
    stream.write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
    stream.close();
    std::error_code refused;
    if (stream) replace_file(part, file, refused);
    if (stream && !refused)
        return remove_stale_parts(folder, file,
                                  [&](const fs::path& other) { return is_part_of(file, other); });
    fs::remove(part, error);
    refuse(stream ? refused.message() : "writing stopped before the end", hint);
}

} // namespace base
