#pragma once
// A thread for work the window cannot wait for: passes, and the studies of the views. Threads are started in
// worker.cpp and nowhere else.

#include "base/stop.h"

#include <functional>
#include <memory>
#include <optional>

namespace workbench {

class Worker {
public:
    /// What a job returns; whoever started it knows the type.
    using Made = std::shared_ptr<const void>;
    /// May return null or anything else once `stop` is requested, since the result is then discarded.
    using Job = std::function<Made(base::StopToken stop)>;

    struct Result {
        Made made;                ///< null when the job threw
        std::exception_ptr error; ///< what it threw
    };

    Worker();
    ~Worker(); ///< stops the running job and waits for its thread
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Asks the running job to stop and runs this one as soon as it has. The newest job wins: one that has
    /// not begun is dropped. The first call starts the thread.
    void start(Job job);
    /// Asks the running job to stop; its result is discarded.
    void cancel();
    /// True from start() until its result is taken or cancelled.
    bool busy() const;
    /// The result of the newest job, once.
    std::optional<Result> take();
    /// Called by a job, with the token it was given, to pass on a partial result. Wakes like a result.
    void tell(const base::StopToken& job, Made part);
    /// The latest partial result of the newest job, once; null if there is nothing new.
    Made take_part();
    /// Releases something on the worker's thread, since freeing gigabytes takes tens of milliseconds.
    void discard(Made made);
    /// `wake` is called on the worker's thread when a result or a partial result is ready.
    void on_ready(std::function<void()> wake);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace workbench
