#pragma once
// The state of the program without a screen: document, history, and the pass that belongs to it.

#include "workbench/edit.h"
#include "workbench/history.h"
#include "workbench/pass.h"
#include "workbench/worker.h"

#include <chrono>

namespace workbench {

class Workbench {
public:
    /// Computes the first preset before it returns. Throws InputError for an unknown preset.
    explicit Workbench(Library library, const std::string& first_preset = "cat-tired");
    explicit Workbench(std::shared_ptr<const Library> library, const std::string& first_preset = "cat-tired");

    /// Makes an edit. Small passes are computed before this returns; large ones on the worker.
    /// Throws InputError, leaving everything as it was. Edits with the same non-empty `gesture` in a row (a
    /// drag, typing in one field) become one step of the history, until begin_gesture(); a gesture that ends
    /// where it began leaves no step.
    void perform(const Edit& edit, const std::string& gesture = {});
    /// Begins anew with another document: the base of its history, so that undo ends with it. Throws
    /// InputError, leaving everything as it was.
    void open(Document document);
    /// The next edit is a step of its own: a button was pressed, a field was entered.
    void begin_gesture() { history_.end_gesture(); }
    /// Takes back what the running gesture did, as if it had never begun.
    void cancel_gesture(const std::string& gesture);
    void undo(); ///< nothing happens when there is nothing to undo
    void redo(); ///< nothing happens when there is nothing to redo
    bool can_undo() const { return history_.can_undo(); }
    bool can_redo() const { return history_.can_redo(); }

    const Library& library() const { return *library_; }
    const std::shared_ptr<const Library>& shared_library() const { return library_; }
    /// The newest document, perhaps still being computed; another pointer means another step.
    const History::Step& step() const { return history_.current(); }
    const Document& document() const { return *step(); }
    std::shared_ptr<const Pass> pass() const { return pass_; } ///< the newest that is complete
    /// The pass before the last step, for before/after; null at first, when shapes differ, and where keeping
    /// both would take too much memory.
    std::shared_ptr<const Pass> before() const { return before_; }

    bool computing() const { return worker_.busy(); }
    /// Takes a finished result from the worker; true when pass() changed. Called once a frame.
    /// Throws InputError when the pass could not be made (a number too large, no memory): document() is then
    /// again the one that pass() shows.
    bool poll();
    /// Stops the running pass and goes back to the document that pass() shows.
    void cancel();
    /// Called (from the worker) when a result is ready: the window wakes up.
    void on_ready(std::function<void()> wake) { worker_.on_ready(std::move(wake)); }
    /// Milliseconds of the last recomputation, from the edit to the pass.
    double recompute_ms() const { return recompute_ms_; }

private:
    using Clock = std::chrono::steady_clock;

    /// Computes `document` at once and returns its pass, or null after starting the worker. Throws
    /// InputError.
    std::shared_ptr<const Pass> compute_or_start(const History::Step& document);
    void show(std::shared_ptr<const Pass> pass);
    void let_go(std::shared_ptr<const Pass> pass);
    void travel(void (History::*forth)(), void (History::*back)());

    std::shared_ptr<const Library> library_; ///< shared with the worker
    History history_;
    History::Step shown_;                ///< the document of pass_
    std::shared_ptr<const Pass> pass_;   ///< never null
    std::shared_ptr<const Pass> before_; ///< null, or of the shapes of pass_
    std::shared_ptr<const Pass> origin_; ///< what was shown when the last step began
    Clock::time_point edited_;           ///< when the newest pass was asked for
    double recompute_ms_ = 0;
    Worker worker_; ///< last: ends before what it uses
};

} // namespace workbench
