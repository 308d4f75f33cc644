#include "base/input_error.h"
#include "close.h"
#include "drawing/shapes/display_text.h"
#include "drawing/shapes/fonts.h"
#include "source_folder.h"
#include "temporary_folder.h"
#include "ui/canvas/fonts.h"

#include <atomic>
#include <doctest/doctest.h>
#include <filesystem>
#include <fstream>
#include <map>
#include <numeric>
#include <regex>
#include <sstream>
#include <stdexcept>
#include <thread>

using drawing::Font;
using ui::open_face;

TEST_CASE("a face knows which letters it has, and different letters look different") {
    const auto face = open_face({drawing::find_font(drawing::font_file(Font::sans))}, "");
    CHECK(face->has(U'a'));
    CHECK(face->has(U'ж'));
    CHECK_FALSE(face->has(U'猫'));
    const auto i = face->picture(U'i', 20), w = face->picture(U'w', 20);
    CHECK(i.width < w.width);
    CHECK(i.advance < w.advance);
    CHECK(w.cover.size() == static_cast<std::size_t>(w.width) * static_cast<std::size_t>(w.height));
    CHECK(std::accumulate(w.cover.begin(), w.cover.end(), 0) > 0);
    CHECK(face->picture(U' ', 20).cover.empty());
    CHECK(face->picture(U' ', 20).advance > 0);
}

TEST_CASE("a picture grows with the em, and the em with the line") {
    const auto face = open_face({drawing::find_font(drawing::font_file(Font::sans))}, "");
    CHECK(face->picture(U'w', 40).width == make::about(2 * face->picture(U'w', 20).width).share(0.1));
    CHECK(face->em(30) == make::about(2 * face->em(15)));
    CHECK(face->em(15) < 15);
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
            open_face({broken}, "install it again");
            FAIL("not refused");
        } catch (const base::InputError& error) {
            CHECK(error.where == broken.string());
            CHECK(error.problem == "the font cannot be read");
            CHECK(error.hint == "install it again");
        }
    }
}

using drawing::FaceFile;
using ui::GlyphFallback;

namespace {

/// A system on which one font has 猫 and nothing else; it counts what it is asked.
struct FakeSystem {
    std::atomic<int> asked = 0;

    GlyphFallback::Finder finder() {
        return [this](const std::u32string& letters) {
            GlyphFallback::Answers answers;
            for (const char32_t letter : letters) {
                ++asked;
                answers[letter] = letter == U'猫' ? std::optional(FaceFile{"cats.ttc", 2}) : std::nullopt;
            }
            return answers;
        };
    }
};

/// Asks as the window does, frame by frame, until there is an answer.
void wait(GlyphFallback& search) {
    search.send();
    while (!search.take())
        std::this_thread::yield();
}

} // namespace

TEST_CASE("the first question begins the search, and the window does not wait for it") {
    FakeSystem system;
    GlyphFallback search(system.finder());
    CHECK_FALSE(search.waits());
    CHECK(search.find(U'猫') == nullptr);
    CHECK(search.waits());
    CHECK_FALSE(search.take());
    wait(search);
    REQUIRE(search.find(U'猫'));
    CHECK(*search.find(U'猫') == FaceFile{"cats.ttc", 2});
    CHECK_FALSE(search.waits());
}

TEST_CASE("a letter that no font has is known to be missing, and asked for once") {
    FakeSystem system;
    GlyphFallback search(system.finder());
    search.find(U'犬');
    search.find(U'犬');
    wait(search);
    REQUIRE(search.find(U'犬'));
    CHECK_FALSE(*search.find(U'犬'));
    search.send();
    CHECK(system.asked == 1);
}

TEST_CASE("letters that are asked for during a search are found by the next one") {
    FakeSystem system;
    GlyphFallback search(system.finder());
    search.find(U'犬');
    wait(search);
    search.find(U'猫');
    CHECK(search.waits());
    wait(search);
    CHECK(search.find(U'猫')->has_value());
}

TEST_CASE("when the search itself fails no font has the letter") {
    GlyphFallback search(
        [](const std::u32string&) -> GlyphFallback::Answers { throw std::runtime_error("no list"); });
    search.find(U'猫');
    wait(search);
    REQUIRE(search.find(U'猫'));
    CHECK_FALSE(*search.find(U'猫'));
}

// Every sign that we ship.

namespace {

using Places = std::map<char32_t, std::string>; // sign → a file that has it

std::string content(const std::filesystem::path& file) {
    std::ifstream stream(file);
    std::stringstream text;
    text << stream.rdbuf();
    return text.str();
}

/// Notes every sign beyond ASCII.
void collect(const std::string& text, const std::filesystem::path& file, Places& signs) {
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
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "assets"))
        if (entry.path().extension() == ".toml") collect(content(entry.path()), entry.path(), signs);
    return signs;
}

/// Those in string literals.
Places signs_of_sources() {
    static const std::regex literal(R"re("(?:[^"\\\n]|\\.)*")re"), comment(R"(//[^\n]*)");
    Places signs;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(source_folder() / "src")) {
        if (!entry.is_regular_file()) continue;
        const std::string source = std::regex_replace(content(entry.path()), comment, "");
        for (std::sregex_iterator match(source.begin(), source.end(), literal), end; match != end; ++match)
            collect(spelled_out(match->str()), entry.path(), signs);
    }
    return signs;
}

/// Our own faces, without any font that a machine may have besides.
void check_all(const Places& signs) {
    const auto fallback = open_face({drawing::find_font(drawing::fallback_font_file())}, "");
    for (std::size_t i = 0; i < drawing::font_count; ++i) {
        const auto& file = drawing::font_file(static_cast<drawing::Font>(i));
        const auto face = open_face({drawing::find_font(file)}, "");
        for (const auto& [sign, place] : signs) {
            CAPTURE(file.file);
            CAPTURE(place);
            CAPTURE(static_cast<unsigned>(sign));
            CHECK((face->has(sign) || fallback->has(sign)));
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
