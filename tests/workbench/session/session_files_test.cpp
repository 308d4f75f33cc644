#include "base/files.h"
#include "refusal_text.h"
#include "source_folder.h"
#include "temporary_folder.h"
#include "workbench/lab.h"
#include "workbench/session/session_files.h"

#include <ctime>
#include <doctest/doctest.h>
#include <thread>

using namespace lab;
using workbench::completed;
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

TEST_CASE("a file that another window has saved meanwhile is not replaced without a word") {
    const TemporaryFolder folder;
    const auto file = folder.path / "a.json";
    SessionFiles one("", ""), other("", "");
    one.begin(session_of("at first"), file); // it is not there yet
    other.begin(session_of("at first"), file);
    one.save(file, session_of("one"));
    CHECK(outcome_of(one).saved);
    other.save(file, session_of("other"));
    const auto refused = outcome_of(other);
    REQUIRE(refused.mistake);
    CHECK(contains(refused.mistake->problem, "it has changed since"));
    CHECK(workbench::read_session(file).first.document->text == "one");
    other.save(file, session_of("other")); // told, and still wanted
    CHECK(outcome_of(other).saved);
    CHECK(workbench::read_session(file).first.document->text == "other");
    other.save(file, session_of("other, more"));
    CHECK(outcome_of(other).saved);
    one.open(file);
    const auto opened = outcome_of(one);
    one.begin(*opened.opened, opened, session_of("one"));
    one.save(file, session_of("one again"));
    CHECK(outcome_of(one).saved);
    std::filesystem::remove(file);
    one.save(file, session_of("and once more"));
    CHECK(outcome_of(one).saved);
}

TEST_CASE("two windows do not lose each other's recent files") {
    const TemporaryFolder folder;
    SessionFiles one(folder.path / "settings.json", ""), other(folder.path / "settings.json", "");
    for (int i = 0; i < 3; ++i)
        for (auto* files : {&one, &other}) {
            files->save(folder.path / ((files == &one ? "one" : "other") + std::to_string(i)),
                        session_of("a"));
            files->wait();
        }
    const auto recent = workbench::read_settings(folder.path / "settings.json").recent;
    CHECK(recent.size() == 6);
    CHECK(recent.front() == (folder.path / "other2").string());
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

TEST_CASE("what is left off here is offered here, and the way back leads to its file") {
    const TemporaryFolder folder;
    SessionFiles files("", folder.path / "state");
    files.begin(session_of("at first"), "");
    CHECK(left_off(files).empty());
    files.save(folder.path / "a.json", session_of("the cat"));
    files.wait();
    const Session desk = session_of("on the desk"), taught = session_of("the lesson's");
    const auto way_back = files.begin(taught, {}, desk);
    CHECK(files.current().empty());
    REQUIRE(left_off(files).size() == 1);
    CHECK(left_off(files)[0].about == "on the desk");
    files.begin(desk, way_back, session_of("tried"));
    REQUIRE(left_off(files).size() == 1); // and not what the window goes on with
    CHECK(left_off(files)[0].about == "tried");
    files.save(folder.path / "a.json", desk); // nobody else has written it
    CHECK(outcome_of(files).saved);
}

TEST_CASE("who has changed nothing comes back to no file") {
    const TemporaryFolder folder;
    SessionFiles files("", folder.path / "state");
    const Session first = session_of("at first");
    files.begin(first, "");
    CHECK_FALSE(files.begin(session_of("the lesson's"), {}, first).from);
    CHECK(left_off(files).empty());
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

// ---------------------------------------------------------------- the names in a folder

using Entries = std::vector<workbench::FolderEntry>;

TEST_CASE("a typed path is a folder and the beginning of a name") {
    const auto split = [](const char* typed) {
        const auto path = workbench::split_path(typed);
        return path.folder + "|" + path.name;
    };
    CHECK(split("/home/me/le") == "/home/me/|le");
    CHECK(split("/home/me/") == "/home/me/|");
    CHECK(split("le") == "|le");
    CHECK(split("") == "|");
    CHECK(workbench::meant_path("a/~/b") == "a/~/b");
    CHECK(workbench::meant_path("~").is_absolute());
}

TEST_CASE("folders come first, then the files with the ending that is wanted") {
    const TemporaryFolder folder;
    for (const char* name : {"b.json", "a.json", "notes.txt", ".hidden.json"})
        std::ofstream(folder.path / name) << "x";
    std::filesystem::create_directory(folder.path / "z");
    const auto listed = workbench::list_folder(folder.path.string() + "/", ".json");
    CHECK(listed == Entries{{"z", true}, {".hidden.json"}, {"a.json"}, {"b.json"}});
    CHECK(workbench::beginning_with(listed, "") == Entries{{"z", true}, {"a.json"}, {"b.json"}});
    CHECK(workbench::beginning_with(listed, ".h") == Entries{{".hidden.json"}});
    CHECK(workbench::beginning_with(listed, "q").empty());
    CHECK(workbench::list_folder("/nowhere/at/all/", "").empty());
    CHECK(workbench::list_folder(folder.path.string() + "/", "").size() == 5);
}

TEST_CASE("a path is completed as far as its names agree") {
    const Entries entries{{"lessons", true}, {"lecture-1.json"}, {"lecture-2.json"}, {"Ü1"}, {"Ö1"}};
    CHECK(completed("/home/le", entries) == "/home/le");
    CHECK(completed("/home/lec", entries) == "/home/lecture-");
    CHECK(completed("/home/lecture-2", entries) == "/home/lecture-2.json");
    CHECK(completed("les", entries) == "lessons/");
    CHECK(completed("lessons/", {}) == "lessons/");
    CHECK(completed("nothing", entries) == "nothing");
    CHECK(completed("/", Entries{{"Ü1"}, {"Ö1"}}) == "/"); // no half letter
}

// ---------------------------------------------------------------- a time in words

namespace {

std::chrono::system_clock::time_point at(int day, int hour, int minute) {
    std::tm parts{};
    parts.tm_year = 126;
    parts.tm_mon = 10; // November
    parts.tm_mday = day;
    parts.tm_hour = hour;
    parts.tm_min = minute;
    parts.tm_isdst = -1;
    return std::chrono::system_clock::from_time_t(std::mktime(&parts));
}

} // namespace

TEST_CASE("a moment is said as briefly as it is clear") {
    const auto now = at(21, 23, 30); // a Saturday
    CHECK(workbench::when(at(21, 9, 5), now) == "09:05");
    CHECK(workbench::when(at(20, 23, 59), now) == "Friday 23:59");
    CHECK(workbench::when(at(17, 14, 5), now) == "Tuesday 14:05");
    CHECK(workbench::when(at(14, 14, 5), now) == "14 November 2026, 14:05");
    CHECK(workbench::when(at(3, 14, 5), now) == "3 November 2026, 14:05");
    CHECK(workbench::when(at(25, 14, 5), now) == "25 November 2026, 14:05"); // a clock that was set back
}

// ---------------------------------------------------------------- a session with a real model

namespace {

void write_session_with(const std::filesystem::path& model, const std::filesystem::path& file) {
    Session session = session_of("the cat");
    Document document = *session.first.document;
    document.weights = workbench::RealWeights{base::shown(model)};
    session.first.document = std::make_shared<const Document>(document);
    base::write_whole_file(file, to_json(session));
}

} // namespace

TEST_CASE("the real model of a session is named, and then opened with it, so that the window need not wait") {
    const TemporaryFolder folder;
    const std::filesystem::path model = source_folder() / "tests/golden/pretrained/gpt2";
    write_session_with(model, folder.path / "a.json");
    const auto models = std::make_shared<workbench::RealModels>();
    SessionFiles files("", "", models);
    files.open(folder.path / "a.json");
    const auto awaiting = outcome_of(files);
    CHECK(awaiting.awaited == "gpt2");
    CHECK_FALSE(awaiting.opened);
    CHECK(files.busy());
    REQUIRE(outcome_of(files).opened);
    CHECK(models->ids() == std::vector{base::shown(model)});
    files.open(folder.path / "a.json"); // nothing is awaited any more
    CHECK(outcome_of(files).opened);
}

TEST_CASE("while a session is being opened, a save is refused with words and does not drop it") {
    const TemporaryFolder folder;
    write_session_with(source_folder() / "tests/golden/pretrained/gpt2", folder.path / "a.json");
    SessionFiles files("", "", std::make_shared<workbench::RealModels>());
    files.open(folder.path / "a.json");
    REQUIRE(contains(refusal([&] { files.save(folder.path / "b.json", session_of("a dog")); }),
                     "another session is being opened"));
    CHECK_FALSE(std::filesystem::exists(folder.path / "b.json"));
    CHECK(outcome_of(files).awaited == "gpt2");
    CHECK(outcome_of(files).opened);
    files.save(folder.path / "b.json", session_of("a dog"));
    CHECK(outcome_of(files).saved);
}

TEST_CASE("why the model of a session cannot be opened is in its outcome") {
    const TemporaryFolder folder;
    std::filesystem::create_directory(folder.path / "mine");
    base::write_whole_file(folder.path / "mine" / "config.json", R"({"model_type": "mamba"})");
    std::filesystem::copy(source_folder() / "tests/golden/pretrained/gpt2/model.safetensors",
                          folder.path / "mine");
    write_session_with(folder.path / "mine", folder.path / "a.json");
    SessionFiles files("", "", std::make_shared<workbench::RealModels>());
    files.open(folder.path / "a.json");
    CHECK(outcome_of(files).awaited == "mine");
    const auto outcome = outcome_of(files);
    REQUIRE(outcome.mistake);
    CHECK(contains(outcome.mistake->what(), "mamba"));
}
