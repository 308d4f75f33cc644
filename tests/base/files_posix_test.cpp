// What only POSIX systems have: names that are not UTF-8, links, devices and pipes.

#include "base/files.h"

#include "base/input_error.h"
#include "refusal.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>

namespace fs = std::filesystem;
using base::InputError;
using base::read_whole_file;
using base::write_whole_file;

namespace {

const std::string latin = "b\xE9.json", shown_latin = "b\xEF\xBF\xBD.json";

} // namespace

TEST_CASE("a replacement is shown for each byte that belongs to no character") {
    CHECK(base::shown(fs::path(latin)) == shown_latin);
    CHECK(base::shown(fs::path("\xC3")) == "\xEF\xBF\xBD");
    CHECK(base::shown(fs::path("ä\xC3\x28猫\xFF")) == "ä\xEF\xBF\xBD(猫\xEF\xBF\xBD");
}

TEST_CASE("what is shown leads back to the file, also within folders") {
    const TemporaryFolder folder;
    const fs::path inner = folder.path / "\xFF stick" / "plain";
    fs::create_directories(inner);
    write_whole_file(inner / latin, "x");
    CHECK(base::path_shown_as(base::shown(inner / latin)) == inner / latin);
    // A file that is not there yet, in a folder that is.
    CHECK(base::path_shown_as(base::shown(inner / "new.json")) == inner / "new.json");
    CHECK(base::path_shown_as(base::shown(inner / "")) == inner / "");
}

TEST_CASE("two files that are shown alike are not mistaken for one another") {
    const TemporaryFolder folder;
    for (const char* name : {"b\xE9.json", "b\xE8.json"})
        write_whole_file(folder.path / name, "x");
    CHECK(base::path_shown_as(base::shown(folder.path / latin)) == folder.path / shown_latin);
}

TEST_CASE("a message about such a file is UTF-8") {
    const TemporaryFolder folder;
    CHECK(refusal_of([&] { (void)read_whole_file(folder.path / latin, 10); }).where ==
          (folder.path / shown_latin).string());
    CHECK(InputError("a\xE9", "b\xE9", "c\xE9").what() ==
          std::string("a\xEF\xBF\xBD: b\xEF\xBF\xBD (c\xEF\xBF\xBD)"));
}

TEST_CASE("a link stays a link, a device stays a device, and a folder named like a part stays") {
    TemporaryFolder folder;
    write_whole_file(folder.path / "target", "old");
    fs::create_symlink(folder.path / "target", folder.path / "link");
    write_whole_file(folder.path / "link", "new");
    CHECK(fs::is_symlink(folder.path / "link"));
    CHECK(fs::file_size(folder.path / "target") == 3);
    CHECK(refusal("/dev/null").problem == "the file cannot be written: this is a device, not a file");
    fs::create_directory(folder.path / "figure.part");
    write_whole_file(folder.path / "figure", "new");
    CHECK(fs::exists(folder.path / "figure.part"));
}

TEST_CASE("a folder in which no file can be made, not even by root, is said to be one") {
    const InputError refused = refusal("/proc/figure.svg");
    CHECK(refused.where == "/proc/figure.svg");
    CHECK(refused.problem == "the file cannot be written: it cannot be opened");
    CHECK(refused.hint == "choose a folder you can write to and that has space left");
}

TEST_CASE("a link to a file that is not there yet stays a link, and the file is made") {
    const TemporaryFolder folder;
    fs::create_symlink("later", folder.path / "link");
    write_whole_file(folder.path / "link", "new");
    CHECK(fs::is_symlink(folder.path / "link"));
    CHECK(content(folder.path / "later") == "new");
    fs::create_symlink("loop", folder.path / "loop");
    CHECK(refusal(folder.path / "loop").problem.starts_with("the file cannot be written: "));
    CHECK(fs::is_symlink(folder.path / "loop"));
}

TEST_CASE("a file that the system makes up as it is read has no size, and is read to its end") {
    const std::string status = read_whole_file("/proc/self/status", 1 << 20);
    CHECK(status.starts_with("Name:"));
    CHECK(status.ends_with("\n"));
    CHECK(unread("/proc/self/status") == "it is too large");
}

TEST_CASE("a regular file is read whole; nothing else is read or waited for") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "file", std::string("a\0b", 3));
    fs::create_symlink("file", folder.path / "link");
    CHECK(read_whole_file(folder.path / "link", 10) == std::string("a\0b", 3));
    fs::create_symlink("loop", folder.path / "loop");
    fs::create_symlink("nothing", folder.path / "dangling");
    REQUIRE(mkfifo((folder.path / "pipe").c_str(), 0600) == 0);
    write_whole_file(folder.path / "large", "more than ten bytes");
    CHECK(unread(folder.path) == "this is a folder");
    CHECK(unread(folder.path / "pipe") == "this is a device or a pipe, not a file");
    CHECK(unread("/dev/zero") == "this is a device or a pipe, not a file");
    CHECK(unread(folder.path / "dangling") == "there is no such file");
    CHECK(unread(folder.path / "file" / "in it").starts_with("there is no such file"));
    CHECK(unread(folder.path / "loop").starts_with("the file cannot be read: "));
    CHECK(unread(folder.path / std::string(300, 'x')).starts_with("the file cannot be read: "));
    CHECK(unread(folder.path / "large") == "it is too large");
}
