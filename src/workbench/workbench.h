#pragma once
// The state of the program without the screen: the document, its history, and the pass computed from it.

#include "base/worker.h"
#include "workbench/document/document.h"
#include "workbench/document/edit.h"
#include "workbench/document/pass.h"

#include <chrono>
#include <memory>
#include <string>
#include <vector>

namespace workbench {

/// The history of documents, for undo and redo.
class History {
public:
    using Step = std::shared_ptr<const Document>;

    explicit History(Document first);
    explicit History(Step first) : steps_{std::move(first)} {}

    const Step& current() const { return steps_[position_]; }
    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ + 1 < steps_.size(); }

    /// True if a step with this gesture would be merged with the current step.
    bool continues(const std::string& gesture) const { return !gesture.empty() && gesture == gesture_; }
    /// The document before the gesture in progress, or the current document if there is none.
    const Step& before(const std::string& gesture) const;

    /// Adds the document after an edit as a new step, or replaces the current one if `gesture` continues.
    /// Forgets undone steps.
    void push(Step step, const std::string& gesture = {});
    /// Makes the next step a new one, even if its gesture has the same name.
    void end_gesture() { gesture_.clear(); }
    /// Forgets the step of the gesture in progress; asserts that it continues.
    void drop(const std::string& gesture);
    void undo(); ///< asserts can_undo()
    void redo(); ///< asserts can_redo()
    /// Returns to an earlier step, which replaces the current one if it is no longer in the history.
    void return_to(const Step& step);

private:
    void forget_oldest();

    std::vector<Step> steps_;
    std::size_t position_ = 0;
    std::string gesture_; ///< of the current step; empty once it is over
};

class Workbench {
public:
    /// Opens a preset (empty: the library's opening one) and computes its pass before it returns. Throws
    /// InputError for an unknown preset.
    explicit Workbench(Library library, const std::string& first_preset = {});
    explicit Workbench(std::shared_ptr<const Library> library, const std::string& first_preset = {});

    /// Makes an edit. Small passes are computed before this returns, large ones on the worker. Throws
    /// InputError, leaving everything unchanged. Consecutive edits with the same non-empty `gesture` (a drag,
    /// typing in one field) become one step of the history, until begin_gesture(); a gesture that ends where
    /// it began leaves no step.
    void perform(const Edit& edit, const std::string& gesture = {});
    /// Starts over with another document and a new history, so that undo ends with it. Throws InputError,
    /// leaving everything unchanged.
    void open(Document document);
    const History& history() const { return history_; }
    /// Goes on with an earlier history once its current document is open again, so that what could be undone
    /// then can be undone now. Does nothing when another document is open.
    void take_up(History history);
    /// Makes the next edit a step of its own, since a button was pressed or a field entered.
    void begin_gesture() { history_.end_gesture(); }
    /// Reverts the gesture in progress, as if it had never begun.
    void cancel_gesture(const std::string& gesture);
    void undo(); ///< does nothing if there is nothing to undo
    void redo(); ///< does nothing if there is nothing to redo
    bool can_undo() const { return history_.can_undo(); }
    bool can_redo() const { return history_.can_redo(); }

    const Library& library() const { return *library_; }
    const std::shared_ptr<const Library>& shared_library() const { return library_; }
    /// The newest document, perhaps still being computed; a different pointer means a different step.
    const History::Step& step() const { return history_.current(); }
    const Document& document() const { return *step(); }
    std::shared_ptr<const Pass> pass() const { return pass_; } ///< the newest complete one
    /// The pass before the last step, for before/after; null at first, when shapes differ, and when keeping
    /// both would take too much memory.
    std::shared_ptr<const Pass> before() const { return before_; }

    bool computing() const { return worker_.busy(); }
    /// Takes a finished result from the worker; true when pass() has changed. Called once per frame. Throws
    /// InputError when the pass could not be computed (a number too large, out of memory), and goes back to
    /// the document that pass() shows.
    bool poll();
    /// Stops the running pass and goes back to the document that pass() shows.
    void cancel();
    /// `wake` is called on the worker's thread when a result is ready, to wake up the window.
    void on_ready(std::function<void()> wake) { worker_.on_ready(std::move(wake)); }
    /// Milliseconds the last recomputation took, from the edit to the pass.
    double recompute_ms() const { return recompute_ms_; }

private:
    using Clock = std::chrono::steady_clock;

    /// Computes `document` at once and returns its pass, or starts the worker and returns null. Throws
    /// InputError.
    std::shared_ptr<const Pass> compute_or_start(const History::Step& document);
    void show(std::shared_ptr<const Pass> pass);
    void let_go(std::shared_ptr<const Pass> pass);
    void travel(void (History::*forth)(), void (History::*back)());

    std::shared_ptr<const Library> library_; ///< shared with the worker
    History history_;
    History::Step shown_;                ///< the document of pass_
    std::shared_ptr<const Pass> pass_;   ///< never null
    std::shared_ptr<const Pass> before_; ///< null, or with the same shapes as pass_
    std::shared_ptr<const Pass> origin_; ///< what was shown when the last step began
    Clock::time_point edited_;           ///< when the newest pass was requested
    double recompute_ms_ = 0;
    base::Worker worker_; ///< last, so that it ends before what it uses
};

} // namespace workbench
