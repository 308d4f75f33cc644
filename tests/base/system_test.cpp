#include "base/system.h"
#include "environment.h"
#include "temporary_folder.h"

#include <doctest/doctest.h>

#ifdef _WIN32
constexpr const char *home_variable = "USERPROFILE", *settings_variable = "APPDATA";
#else
constexpr const char *home_variable = "HOME", *settings_variable = "XDG_CONFIG_HOME";
#endif

namespace fs = std::filesystem;

TEST_CASE("a machine that says how much memory it has says something sensible") {
    const std::uint64_t memory = base::physical_memory();
#ifdef __EMSCRIPTEN__
    CHECK(memory == 0); // not the machine's
#else
    CHECK(memory > 100'000'000);
#endif
}

TEST_CASE("the program knows the folder that it lies in") {
    const fs::path folder = base::program_folder();
    CHECK(folder.is_absolute());
    CHECK(fs::is_directory(folder));
}

TEST_CASE("data are where ATTENTION_LAB_DATA says, if assets and shaders are there") {
    const TemporaryFolder folder;
    const Variable chosen("ATTENTION_LAB_DATA", folder.path.string());
    CHECK(base::data_folder() != folder.path);
    fs::create_directory(folder.path / "assets");
    CHECK(base::data_folder() != folder.path);
    fs::create_directory(folder.path / "shaders");
    CHECK(base::data_folder() == folder.path);
}

TEST_CASE("what the user keeps lies in the user's own folders") {
    const TemporaryFolder folder;
    const Variable home(home_variable, folder.path.string());
    CHECK(base::home_folder() == folder.path);
    const Variable settings(settings_variable, (folder.path / "settings").string());
    CHECK(base::own_folder(base::Kept::settings).parent_path() == folder.path / "settings");
}

TEST_CASE("a missing folder cannot be written in") {
    const TemporaryFolder folder;
    CHECK(base::may_write_in(folder.path));
    CHECK_FALSE(base::may_write_in(folder.path / "missing"));
}
