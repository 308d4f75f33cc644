#pragma once
// The documents that there have been, for undo and redo.

#include "workbench/document.h"

#include <memory>
#include <string>
#include <vector>

namespace workbench {

class History {
public:
    using Step = std::shared_ptr<const Document>;

    explicit History(Document first);
    explicit History(Step first) : steps_{std::move(first)} {}

    const Step& current() const { return steps_[position_]; }
    bool can_undo() const { return position_ > 0; }
    bool can_redo() const { return position_ + 1 < steps_.size(); }

    /// True when a step with this gesture would become one with the current step.
    bool continues(const std::string& gesture) const { return !gesture.empty() && gesture == gesture_; }
    /// The document that the running gesture began with; without one, the current document.
    const Step& before(const std::string& gesture) const;

    /// The document after an edit: a new step, or, when `gesture` continues, in place of the current one.
    /// What had been undone is forgotten.
    void push(Step step, const std::string& gesture = {});
    /// The next step is a new one, even if its gesture has the same name.
    void end_gesture() { gesture_.clear(); }
    /// Forgets the step that the running gesture made; asserts that it continues.
    void drop(const std::string& gesture);
    void undo(); ///< asserts can_undo()
    void redo(); ///< asserts can_redo()
    /// Back to a step that was current once; it takes the place of the current one when it is no longer
    /// there.
    void return_to(const Step& step);

private:
    void forget_oldest();

    std::vector<Step> steps_;
    std::size_t position_ = 0;
    std::string gesture_; ///< of the current step; empty once it is over
};

} // namespace workbench
