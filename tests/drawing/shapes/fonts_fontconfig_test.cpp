#include "drawing/shapes/fonts.h"

#include <doctest/doctest.h>
#include <filesystem>

using namespace drawing;

TEST_CASE("every letter gets an answer, and a font that is named is there") {
    const auto files = system_fonts_with(U"a猫\U0010FFFF");
    REQUIRE(files.size() == 3);
    for (const auto& [letter, file] : files) {
        CAPTURE(static_cast<unsigned>(letter));
        if (file) CHECK(std::filesystem::exists(file->path));
    }
    CHECK_FALSE(files.at(0x10FFFF)); // no character at all
}
