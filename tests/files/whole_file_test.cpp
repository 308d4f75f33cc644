#include "files/whole_file.h"

#include "attention/input_error.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

using attention::InputError;
using files::write_whole_file;

namespace {

InputError refusal(const std::filesystem::path& file) {
    try {
        write_whole_file(file, "new");
    } catch (const InputError& error) {
        return error;
    }
    FAIL("written: " << file);
    return {"", "", ""};
}

} // namespace

TEST_CASE("a file takes the place of the one before, and nothing else is left behind") {
    const TemporaryFolder folder;
    const auto file = folder.path / "numbers.csv";
    write_whole_file(file, "old");
    write_whole_file(file, std::string("a\0b", 3));
    CHECK(content(file) == std::string("a\0b", 3));
    CHECK(folder.files() == 1);
}

TEST_CASE("a file that cannot be written is named, with why and what to do") {
    const TemporaryFolder folder;
    const InputError missing = refusal(folder.path / "no" / "such" / "figure.svg");
    CHECK(missing.where == (folder.path / "no/such/figure.svg").string());
    CHECK(missing.problem ==
          "the file cannot be written: there is no folder " + (folder.path / "no/such").string());
    CHECK(missing.hint == "make the folder first, or name another one");
    CHECK(refusal(folder.path).problem == "the file cannot be written: this is a folder");
    CHECK(refusal(folder.path / "").problem == "the file cannot be written: this is a folder");
    CHECK(refusal(folder.path / std::string(300, 'x')).problem.starts_with("the file cannot be written: "));
    CHECK(folder.files() == 0);
}

TEST_CASE("a link stays a link, a device stays a device, and a part that another wrote stays there") {
    TemporaryFolder folder;
    write_whole_file(folder.path / "target", "old");
    std::filesystem::create_symlink(folder.path / "target", folder.path / "link");
    write_whole_file(folder.path / "link", "new");
    CHECK(std::filesystem::is_symlink(folder.path / "link"));
    CHECK(std::filesystem::file_size(folder.path / "target") == 3);
    CHECK(refusal("/dev/null").problem == "the file cannot be written: this is a device, not a file");
    std::filesystem::create_directory(folder.path / "figure.part");
    CHECK(refusal(folder.path / "figure").problem == "the file cannot be written: it cannot be opened");
    CHECK(std::filesystem::exists(folder.path / "figure.part"));
}
