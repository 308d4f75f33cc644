#pragma once
// One face: which letters it has, and their bitmaps.

#include "drawing/font_search.h"

#include <memory>
#include <vector>

namespace ui {

/// A letter's bitmap: coverage of each pixel, 0 to 255.
struct LetterPicture {
    int width = 0, height = 0;
    std::vector<unsigned char> cover; ///< (height, width)
    int left = 0, above = 0;          ///< upper left corner: offset from the pen, and height above the
                                      ///< baseline
    float advance = 0;                ///< pixels to the next letter's pen position
};

class Face;

class Typeface {
public:
    /// Throws InputError naming the file when it cannot be read; `hint` says what to do about it.
    Typeface(const drawing::FaceFile& file, const std::string& hint);
    ~Typeface();
    Typeface(const Typeface&) = delete;
    Typeface& operator=(const Typeface&) = delete;

    bool has(char32_t letter) const;
    /// The em size of a font whose lines, from ascent to descent, are `line` pixels high.
    float em(float line) const;
    /// Empty when the file is corrupt at this letter.
    LetterPicture picture(char32_t letter, float em) const;

private:
    std::unique_ptr<Face> face_;
};

} // namespace ui
