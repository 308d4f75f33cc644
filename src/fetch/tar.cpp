#include "fetch/tar.h"

#include "base/input_error.h"

#define ZLIB_CONST // zlib only reads its input
#include <zlib.h>

#include <algorithm>
#include <cstddef>
#include <limits>
#include <memory>
#include <optional>

namespace fetch {

using base::InputError;

namespace {

const char* const again_hint = "get the package again";

[[noreturn]] void refuse(const std::string& where, const std::string& problem) {
    throw InputError(where, problem, again_hint);
}

// gzip.

struct EndInflate {
    void operator()(z_stream* stream) const { inflateEnd(stream); }
};

std::string inflated(std::string_view tgz, const std::string& where, std::uint64_t most_bytes) {
    if (tgz.size() > std::numeric_limits<uInt>::max()) refuse(where, "it is too large");
    z_stream stream{};
    constexpr int gzip_alone = 16;
    if (inflateInit2(&stream, MAX_WBITS + gzip_alone) != Z_OK) throw std::bad_alloc();
    const std::unique_ptr<z_stream, EndInflate> end(&stream);
    stream.next_in = reinterpret_cast<const Bytef*>(tgz.data());
    stream.avail_in = static_cast<uInt>(tgz.size());
    constexpr std::size_t step = 1U << 20U;
    std::string bytes;
    for (int result = Z_OK; result != Z_STREAM_END;) {
        const std::size_t before = bytes.size();
        if (before > most_bytes)
            refuse(where, "it unpacks to more than " + std::to_string(most_bytes) + " bytes");
        bytes.resize(before + step);
        stream.next_out = reinterpret_cast<Bytef*>(bytes.data() + before);
        stream.avail_out = static_cast<uInt>(step);
        result = inflate(&stream, Z_NO_FLUSH);
        bytes.resize(before + step - stream.avail_out);
        if (result == Z_MEM_ERROR) throw std::bad_alloc();
        if (result == Z_BUF_ERROR) refuse(where, "it is cut off");
        if (result != Z_OK && result != Z_STREAM_END)
            refuse(where, bytes.empty() ? "it is not compressed by gzip" : "its bytes are damaged");
    }
    return bytes;
}

// tar. Source: POSIX.1-2017, pax, "ustar Interchange Format": blocks of 512 bytes, a header before each file.

constexpr std::size_t block = 512;

/// A field of a header, up to its first zero.
std::string_view field(std::string_view header, std::size_t at, std::size_t size) {
    const std::string_view all = header.substr(at, size);
    return all.substr(0, all.find('\0'));
}

/// A number in octal digits, with spaces around them.
std::optional<std::uint64_t> octal(std::string_view text) {
    std::uint64_t number = 0;
    bool any = false;
    for (const char c : text) {
        if (c == ' ') continue;
        if (c < '0' || c > '7' || number >> 60U != 0) return std::nullopt;
        number = number * 8 + static_cast<std::uint64_t>(c - '0');
        any = true;
    }
    return any ? std::optional(number) : std::nullopt;
}

struct Header {
    std::string name;
    std::uint64_t size = 0;
    char type = 0;

    bool is_file() const { return type == '0' || type == '\0'; }
    /// Of the files that follow: dates and the like. Names that are too long for a header stand there, too;
    /// none of those that are asked for is.
    bool is_note() const { return type == 'x' || type == 'g'; }
};

Header read_header(std::string_view bytes, const std::string& where) {
    std::uint64_t sum = 0; // with spaces in place of itself
    for (std::size_t i = 0; i < block; ++i)
        sum += i >= 148 && i < 156 ? ' ' : static_cast<unsigned char>(bytes[i]);
    const auto size = octal(field(bytes, 124, 12));
    if (octal(field(bytes, 148, 8)) != sum || !size) refuse(where, "it is not a tar file, or damaged");
    std::string name(field(bytes, 0, 100));
    const std::string_view before = field(bytes, 345, 155);
    if (bytes.substr(257, 5) == "ustar" && !before.empty()) name = std::string(before) + "/" + name;
    return {name, *size, bytes[156]};
}

/// Whether a file of this name lies elsewhere than in the folder, on any system.
bool leads_out(std::string_view name) {
    if (name.starts_with('/') || name.find_first_of("\\:") != std::string_view::npos) return true;
    while (true) {
        const std::size_t slash = name.find('/');
        if (name.substr(0, slash) == "..") return true;
        if (slash == std::string_view::npos) return false;
        name.remove_prefix(slash + 1);
    }
}

} // namespace

std::map<std::string, std::string> unpacked(std::string_view tgz, const std::vector<std::string>& names,
                                            const std::string& where, std::uint64_t most_bytes) {
    const std::string tar = inflated(tgz, where, most_bytes);
    const std::string_view bytes = tar;
    std::map<std::string, std::string> files;
    std::size_t at = 0;
    while (true) {
        if (bytes.size() - at < block) refuse(where, "it is cut off");
        const std::string_view first = bytes.substr(at, block);
        if (first.find_first_not_of('\0') == std::string_view::npos) break; // the end
        const Header header = read_header(first, where);
        at += block;
        if (header.size > bytes.size() - at) refuse(where, "it is cut off");
        if (!header.is_note() && leads_out(header.name))
            refuse(where, "its file “" + header.name + "” would lie outside its folder");
        if (!header.is_note() && std::ranges::find(names, header.name) != names.end()) {
            if (!header.is_file()) refuse(where, header.name + " in it is not a plain file");
            if (!files.emplace(header.name, bytes.substr(at, header.size)).second)
                refuse(where, header.name + " is in it twice");
        }
        const std::uint64_t padded = (header.size + block - 1) / block * block;
        if (padded > bytes.size() - at) refuse(where, "it is cut off");
        at += static_cast<std::size_t>(padded);
    }
    for (const std::string& name : names)
        if (!files.contains(name)) refuse(where, "there is no " + name + " in it");
    return files;
}

} // namespace fetch
