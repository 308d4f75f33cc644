#pragma once
// One thread for what takes too long for the window to wait: passes, and the studies of the views. Threads
// are started in worker.cpp and nowhere else.

#include <functional>
#include <memory>
#include <optional>
#include <stop_token>

namespace workbench {

class Worker {
public:
    /// What a job makes; the one who started it knows its type.
    using Made = std::shared_ptr<const void>;
    /// Returns null, or anything, once `stop` is requested: nobody takes it then.
    using Job = std::function<Made(std::stop_token stop)>;

    struct Result {
        Made made;                ///< null when the job threw
        std::exception_ptr error; ///< what it threw
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
    /// Called by a job, with the token it was given: this is what there is so far. Wakes like a result.
    void tell(const std::stop_token& job, Made part);
    /// What the newest job told last, once; null when it told nothing new.
    Made take_part();
    /// Lets go of something on the worker's thread: giving back gigabytes takes tens of milliseconds.
    void discard(Made made);
    /// Called on the worker's thread when a result, or a part of it, is there.
    void on_ready(std::function<void()> wake);

private:
    struct State;
    std::unique_ptr<State> state_;
};

} // namespace workbench
