#include "workbench/history.h"

#include <algorithm>
#include <cassert>

namespace workbench {

namespace {

// The oldest steps are dropped when all together take more than this: one mask drawn over 4096 tokens is
// 16 MB.
constexpr std::size_t most_bytes = std::size_t{256} << 20;

std::size_t bytes_of(const Document& d) {
    return sizeof d + d.text.size() + d.memory_text.size() + static_cast<std::size_t>(d.mask.drawn.size()) +
           d.overrides.size() * sizeof(attention::Override);
}

} // namespace

History::History(Document first) {
    steps_.push_back(std::make_shared<const Document>(std::move(first)));
}

const History::Step& History::before(const std::string& gesture) const {
    assert(!continues(gesture) || position_ > 0);
    return continues(gesture) ? steps_[position_ - 1] : current();
}

void History::push(Step step, const std::string& gesture) {
    const std::size_t kept = continues(gesture) ? position_ : position_ + 1;
    steps_.resize(kept);
    steps_.push_back(std::move(step));
    position_ = kept;
    gesture_ = gesture;
    forget_oldest();
}

void History::drop([[maybe_unused]] const std::string& gesture) {
    assert(continues(gesture) && can_undo());
    steps_.resize(position_);
    --position_;
    gesture_.clear();
}

void History::undo() {
    assert(can_undo());
    --position_;
    gesture_.clear();
}

void History::redo() {
    assert(can_redo());
    ++position_;
    gesture_.clear();
}

void History::return_to(const Step& step) {
    gesture_.clear();
    const auto found = std::find(steps_.begin(), steps_.end(), step);
    if (found != steps_.end()) {
        position_ = static_cast<std::size_t>(found - steps_.begin());
        return;
    }
    steps_.resize(position_);
    steps_.push_back(step);
}

void History::forget_oldest() {
    std::size_t bytes = 0, first = steps_.size();
    while (first > 0 && (bytes += bytes_of(*steps_[first - 1])) <= most_bytes)
        --first;
    first = std::min(first, position_ > 0 ? position_ - 1 : 0); // the last step can always be undone
    steps_.erase(steps_.begin(), steps_.begin() + static_cast<std::ptrdiff_t>(first));
    position_ -= first;
}

} // namespace workbench
