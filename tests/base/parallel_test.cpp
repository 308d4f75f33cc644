#include "base/parallel.h"

#include <doctest/doctest.h>

#include <atomic>
#include <new>
#include <vector>

using namespace base;

TEST_CASE("parallel loops call every task once, a team every rank once") {
    for (const int threads : {1, 2, 5}) {
        std::vector<std::atomic<int>> calls(100);
        parallel_for(100, threads, [&](Index i) { ++calls[static_cast<std::size_t>(i)]; });
        CHECK(std::ranges::all_of(calls, [](const auto& count) { return count == 1; }));
        std::vector<std::atomic<int>> parts(static_cast<std::size_t>(threads));
        parallel_parts(threads, [&](Index i) { ++parts[static_cast<std::size_t>(i)]; });
        CHECK(std::ranges::all_of(parts, [](const auto& count) { return count == 1; }));
        std::atomic<int> ranks = 0;
        parallel_team(threads, [&](int rank) { ranks += 1 << rank; });
        CHECK((ranks & 1) == 1);
        CHECK((ranks & (ranks + 1)) == 0); // 0, 1, 2 … without a gap or a repetition
    }
}

TEST_CASE("what a task throws arrives when all tasks are over, on one thread and on several") {
    const auto break_at_2 = [](Index i) {
        if (i == 2) throw std::bad_alloc();
    };
    for (const int threads : {1, 3})
        CHECK_THROWS_AS(parallel_for(20, threads, break_at_2), std::bad_alloc);
    CHECK_THROWS_AS(parallel_parts(3, break_at_2), std::bad_alloc);
}
