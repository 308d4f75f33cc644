#include "render/capture.h"

#include "attention/input_error.h"

#include <fstream>
#include <glad/gl.h>
#include <stb/stb_image_write.h>
#include <system_error>

namespace render {

Image read_framebuffer(int width, int height) {
    Image image{width, height, {}};
    // RGBA is what every framebuffer can be read as, ES 3.0 included; its rows come from the bottom up.
    const auto pixels = static_cast<std::size_t>(width) * static_cast<std::size_t>(height);
    std::vector<std::uint8_t> rgba(4 * pixels);
    glReadPixels(0, 0, width, height, GL_RGBA, GL_UNSIGNED_BYTE, rgba.data());
    image.rgb.reserve(3 * pixels);
    for (int y = height - 1; y >= 0; --y)
        for (int x = 0; x < width; ++x) {
            const std::size_t at = 4 * (static_cast<std::size_t>(y) * static_cast<std::size_t>(width) +
                                        static_cast<std::size_t>(x));
            image.rgb.insert(image.rgb.end(), {rgba[at], rgba[at + 1], rgba[at + 2]});
        }
    return image;
}

void write_png(const std::filesystem::path& file, const Image& image) {
    const std::filesystem::path part = file.string() + ".part";
    const auto fail = [&](const std::string& why) {
        std::error_code ignored;
        std::filesystem::remove(part, ignored);
        throw attention::InputError(file.string(), "the picture cannot be written: " + why,
                                    "choose a folder that exists, may be written to and has space left");
    };
    std::ofstream stream(part, std::ios::binary);
    if (!stream) fail("the file cannot be opened");
    const auto append = [](void* context, void* data, int size) {
        static_cast<std::ofstream*>(context)->write(static_cast<const char*>(data), size);
    };
    const int encoded = stbi_write_png_to_func(append, &stream, image.width, image.height, 3,
                                               image.rgb.data(), 3 * image.width);
    stream.close();
    if (!encoded || !stream) fail("writing stopped before the end");
    std::error_code error;
    std::filesystem::rename(part, file, error);
    if (error) fail(error.message());
}

} // namespace render
