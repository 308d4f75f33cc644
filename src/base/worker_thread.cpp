// The worker with a thread of its own, which the first job starts.

#include "base/rest.h"
#include "base/worker.h"

#include <chrono>
#include <condition_variable>
#include <limits>
#include <mutex>
#include <thread>
#include <vector>

namespace base {

struct Worker::State {
    std::mutex mutex;                        ///< guards everything below except the thread
    std::condition_variable changed;         ///< there is something to do, or nothing more
    Job waiting;                             ///< the newest job, if it has not begun yet
    std::vector<std::function<void()>> told; ///< messages to the newest job since its last slice
    bool running = false;                    ///< a job runs, wanted or not
    StopSource stop{};                       ///< of the newest job, waiting or running
    bool busy = false;                       ///< the result of the newest job was neither taken nor cancelled
    std::optional<Result> result;            ///< of the newest job
    std::vector<Made> discarded;
    std::function<void()> wake;
    bool ended = false; ///< the worker is being destroyed
    std::thread thread;

    struct Task {
        Job job; ///< null if there is only something to discard
        StopToken wanted;
        std::vector<Made> discarded;
    };

    /// Works until the worker is destroyed. Whatever a task holds is freed without holding the lock.
    void run() {
        while (std::optional<Task> task = next()) {
            task->discarded.clear();
            if (task->job) run(*task);
        }
    }

    void run(Task& task) {
        for (bool finished = false; !finished && !task.wanted.stop_requested();) {
            const auto slice = [&](const StopToken& wanted) {
                for (const auto& message : messages(wanted))
                    message();
                return task.job(wanted);
            };
            Result made = run_slice(slice, task.wanted);
            finished = made.finished;
            const double seconds = finished ? 0 : made.rest;
            if (finished) task.job = nullptr; // frees what it captured before the result becomes known
            hand_over(std::move(made), task.wanted);
            free_discarded();
            rest(seconds, task.wanted);
        }
        task.job = nullptr;
        const std::lock_guard lock(mutex);
        running = false;
        changed.notify_all();
    }

    /// Ends early when there is a message to the job or it is no longer wanted.
    void rest(double seconds, const StopToken& wanted) {
        if (seconds <= 0) return;
        std::unique_lock lock(mutex);
        changed.wait_for(lock, std::chrono::duration<double>(seconds),
                         [&] { return wanted.stop_requested() || !told.empty(); });
    }

    /// Waits for something to do; empty once the worker is destroyed.
    std::optional<Task> next() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ended || waiting || !discarded.empty(); });
        if (!waiting && discarded.empty()) return std::nullopt;
        running = waiting != nullptr;
        return Task{std::exchange(waiting, nullptr), stop.token(), std::exchange(discarded, {})};
    }

    std::vector<std::function<void()>> messages(const StopToken& wanted) {
        const std::lock_guard lock(mutex);
        if (wanted.stop_requested()) return {}; // they are for a newer job
        return std::exchange(told, {});
    }

    void hand_over(Result made, const StopToken& wanted) {
        if (made.says_nothing()) return;
        std::optional<Result> superseded; // a part that nobody took; freed, like `made`, without the lock
        std::function<void()> call;
        {
            const std::lock_guard lock(mutex);
            if (wanted.stop_requested()) return;
            superseded = std::exchange(result, std::move(made));
            call = wake;
        }
        if (call) call();
    }

    /// Also between the slices of a long job, and without holding the lock.
    void free_discarded() {
        std::vector<Made> freed;
        const std::lock_guard lock(mutex);
        freed.swap(discarded);
    }

    /// Requires the lock. Notifies the thread that there is something to do.
    void begin() {
        if (!thread.joinable()) thread = std::thread([this] { run(); });
        changed.notify_all();
    }

    /// Requires the lock.
    void drop_result() {
        if (result && result->made) discarded.push_back(std::move(result->made));
        result.reset();
    }

    /// Requires the lock. Drops the newest job and its result.
    void forget() {
        stop.request_stop();
        waiting = nullptr;
        told.clear();
        drop_result();
        busy = false;
        changed.notify_all();
    }
};

Worker::Worker() : state_(std::make_unique<State>()) {}

Worker::~Worker() {
    cancel();
    {
        const std::lock_guard lock(state_->mutex);
        state_->ended = true;
        state_->changed.notify_all();
    }
    if (state_->thread.joinable()) state_->thread.join();
}

void Worker::start(Job job) {
    const std::lock_guard lock(state_->mutex);
    state_->forget();
    state_->waiting = std::move(job);
    state_->stop = StopSource();
    state_->busy = true;
    state_->begin();
}

void Worker::cancel() {
    const std::lock_guard lock(state_->mutex);
    state_->forget();
}

void Worker::tell(std::function<void()> message) {
    const std::lock_guard lock(state_->mutex);
    if (!state_->busy) return;
    state_->told.push_back(std::move(message));
    state_->changed.notify_all();
}

bool Worker::busy() const {
    const std::lock_guard lock(state_->mutex);
    return state_->busy;
}

std::optional<Worker::Result> Worker::take() {
    const std::lock_guard lock(state_->mutex);
    if (state_->result && state_->result->finished) state_->busy = false;
    return std::exchange(state_->result, std::nullopt);
}

void Worker::wait() {
    std::unique_lock lock(state_->mutex);
    state_->changed.wait(lock, [&] { return !state_->waiting && !state_->running; });
}

void Worker::discard(Made made) {
    const std::lock_guard lock(state_->mutex);
    state_->discarded.push_back(std::move(made));
    state_->begin();
}

void Worker::on_ready(std::function<void()> wake) {
    std::unique_lock lock(state_->mutex);
    state_->wake = std::move(wake);
    const auto call = state_->result ? state_->wake : nullptr;
    lock.unlock();
    if (call) call();
}

double seconds_to_rest() {
    return std::numeric_limits<double>::infinity();
}

void wake_rested() {}

} // namespace base
