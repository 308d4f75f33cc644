#include "exercise/watch.h"

#include "base/files.h"
#include "base/input_error.h"
#include "exercise/answered.h"
#include "refusal_text.h"
#include "temporary_folder.h"

using namespace exercise;
using namespace std::chrono_literals;
namespace fs = std::filesystem;

namespace {

/// A folder with a question, somebody who saves answers there, and a clock that is set by hand.
struct Desk {
    TemporaryFolder folder;
    Question question = make_question(*level_named("one_head"), 5);
    fs::path file = folder.path / "answer.npz";
    Watch::Clock::time_point now{};
    int saved = 0;

    Desk() { model::write_tensors(folder.path / "question.npz", question.tensors, notes_of(question)); }
    /// Later than the time before, also where a disk knows seconds only.
    void save(const Slips& slips = {}) {
        model::write_tensors(file, answered(question, slips));
        touch();
    }
    void touch() { fs::last_write_time(file, fs::last_write_time(file) + std::chrono::seconds(++saved)); }
    /// What is seen within a second, looking as often as the window does.
    std::vector<Attempt> look_for_a_second(Watch& watch) {
        std::vector<Attempt> seen;
        for (const auto end = now + 1s; now < end; now += std::chrono::duration_cast<Watch::Clock::duration>(
                                                       std::chrono::duration<double>(watch.rest())))
            if (auto attempt = watch.look(now)) seen.push_back(*std::move(attempt));
        return seen;
    }
};

} // namespace

TEST_CASE("an answer is checked once each time it is saved, and not while nothing is") {
    Desk desk;
    Watch watch(desk.folder.path);
    CHECK(desk.look_for_a_second(watch).empty());
    desk.save(just(Slip::scale_dk));
    auto seen = desk.look_for_a_second(watch);
    REQUIRE(seen.size() == 1);
    CHECK(seen.front().file == desk.file);
    CHECK(seen.front().checked->first_wrong()->name == "scaled");
    CHECK(desk.look_for_a_second(watch).empty());
    desk.save();
    seen = desk.look_for_a_second(watch);
    REQUIRE(seen.size() == 1);
    CHECK(seen.front().checked->done());
}

TEST_CASE("an answer is seen within half a second of being saved, and not before it has settled") {
    Desk desk;
    Watch watch(desk.folder.path);
    CHECK_FALSE(watch.look(desk.now));
    const auto saved = desk.now;
    desk.save();
    while (!watch.look(desk.now))
        desk.now +=
            std::chrono::duration_cast<Watch::Clock::duration>(std::chrono::duration<double>(watch.rest()));
    CHECK(desk.now - saved < 400ms);
    CHECK(desk.now - saved >= Watch::settles);
}

TEST_CASE("a file that is still being written is waited for") {
    Desk desk;
    Watch watch(desk.folder.path);
    desk.save();
    for (int i = 0; i < 10; ++i, desk.now += 100ms) {
        desk.touch();
        CHECK_FALSE(watch.look(desk.now));
    }
    CHECK(desk.look_for_a_second(watch).size() == 1);
}

TEST_CASE("half a file says so, and is read again when it has changed") {
    Desk desk;
    Watch watch(desk.folder.path);
    desk.save();
    const std::string whole = content(desk.file);
    base::write_whole_file(desk.file, whole.substr(0, whole.size() / 2));
    auto seen = desk.look_for_a_second(watch);
    REQUIRE(seen.size() == 1);
    CHECK_FALSE(seen.front().checked);
    REQUIRE(seen.front().stopped);
    CHECK_FALSE(seen.front().stopped->hint.empty());
    base::write_whole_file(desk.file, whole);
    desk.touch();
    seen = desk.look_for_a_second(watch);
    REQUIRE(seen.size() == 1);
    CHECK(seen.front().checked->done());
}

TEST_CASE("an answer without a stage of the exercise says which it may hold") {
    Desk desk;
    Watch watch(desk.folder.path);
    model::write_tensors(desk.file, {{"mine", {.shape = {1}, .values = {1}}}});
    const auto seen = desk.look_for_a_second(watch);
    REQUIRE(seen.size() == 1);
    CHECK(std::string(seen.front().stopped->what()).find("scores") != std::string::npos);
}

TEST_CASE("an answer keeps the code with which it was made") {
    Desk desk;
    Watch watch(desk.folder.path);
    base::write_whole_file(desk.folder.path / "answer.py",
                           "def f():\n    # scores, shape (5, 5)\n    s = q @ k.T\n");
    desk.save();
    const auto seen = desk.look_for_a_second(watch);
    REQUIRE(seen.size() == 1);
    REQUIRE(seen.front().code.size() == 1);
    CHECK(seen.front().code.front().text == "s = q @ k.T");
}

TEST_CASE("another question in the folder is noticed") {
    Desk desk;
    const Watch watch(desk.folder.path);
    CHECK_FALSE(watch.has_other_question());
    const fs::path file = desk.folder.path / "question.npz";
    fs::last_write_time(file, fs::last_write_time(file) + 1s);
    CHECK(watch.has_other_question());
}

TEST_CASE("a folder without a question is not watched") {
    const TemporaryFolder folder;
    CHECK(refusal([&] { const Watch watch(folder.path); }).find("no exercise in this folder") !=
          std::string::npos);
}
