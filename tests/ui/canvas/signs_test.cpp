#include "drawing/shapes/display_text.h"
#include "drawing/shapes/fonts.h"
#include "source_folder.h"
#include "ui/canvas/typeface.h"

#include <doctest/doctest.h>

#include <filesystem>
#include <fstream>
#include <map>
#include <regex>
#include <sstream>

namespace fs = std::filesystem;

namespace {

using Places = std::map<char32_t, std::string>; // sign → a file that has it

std::string content(const fs::path& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Notes every sign beyond ASCII.
void collect(const std::string& text, const fs::path& file, Places& signs) {
    std::string room;
    const auto note = [&](char32_t sign) {
        signs.emplace(sign, file.filename().string());
        return drawing::Glyph::there;
    };
    drawing::display_text(text, note, room);
}

/// "\u2212" → "−"
std::string spelled_out(const std::string& literal) {
    static const std::regex escape(R"(\\u([0-9A-Fa-f]{4}))");
    std::string text;
    for (std::sregex_iterator match(literal.begin(), literal.end(), escape), end; match != end; ++match)
        drawing::append_letter(text, static_cast<char32_t>(std::stoul((*match)[1], nullptr, 16)));
    return literal + text;
}

Places signs_of_assets() {
    Places signs;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "assets"))
        if (entry.path().extension() == ".toml") collect(content(entry.path()), entry.path(), signs);
    return signs;
}

/// Those in string literals.
Places signs_of_sources() {
    static const std::regex literal(R"re("(?:[^"\\\n]|\\.)*")re"), comment(R"(//[^\n]*)");
    Places signs;
    for (const auto& entry : fs::recursive_directory_iterator(source_folder() / "src")) {
        if (!entry.is_regular_file()) continue;
        const std::string source = std::regex_replace(content(entry.path()), comment, "");
        for (std::sregex_iterator match(source.begin(), source.end(), literal), end; match != end; ++match)
            collect(spelled_out(match->str()), entry.path(), signs);
    }
    return signs;
}

/// Our own faces, without any font that a machine may have besides.
void check_all(const Places& signs) {
    const ui::Typeface fallback({drawing::find_font(drawing::fallback_font_file())}, "");
    for (std::size_t i = 0; i < drawing::font_count; ++i) {
        const auto& file = drawing::font_file(static_cast<drawing::Font>(i));
        const ui::Typeface face({drawing::find_font(file)}, "");
        for (const auto& [sign, place] : signs) {
            CAPTURE(file.file);
            CAPTURE(place);
            CAPTURE(static_cast<unsigned>(sign));
            CHECK((face.has(sign) || fallback.has(sign)));
        }
    }
}

} // namespace

TEST_CASE("our fonts have every sign of the texts, sentences and names that we ship") {
    const Places signs = signs_of_assets();
    CHECK(signs.size() > 30);
    check_all(signs);
}

TEST_CASE("our fonts have every sign that the program may print") {
    const Places signs = signs_of_sources();
    CHECK(signs.contains(U'−'));
    CHECK(signs.size() > 20);
    check_all(signs);
}
