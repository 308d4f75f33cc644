#pragma once
// The worker does what the window cannot wait for: passes, and the studies of the views. It has a thread of
// its own (worker_thread.cpp, the only place that starts one) or, where there are no threads, works in slices
// between frames (worker_inline.cpp).

#include "base/input_error.h"
#include "base/stop.h"

#include <functional>
#include <memory>
#include <optional>
#include <utility>

namespace base {

/// What a job returns: everything, or a part, after which it is called again, at once or after a rest.
template <typename T>
struct Slice {
    /// Everything. Once the job is asked to stop, null will do, since whatever it returns is discarded. A
    /// part may be null, too, when there is nothing new yet.
    template <typename U>
    Slice(std::shared_ptr<U> all) : made(std::move(all)) {}
    Slice(std::nullptr_t) {}
    template <typename U>
    Slice(std::shared_ptr<U> part, bool is_all, double seconds_of_rest = 0)
        : made(std::move(part)), finished(is_all), rest(seconds_of_rest) {}
    template <typename U>
    Slice(Slice<U> other) : made(std::move(other.made)), finished(other.finished), rest(other.rest) {}

    std::shared_ptr<const T> made;
    bool finished = true;
    double rest = 0; ///< seconds until the next slice; a message to the job cuts them short
};

class Worker {
public:
    /// Whoever started the job knows its type.
    using Made = std::shared_ptr<const void>;
    using Job = std::function<Slice<void>(StopToken stop)>;

    struct Result {
        Made made;                            ///< null when the job threw
        std::optional<InputError> error = {}; ///< what it threw, whatever its type
        bool finished = true;                 ///< false: a part
        double rest = 0;                      ///< seconds until the next one is begun

        /// A part with nothing new, which is not announced.
        bool says_nothing() const { return !made && !error && !finished; }
    };

    Worker();
    ~Worker(); ///< stops the running job and waits for it
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Asks the running job to stop and runs this one as soon as it has. The newest job wins: one that has
    /// not begun is dropped.
    void start(Job job);
    /// Asks the running job to stop; its result is discarded.
    void cancel();
    /// Calls `message` where the newest job runs, before its next slice, so that it may change what the job
    /// works with without a lock. Dropped with the job.
    void tell(std::function<void()> message);
    /// True from start() until its result is taken or cancelled.
    bool busy() const;
    /// The result or the latest part of the newest job: each once.
    std::optional<Result> take();
    /// Returns when no job is waiting or running any more, not even a cancelled one.
    void wait();
    /// Releases something where it delays no frame, since freeing gigabytes takes tens of milliseconds.
    void discard(Made made);
    /// `wake` is called, perhaps on another thread, when there is something to take, and at once if there
    /// already is.
    void on_ready(std::function<void()> wake);

private:
    struct State;
    std::unique_ptr<State> state_;
};

/// Runs one slice of a job; whatever it throws becomes the error of the result.
inline Worker::Result run_slice(const Worker::Job& job, const StopToken& stop) {
    try {
        Slice<void> slice = job(stop);
        return {std::move(slice.made), std::nullopt, slice.finished, slice.rest};
    } catch (...) {
        return {nullptr, caught()};
    }
}

} // namespace base
