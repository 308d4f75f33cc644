#include "lesson/telling.h"

#include <utility>

namespace lesson {

void Telling::about(PassPtr pass, PassPtr right) {
    if (pass == pass_ && right == right_) return;
    pass_ = std::move(pass);
    right_ = std::move(right);
    texts_.clear();
}

const StoryText& Telling::told(const std::string& markdown) {
    const auto known = texts_.find(markdown);
    if (known != texts_.end()) return known->second;
    return texts_.emplace(markdown, lesson::told(markdown, scope())).first->second;
}

} // namespace lesson
