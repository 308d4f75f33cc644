#include "recurrent/shared_steps.h"

#include "base/parallel.h"

#include <algorithm>
#include <atomic>
#include <doctest/doctest.h>
#include <thread>
#include <vector>

using namespace recurrent;

namespace {

struct Counts {
    std::vector<int> calls;    ///< (steps·blocks) how often each block was made
    std::vector<bool> ordered; ///< (steps) all blocks up to this step were made when it was over
    bool waited = true;        ///< no block was begun before all of the step before
};

Counts run(Index steps, Index blocks, int threads) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(steps * blocks));
    Counts counts;
    SharedSteps shared(steps, blocks, threads);
    std::atomic<bool> waited = true;
    const auto all_made = [&](Index end) {
        return std::ranges::all_of(calls.begin(), calls.begin() + end,
                                   [](const auto& made) { return made == 1; });
    };
    const auto block = [&](Index t, Index b) {
        if (!all_made(t * blocks)) waited = false;
        ++calls[static_cast<std::size_t>(t * blocks + b)];
    };
    const auto after = [&](Index t) { counts.ordered.push_back(all_made((t + 1) * blocks)); };
    base::parallel_team(threads, [&](int rank) {
        if (rank == 0)
            shared.lead(block, after);
        else
            shared.help(rank, block);
    });
    counts.calls.assign(calls.begin(), calls.end());
    counts.waited = waited;
    return counts;
}

} // namespace

TEST_CASE("each block of each step is made once, and no block before the step before it is over") {
    for (const int threads : {1, 2, 4})
        for (const Index blocks : {1, 3, 8}) {
            const Counts counts = run(40, blocks, threads);
            CHECK(counts.ordered == std::vector<bool>(40, true));
            CHECK(counts.waited);
            CHECK(counts.calls == std::vector<int>(static_cast<std::size_t>(40 * blocks), 1));
        }
}

TEST_CASE("once they are to stop, neither the leader nor a helper begins another step") {
    for (const int threads : {1, 2, 4}) {
        const Index steps = 10, blocks = 4, last = 3;
        base::StopSource stop;
        SharedSteps shared(steps, blocks, threads, stop.token());
        std::vector<std::atomic<int>> calls(static_cast<std::size_t>(steps * blocks));
        Index told = -1;
        const auto block = [&](Index t, Index b) {
            ++calls[static_cast<std::size_t>(t * blocks + b)];
            // A helper who is ahead stays in the next step until it is to stop, so that none gets further.
            while (t > last && !stop.stop_requested())
                std::this_thread::yield();
        };
        const auto after = [&](Index t) {
            told = t;
            if (t == last) stop.request_stop();
        };
        base::parallel_team(threads, [&](int rank) {
            if (rank == 0)
                shared.lead(block, after);
            else
                shared.help(rank, block);
        });
        const std::vector<int> made(calls.begin(), calls.end());
        const auto begun = [&](Index first, Index end) {
            return std::count(made.begin() + first * blocks, made.begin() + end * blocks, 1);
        };
        CAPTURE(threads);
        CHECK(told == last);
        CHECK(begun(0, last + 1) == (last + 1) * blocks);
        CHECK(begun(last + 1, last + 2) <= (threads == 1 ? 0 : blocks));
        CHECK(begun(last + 2, steps) == 0);
        CHECK(std::ranges::max(made) == 1);
    }
}

TEST_CASE("a helper who is ahead of the leader stops, too") {
    base::StopSource stop;
    SharedSteps shared(10, 2, 2, stop.token());
    int made = 0;
    shared.help(1, [&](Index t, Index) { // alone: the leader has not begun
        ++made;
        if (t == 4) stop.request_stop();
    });
    CHECK(made == 5 * 2); // the step that it was in is finished
    shared.lead([&](Index, Index) { ++made; }, [&](Index) { ++made; });
    CHECK(made == 5 * 2);
}

TEST_CASE("helpers who come late, or when all is over, find nothing left and go") {
    SharedSteps shared(3, 2, 2);
    int made = 0;
    shared.lead([&](Index, Index) { ++made; }, [](Index) {});
    shared.help(1, [&](Index, Index) { ++made; });
    CHECK(made == 6);
}

TEST_CASE("a thread begins with its own share, forwards and backwards in turn, and does what others leave") {
    SharedSteps shared(2, 5, 2); // the second thread never comes
    std::vector<Index> order;
    shared.lead([&](Index, Index b) { order.push_back(b); }, [](Index) {});
    CHECK(order == std::vector<Index>{0, 1, 2, 3, 4, 1, 0, 4, 3, 2});
}
