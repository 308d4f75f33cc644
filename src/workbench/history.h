#pragma once
// The history of documents, for undo and redo.

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

} // namespace workbench
