#include "drawing/paper/clip.h"

#include <zlib.h>

#include <algorithm>
#include <array>
#include <cassert>
#include <cstdlib>

namespace drawing {

namespace {

constexpr int bytes_a_pixel = 3;
constexpr unsigned longest = 60'000; // milliseconds of a frame, which are written in 16 bits

// Chunks: length, type, data, and the CRC of type and data; numbers are big-endian.

void append_number(std::string& bytes, std::uint32_t number, int width) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> shift & 0xFFU);
}

const unsigned char* unsigned_of(std::string_view bytes) {
    return reinterpret_cast<const unsigned char*>(bytes.data());
}

void append_chunk(std::string& file, std::string_view type, std::string_view data) {
    append_number(file, static_cast<std::uint32_t>(data.size()), 4);
    const std::size_t from = file.size();
    file += type;
    file += data;
    const std::string_view covered = std::string_view(file).substr(from);
    append_number(
        file,
        static_cast<std::uint32_t>(crc32(0, unsigned_of(covered), static_cast<unsigned>(covered.size()))), 4);
}

// Rows: each is written as differences from its neighbours, by the filter that makes them smallest.

enum Filter { none, sub, up, average, paeth, filters };

/// Of left, above and above left, the one nearest to left + above − above left.
int nearest(int left, int above, int above_left) {
    const int guess = left + above - above_left;
    const int to_left = std::abs(guess - left), to_above = std::abs(guess - above),
              to_corner = std::abs(guess - above_left);
    if (to_left <= to_above && to_left <= to_corner) return left;
    return to_above <= to_corner ? above : above_left;
}

int predicted(int filter, int left, int above, int above_left) {
    switch (filter) {
    case sub:
        return left;
    case up:
        return above;
    case average:
        return (left + above) / 2;
    case paeth:
        return nearest(left, above, above_left);
    default:
        return 0;
    }
}

/// The row and the one above it (none: null), as the filter writes it.
std::string filtered(int filter, const std::uint8_t* row, const std::uint8_t* above, int bytes) {
    std::string written(1, static_cast<char>(filter));
    for (int i = 0; i < bytes; ++i) {
        const bool first = i < bytes_a_pixel;
        const int left = first ? 0 : row[i - bytes_a_pixel], over = above ? above[i] : 0,
                  corner = first || !above ? 0 : above[i - bytes_a_pixel];
        written += static_cast<char>(row[i] - predicted(filter, left, over, corner));
    }
    return written;
}

/// The sum of the differences, as signed bytes: small ones compress well.
long size_of(const std::string& row) {
    long sum = 0;
    for (std::size_t i = 1; i < row.size(); ++i)
        sum += std::abs(static_cast<signed char>(row[i]));
    return sum;
}

std::string best_filtered(const std::uint8_t* row, const std::uint8_t* above, int bytes) {
    std::string best = filtered(none, row, above, bytes);
    for (int filter = sub; filter < filters; ++filter)
        if (std::string other = filtered(filter, row, above, bytes); size_of(other) < size_of(best))
            best = std::move(other);
    return best;
}

std::string compressed(const std::string& bytes) {
    uLongf size = compressBound(static_cast<uLong>(bytes.size()));
    std::string packed(size, '\0');
    const int failed = compress2(reinterpret_cast<Bytef*>(packed.data()), &size, unsigned_of(bytes),
                                 static_cast<uLong>(bytes.size()), Z_BEST_COMPRESSION);
    assert(failed == Z_OK);
    (void)failed;
    packed.resize(size);
    return packed;
}

struct Part {
    int x = 0, y = 0, width = 0, height = 0;
};

/// The smallest rectangle outside of which both pictures are equal; empty if they are equal everywhere.
std::optional<Part> difference(const Picture& before, const Picture& now) {
    int left = now.width, top = now.height, right = 0, bottom = 0;
    for (int y = 0; y < now.height; ++y) {
        const auto from = static_cast<std::ptrdiff_t>(y) * now.width * bytes_a_pixel;
        const auto row = now.rgb.begin() + from, end = row + now.width * bytes_a_pixel;
        const auto first = std::mismatch(row, end, before.rgb.begin() + from);
        if (first.first == end) continue;
        int last = now.width * bytes_a_pixel - 1;
        while (row[last] == before.rgb[static_cast<std::size_t>(from + last)])
            --last;
        left = std::min(left, static_cast<int>(first.first - row) / bytes_a_pixel);
        right = std::max(right, last / bytes_a_pixel + 1);
        top = std::min(top, y);
        bottom = y + 1;
    }
    if (bottom == 0) return std::nullopt;
    return Part{left, top, right - left, bottom - top};
}

std::string rows_of(const Picture& picture, const Part& part) {
    std::string rows;
    const std::uint8_t* above = nullptr;
    for (int y = part.y; y < part.y + part.height; ++y) {
        const std::uint8_t* row =
            picture.rgb.data() + (static_cast<std::ptrdiff_t>(y) * picture.width + part.x) * bytes_a_pixel;
        rows += best_filtered(row, above, part.width * bytes_a_pixel);
        above = row;
    }
    return compressed(rows);
}

} // namespace

void Clip::add(const Picture& picture, unsigned milliseconds) {
    assert(picture.width > 0 && picture.height > 0);
    assert(std::ssize(picture.rgb) == std::ptrdiff_t{bytes_a_pixel} * picture.width * picture.height);
    std::optional<Part> part = Part{0, 0, picture.width, picture.height};
    if (!frames_.empty()) {
        assert(picture.width == last_.width && picture.height == last_.height);
        part = difference(last_, picture);
        if (!part) {
            frames_.back().milliseconds = std::min(frames_.back().milliseconds + milliseconds, longest);
            return;
        }
    }
    frames_.push_back({part->x, part->y, part->width, part->height, std::min(milliseconds, longest),
                       rows_of(picture, *part)});
    last_ = picture;
}

std::string Clip::png() const {
    assert(!frames_.empty());
    std::string file = "\x89PNG\r\n\x1a\n";
    std::string header;
    append_number(header, static_cast<std::uint32_t>(last_.width), 4);
    append_number(header, static_cast<std::uint32_t>(last_.height), 4);
    header += std::string{8, 2, 0, 0, 0}; // bits a channel, RGB, and the only methods there are
    append_chunk(file, "IHDR", header);

    std::string control;
    append_number(control, static_cast<std::uint32_t>(frames_.size()), 4);
    append_number(control, 0, 4); // for ever
    append_chunk(file, "acTL", control);

    std::uint32_t sequence = 0; // counts fcTL and fdAT together
    for (std::size_t i = 0; i < frames_.size(); ++i) {
        const Frame& frame = frames_[i];
        std::string about;
        append_number(about, sequence++, 4);
        for (const int number : {frame.width, frame.height, frame.x, frame.y})
            append_number(about, static_cast<std::uint32_t>(number), 4);
        append_number(about, frame.milliseconds, 2);
        append_number(about, 1000, 2);
        append_number(about, 0, 2); // the frame stays, and the next one lies over it
        append_chunk(file, "fcTL", about);
        if (i == 0) {
            append_chunk(file, "IDAT", frame.rows);
            continue;
        }
        std::string data;
        append_number(data, sequence++, 4);
        append_chunk(file, "fdAT", data + frame.rows);
    }
    append_chunk(file, "IEND", "");
    return file;
}

} // namespace drawing
