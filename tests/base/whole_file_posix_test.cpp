// Links, devices and pipes, as only POSIX systems have them.
#include "base/files.h"

#include "base/input_error.h"
#include "refusal.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <sys/stat.h>

using base::InputError;
using base::read_whole_file;
using base::write_whole_file;

TEST_CASE("a link stays a link, a device stays a device, and what is called like a part stays there") {
    TemporaryFolder folder;
    write_whole_file(folder.path / "target", "old");
    std::filesystem::create_symlink(folder.path / "target", folder.path / "link");
    write_whole_file(folder.path / "link", "new");
    CHECK(std::filesystem::is_symlink(folder.path / "link"));
    CHECK(std::filesystem::file_size(folder.path / "target") == 3);
    CHECK(refusal("/dev/null").problem == "the file cannot be written: this is a device, not a file");
    std::filesystem::create_directory(folder.path / "figure.part");
    write_whole_file(folder.path / "figure", "new");
    CHECK(std::filesystem::exists(folder.path / "figure.part"));
}

TEST_CASE("a folder in which no file can be made, not even by root, is said to be one") {
    const InputError refused = refusal("/proc/figure.svg");
    CHECK(refused.where == "/proc/figure.svg");
    CHECK(refused.problem == "the file cannot be written: it cannot be opened");
    CHECK(refused.hint == "choose a folder you can write to and that has space left");
}

TEST_CASE("a link to a file that is not there yet stays a link, and the file is made") {
    const TemporaryFolder folder;
    std::filesystem::create_symlink("later", folder.path / "link");
    write_whole_file(folder.path / "link", "new");
    CHECK(std::filesystem::is_symlink(folder.path / "link"));
    CHECK(content(folder.path / "later") == "new");
    std::filesystem::create_symlink("loop", folder.path / "loop");
    CHECK(refusal(folder.path / "loop").problem.starts_with("the file cannot be written: "));
    CHECK(std::filesystem::is_symlink(folder.path / "loop"));
}

TEST_CASE("a regular file is read whole, and nothing else is, nor waited for") {
    const TemporaryFolder folder;
    write_whole_file(folder.path / "file", std::string("a\0b", 3));
    std::filesystem::create_symlink("file", folder.path / "link");
    CHECK(read_whole_file(folder.path / "link", 10) == std::string("a\0b", 3));
    std::filesystem::create_symlink("loop", folder.path / "loop");
    std::filesystem::create_symlink("nothing", folder.path / "dangling");
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
