#include "base/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <vector>

using namespace base;

TEST_CASE("a parallel loop calls every task once, a team every rank once") {
    for (const int threads : {1, 2, 5}) {
        std::vector<std::atomic<int>> calls(100);
        parallel_for(100, threads, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
        CHECK(std::ranges::all_of(calls, [](const auto& count) { return count == 1; }));
        std::atomic<int> ranks = 0;
        parallel_team(threads, [&](int rank) { ranks += 1 << rank; });
        CHECK((ranks & 1) == 1);
        CHECK((ranks & (ranks + 1)) == 0); // 0, 1, 2 … without a gap or a repetition
    }
}

TEST_CASE("what a task throws arrives when all tasks are over, on one thread and on several") {
    for (const int threads : {1, 3})
        CHECK_THROWS_AS(parallel_for(20, threads,
                                     [](Index i) {
                                         if (i == 7) throw std::bad_alloc();
                                     }),
                        std::bad_alloc);
}
