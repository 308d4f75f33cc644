#include "ui/canvas/focus.h"

#include <algorithm>

namespace ui {

void Focus::begin(int tab, bool enter) {
    order_ = std::move(building_);
    building_.clear();
    const bool may_leave = may_leave_ && confined_.empty();
    if (!confined_.empty())
        std::erase_if(order_, [&](const auto& name) { return !name.starts_with(confined_); });
    confined_.clear();
    enter_ = enter;
    arrived_ = false;
    if (tab == 0) return;
    if (order_.empty()) return leave();
    const auto here = std::find(order_.begin(), order_.end(), focused_);
    const auto count = static_cast<long>(order_.size());
    const long now = here == order_.end() ? (tab > 0 ? -1 : count) : here - order_.begin();
    if (may_leave && (now + tab < 0 || now + tab >= count)) return leave();
    focused_ = order_[static_cast<std::size_t>((now + tab + count) % count)];
    visible_ = true;
    arrived_ = true;
}

bool Focus::item(const std::string& name) {
    building_.push_back(scope_ + name);
    return visible_ && building_.back() == focused_;
}

} // namespace ui
