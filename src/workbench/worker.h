#pragma once
// One thread for passes that take too long for the window to wait. Threads are started in worker.cpp and
// nowhere else.

#include "workbench/pass.h"

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace workbench {

class Worker {
public:
    /// Makes a pass; returns null, or anything, once `stop` is requested: nobody takes it then.
    using Job = std::function<std::shared_ptr<const Pass>(std::stop_token stop)>;

    struct Result {
        std::shared_ptr<const Pass> pass; ///< null when the job threw
        std::exception_ptr error;         ///< what it threw
    };

    Worker();
    ~Worker(); ///< stops the running job and waits for its thread
    Worker(const Worker&) = delete;
    Worker& operator=(const Worker&) = delete;

    /// Runs the job as soon as the one before it, which is asked to stop, has done so. The newest wins: a job
    /// that has not begun is forgotten. The first call starts the thread.
    void start(Job job);
    /// Asks the running job to stop; its result will not be taken.
    void cancel();
    /// True from start() until its result is taken or cancelled.
    bool busy() const;
    /// The result of the newest job, once.
    std::optional<Result> take();
    /// Lets go of a pass on the worker's thread: giving back gigabytes takes tens of milliseconds.
    void discard(std::shared_ptr<const Pass> pass);
    /// Called on the worker's thread when a result is there.
    void on_ready(std::function<void()> wake);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace workbench
