#pragma once
// Where a typeface gets its letters from.

#include "ui/canvas/typeface.h"

#include <string>

namespace ui {

class Face {
public:
    virtual ~Face() = default;
    virtual bool has(char32_t letter) const = 0;
    virtual float em(float line) const = 0;
    virtual LetterPicture picture(char32_t letter, float em) const = 0;
};

/// A file's, by FreeType. Throws InputError as Typeface() does.
std::unique_ptr<Face> face_in(const drawing::FaceFile& file, const std::string& hint);
/// Any that drawing::system_fonts_with() may find: files alone (face_glfw.cpp), or the browser's fonts as
/// well (face_web.cpp).
std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint);

} // namespace ui
