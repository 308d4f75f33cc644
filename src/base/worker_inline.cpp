// The worker without threads: asking for a result runs the next slices first.

#include "base/rest.h"
#include "base/worker.h"

#include <algorithm>
#include <chrono>
#include <limits>
#include <set>

namespace base {

using Clock = std::chrono::steady_clock;

/// How long new slices may begin when a frame asks for the result. Afterwards frames come first for half as
/// long as the slices took: many frames may ask in a row, and one slice may take longer than all of them.
constexpr auto turn = std::chrono::milliseconds(8);

namespace {

struct Slices {
    Slices() { all().insert(this); }
    ~Slices() { all().erase(this); }
    Slices(const Slices&) = delete;
    Slices& operator=(const Slices&) = delete;

    /// Those of all workers.
    static std::set<const Slices*>& all() {
        static std::set<const Slices*> them;
        return them;
    }

    Worker::Job job; ///< the newest, until it has finished
    StopSource stop{};
    bool busy = false;
    Clock::time_point due;       ///< when its next slice begins
    bool rested = false;         ///< that is after a rest
    Clock::time_point next_turn; ///< when slices may begin again
    std::optional<Worker::Result> result;
    std::function<void()> wake;

    bool rests() const { return job && !result && Clock::now() < due; }

    void work_until(Clock::time_point end) {
        while (job && Clock::now() < end && Clock::now() >= due) {
            Worker::Result made = run_slice(job, stop.token());
            const std::chrono::duration<double> rest(made.rest);
            rested = made.rest > 0;
            due = Clock::now() + std::chrono::duration_cast<Clock::duration>(rest);
            if (made.finished) job = nullptr;
            if (!made.says_nothing()) result = std::move(made);
        }
    }

    void take_turn() {
        const auto begin = Clock::now();
        if (begin < next_turn) return;
        work_until(begin + turn);
        const auto end = Clock::now();
        next_turn = end + (end - begin) / 2;
    }

    void wake_up() const {
        if (wake && (job || result) && !rests()) wake();
    }

    void forget() {
        stop.request_stop();
        job = nullptr;
        result.reset();
        busy = false;
    }
};

} // namespace

struct Worker::State : Slices {};

Worker::Worker() : state_(std::make_unique<State>()) {}
Worker::~Worker() = default;

void Worker::start(Job job) {
    state_->forget();
    state_->job = std::move(job);
    state_->stop = StopSource();
    state_->due = {};
    state_->rested = false;
    state_->busy = true;
    state_->wake_up();
}

void Worker::cancel() {
    state_->forget();
}

void Worker::tell(std::function<void()> message) {
    if (!state_->job) return;
    const auto told = [&](const StopToken&) { // no slice is running
        message();
        return Slice<void>(nullptr);
    };
    if (Result failed = run_slice(told, {}); failed.error) {
        state_->job = nullptr;
        state_->result = std::move(failed);
    }
    state_->due = {};
}

bool Worker::busy() const {
    return state_->busy;
}

std::optional<Worker::Result> Worker::take() {
    state_->take_turn();
    if (state_->result && state_->result->finished) state_->busy = false;
    std::optional<Result> taken = std::exchange(state_->result, std::nullopt);
    state_->wake_up(); // for the next slice
    return taken;
}

void Worker::wait() {
    while (state_->job)
        state_->work_until(Clock::time_point::max());
}

void Worker::discard(Made) {}

void Worker::on_ready(std::function<void()> wake) {
    state_->wake = std::move(wake);
    state_->wake_up();
}

double seconds_to_rest() {
    double least = std::numeric_limits<double>::infinity();
    for (const Slices* slices : Slices::all())
        if (slices->wake && slices->rests())
            least = std::min(least, std::chrono::duration<double>(slices->due - Clock::now()).count());
    return std::max(0.0, least);
}

void wake_rested() {
    for (const Slices* slices : Slices::all())
        if (slices->job && slices->rested) slices->wake_up();
}

} // namespace base
