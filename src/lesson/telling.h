#pragma once
// A lesson's texts about the passes on screen, worked out once for as long as these are shown.

#include "lesson/story_text.h"

#include <map>
#include <memory>

namespace lesson {

class Telling {
public:
    using PassPtr = std::shared_ptr<const workbench::Pass>;

    /// What texts are about from now on: the pass on screen, and Compare's right-hand one or null. Texts
    /// about others are forgotten.
    void about(PassPtr pass, PassPtr right);
    /// Valid until the next about(), which must have been called.
    Scope scope() const { return {*pass_, right_.get()}; }
    const PassPtr& pass() const { return pass_; }
    const PassPtr& right() const { return right_; }

    /// As lesson::told() says it; the reference holds until the next about(). Throws InputError like it.
    const StoryText& told(const std::string& markdown);

private:
    PassPtr pass_, right_;
    std::map<std::string, StoryText> texts_;
};

} // namespace lesson
