#include "ui/views/story/owed.h"

#include <utility>

namespace ui {

void OwedWords::add(By by, const workbench::Document& now) {
    if (waiting_.empty()) of_ = now;
    waiting_.push_back(by);
}

void OwedWords::follow(const workbench::Document& now) {
    const auto written = std::exchange(written_, std::nullopt);
    if (waiting_.empty()) return;
    if (written && now.weights == of_.weights && now.text == of_.text + *written) of_ = now;
    if (now != of_) forget();
}

std::optional<OwedWords::By> OwedWords::next() {
    if (waiting_.empty() || written_) return std::nullopt;
    const By first = waiting_.front();
    waiting_.erase(waiting_.begin());
    return first;
}

} // namespace ui
