#pragma once
// Single faces: which letters each of them has, the bitmaps of its glyphs, and the search for a system font
// with a letter that our own fonts lack.

#include "base/worker.h"
#include "drawing/shapes/fonts.h"

#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace ui {

/// A glyph's bitmap: coverage of each pixel, 0 to 255.
struct LetterPicture {
    int width = 0, height = 0;
    std::vector<unsigned char> cover; ///< (height, width)
    int left = 0, above = 0;          ///< upper left corner: offset from the pen, and height above the
                                      ///< baseline
    float advance = 0;                ///< pixels to the next letter's pen position
};

/// Where a typeface gets its glyphs from.
class Face {
public:
    virtual ~Face() = default;
    virtual bool has(char32_t letter) const = 0;
    virtual float em(float line) const = 0;
    virtual LetterPicture picture(char32_t letter, float em) const = 0;
};

/// A font file, read by FreeType. Throws InputError as Typeface() does.
std::unique_ptr<Face> face_in(const drawing::FaceFile& file, const std::string& hint);
/// Any face that drawing::system_fonts_with() may find: only files (platform_glfw.cpp), or also the browser's
/// fonts (platform_web.cpp).
std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint);

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

/// Finds the system font that has a letter: looked up on a worker thread, and cached.
class GlyphFallback {
public:
    using Answers = std::map<char32_t, std::optional<drawing::FaceFile>>;
    using Finder = std::function<Answers(const std::u32string& letters)>;

    explicit GlyphFallback(Finder finder = drawing::system_fonts_with) : finder_(std::move(finder)) {}

    /// Null while the search, started by the first call, is under way.
    const std::optional<drawing::FaceFile>* find(char32_t letter);
    /// Collects the results of the worker; true when there are new answers.
    bool take();
    /// Sends the requests, unless the worker is busy with earlier ones.
    void send();
    /// `wake` is called on the worker's thread when take() has something.
    void on_ready(const std::function<void()>& wake) { worker_.on_ready(wake); }
    /// True while a request is unanswered.
    bool waits() const { return !asked_.empty(); }

private:
    Finder finder_;
    Answers answers_;
    std::set<char32_t> asked_; ///< not answered yet
    base::Worker worker_;      ///< last member: destroyed before what it uses
};

} // namespace ui
