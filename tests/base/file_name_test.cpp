#include "base/file_name.h"

#include "temporary_folder.h"

#include <doctest/doctest.h>

namespace fs = std::filesystem;

TEST_CASE("a name in Unicode is shown as it is, and is itself what is shown") {
    for (const char* name : {"", "a.json", "Größe/数/😀.json", "/absolute/ä", "folder/"}) {
        CHECK(base::shown(fs::path(name)) == name);
        CHECK(base::path_shown_as(name) == fs::path(name));
    }
}

TEST_CASE("a name may have the letter itself that stands for what is none") {
    const TemporaryFolder folder;
    const fs::path file = folder.path / fs::path(u8"b\uFFFD.json");
    CHECK(base::path_shown_as(base::shown(file)) == file);
    std::ofstream(file) << "x";
    CHECK(base::path_shown_as(base::shown(file)) == file);
}
