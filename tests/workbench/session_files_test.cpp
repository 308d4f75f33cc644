#include "workbench/session_files.h"

#include "lab.h"
#include "temporary_folder.h"

#include <thread>

using namespace lab;
using workbench::Session;
using workbench::SessionFiles;

namespace {

Session session_of(const std::string& text) {
    return {.first = {std::make_shared<const Document>(sentence(text))}};
}

SessionFiles::Outcome outcome_of(SessionFiles& files) {
    for (;;) {
        if (auto outcome = files.take()) return *outcome;
        std::this_thread::yield();
    }
}

std::vector<workbench::LeftOff> left_off(SessionFiles& files) {
    while (!files.left_off())
        std::this_thread::yield();
    return *files.left_off();
}

} // namespace

TEST_CASE("what is saved is the current file, first among the recent ones, and can be opened") {
    const TemporaryFolder folder;
    SessionFiles files(folder.path / "settings.json", folder.path / "state");
    files.begin(session_of("at first"), "");
    CHECK(files.current().empty());
    files.save(folder.path / "a.json", session_of("the cat"));
    files.save(folder.path / "b.json", session_of("a dog"));
    CHECK(outcome_of(files).saved);
    CHECK(files.current() == folder.path / "b.json");
    CHECK(files.recent() ==
          std::vector{(folder.path / "b.json").string(), (folder.path / "a.json").string()});
    files.open(folder.path / "a.json");
    const auto opened = outcome_of(files);
    REQUIRE(opened.opened);
    CHECK(opened.opened->first.document->text == "the cat");
    files.begin(*opened.opened, opened, session_of("at first"));
    CHECK(files.current() == folder.path / "a.json");
    CHECK(SessionFiles(folder.path / "settings.json", "").recent() == files.recent());
}

TEST_CASE("a file that cannot be opened or written is said, and the current one stays") {
    const TemporaryFolder folder;
    SessionFiles files("", "");
    files.begin(session_of("at first"), folder.path / "mine.json");
    files.open(folder.path);
    CHECK(contains(outcome_of(files).mistake->what(), "this is a folder"));
    files.save("/nowhere/a.json", session_of("the cat"));
    CHECK(contains(outcome_of(files).mistake->what(), "cannot be written"));
    CHECK(files.current() == folder.path / "mine.json");
    CHECK(files.recent().empty());
}

TEST_CASE("a session that cannot be put into words of JSON is said, whatever was thrown") {
    const TemporaryFolder folder;
    SessionFiles files("", "");
    const Session torn = session_of("caf\xe9"); // Latin-1
    files.begin(torn, "");
    files.save(folder.path / "a.json", torn);
    const auto outcome = outcome_of(files);
    CHECK_FALSE(outcome.saved);
    REQUIRE(outcome.mistake);
    CHECK(contains(outcome.mistake->what(), "UTF-8"));
    CHECK_FALSE(files.busy());
}

TEST_CASE("opening a file keeps the work that it takes the place of") {
    const TemporaryFolder folder;
    SessionFiles files("", folder.path / "state");
    files.begin(session_of("at first"), "");
    files.save(folder.path / "a.json", session_of("the cat"));
    files.wait();
    files.open(folder.path / "a.json");
    const auto opened = outcome_of(files);
    files.begin(*opened.opened, opened, session_of("not saved"));
    SessionFiles next("", folder.path / "state");
    next.begin(session_of("at first"), "");
    const auto list = left_off(next);
    REQUIRE(list.size() == 1);
    CHECK(list[0].about == "not saved");
    next.go_on(list[0]);
    const auto going_on = outcome_of(next);
    REQUIRE(going_on.opened);
    next.begin(*going_on.opened, going_on, session_of("at first"));
    CHECK(next.current().empty());
    CHECK(std::filesystem::exists(next.autosave().file()));
    CHECK_FALSE(std::filesystem::exists(list[0].file));
}
