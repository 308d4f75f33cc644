// The browser's own fonts, which are no files: it paints their letters.

#include "drawing/page_fonts.h"
#include "ui/canvas/face.h"
#include "ui/canvas/page.h"

namespace ui {
namespace {

class PageFace : public Face {
public:
    bool has(char32_t letter) const override { return page_has_letter(letter) != 0; }
    float em(float line) const override { return line / usual_line; }
    LetterPicture picture(char32_t letter, float em) const override {
        PageLetter size = {};
        page_paint_letter(letter, em, &size);
        LetterPicture picture{size.width, size.height, {}, size.left, size.above, size.advance};
        picture.cover.resize(static_cast<std::size_t>(size.width) * static_cast<std::size_t>(size.height));
        page_take_letter(picture.cover.data());
        return picture;
    }

private:
    static constexpr float usual_line = 1.2F; ///< in ems
};

} // namespace

std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint) {
    if (file.path == drawing::page_fonts) return std::make_unique<PageFace>();
    return face_in(file, hint);
}

} // namespace ui
