#include "ui/canvas/face.h"

namespace ui {

std::unique_ptr<Face> open_face(const drawing::FaceFile& file, const std::string& hint) {
    return face_in(file, hint);
}

} // namespace ui
