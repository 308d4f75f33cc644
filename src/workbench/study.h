#pragma once
// What a view needs besides the pass (what every head adds, a sweep over d_k), computed on a separate thread:
// a view asks in every frame and draws the newest answer.

#include "base/input_error.h"
#include "workbench/worker.h"

#include <new>
#include <optional>
#include <variant>
#include <vector>

namespace workbench {

/// `Choices` is a value that can be compared: what an answer depends on besides passes.
template <class Answer, class Choices = std::monostate>
class Study {
public:
    /// Identifies an answer: `about` is compared by identity (passes), `choices` by value.
    struct Question {
        std::vector<std::shared_ptr<const void>> about;
        Choices choices = {};
        bool operator==(const Question&) const = default;
    };
    using Job = std::function<std::shared_ptr<const Answer>(base::StopToken stop)>;

    /// Called by a long job to pass on a partial answer.
    using Tell = std::function<void(std::shared_ptr<const Answer> part)>;
    using TellingJob = std::function<std::shared_ptr<const Answer>(base::StopToken stop, const Tell& tell)>;

    /// The newest answer, perhaps to an earlier question; null before the first. A question that differs from
    /// the last one starts `job`, on the worker or, if it is `quick`, at once.
    std::shared_ptr<const Answer> ask(const Question& question, const Job& job, bool quick = false) {
        if (asked_ != question) begin(question, job, quick);
        return newest();
    }
    /// Starts a job that reports partial answers. Stops a running job and drops an earlier answer.
    void start(const TellingJob& job) {
        asked_.reset();
        answer_.reset();
        problem_.reset();
        worker_.start([job, &worker = worker_](const base::StopToken& stop) {
            return job(stop, [&](std::shared_ptr<const Answer> part) { worker.tell(stop, std::move(part)); });
        });
    }
    /// The newest answer or partial answer; null before the first.
    std::shared_ptr<const Answer> newest() {
        if (auto part = worker_.take_part()) answer_ = std::static_pointer_cast<const Answer>(part);
        if (auto result = worker_.take()) settle(*result);
        return answer_;
    }
    /// Stops the running job; its partial answer stays. The same question may be asked again.
    void cancel() {
        newest();
        asked_.reset();
        worker_.cancel();
    }
    /// True while the answer to the last question is not complete.
    bool busy() const { return worker_.busy(); }
    /// `wake` is called on the worker's thread when newest() has something new.
    void on_ready(const std::function<void()>& wake) { worker_.on_ready(wake); }
    /// Why the last question has no answer; null if it has one or the job is still running.
    const base::InputError* problem() const { return problem_ ? &*problem_ : nullptr; }

private:
    void begin(const Question& question, const Job& job, bool quick) {
        asked_ = question;
        problem_.reset();
        if (!quick) {
            worker_.start(job);
            return;
        }
        worker_.cancel();
        try {
            answer_ = job({});
        } catch (const base::InputError& error) {
            problem_ = error;
        }
    }

    void settle(const Worker::Result& result) {
        if (!result.error) {
            answer_ = std::static_pointer_cast<const Answer>(result.made);
            return;
        }
        try {
            std::rethrow_exception(result.error);
        } catch (const base::InputError& error) {
            problem_ = error;
        } catch (const std::bad_alloc&) {
            problem_.emplace("memory", "there is not enough for this",
                             "choose smaller sizes, or close other programs");
        }
    }

    std::optional<Question> asked_;
    std::shared_ptr<const Answer> answer_;
    std::optional<base::InputError> problem_;
    Worker worker_; ///< last, so that it ends before what it uses
};

} // namespace workbench
