#include "workbench/worker.h"

#include "base/input_error.h"

#include <condition_variable>
#include <mutex>
#include <new>
#include <thread>
#include <utility>
#include <vector>

namespace workbench {

struct Worker::State {
    std::mutex mutex; ///< guards everything below except the thread
    std::condition_variable changed;
    Job waiting;                  ///< the newest job, if it has not begun yet
    base::StopSource stop{};      ///< of the newest job, waiting or running
    bool busy = false;            ///< the result of the newest job was neither taken nor cancelled
    std::optional<Result> result; ///< of the newest job
    Made part;                    ///< partial result of the newest job that nobody has taken yet
    std::vector<Made> discarded;
    std::function<void()> wake;
    bool ended = false; ///< the worker is being destroyed
    std::thread thread;

    struct Task {
        Job job; ///< null if there is only something to discard
        base::StopToken wanted;
        std::vector<Made> discarded;
    };

    /// Works until the worker is destroyed. Whatever a task holds is freed without holding the lock.
    void run() {
        while (std::optional<Task> task = next()) {
            task->discarded.clear();
            if (!task->job) continue;
            Result done = outcome(task->job, task->wanted);
            task->job = nullptr; // frees what it captured before the result becomes known
            finish(std::move(done), task->wanted);
        }
    }

    /// Waits for something to do; empty once the worker is destroyed.
    std::optional<Task> next() {
        std::unique_lock lock(mutex);
        changed.wait(lock, [&] { return ended || waiting || !discarded.empty(); });
        if (!waiting && discarded.empty()) return std::nullopt;
        return Task{std::exchange(waiting, nullptr), stop.token(), std::exchange(discarded, {})};
    }

    void finish(Result done, const base::StopToken& wanted) {
        std::unique_lock lock(mutex);
        if (wanted.stop_requested()) {
            lock.unlock(); // before `done` is destroyed
            return;
        }
        if (part) discarded.push_back(std::exchange(part, nullptr)); // superseded by the result
        result = std::move(done);
        wake_up(lock);
    }

    void tell(const base::StopToken& wanted, Made told) {
        std::unique_lock lock(mutex);
        if (wanted.stop_requested()) {
            lock.unlock(); // before `told` is destroyed
            return;
        }
        part.swap(told);
        wake_up(lock);
    }

    void wake_up(std::unique_lock<std::mutex>& lock) {
        const auto call = wake;
        lock.unlock();
        if (call) call();
    }

    static Result outcome(const Job& job, const base::StopToken& wanted) {
        try {
            return {job(wanted), nullptr};
        } catch (const std::bad_alloc&) {
            const base::InputError error("memory", "there is not enough for this",
                                         "shorten the text, choose smaller sizes, or close other programs");
            return {nullptr, std::make_exception_ptr(error)};
        } catch (...) {
            return {nullptr, std::current_exception()};
        }
    }

    /// Requires the lock. Notifies the thread that there is something to do.
    void begin() {
        if (!thread.joinable()) thread = std::thread([this] { run(); });
        changed.notify_one();
    }

    /// Requires the lock. Drops the newest job and its result.
    void forget() {
        stop.request_stop();
        waiting = nullptr;
        if (result && result->made) discarded.push_back(std::move(result->made));
        result.reset();
        if (part) discarded.push_back(std::exchange(part, nullptr));
        busy = false;
    }
};

Worker::Worker() : state_(std::make_unique<State>()) {}

Worker::~Worker() {
    cancel();
    {
        const std::lock_guard lock(state_->mutex);
        state_->ended = true;
        state_->changed.notify_one();
    }
    if (state_->thread.joinable()) state_->thread.join();
}

void Worker::start(Job job) {
    const std::lock_guard lock(state_->mutex);
    state_->forget();
    state_->waiting = std::move(job);
    state_->stop = base::StopSource();
    state_->busy = true;
    state_->begin();
}

void Worker::discard(Made made) {
    const std::lock_guard lock(state_->mutex);
    state_->discarded.push_back(std::move(made));
    state_->begin();
}

void Worker::cancel() {
    const std::lock_guard lock(state_->mutex);
    state_->forget();
}

bool Worker::busy() const {
    const std::lock_guard lock(state_->mutex);
    return state_->busy;
}

std::optional<Worker::Result> Worker::take() {
    const std::lock_guard lock(state_->mutex);
    if (!state_->result) return std::nullopt;
    state_->busy = false;
    return std::exchange(state_->result, std::nullopt);
}

void Worker::tell(const base::StopToken& job, Made part) {
    state_->tell(job, std::move(part));
}

Worker::Made Worker::take_part() {
    const std::lock_guard lock(state_->mutex);
    return std::exchange(state_->part, nullptr);
}

void Worker::on_ready(std::function<void()> wake) {
    const std::lock_guard lock(state_->mutex);
    state_->wake = std::move(wake);
}

} // namespace workbench
