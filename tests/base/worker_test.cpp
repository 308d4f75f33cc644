// What every worker does, on a thread or between frames.

#include "base/worker.h"

#include "base/input_error.h"

#include <doctest/doctest.h>

#include <atomic>
#include <chrono>
#include <functional>
#include <new>
#include <stdexcept>
#include <string>
#include <thread>

using namespace std::chrono_literals;
using base::Slice;
using base::Worker;

namespace {

using Text = std::string;

std::shared_ptr<const Text> text(const char* characters) {
    return std::make_shared<const Text>(characters);
}

Text text_of(const Worker::Result& result) {
    return *std::static_pointer_cast<const Text>(result.made);
}

/// Frames of a window, until the condition holds; gives up after ten seconds.
template <typename Condition>
bool eventually(Condition condition) {
    for (int frame = 0; frame < 10'000; ++frame) {
        if (condition()) return true;
        std::this_thread::sleep_for(1ms);
    }
    return false;
}

/// The next result or part.
std::optional<Worker::Result> awaited(Worker& worker) {
    std::optional<Worker::Result> result;
    CHECK(eventually([&] { return (result = worker.take()).has_value(); }));
    return result;
}

/// Has a part in every slice and never ends. `alive` expires when the worker has let go of the job.
struct Endless {
    std::shared_ptr<int> slices = std::make_shared<int>(0);
    std::weak_ptr<int> alive = slices;

    Worker::Job job() {
        return [slices = std::move(slices)](const base::StopToken&) -> Slice<void> {
            std::this_thread::sleep_for(100us);
            ++*slices;
            return {text("part"), false};
        };
    }
};

} // namespace

TEST_CASE("an idle worker has nothing to give") {
    Worker worker;
    CHECK_FALSE(worker.busy());
    CHECK_FALSE(worker.take());
    worker.wait();
}

TEST_CASE("a result is there once") {
    Worker worker;
    worker.start([](const base::StopToken&) { return text("first"); });
    CHECK(worker.busy());
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(text_of(*result) == "first");
    CHECK(result->finished);
    CHECK_FALSE(worker.busy());
    CHECK_FALSE(worker.take());
}

TEST_CASE("the window is woken while there is something to take") {
    Worker worker;
    std::atomic<int> woken = 0;
    worker.on_ready([&] { ++woken; });
    CHECK(woken == 0);
    worker.start([](const base::StopToken&) { return text("first"); });
    CHECK(eventually([&] { return woken > 0; }));
    worker.wait();
    const int before = woken;
    worker.on_ready([&] { ++woken; }); // whoever begins to listen now
    CHECK(woken == before + 1);
    awaited(worker);
    worker.on_ready([&] { ++woken; });
    CHECK(woken == before + 1);
}

TEST_CASE("a job that returns a part is called again until it has finished") {
    Worker worker;
    worker.start([slices = 0](const base::StopToken&) mutable -> Slice<void> {
        ++slices;
        return {std::make_shared<const int>(slices), slices == 3};
    });
    worker.wait();
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(result->finished);
    CHECK(*std::static_pointer_cast<const int>(result->made) == 3);
}

TEST_CASE("a slice that made nothing new is not announced") {
    Worker worker;
    std::atomic<int> calls = 0;
    const auto last = std::make_shared<std::atomic<bool>>(false);
    worker.start([&calls, last](const base::StopToken&) -> Slice<void> {
        if (calls++ == 0) return {std::make_shared<const int>(1), false};
        if (*last) return {std::make_shared<const int>(2), true};
        return {std::shared_ptr<const int>(), false};
    });
    REQUIRE(awaited(worker));
    CHECK(
        eventually([&] { return calls > 10 || worker.take(); })); // taking is what drives it without threads
    CHECK(calls > 10);
    CHECK(worker.busy());
    *last = true;
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(result->finished);
}

TEST_CASE("a part can be taken while the job goes on") {
    Worker worker;
    worker.start(Endless().job());
    for (int i = 0; i < 2; ++i) {
        const auto part = awaited(worker);
        REQUIRE(part);
        CHECK_FALSE(part->finished);
        CHECK(text_of(*part) == "part");
        CHECK(worker.busy());
    }
}

TEST_CASE("a running job gets messages between its slices") {
    Worker worker;
    const auto step = std::make_shared<int>(1); // belongs to the job
    worker.start([step, sum = 0](const base::StopToken&) mutable -> Slice<void> {
        std::this_thread::sleep_for(100us);
        sum += *step;
        return {std::make_shared<const int>(sum), sum > 1'000'000};
    });
    awaited(worker); // it has begun
    worker.tell([step] { *step = 1'000'000; });
    worker.wait();
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(result->finished);
    worker.tell([step] { *step = 0; }); // no job is left to get it
    CHECK(*step == 1'000'000);
}

TEST_CASE("messages to the last job do not reach the next") {
    Worker worker;
    worker.start(Endless().job());
    awaited(worker);
    worker.cancel();
    bool told = false;
    worker.tell([&] { told = true; });
    worker.start([](const base::StopToken&) { return text("next"); });
    awaited(worker);
    CHECK_FALSE(told);
}

TEST_CASE("the newest job wins: the one before it is stopped") {
    Worker worker;
    Endless endless;
    worker.start(endless.job());
    awaited(worker); // it has begun
    worker.start([](const base::StopToken&) { return text("newest"); });
    CHECK(worker.busy());
    const auto result = awaited(worker);
    REQUIRE(result);
    CHECK(text_of(*result) == "newest");
    CHECK(endless.alive.expired());
}

TEST_CASE("a cancelled job gives no result") {
    Worker worker;
    Endless endless;
    worker.start(endless.job());
    awaited(worker);
    worker.cancel();
    CHECK_FALSE(worker.busy());
    worker.wait();
    CHECK(endless.alive.expired());
    CHECK_FALSE(worker.take());
}

TEST_CASE("whatever a job throws arrives in words, with its result") {
    const auto told = [](const std::function<void()>& fail) {
        Worker worker;
        worker.start([&](const base::StopToken&) -> std::shared_ptr<const Text> { return fail(), nullptr; });
        const auto result = awaited(worker);
        REQUIRE(result);
        CHECK_FALSE(result->made);
        CHECK(result->finished);
        CHECK_FALSE(worker.busy());
        REQUIRE(result->error);
        CHECK_FALSE(result->error->hint.empty());
        return result->error->where + ": " + result->error->problem;
    };
    CHECK(told([] { throw base::InputError("x", "too long", "shorten it"); }) == "x: too long");
    CHECK(told([] { throw std::bad_alloc(); }) == "memory: there is not enough for this");
    CHECK(told([] { throw std::runtime_error("torn"); }) ==
          "Attention Lab: something unexpected went wrong: torn");
    CHECK(told([] { throw 3; }) == "Attention Lab: something unexpected went wrong: unknown");
}

TEST_CASE("a message that fails is the job's error") {
    Worker worker;
    worker.start(Endless().job());
    awaited(worker);
    worker.tell([] { throw std::runtime_error("torn"); });
    std::optional<base::InputError> error;
    CHECK(eventually([&] {
        const auto result = worker.take();
        if (result) error = result->error;
        return error.has_value();
    }));
    CHECK_FALSE(worker.busy());
}

TEST_CASE("what is discarded is freed") {
    Worker worker;
    std::weak_ptr<const Text> gone;
    {
        auto old = text("old");
        gone = old;
        worker.discard(std::move(old));
    }
    CHECK(eventually([&] { return gone.expired(); }));
    CHECK_FALSE(worker.busy());
}

TEST_CASE("a worker that goes away stops its job") {
    Endless endless;
    {
        Worker worker;
        worker.start(endless.job());
        awaited(worker);
    }
    CHECK(endless.alive.expired());
}
