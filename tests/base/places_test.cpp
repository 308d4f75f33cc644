#include "base/places.h"

#include "temporary_folder.h"

#include <doctest/doctest.h>

#include <cstdlib>

namespace fs = std::filesystem;

namespace {

#ifdef _WIN32
constexpr const char *home_variable = "USERPROFILE", *settings_variable = "APPDATA";
void set(const char* name, const std::string& value) {
    _putenv_s(name, value.c_str());
}
#else
constexpr const char *home_variable = "HOME", *settings_variable = "XDG_CONFIG_HOME";
void set(const char* name, const std::string& value) {
    setenv(name, value.c_str(), 1);
}
#endif

/// An environment variable that has its old value again afterwards.
struct Variable {
    Variable(const char* called, const std::string& value) : name(called) {
        if (const char* known = std::getenv(called)) before = known;
        set(name, value);
    }
    ~Variable() { set(name, before); }
    Variable(const Variable&) = delete;
    Variable& operator=(const Variable&) = delete;
    const char* name;
    std::string before;
};

} // namespace

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

#ifndef _WIN32
TEST_CASE("without the variables of the XDG specification, or with relative paths in them, own folders are "
          "in the home") {
    const TemporaryFolder folder;
    const Variable home("HOME", folder.path.string());
    const Variable settings("XDG_CONFIG_HOME", "relative"), state("XDG_STATE_HOME", "");
    CHECK(base::own_folder(base::Kept::settings) == folder.path / ".config/attention-lab");
    CHECK(base::own_folder(base::Kept::state) == folder.path / ".local/state/attention-lab");
}
#endif

TEST_CASE("a folder that is not there cannot be written in") {
    const TemporaryFolder folder;
    CHECK(base::may_write_in(folder.path));
    CHECK_FALSE(base::may_write_in(folder.path / "missing"));
}
