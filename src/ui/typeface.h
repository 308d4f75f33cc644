#pragma once
// One face of a font file, opened with FreeType: which letters it has, and their pictures.

#include "drawing/font_search.h"

#include <memory>
#include <vector>

namespace ui {

/// A letter as a picture: how much of each pixel it covers, 0 to 255.
struct LetterPicture {
    int width = 0, height = 0;
    std::vector<unsigned char> cover; ///< (height, width)
    int left = 0, above = 0;          ///< of its upper left corner: from the pen, and above the baseline
    float advance = 0;                ///< pixels from this letter's pen to the next one's
};

class Typeface {
public:
    /// Throws InputError naming the file when it cannot be read; `hint` says what to do about it.
    Typeface(const drawing::FaceFile& file, const std::string& hint);
    ~Typeface();
    Typeface(const Typeface&) = delete;
    Typeface& operator=(const Typeface&) = delete;

    bool has(char32_t letter) const;
    /// The size of an em in a font whose lines, from ascent to descent, are `line` pixels high.
    float em(float line) const;
    /// Empty when the file turns out to be broken at this letter.
    LetterPicture picture(char32_t letter, float em) const;

private:
    struct Face;
    std::unique_ptr<Face> face_;
};

} // namespace ui
