#include "base/input_error.h"
#include "close.h"
#include "drawing/font_file.h"
#include "temporary_folder.h"
#include "ui/canvas/typeface.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <numeric>

using drawing::Font;
using ui::Typeface;

TEST_CASE("a face knows which letters it has, and different letters look different") {
    const Typeface face({drawing::find_font(drawing::font_file(Font::sans))}, "");
    CHECK(face.has(U'a'));
    CHECK(face.has(U'ж'));
    CHECK_FALSE(face.has(U'猫'));
    const auto i = face.picture(U'i', 20), w = face.picture(U'w', 20);
    CHECK(i.width < w.width);
    CHECK(i.advance < w.advance);
    CHECK(w.cover.size() == static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height));
    CHECK(std::accumulate(w.cover.begin(), w.cover.end(), 0) > 0);
    CHECK(face.picture(U' ', 20).cover.empty());
    CHECK(face.picture(U' ', 20).advance > 0);
}

TEST_CASE("a picture grows with the em, and the em with the line") {
    const Typeface face({drawing::find_font(drawing::font_file(Font::sans))}, "");
    CHECK(face.picture(U'w', 40).width == make::about(2 * face.picture(U'w', 20).width).share(0.1));
    CHECK(face.em(30) == make::about(2 * face.em(15)));
    CHECK(face.em(15) < 15);
}

TEST_CASE("a file that is no font, or ends too early, is refused with its name and what to do") {
    const TemporaryFolder folder;
    const auto whole = drawing::find_font(drawing::font_file(Font::mono));
    const auto broken = folder.path / "broken.ttf";
    const auto size = std::filesystem::file_size(whole);
    for (const std::uintmax_t kept : {std::uintmax_t{0}, std::uintmax_t{100}, size / 4, size / 2}) {
        std::filesystem::copy_file(whole, broken, std::filesystem::copy_options::overwrite_existing);
        std::filesystem::resize_file(broken, kept);
        CAPTURE(kept);
        try {
            const Typeface face({broken}, "install it again");
            FAIL("not refused");
        } catch (const base::InputError& error) {
            CHECK(error.where == broken.string());
            CHECK(error.problem == "the font cannot be read");
            CHECK(error.hint == "install it again");
        }
    }
}
