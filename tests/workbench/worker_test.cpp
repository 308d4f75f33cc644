#include "workbench/pass.h"
#include "workbench/worker.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <stdexcept>
#include <thread>

using namespace std::chrono_literals;
using workbench::Pass;
using workbench::Worker;

namespace {

std::shared_ptr<const Pass> pass_named(const std::string& name) {
    auto pass = std::make_shared<Pass>();
    pass->document.preset = name;
    return pass;
}

std::string name_of(const Worker::Result& result) {
    return std::static_pointer_cast<const Pass>(result.made)->document.preset;
}

/// Waits for a condition that another thread brings about; gives up after ten seconds.
template <typename Condition>
bool eventually(Condition condition) {
    for (int i = 0; i < 10'000; ++i) {
        if (condition()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

std::optional<Worker::Result> awaited(Worker& worker) {
    std::optional<Worker::Result> result;
    CHECK(eventually([&] { return (result = worker.take()).has_value(); }));
    return result;
}

/// Runs until it is asked to stop.
std::shared_ptr<const Pass> endless(const base::StopToken& stop, std::atomic<bool>& begun,
                                    std::atomic<bool>& ended) {
    begun = true;
    while (!stop.stop_requested())
        std::this_thread::sleep_for(100us);
    ended = true;
    return nullptr;
}

} // namespace

TEST_CASE("an idle worker has nothing to give") {
    Worker worker;
    CHECK_FALSE(worker.busy());
    CHECK_FALSE(worker.take());
}

TEST_CASE("a result is there once, and wakes the window") {
    Worker worker;
    std::atomic<int> woken = 0;
    worker.on_ready([&] { ++woken; });
    worker.start([](const base::StopToken&) { return pass_named("first"); });
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(name_of(*result) == "first");
    CHECK(eventually([&] { return woken == 1; }));
    CHECK_FALSE(worker.busy());
    CHECK_FALSE(worker.take());
}

TEST_CASE("the newest job wins: the one before it is stopped") {
    Worker worker;
    std::atomic<bool> begun = false, ended = false;
    worker.start([&](const base::StopToken& stop) { return endless(stop, begun, ended); });
    CHECK(eventually([&] { return begun.load(); }));
    worker.start([](const base::StopToken&) { return pass_named("newest"); });
    CHECK(worker.busy());
    const auto result = awaited(worker);
    CHECK(ended);
    REQUIRE(result);
    CHECK(name_of(*result) == "newest");
}

TEST_CASE("a job that has not begun is forgotten for a newer one") {
    Worker worker;
    std::atomic<bool> begun = false, ended = false, forgotten_ran = false;
    worker.start([&](const base::StopToken& stop) { return endless(stop, begun, ended); });
    CHECK(eventually([&] { return begun.load(); }));
    worker.start([&](const base::StopToken&) {
        forgotten_ran = true;
        return pass_named("forgotten");
    });
    worker.start([](const base::StopToken&) { return pass_named("newest"); });
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(name_of(*result) == "newest");
    CHECK_FALSE(forgotten_ran);
}

TEST_CASE("a cancelled job gives no result") {
    Worker worker;
    std::atomic<bool> begun = false, ended = false;
    worker.start([&](const base::StopToken& stop) { return endless(stop, begun, ended); });
    CHECK(eventually([&] { return begun.load(); }));
    worker.cancel();
    CHECK_FALSE(worker.busy());
    CHECK(eventually([&] { return ended.load(); }));
    CHECK_FALSE(worker.take());
}

TEST_CASE("what a job throws arrives with its result") {
    Worker worker;
    worker.start(
        [](const base::StopToken&) -> std::shared_ptr<const Pass> { throw std::runtime_error("no memory"); });
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK_FALSE(result->made);
    CHECK_THROWS_AS(std::rethrow_exception(result->error), std::runtime_error);
}

TEST_CASE("what is no longer wanted is given back on the worker's thread") {
    Worker worker;
    std::weak_ptr<const Pass> gone;
    {
        auto pass = pass_named("old");
        gone = pass;
        worker.discard(std::move(pass));
    }
    CHECK(eventually([&] { return gone.expired(); }));
    CHECK_FALSE(worker.busy());
}

TEST_CASE("a worker that goes away stops its job") {
    std::atomic<bool> begun = false, ended = false;
    {
        Worker worker;
        worker.start([&](const base::StopToken& stop) { return endless(stop, begun, ended); });
        CHECK(eventually([&] { return begun.load(); }));
    }
    CHECK(ended);
}
