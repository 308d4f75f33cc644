#include "worksheet/files.h"

#include "base/input_error.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

using namespace worksheet;
namespace fs = std::filesystem;

TEST_CASE("files go into a folder that is made, in place of those that are there") {
    const TemporaryFolder folder;
    const fs::path out = folder.path / "class" / "7b";
    write_all(out, {{"a", "1"}, {"b", "2"}});
    write_all(out, {{"a", "3"}});
    CHECK(content(out / "a") == "3");
    CHECK(content(out / "b") == "2");
    CHECK(std::distance(fs::directory_iterator(out), {}) == 2);
}

TEST_CASE("what cannot be written leaves nothing behind") {
    const TemporaryFolder folder;
    const fs::path out = folder.path / "out";
    fs::create_directories(out / "b"); // where a file is to be
    CHECK_THROWS_AS(write_all(out, {{"a", "1"}, {"b", "2"}}), base::InputError);
    CHECK(std::distance(fs::directory_iterator(out), {}) == 1);
    std::ofstream(folder.path / "file") << "kept";
    CHECK_THROWS_AS(write_all(folder.path / "file", {{"a", "1"}}), base::InputError);
    CHECK_THROWS_AS(write_all(folder.path / "file" / "deeper", {{"a", "1"}}), base::InputError);
    CHECK(content(folder.path / "file") == "kept");
}
