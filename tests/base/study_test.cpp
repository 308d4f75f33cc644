#include "base/rest.h"
#include "base/study.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

using Study = base::Study<int, std::string>;
using Topic = Study::Topic;

namespace {

Study::Job answering(int number) {
    return [number](const base::StopToken&) { return std::make_shared<const int>(number); };
}

/// Asks as a window does, frame after frame, until the answer is there.
int awaited(Study& study, const Topic& topic, int number) {
    for (int frame = 0; frame < 10'000; ++frame) {
        const auto answer = study.ask(topic, answering(number));
        if (answer && !study.busy()) return *answer;
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    return -1;
}

} // namespace

TEST_CASE("a topic asked about again is not worked out again") {
    Study study;
    CHECK(awaited(study, {{}, "one"}, 1) == 1);
    CHECK(awaited(study, {{}, "one"}, 2) == 1);
}

TEST_CASE("another choice, or another pass, is another topic") {
    const auto pass = std::make_shared<const int>(7), other_pass = std::make_shared<const int>(7);
    Study study;
    CHECK(awaited(study, {{pass}, "one"}, 1) == 1);
    CHECK(awaited(study, {{pass}, "two"}, 2) == 2);
    CHECK(awaited(study, {{other_pass}, "two"}, 3) == 3);
}

TEST_CASE("what costs little is answered in the same frame") {
    Study study;
    const auto answer = study.ask({{}, "one"}, answering(5), base::most_at_once);
    REQUIRE(answer);
    CHECK(*answer == 5);
    CHECK_FALSE(study.busy());
    const auto endless = [](const base::StopToken&) -> base::Slice<int> {
        return {std::shared_ptr<const int>(), false};
    };
    study.ask({{}, "two"}, endless, base::most_at_once + 1);
    CHECK(study.busy());
}

TEST_CASE("while a new answer is worked on, the one before it stays on show") {
    Study study;
    CHECK(awaited(study, {{}, "one"}, 1) == 1);
    const auto answer = study.ask({{}, "two"}, answering(2), 1e9);
    REQUIRE(answer);
    CHECK((*answer == 1 || !study.busy()));
    CHECK(awaited(study, {{}, "two"}, 3) == 2);
}

TEST_CASE("what cannot be answered says why, and keeps what was shown") {
    Study study;
    CHECK(awaited(study, {{}, "one"}, 1) == 1);
    const auto failing = [](const base::StopToken&) -> std::shared_ptr<const int> {
        throw base::InputError("heads", "none is on", "switch one on");
    };
    const auto answer = study.ask({{}, "two"}, failing, 0);
    REQUIRE(answer);
    CHECK(*answer == 1);
    REQUIRE(study.problem());
    CHECK(study.problem()->problem == "none is on");
}

namespace {

/// Answers 1 in part, again and again, until `go` says that it may answer 2.
Study::Job in_parts(const std::atomic<bool>& go) {
    return [&go](const base::StopToken&) -> base::Slice<int> {
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const bool last = go;
        return {std::make_shared<const int>(last ? 2 : 1), last};
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

TEST_CASE("a long job answers in parts, wakes the window, and goes on") {
    std::atomic<bool> go = false;
    std::atomic<int> woken = 0;
    Study study;
    study.on_ready([&] { ++woken; });
    study.start(in_parts(go));
    CHECK(becomes(study, 1));
    CHECK(study.busy());
    CHECK(woken > 0);
    go = true;
    CHECK(becomes(study, 2));
    CHECK_FALSE(study.busy());
}

TEST_CASE("a job that rests asks for no frame before its rest is over, and then goes on") {
    using Clock = std::chrono::steady_clock;
    std::atomic<int> woken = 0, slices = 0;
    constexpr double rest = 0.2;
    Study study;
    study.start([&](const base::StopToken&) -> base::Slice<int> {
        if (++slices > 1) return {std::make_shared<const int>(2)};
        return {std::shared_ptr<const int>(), false, rest};
    });
    while (slices == 0) // frames, as long as it has not begun
        study.newest();
    const auto begun = Clock::now();
    for (int frame = 0; frame < 20; ++frame) {
        study.on_ready([&] { ++woken; });
        study.newest();
    }
    const bool in_time = Clock::now() - begun < std::chrono::duration<double>(rest / 2);
    if (in_time) CHECK(woken == 0); // a slow machine says nothing
    const auto wait = std::chrono::duration<double>(std::min(rest, base::seconds_to_rest()));
    std::this_thread::sleep_for(wait + std::chrono::milliseconds(20));
    base::wake_rested(); // the window's loop does
    while (woken == 0)   // a thread does by itself
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
    CHECK(becomes(study, 2));
}

TEST_CASE("the part that a job has answered stays when it is cancelled") {
    const std::atomic<bool> never = false;
    Study study;
    study.start(in_parts(never));
    CHECK(becomes(study, 1));
    study.cancel();
    CHECK_FALSE(study.busy());
    CHECK(*study.newest() == 1);
}
