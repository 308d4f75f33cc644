#pragma once
// Loops shared out over the processor's cores: OpenMP where the compiler has it, one after the other
// elsewhere.

#include "attention/matrix.h"

#ifdef _OPENMP
#include <omp.h>
#endif

namespace attention {

/// Calls task(i) for every i in [0, count), up to `threads` at a time. A thread takes the next i as soon as
/// it is done, so put the longest tasks first. `task` must not throw.
template <class Task>
void parallel_for(Index count, [[maybe_unused]] int threads, const Task& task) {
#ifdef _OPENMP
    if (threads > 1 && count > 1) {
#pragma omp parallel for schedule(dynamic) num_threads(threads)
        for (Index i = 0; i < count; ++i)
            task(i);
        return;
    }
#endif
    for (Index i = 0; i < count; ++i)
        task(i);
}

/// One of a team of threads that work on the same steps.
struct Member {
    int rank = 0, size = 1;

    /// Returns when every member has called it; what each wrote before is then seen by all.
    void wait_for_all() const {
#ifdef _OPENMP
        if (size > 1) {
#pragma omp barrier
        }
#endif
    }
};

/// Calls work(member) on each member of a team of up to `threads`. `work` must not throw.
template <class Work>
void parallel_team([[maybe_unused]] int threads, const Work& work) {
#ifdef _OPENMP
    if (threads > 1) {
#pragma omp parallel num_threads(threads)
        work(Member{omp_get_thread_num(), omp_get_num_threads()});
        return;
    }
#endif
    work(Member{});
}

/// How many threads run at once at best: the cores this process may use. 1 without OpenMP.
inline int most_threads() {
#ifdef _OPENMP
    return omp_get_num_procs();
#else
    return 1;
#endif
}

} // namespace attention
