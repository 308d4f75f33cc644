#include "workbench/session.h"

#include "lab.h"
#include "language/temporary_file.h"

#include <fstream>

using namespace lab;

TEST_CASE("a session that was saved is opened again") {
    const TemporaryFile file("session.json", "an older one");
    workbench::write_session(file.path(), preset("french-cat"));
    CHECK(workbench::read_session(file.path()) == preset("french-cat"));
    CHECK_FALSE(std::filesystem::exists(file.path().string() + ".new"));
}

TEST_CASE("a session that cannot be read is refused with its file") {
    const TemporaryFile file("session.json", "{");
    CHECK(contains(refusal([&] { (void)workbench::read_session(file.path()); }), "session.json, line 1"));
    CHECK(contains(refusal([&] { (void)workbench::read_session(file.folder()); }), "no such file"));
    CHECK(contains(refusal([] { (void)workbench::read_session("/nowhere/session.json"); }), "no such file"));
}

TEST_CASE("a session that cannot be written is refused, and leaves nothing behind") {
    CHECK(contains(refusal([] { workbench::write_session("/nowhere/session.json", preset("love")); }),
                   "cannot be written"));
    const TemporaryFile file("inside", "x");
    const auto folder = file.folder() / "session.json";
    std::filesystem::create_directories(folder / "full");
    CHECK(contains(refusal([&] { workbench::write_session(folder, preset("love")); }), "cannot be written"));
    CHECK_FALSE(std::filesystem::exists(folder.string() + ".new"));
}
