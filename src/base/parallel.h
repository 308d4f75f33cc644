#pragma once
// Loops distributed over the processor's cores: with OpenMP if the compiler has it, sequentially otherwise.

#include "base/matrix.h"

#include <algorithm>
#include <exception>

#ifdef _OPENMP
#include <omp.h>
#endif

namespace base {

#ifdef _OPENMP
/// task(i) within a parallel loop, which no exception may leave: `thrown` keeps it.
template <class Task>
void run_guarded(const Task& task, Index i, std::exception_ptr& thrown) {
    try {
        task(i);
    } catch (...) {
#pragma omp critical(base_parallel)
        thrown = std::current_exception();
    }
}
#endif

/// Calls task(i) for every i in [0, count), up to `threads` at a time. A thread takes the next i as soon as
/// it is done, so the longest tasks should come first. An exception from a task (out of memory) is rethrown
/// at the end.
template <class Task>
void parallel_for(Index count, [[maybe_unused]] int threads, const Task& task) {
#ifdef _OPENMP
    if (threads > 1 && count > 1) {
        std::exception_ptr thrown;
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (Index i = 0; i < count; ++i)
            run_guarded(task, i, thrown);
        if (thrown) std::rethrow_exception(thrown);
        return;
    }
#endif
    for (Index i = 0; i < count; ++i)
        task(i);
}

/// The same with one thread per task. A thread takes the same task every time, and so finds in its cache what
/// it read the last time.
template <class Task>
void parallel_parts(int count, const Task& task) {
#ifdef _OPENMP
    if (count > 1) {
        std::exception_ptr thrown;
#pragma omp parallel for schedule(static, 1) num_threads(count)
        for (int i = 0; i < count; ++i)
            run_guarded(task, i, thrown);
        if (thrown) std::rethrow_exception(thrown);
        return;
    }
#endif
    for (int i = 0; i < count; ++i)
        task(i);
}

/// Calls work(rank) concurrently on up to `threads` threads, ranks starting at 0. `work` must not throw, and
/// must not rely on there being more than one thread.
template <class Work>
void parallel_team([[maybe_unused]] int threads, const Work& work) {
#ifdef _OPENMP
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        work(omp_get_thread_num());
        return;
    }
#endif
    work(0);
}

/// How many of `threads` to use for this many multiply-adds: waking another thread costs about as much as a
/// million of them, so less work than that is faster on one.
inline int worth_sharing(double multiply_adds, int threads) {
    constexpr double least = 1e6; // per thread
    return static_cast<int>(
        std::clamp(multiply_adds / least, 1.0, static_cast<double>(std::max(threads, 1))));
}

/// The most threads that can run at once: the cores this process may use. 1 without OpenMP.
inline int most_threads() {
#ifdef _OPENMP
    return omp_get_num_procs();
#else
    return 1;
#endif
}

} // namespace base
