#include "drawing/paper/clip.h"

#include <doctest/doctest.h>
#include <zlib.h>

#include <algorithm>
#include <string_view>

using namespace drawing;

// The file is read back here by the rules of the standard, independently of the writer.

namespace {

std::uint32_t number_at(std::string_view bytes, std::size_t at, std::size_t width = 4) {
    std::uint32_t number = 0;
    for (std::size_t i = 0; i < width; ++i)
        number = number << 8 | static_cast<unsigned char>(bytes[at + i]);
    return number;
}

struct Chunk {
    std::string type, data;
};

/// Checks signature and CRCs.
std::vector<Chunk> chunks_of(const std::string& file) {
    REQUIRE(file.starts_with("\x89PNG\r\n\x1a\n"));
    std::vector<Chunk> chunks;
    for (std::size_t at = 8; at < file.size();) {
        const std::size_t length = number_at(file, at);
        REQUIRE(at + 12 + length <= file.size());
        chunks.push_back({file.substr(at + 4, 4), file.substr(at + 8, length)});
        const auto* covered = reinterpret_cast<const unsigned char*>(file.data() + at + 4);
        CHECK(crc32(0, covered, static_cast<unsigned>(length + 4)) == number_at(file, at + 8 + length));
        at += 12 + length;
    }
    return chunks;
}

/// The pixels of a stream of filtered rows: red, green, blue and opacity.
std::vector<std::uint8_t> unpacked(std::string_view stream, int width, int height) {
    const std::size_t bytes = static_cast<std::size_t>(width) * 4;
    std::vector<std::uint8_t> rows((bytes + 1) * static_cast<std::size_t>(height)), pixels;
    uLongf size = rows.size();
    REQUIRE(uncompress(rows.data(), &size, reinterpret_cast<const Bytef*>(stream.data()), stream.size()) ==
            Z_OK);
    REQUIRE(size == rows.size());
    for (std::size_t y = 0; y < static_cast<std::size_t>(height); ++y) {
        const std::uint8_t* row = rows.data() + y * (bytes + 1);
        for (std::size_t i = 0; i < bytes; ++i) {
            const int a = i < 4 ? 0 : pixels[pixels.size() - 4],
                      b = y == 0 ? 0 : pixels[pixels.size() - bytes],
                      c = i < 4 || y == 0 ? 0 : pixels[pixels.size() - bytes - 4];
            const int p = a + b - c, pa = std::abs(p - a), pb = std::abs(p - b), pc = std::abs(p - c);
            const int prior[] = {0, a, b, (a + b) / 2, pa <= pb && pa <= pc ? a : pb <= pc ? b : c};
            REQUIRE(row[0] < 5);
            pixels.push_back(static_cast<std::uint8_t>(row[1 + i] + prior[row[0]]));
        }
    }
    return pixels;
}

/// Lays pixels over a picture; those that are clear show it.
void lay(const std::vector<std::uint8_t>& pixels, int x, int y, int width, Picture& over) {
    for (std::size_t i = 0; i < pixels.size() / 4; ++i) {
        REQUIRE((pixels[4 * i + 3] == 0 || pixels[4 * i + 3] == 255));
        if (pixels[4 * i + 3] == 0) continue;
        const auto row = static_cast<int>(i) / width, column = static_cast<int>(i) % width;
        std::copy_n(pixels.begin() + static_cast<std::ptrdiff_t>(4 * i), 3,
                    over.rgb.begin() + (static_cast<std::ptrdiff_t>(y + row) * over.width + x + column) * 3);
    }
}

/// A file as viewers show it.
struct Viewed {
    Picture still; ///< by those that know only PNG
    std::vector<Picture> pictures = {};
    std::vector<unsigned> milliseconds = {};
};

Viewed viewed(const std::string& file) {
    Viewed shown;
    Picture canvas;
    std::uint32_t sequence = 0;
    std::string control;
    for (const Chunk& chunk : chunks_of(file)) {
        if (chunk.type == "IHDR") {
            canvas.width = static_cast<int>(number_at(chunk.data, 0));
            canvas.height = static_cast<int>(number_at(chunk.data, 4));
            canvas.rgb.resize(static_cast<std::size_t>(canvas.width) *
                              static_cast<std::size_t>(canvas.height) * 3);
        } else if (chunk.type == "fcTL") {
            CHECK(number_at(chunk.data, 0) == sequence++);
            control = chunk.data;
            shown.milliseconds.push_back(1000 * number_at(control, 20, 2) / number_at(control, 22, 2));
        } else if (chunk.type == "IDAT") {
            shown.still = canvas;
            lay(unpacked(chunk.data, canvas.width, canvas.height), 0, 0, canvas.width, shown.still);
        } else if (chunk.type == "fdAT") {
            CHECK(number_at(chunk.data, 0) == sequence++);
            const int width = static_cast<int>(number_at(control, 4)),
                      height = static_cast<int>(number_at(control, 8));
            const int x = static_cast<int>(number_at(control, 12)),
                      y = static_cast<int>(number_at(control, 16));
            REQUIRE(x + width <= canvas.width);
            REQUIRE(y + height <= canvas.height);
            lay(unpacked(std::string_view(chunk.data).substr(4), width, height), x, y, width, canvas);
            shown.pictures.push_back(canvas);
        }
    }
    return shown;
}

/// Slopes of colour, with a square at this place.
Picture square_at(int left, int top) {
    Picture picture{40, 24, {}};
    for (int y = 0; y < picture.height; ++y)
        for (int x = 0; x < picture.width; ++x) {
            const bool in = x >= left && x < left + 6 && y >= top && y < top + 6;
            for (const int value : {in ? 255 : 3 * x, in ? 40 : 5 * y, in ? 90 : x * y})
                picture.rgb.push_back(static_cast<std::uint8_t>(value));
        }
    return picture;
}

} // namespace

TEST_CASE("what was added is what a viewer shows, pixel by pixel") {
    Clip clip;
    std::vector<Picture> added;
    for (int i = 0; i < 5; ++i) {
        added.push_back(square_at(3 + 5 * i, 2 + 3 * i));
        clip.add(added.back(), 50);
    }
    const Viewed shown = viewed(clip.png());
    CHECK(shown.pictures == added);
    CHECK(shown.milliseconds == std::vector<unsigned>(5, 50));
}

TEST_CASE("programs that know only PNG show how the clip ends") {
    Clip clip;
    clip.add(square_at(3, 2), 50);
    clip.add(square_at(9, 9), 50);
    CHECK(viewed(clip.png()).still == square_at(9, 9));
}

TEST_CASE("the chunks come in the order of the standard, and say how many pictures there are") {
    Clip clip;
    clip.add(square_at(0, 0), 100);
    clip.add(square_at(9, 9), 100);
    std::vector<std::string> types;
    for (const Chunk& chunk : chunks_of(clip.png())) {
        types.push_back(chunk.type);
        if (chunk.type == "acTL") {
            CHECK(number_at(chunk.data, 0) == 2);
            CHECK(number_at(chunk.data, 4) == 0); // for ever
        }
    }
    CHECK(types == std::vector<std::string>{"IHDR", "acTL", "IDAT", "fcTL", "fdAT", "fcTL", "fdAT", "IEND"});
}

TEST_CASE("a picture like the one before lengthens it; of another one only what differs is kept") {
    Clip clip;
    clip.add(square_at(4, 4), 50);
    clip.add(square_at(4, 4), 70);
    clip.add(square_at(5, 4), 50);
    const Viewed shown = viewed(clip.png());
    CHECK(shown.pictures.size() == 2);
    CHECK(shown.milliseconds == std::vector<unsigned>{120, 50});
    const auto chunks = chunks_of(clip.png());
    const auto second = std::ranges::find(chunks.rbegin(), chunks.rend(), std::string("fcTL"), &Chunk::type);
    CHECK(number_at(second->data, 4) == 7); // the square moved by a pixel
    CHECK(number_at(second->data, 8) == 6);
    CHECK(number_at(second->data, 12) == 4);
    CHECK(number_at(second->data, 16) == 4);
}
