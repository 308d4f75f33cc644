#include "recurrent/shared_steps.h"

#include "base/parallel.h"

#include <doctest/doctest.h>

#include <vector>

using namespace recurrent;

namespace {

struct Counts {
    std::vector<int> calls;    ///< (steps·blocks) how often each block was made
    std::vector<bool> ordered; ///< (steps) all blocks of the step were made when it was over
};

Counts run(Index steps, Index blocks, int threads, Index last = 1 << 20) {
    std::vector<std::atomic<int>> calls(static_cast<std::size_t>(steps * blocks));
    Counts counts;
    SharedSteps shared(steps, blocks);
    const auto block = [&](Index t, Index b) { ++calls[static_cast<std::size_t>(t * blocks + b)]; };
    const auto after = [&](Index t) {
        bool complete = true;
        for (Index i = 0; i < steps * blocks; ++i)
            complete &= calls[static_cast<std::size_t>(i)] == (i < (t + 1) * blocks ? 1 : 0);
        counts.ordered.push_back(complete);
        return t < last;
    };
    base::parallel_team(threads, [&](int rank) {
        if (rank == 0)
            shared.lead(block, after);
        else
            shared.help(block);
    });
    counts.calls.assign(calls.begin(), calls.end());
    return counts;
}

} // namespace

TEST_CASE("each block of each step is made once, and no block before the step before it is over") {
    for (const int threads : {1, 2, 4})
        for (const Index blocks : {1, 3, 8}) {
            const Counts counts = run(40, blocks, threads);
            CHECK(counts.ordered == std::vector<bool>(40, true));
            CHECK(counts.calls == std::vector<int>(static_cast<std::size_t>(40 * blocks), 1));
        }
}

TEST_CASE("a leader that ends early sends its helpers home") {
    for (const int threads : {1, 2, 4}) {
        const Counts counts = run(10, 4, threads, 3);
        CHECK(counts.ordered.size() == 4);
        CHECK(counts.calls[15] == 1);
        CHECK(counts.calls[16] == 0);
    }
}

TEST_CASE("helpers who come late, or when all is over, find nothing left and go") {
    SharedSteps shared(3, 2);
    int made = 0;
    shared.lead([&](Index, Index) { ++made; }, [](Index) { return true; });
    shared.help([&](Index, Index) { ++made; });
    CHECK(made == 6);
}
