// What only a worker with a thread of its own can do: work while the window does.

#include "base/worker.h"

#include <doctest/doctest.h>

#include <algorithm>
#include <atomic>
#include <chrono>
#include <thread>

using namespace std::chrono_literals;
using base::Worker;

namespace {

/// A condition that another thread brings about; gives up after ten seconds.
bool eventually(const std::atomic<bool>& condition) {
    for (int i = 0; i < 10'000 && !condition; ++i)
        std::this_thread::sleep_for(1ms);
    return condition;
}

/// Runs in one slice until it is asked to stop.
struct Stoppable {
    std::atomic<bool> begun = false, ended = false;

    Worker::Job job() {
        return [this](const base::StopToken& stop) -> std::shared_ptr<const int> {
            begun = true;
            while (!stop.stop_requested())
                std::this_thread::sleep_for(100us);
            ended = true;
            return nullptr;
        };
    }
};

} // namespace

TEST_CASE("a job runs beside the window, which is woken once for its result") {
    const auto window = std::this_thread::get_id();
    std::thread::id at_work;
    std::atomic<int> woken = 0;
    std::atomic<bool> there = false;
    Worker worker;
    worker.on_ready([&] { ++woken, there = true; });
    worker.start([&](const base::StopToken&) {
        at_work = std::this_thread::get_id();
        return std::make_shared<const int>(1);
    });
    CHECK(eventually(there));
    CHECK(at_work != window);
    CHECK(worker.take());
    CHECK(woken == 1);
}

TEST_CASE("a slice under way is asked to stop for a newer job, and one that still waits never begins") {
    Worker worker;
    std::atomic<bool> begun = false, may_end = false, asked = false, waiting_ran = false;
    worker.start([&](const base::StopToken& stop) {
        begun = true;
        while (!may_end)
            std::this_thread::sleep_for(100us);
        asked = stop.stop_requested();
        return std::make_shared<const int>(1);
    });
    CHECK(eventually(begun));
    worker.start([&](const base::StopToken&) {
        waiting_ran = true;
        return std::make_shared<const int>(2);
    });
    worker.start([](const base::StopToken&) { return std::make_shared<const int>(3); });
    may_end = true;
    worker.wait();
    CHECK(asked);
    CHECK_FALSE(waiting_ran);
    const auto result = worker.take();
    REQUIRE(result);
    CHECK(*std::static_pointer_cast<const int>(result->made) == 3);
}

TEST_CASE("a slice under way ends when it is cancelled, and when its worker goes away") {
    Stoppable cancelled, left;
    {
        Worker worker;
        worker.start(cancelled.job());
        CHECK(eventually(cancelled.begun));
        worker.cancel();
        worker.wait();
        CHECK(cancelled.ended);
        worker.start(left.job());
        CHECK(eventually(left.begun));
    }
    CHECK(left.ended);
}

TEST_CASE("parts that nobody takes are freed as newer ones come") {
    Worker worker;
    std::atomic<int> living = 0;
    int most = 0;
    worker.start([&, slices = 0](const base::StopToken&) mutable -> base::Slice<void> {
        most = std::max(most, living.load()); // the one that can be taken
        ++living, ++slices;
        return {std::shared_ptr<int>(new int(slices), [&](const int* part) { delete part, --living; }),
                slices == 50};
    });
    worker.wait();
    CHECK(most == 1);
    CHECK(living == 1);
    worker.take();
    CHECK(living == 0);
}

TEST_CASE("what is discarded while a job runs is freed before the job ends") {
    Worker worker;
    std::atomic<bool> begun = false, freed = false;
    worker.start([&](const base::StopToken&) -> base::Slice<void> {
        begun = true;
        std::this_thread::sleep_for(100us);
        return {std::make_shared<const int>(1), false};
    });
    CHECK(eventually(begun));
    worker.discard(std::shared_ptr<int>(new int(1), [&](const int* part) { delete part, freed = true; }));
    CHECK(eventually(freed));
    CHECK(worker.busy());
}
