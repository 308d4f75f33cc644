#include "base/files.h"

#include "base/input_error.h"
#include "refusal.h"
#include "temporary_folder.h"

#include <chrono>
#include <doctest/doctest.h>
#include <fstream>
#include <thread>
#include <vector>

namespace fs = std::filesystem;
using base::InputError;
using base::path_from_utf8;
using base::read_whole_file;
using base::write_whole_file;

TEST_CASE("a name in Unicode is shown as it is, and is itself what is shown") {
    for (const char* name : {"", "a.json", "Größe/数/😀.json", "/absolute/ä", "folder/"}) {
        CHECK(base::shown(path_from_utf8(name)) == name);
        CHECK(base::path_shown_as(name) == path_from_utf8(name));
    }
}

TEST_CASE("a name may itself contain the replacement character") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / fs::path(u8"b\uFFFD.json");
    CHECK(base::path_shown_as(base::shown(file)) == file);
    std::ofstream(file) << "x";
    CHECK(base::path_shown_as(base::shown(file)) == file);
}

TEST_CASE("a file takes the place of the one before, and nothing else is left behind") {
    const TemporaryFolder folder;
    const auto file = folder.path / "numbers.csv";
    write_whole_file(file, "old");
    write_whole_file(file, std::string("a\0b", 3));
    CHECK(content(file) == std::string("a\0b", 3));
    CHECK(folder.files() == 1);
}

TEST_CASE("of two that write a file at once each writes all of it, and nothing is left behind") {
    const TemporaryFolder folder;
    const auto file = folder.path / "settings.json";
    const auto write = [&](char letter) {
        for (int i = 0; i < 50; ++i)
            write_whole_file(file, std::string(100'000, letter));
    };
    std::thread other(write, 'b');
    write('a');
    other.join();
    const std::string last = content(file);
    CHECK((last == std::string(100'000, 'a') || last == std::string(100'000, 'b')));
    CHECK(folder.files() == 1);
}

TEST_CASE("what a killed window left half written goes with the next save; what another writes now stays") {
    using namespace std::chrono_literals;
    const TemporaryFolder folder;
    const auto made = [&](const std::string& name, std::chrono::seconds age) {
        const auto file = folder.path / name;
        std::ofstream(file) << "half";
        fs::last_write_time(file, fs::file_time_type::clock::now() - age);
        return file;
    };
    const auto stale = made("work.json.0123abcd.part", 10min), writing = made("work.json.89abcdef.part", 0s);
    const std::vector others{made("other.json.0123abcd.part", 10min),
                             made("work.json.of last week.part", 10min),
                             made("work.json.my notes.part", 10min), made("work.json.0123abcd", 10min)};
    write_whole_file(folder.path / "work.json", "all");
    CHECK_FALSE(fs::exists(stale));
    CHECK(fs::exists(writing));
    for (const auto& other : others)
        CHECK_MESSAGE(fs::exists(other), other);
    CHECK(content(folder.path / "work.json") == "all");
}

TEST_CASE("the longest name that a folder takes can be written, in characters of any size") {
    const TemporaryFolder folder;
    for (const std::string& letter : {std::string("x"), std::string("ä"), std::string("猫")})
        for (std::size_t bytes = 238; bytes <= 255; ++bytes) {
            std::string name;
            while (name.size() + letter.size() <= bytes)
                name += letter;
            name.resize(bytes, 'x');
            const fs::path file = folder.path / path_from_utf8(name);
            write_whole_file(file, "all");
            CHECK(content(file) == "all");
        }
    CHECK(folder.files() == 3 * 18);
}

TEST_CASE("a file that cannot be written is named, with why and what to do") {
    const TemporaryFolder folder;
    const InputError missing = refusal(folder.path / "no" / "such" / "figure.svg");
    CHECK(missing.where == (folder.path / "no" / "such" / "figure.svg").string());
    CHECK(missing.problem ==
          "the file cannot be written: there is no folder " + (folder.path / "no" / "such").string());
    CHECK(missing.hint == "make the folder first, or name another one");
    CHECK(refusal(folder.path).problem == "the file cannot be written: this is a folder");
    CHECK(refusal(folder.path / "").problem == "the file cannot be written: this is a folder");
    CHECK(refusal(folder.path / std::string(300, 'x')).problem.starts_with("the file cannot be written: "));
    CHECK(folder.files() == 0);
}

TEST_CASE("a regular file is read whole, and nothing else is") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "file", std::string("a\0b", 3));
    CHECK(read_whole_file(folder.path / "file", 10) == std::string("a\0b", 3));
    write_whole_file(folder.path / "large", "more than ten bytes");
    CHECK(unread(folder.path) == "this is a folder");
    CHECK(unread(folder.path / "large") == "it is too large");
    CHECK(unread(folder.path / "missing") == "there is no such file");
}

TEST_CASE("names may be in any script") {
    const TemporaryFolder folder;
    const auto file = folder.path / fs::path(u8"Größe 数 глава.json");
    write_whole_file(file, "x");
    CHECK(read_whole_file(file, 10) == "x");
    CHECK(read_whole_file(folder.path / path_from_utf8("Größe 数 глава.json"), 10) == "x");
    CHECK(path_from_utf8("😀 ä 猫") == fs::path(u8"😀 ä 猫"));
    CHECK(path_from_utf8("") == fs::path());
    CHECK(refusal(file / "in it").where.find("Größe 数 глава") != std::string::npos);
}
