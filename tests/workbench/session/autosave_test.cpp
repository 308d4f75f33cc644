#include "temporary_folder.h"
#include "workbench/lab.h"
#include "workbench/session/autosave.h"

#include <thread>

using namespace lab;
using namespace std::chrono_literals;
using workbench::Autosave;
using workbench::Session;

namespace {

Session session_of(const std::string& text) {
    return {.first = {std::make_shared<const Document>(sentence(text))}};
}

std::string kept_text(const Autosave& autosave) {
    return workbench::read_session(autosave.file()).first.document->text;
}

/// Dates the file by a clock that is wrong.
void date(const std::filesystem::path& file, std::chrono::hours from_now) {
    std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() + from_now);
}

std::vector<std::string> left_off_in(const TemporaryFolder& folder) {
    std::vector<std::string> all;
    for (const auto& work : workbench::left_off(folder.path, {}, 100))
        all.push_back(work.about);
    return all;
}

/// Works of other windows, "0" the oldest.
void leave_off(const TemporaryFolder& folder, int count, std::chrono::hours dated) {
    for (int i = 0; i < count; ++i) {
        Autosave other(folder.path);
        other.begin(session_of("a"));
        other.finish(session_of(std::to_string(i)));
        date(other.file(), dated - std::chrono::hours(i));
    }
}

/// Follows until the worker has written.
void follow_until_written(Autosave& autosave, const Session& now, Autosave::Clock::time_point time) {
    autosave.follow(now, time);
    autosave.follow(now, time + 2s);
    while (autosave.file().empty() || !std::filesystem::exists(autosave.file())) {
        std::this_thread::yield();
        autosave.follow(now, time + 2s);
    }
}

} // namespace

TEST_CASE("what was opened needs no keeping; a change is kept within two seconds") {
    const TemporaryFolder folder;
    Autosave autosave(folder.path / "attention-lab");
    const auto start = Autosave::Clock::now();
    const Session opened = session_of("the cat"), changed = session_of("the cat slept");
    autosave.begin(opened);
    autosave.follow(opened, start);
    autosave.follow(opened, start + 10s);
    autosave.finish(opened);
    CHECK_FALSE(std::filesystem::exists(autosave.file()));
    follow_until_written(autosave, changed, start + 20s);
    CHECK(kept_text(autosave) == "the cat slept");
    CHECK_FALSE(autosave.problem());
}

TEST_CASE("looking around needs no keeping; once there is work, what was looked at is kept with it") {
    const TemporaryFolder folder;
    Autosave autosave(folder.path);
    Session now = session_of("the cat");
    autosave.begin(now);
    now.first.selection.query = 1;
    now.second = session_of("a dog").first;
    autosave.follow(now, Autosave::Clock::now());
    autosave.finish(now);
    CHECK_FALSE(std::filesystem::exists(autosave.file()));
    now.second = session_of("a dog slept").first;
    autosave.finish(now);
    now.first.selection.query = 0;
    autosave.finish(now);
    CHECK(workbench::read_session(autosave.file()).first.selection.query == 0);
}

TEST_CASE("what is not written yet when the window closes is written then") {
    const TemporaryFolder folder;
    Autosave autosave(folder.path);
    autosave.begin(session_of("the cat"));
    const Session changed = session_of("a dog");
    autosave.follow(changed, Autosave::Clock::now());
    autosave.finish(changed);
    CHECK(kept_text(autosave) == "a dog");
}

TEST_CASE("a change that is written at once by the worker and again at the end is whole") {
    const TemporaryFolder folder;
    Autosave autosave(folder.path);
    autosave.begin(session_of("the cat"));
    const auto start = Autosave::Clock::now();
    for (int i = 0; i < 50; ++i) {
        const Session now = session_of("word " + std::to_string(i));
        autosave.follow(now, start + i * 10s);
        autosave.follow(now, start + i * 10s + 5s);
        autosave.finish(session_of("end " + std::to_string(i)));
        CHECK(kept_text(autosave) == "end " + std::to_string(i));
    }
}

TEST_CASE("two windows keep their work apart, and both are left off for the next") {
    const TemporaryFolder folder;
    Autosave one(folder.path), other(folder.path);
    one.begin(session_of("a"));
    other.begin(session_of("b"));
    one.finish(session_of("first"));
    other.finish(session_of("second"));
    date(one.file(), -1h);
    const auto list = workbench::left_off(folder.path, {}, 5);
    REQUIRE(list.size() == 2);
    CHECK(list[0].about == "second");
    CHECK(list[1].about == "first");
    CHECK(list[0].time - list[1].time > 59min);
    CHECK(workbench::left_off(folder.path, other.file(), 5).size() == 1);
    CHECK(workbench::left_off(folder.path, {}, 1).size() == 1);
}

TEST_CASE("who goes on where it was left off takes the file over") {
    const TemporaryFolder folder;
    Autosave before(folder.path), now(folder.path);
    before.begin(session_of("a"));
    before.finish(session_of("left off"));
    const Session opened = workbench::read_session(before.file());
    now.begin(opened, before.file());
    CHECK_FALSE(std::filesystem::exists(before.file()));
    CHECK(now.file() != before.file());
    CHECK(kept_text(now) == "left off");
    CHECK(folder.files() == 1);
}

TEST_CASE("another piece of work goes into another file, and the oldest of other windows are forgotten") {
    const TemporaryFolder folder;
    leave_off(folder, 15, 0h);
    CHECK(folder.files() == 11);
    Autosave autosave(folder.path);
    for (int i = 100; i < 115; ++i) {
        autosave.begin(session_of("a"));
        autosave.finish(session_of(std::to_string(i)));
    }
    const auto all = left_off_in(folder);
    CHECK(all.size() == 25);
    CHECK(all.front() == "114");
    CHECK(all[15] == "14");
    CHECK(all.back() == "5");
}

TEST_CASE("what is older is known by its number, whatever clocks have said") {
    const TemporaryFolder folder;
    leave_off(folder, 10, 24h); // a day ahead, and the first the furthest
    for (const std::string& text : {std::string("mine"), std::string("mine again")}) {
        Autosave autosave(folder.path);
        autosave.begin(session_of("a"));
        follow_until_written(autosave, session_of(text), Autosave::Clock::now()); // as before kill −9
        CHECK(kept_text(autosave) == text);
        CHECK(left_off_in(folder).front() == text);
        autosave.finish(session_of(text + ", to its end"));
        CHECK(kept_text(autosave) == text + ", to its end");
    }
    CHECK(left_off_in(folder) == std::vector<std::string>{"mine again, to its end", "mine, to its end", "9",
                                                          "8", "7", "6", "5", "4", "3", "2", "1"});
}

TEST_CASE("a window that works on is the newest again, and keeps one file") {
    const TemporaryFolder folder;
    Autosave autosave(folder.path);
    autosave.begin(session_of("a"));
    autosave.finish(session_of("mine"));
    leave_off(folder, 9, 0h);
    autosave.finish(session_of("mine still"));
    CHECK(left_off_in(folder).front() == "mine still");
    CHECK(folder.files() == 10);
    autosave.finish(session_of("mine still, later"));
    CHECK(left_off_in(folder).front() == "mine still, later");
    CHECK(folder.files() == 10);
}

TEST_CASE("a window whose file another has gone on with writes one of its own") {
    const TemporaryFolder folder;
    Autosave one(folder.path), other(folder.path);
    one.begin(session_of("a"));
    one.finish(session_of("first"));
    other.begin(workbench::read_session(one.file()), one.file());
    one.finish(session_of("first, more"));
    other.finish(session_of("gone on"));
    CHECK(left_off_in(folder) == std::vector<std::string>{"gone on", "first, more"});
}

TEST_CASE("what a killed window left half written is cleared away, and what one writes now is not") {
    const TemporaryFolder folder;
    const auto killed = folder.path / "work-000000001-00000000.json.12345678.part",
               writing = folder.path / "work-000000002-00000000.json.12345678.part",
               other = folder.path / "mine.part";
    for (const auto& file : {killed, writing, other})
        std::ofstream(file) << "{";
    for (const auto& file : {killed, other})
        std::filesystem::last_write_time(file, std::filesystem::file_time_type::clock::now() -
                                                   std::chrono::minutes(10));
    Autosave autosave(folder.path);
    autosave.begin(session_of("a"));
    autosave.finish(session_of("b"));
    CHECK_FALSE(std::filesystem::exists(killed));
    CHECK(std::filesystem::exists(writing));
    CHECK(std::filesystem::exists(other));
    CHECK(folder.files() == 3);
}

TEST_CASE("a folder that cannot be written is said once; damaged files and other things are no work") {
    Autosave nowhere("/dev/null/folder");
    nowhere.begin(session_of("a"));
    nowhere.finish(session_of("b"));
    const auto problem = nowhere.problem();
    REQUIRE(problem);
    CHECK(contains(problem->what(), "cannot be written"));
    CHECK_FALSE(nowhere.problem());
    CHECK(workbench::left_off("/dev/null/folder", {}, 5).empty());
    CHECK(workbench::left_off("", {}, 5).empty());
    const TemporaryFolder folder;
    std::ofstream(folder.path / "work-1.json") << "{";
    std::filesystem::create_directory(folder.path / "work-2.json");
    std::ofstream(folder.path / "notes.txt") << "mine";
    CHECK(workbench::left_off(folder.path, {}, 5).empty());
}
