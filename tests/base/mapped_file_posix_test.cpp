#include "base/mapped_file.h"

#include "base/files.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <filesystem>

using base::MappedFile;
namespace fs = std::filesystem;

TEST_CASE("a mapped file that is cut off afterwards is no longer whole; one that is replaced is") {
    const TemporaryFolder folder;
    base::write_whole_file(folder.path / "cut", "abc");
    base::write_whole_file(folder.path / "replaced", "abc");
    const MappedFile cut(folder.path / "cut"), replaced(folder.path / "replaced");
    CHECK(cut.is_whole());
    fs::resize_file(folder.path / "cut", 1);
    CHECK_FALSE(cut.is_whole());
    base::write_whole_file(folder.path / "other", "a");
    fs::rename(folder.path / "other", folder.path / "replaced");
    CHECK(replaced.is_whole());
}
