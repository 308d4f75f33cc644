#include "drawing/paper/clip.h"

#include "base/input_error.h"

#include <png.h>
#include <zlib.h>

#include <algorithm>
#include <cassert>
#include <cstring>
#include <string_view>

namespace drawing {

namespace {

constexpr int bytes_a_pixel = 3;
constexpr unsigned longest = 60'000; // milliseconds of a frame, which are written in 16 bits

// Chunks: length, type, data, and the CRC of type and data; numbers are big-endian.

void append_number(std::string& bytes, std::uint32_t number, int width) {
    for (int shift = 8 * (width - 1); shift >= 0; shift -= 8)
        bytes += static_cast<char>(number >> shift & 0xFFU);
}

std::uint32_t number_at(std::string_view bytes, std::size_t at) {
    std::uint32_t number = 0;
    for (const char byte : bytes.substr(at, 4))
        number = number << 8 | static_cast<unsigned char>(byte);
    return number;
}

void append_chunk(std::string& file, std::string_view type, std::string_view data) {
    append_number(file, static_cast<std::uint32_t>(data.size()), 4);
    const std::size_t from = file.size();
    file += type;
    file += data;
    const std::string_view covered = std::string_view(file).substr(from);
    append_number(file,
                  static_cast<std::uint32_t>(crc32(0, reinterpret_cast<const Bytef*>(covered.data()),
                                                   static_cast<unsigned>(covered.size()))),
                  4);
}

/// The data of all chunks of a type, one after the other.
std::string data_of(std::string_view file, std::string_view type) {
    constexpr std::size_t signature = 8, around = 12; // length, type and CRC
    std::string data;
    for (std::size_t at = signature; at + around <= file.size();) {
        const std::size_t length = number_at(file, at);
        if (file.substr(at + 4, 4) == type) data += file.substr(at + 8, length);
        at += around + length;
    }
    return data;
}

/// Pixels of four bytes, the last how opaque they are, as rows filtered and compressed by libpng.
std::string compressed(const std::vector<std::uint8_t>& rgba, int width, int height) {
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    image.width = static_cast<png_uint_32>(width);
    image.height = static_cast<png_uint_32>(height);
    image.format = PNG_FORMAT_RGBA;
    std::string file(PNG_IMAGE_PNG_SIZE_MAX(image), '\0');
    png_alloc_size_t size = file.size();
    if (png_image_write_to_memory(&image, file.data(), &size, 0, rgba.data(), 0, nullptr) == 0)
        throw base::InputError("clip", std::string("a picture cannot be compressed: ") + image.message,
                               "close other programs: there may be too little memory");
    return data_of(std::string_view(file).substr(0, size), "IDAT");
}

std::size_t place_of(const Picture& picture, int x, int y) {
    return (static_cast<std::size_t>(y) * static_cast<std::size_t>(picture.width) +
            static_cast<std::size_t>(x)) *
           bytes_a_pixel;
}

struct Part {
    int x = 0, y = 0, width = 0, height = 0;
};

/// The smallest rectangle outside of which both pictures are equal; empty if they are equal everywhere.
std::optional<Part> difference(const Picture& before, const Picture& now) {
    int left = now.width, top = now.height, right = 0, bottom = 0;
    const int bytes = now.width * bytes_a_pixel;
    for (int y = 0; y < now.height; ++y) {
        const std::uint8_t* row = now.rgb.data() + place_of(now, 0, y);
        const std::uint8_t* other = before.rgb.data() + place_of(now, 0, y);
        if (std::memcmp(row, other, static_cast<std::size_t>(bytes)) == 0) continue;
        int first = 0, last = bytes - 1;
        while (row[first] == other[first])
            ++first;
        while (row[last] == other[last])
            --last;
        left = std::min(left, first / bytes_a_pixel);
        right = std::max(right, last / bytes_a_pixel + 1);
        top = std::min(top, y);
        bottom = y + 1;
    }
    if (bottom == 0) return std::nullopt;
    return Part{left, top, right - left, bottom - top};
}

/// The pixels of a part with an opacity; those that are as `before`, if there is one, are clear.
std::vector<std::uint8_t> pixels_of(const Picture& now, const Part& part, const Picture* before) {
    std::vector<std::uint8_t> pixels(static_cast<std::size_t>(part.width) *
                                     static_cast<std::size_t>(part.height) * 4);
    std::uint8_t* to = pixels.data();
    for (int y = part.y; y < part.y + part.height; ++y) {
        const std::size_t from = place_of(now, part.x, y);
        const std::uint8_t* pixel = now.rgb.data() + from;
        const std::uint8_t* other = before ? before->rgb.data() + from : nullptr;
        for (int x = 0; x < part.width; ++x, pixel += bytes_a_pixel, to += 4) {
            const bool same = other && pixel[0] == other[0] && pixel[1] == other[1] && pixel[2] == other[2];
            if (other) other += bytes_a_pixel;
            if (same) continue;
            std::copy_n(pixel, bytes_a_pixel, to);
            to[3] = 255;
        }
    }
    return pixels;
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
    const auto pixels = pixels_of(picture, *part, frames_.empty() ? nullptr : &last_);
    frames_.push_back({part->x, part->y, part->width, part->height, std::min(milliseconds, longest),
                       compressed(pixels, part->width, part->height)});
    last_ = picture;
}

std::string Clip::png() const {
    assert(!frames_.empty());
    std::string file = "\x89PNG\r\n\x1a\n";
    std::string header;
    append_number(header, static_cast<std::uint32_t>(last_.width), 4);
    append_number(header, static_cast<std::uint32_t>(last_.height), 4);
    header += std::string{8, 6, 0, 0, 0}; // bits a channel, RGB with opacity, and the only methods there are
    append_chunk(file, "IHDR", header);

    std::string control;
    append_number(control, static_cast<std::uint32_t>(frames_.size()), 4);
    append_number(control, 0, 4); // for ever
    append_chunk(file, "acTL", control);
    // Before the first fcTL: no frame of the clip, but what is shown in its place.
    append_chunk(
        file, "IDAT",
        compressed(pixels_of(last_, {0, 0, last_.width, last_.height}, nullptr), last_.width, last_.height));

    std::uint32_t sequence = 0; // counts fcTL and fdAT together
    for (const Frame& frame : frames_) {
        std::string about;
        append_number(about, sequence++, 4);
        for (const int number : {frame.width, frame.height, frame.x, frame.y})
            append_number(about, static_cast<std::uint32_t>(number), 4);
        append_number(about, frame.milliseconds, 2);
        append_number(about, 1000, 2);
        about += std::string{0, 1}; // it stays, and the next one lies over it: clear pixels show it
        append_chunk(file, "fcTL", about);
        std::string data;
        append_number(data, sequence++, 4);
        append_chunk(file, "fdAT", data + frame.rows);
    }
    append_chunk(file, "IEND", "");
    return file;
}

} // namespace drawing
