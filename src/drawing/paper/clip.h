#pragma once
// A clip: pictures that follow one another, in a PNG file that moves (APNG). Programs that know only PNG show
// its last picture. Sources: PNG, W3C Recommendation, third edition, 2025, which includes APNG's chunks acTL,
// fcTL and fdAT.

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace drawing {

/// Opaque pixels, row by row from the top; three bytes each: red, green, blue.
struct Picture {
    int width = 0, height = 0;
    std::vector<std::uint8_t> rgb = {};

    bool operator==(const Picture&) const = default;
};

class Clip {
public:
    /// Adds a picture, which is shown for so long, up to a minute. All must have the size of the first. A
    /// picture equal to the one before only lengthens it, and of another one only the pixels that differ are
    /// kept.
    void add(const Picture& picture, unsigned milliseconds);
    /// The bytes of the file; the clip is repeated for ever. There must be a picture.
    std::string png() const;

private:
    /// A rectangle of the picture, compressed.
    struct Frame {
        int x = 0, y = 0, width = 0, height = 0;
        unsigned milliseconds = 0;
        std::string rows; ///< a zlib stream of filtered rows
    };

    Picture last_;
    std::vector<Frame> frames_;
};

} // namespace drawing
