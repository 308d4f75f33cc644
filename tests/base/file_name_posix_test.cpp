// Names that are no UTF-8, as Linux allows them.
#include "base/files.h"

#include "refusal.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

namespace fs = std::filesystem;

namespace {

const std::string latin = "b\xE9.json", shown_latin = "b\xEF\xBF\xBD.json";

} // namespace

TEST_CASE("a replacement is shown for each byte that is in no letter") {
    CHECK(base::shown(fs::path(latin)) == shown_latin);
    CHECK(base::shown(fs::path("\xC3")) == "\xEF\xBF\xBD");
    CHECK(base::shown(fs::path("ä\xC3\x28猫\xFF")) == "ä\xEF\xBF\xBD(猫\xEF\xBF\xBD");
}

TEST_CASE("what is shown leads to the file, also within folders") {
    const TemporaryFolder folder;
    const fs::path inner = folder.path / "\xFF stick" / "plain";
    fs::create_directories(inner);
    base::write_whole_file(inner / latin, "x");
    CHECK(base::path_shown_as(base::shown(inner / latin)) == inner / latin);
    // A file that is not there yet, in a folder that is.
    CHECK(base::path_shown_as(base::shown(inner / "new.json")) == inner / "new.json");
    CHECK(base::path_shown_as(base::shown(inner / "")) == inner / "");
}

TEST_CASE("two files that are shown alike are not mistaken for one another") {
    const TemporaryFolder folder;
    for (const char* name : {"b\xE9.json", "b\xE8.json"})
        base::write_whole_file(folder.path / name, "x");
    CHECK(base::path_shown_as(base::shown(folder.path / latin)) == folder.path / shown_latin);
}

TEST_CASE("a message about such a file is UTF-8") {
    const TemporaryFolder folder;
    CHECK(refusal_of([&] { (void)base::read_whole_file(folder.path / latin, 10); }).where ==
          (folder.path / shown_latin).string());
    CHECK(base::InputError("a\xE9", "b\xE9", "c\xE9").what() ==
          std::string("a\xEF\xBF\xBD: b\xEF\xBF\xBD (c\xEF\xBF\xBD)"));
}
