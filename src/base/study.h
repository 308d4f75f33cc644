#pragma once
// What a view needs besides the pass (what every head adds, a sweep over d_k): the view asks in every frame
// and draws the newest answer, which a worker computes unless it costs little.

#include "base/input_error.h"
#include "base/worker.h"

#include <limits>
#include <optional>
#include <variant>
#include <vector>

namespace base {

// The cost of work, estimated in multiply-adds before it begins.

/// Work of up to this cost is done at once, within a frame: measured as about 2 ms on one core, including all
/// else that a pass does.
inline constexpr double most_at_once = 6e6;

// Other operations, in multiply-adds that take the same time.
inline constexpr double random_number_cost = 50; ///< one normal number
inline constexpr double comparison_cost = 30;    ///< comparing two cells and keeping count
inline constexpr double exponential_cost = 20;   ///< one exponential, logarithm or hyperbolic tangent

/// `Choices` is a comparable value: what an answer depends on besides passes.
template <class Answer, class Choices = std::monostate>
class Study {
public:
    /// Identifies an answer: `about` is compared by identity (passes), `choices` by value.
    struct Topic {
        std::vector<std::shared_ptr<const void>> about;
        Choices choices = {};
        bool operator==(const Topic&) const = default;
    };
    /// A part that a long job returns is an answer, too, until the job has finished.
    using Job = std::function<Slice<Answer>(StopToken stop)>;

    /// The newest answer, perhaps on an earlier topic; null before the first. A topic that differs from the
    /// last one starts `job`: at once if it costs no more than most_at_once, otherwise on the worker.
    std::shared_ptr<const Answer> ask(const Topic& topic, const Job& job,
                                      double cost = std::numeric_limits<double>::infinity()) {
        if (asked_ != topic) {
            asked_ = topic;
            problem_.reset();
            if (cost <= most_at_once)
                answer_at_once(job);
            else
                worker_.start(job);
        }
        return newest();
    }
    /// Starts a job and drops the earlier answer, which no longer holds.
    void start(const Job& job) {
        asked_.reset();
        answer_.reset();
        problem_.reset();
        worker_.start(job);
    }
    /// The newest answer, or part of one; null before the first.
    std::shared_ptr<const Answer> newest() {
        if (const auto result = worker_.take()) settle(*result);
        return answer_;
    }
    /// Calls `message` between two slices of the running job, where it runs: a new learning rate, a pause.
    void tell(std::function<void()> message) { worker_.tell(std::move(message)); }
    /// Stops the running job; its last part stays. The same topic may be asked about again.
    void cancel() {
        newest();
        asked_.reset();
        worker_.cancel();
    }
    /// True while the last answer is not complete.
    bool busy() const { return worker_.busy(); }
    /// `wake` is called, perhaps on another thread, when newest() has something new.
    void on_ready(const std::function<void()>& wake) { worker_.on_ready(wake); }
    /// Why the last topic has no answer; null if it has one or the job is still running.
    const InputError* problem() const { return problem_ ? &*problem_ : nullptr; }

private:
    void answer_at_once(const Job& job) {
        worker_.cancel();
        Worker::Result result{nullptr, std::nullopt, false};
        while (!result.finished)
            result = run_slice(job, {});
        settle(result);
    }

    void settle(const Worker::Result& result) {
        if (result.error)
            problem_ = result.error;
        else
            answer_ = std::static_pointer_cast<const Answer>(result.made);
    }

    std::optional<Topic> asked_;
    std::shared_ptr<const Answer> answer_;
    std::optional<InputError> problem_;
    Worker worker_; ///< last, so that it ends before what it uses
};

} // namespace base
