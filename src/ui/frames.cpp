#include "ui/frames.h"

#include <algorithm>
#include <utility>

namespace ui {

Frames::Built Frames::build() {
    due_ = std::max(0, due_ - 1);
    shell_.build();
    if (shown_ && shell_.withheld()) return Built::unseen;
    const bool settled = due_ == 0 && !shell_.settling();
    if (shown_ && !settled && !shell_.moving() && ++unseen_ <= most_unseen) return Built::unseen;
    unseen_ = 0;
    if (shown_ && when_asked_ && !asked_) return Built::same;
    shown_ = true;
    const bool painted = shell_.paint(std::exchange(lost_picture_, false));
    asked_ = asked_ && shell_.settling(); // a large picture takes several frames
    return painted ? Built::painted : Built::same;
}

} // namespace ui
