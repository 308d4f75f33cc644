#include "workbench/study.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <thread>

using Study = workbench::Study<int, std::string>;
using Question = Study::Question;

namespace {

Study::Job answering(int number) {
    return [number](const base::StopToken&) { return std::make_shared<const int>(number); };
}

/// Asks as a window does, frame after frame, until the answer is there.
int awaited(Study& study, const Question& question, int number) {
    for (int frame = 0; frame < 10'000; ++frame) {
        const auto answer = study.ask(question, answering(number));
        if (answer && !study.busy()) return *answer;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return -1;
}

} // namespace

TEST_CASE("a question asked again is not worked out again") {
    Study study;
    CHECK(awaited(study, {{}, "one"}, 1) == 1);
    CHECK(awaited(study, {{}, "one"}, 2) == 1);
}

TEST_CASE("another choice, or another pass, is another question") {
    const auto pass = std::make_shared<const int>(7), other_pass = std::make_shared<const int>(7);
    Study study;
    CHECK(awaited(study, {{pass}, "one"}, 1) == 1);
    CHECK(awaited(study, {{pass}, "two"}, 2) == 2);
    CHECK(awaited(study, {{other_pass}, "two"}, 3) == 3);
}

TEST_CASE("a quick question is answered in the same frame") {
    Study study;
    const auto answer = study.ask({{}, "one"}, answering(5), true);
    REQUIRE(answer);
    CHECK(*answer == 5);
    CHECK_FALSE(study.busy());
}

TEST_CASE("while a new question is worked on, the answer to the old one stays on show") {
    Study study;
    CHECK(awaited(study, {{}, "one"}, 1) == 1);
    const auto slow = [](const base::StopToken& stop) {
        while (!stop.stop_requested())
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return std::shared_ptr<const int>();
    };
    const auto answer = study.ask({{}, "endless"}, slow);
    REQUIRE(answer);
    CHECK(*answer == 1);
    CHECK(study.busy());
}

TEST_CASE("a question that cannot be answered says why, and keeps what was shown") {
    Study study;
    CHECK(awaited(study, {{}, "one"}, 1) == 1);
    const auto failing = [](const base::StopToken&) -> std::shared_ptr<const int> {
        throw base::InputError("heads", "none is on", "switch one on");
    };
    const auto answer = study.ask({{}, "two"}, failing, true);
    REQUIRE(answer);
    CHECK(*answer == 1);
    REQUIRE(study.problem());
    CHECK(study.problem()->problem == "none is on");
}

namespace {

/// Tells 1, and then waits until it is stopped or `go` says that it may answer 2.
Study::TellingJob telling(const std::atomic<bool>& go) {
    return [&go](const base::StopToken& stop, const Study::Tell& tell) -> std::shared_ptr<const int> {
        tell(std::make_shared<const int>(1));
        while (!stop.stop_requested() && !go)
            std::this_thread::sleep_for(std::chrono::milliseconds(1));
        return go ? std::make_shared<const int>(2) : nullptr;
    };
}

bool becomes(Study& study, int number) {
    for (int frame = 0; frame < 10'000; ++frame) {
        if (const auto newest = study.newest(); newest && *newest == number) return true;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return false;
}

} // namespace

TEST_CASE("a long job tells what it has so far, wakes the window, and goes on") {
    std::atomic<bool> go = false;
    std::atomic<int> woken = 0;
    Study study;
    study.on_ready([&] { ++woken; });
    study.start(telling(go));
    CHECK(becomes(study, 1));
    CHECK(study.busy());
    CHECK(woken == 1);
    go = true;
    CHECK(becomes(study, 2));
    CHECK_FALSE(study.busy());
}

TEST_CASE("what a job told stays when it is cancelled") {
    const std::atomic<bool> never = false;
    Study study;
    study.start(telling(never));
    CHECK(becomes(study, 1));
    study.cancel();
    CHECK_FALSE(study.busy());
    CHECK(*study.newest() == 1);
}
