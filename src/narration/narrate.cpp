#include "narration/story.h"

namespace narration {
namespace {

using attention::StageId;

/// Says that a cell was set by hand, and which number the computation gives.
void tell_override(Story& story) {
    if (!story.t.is_overridden(story.cell)) return;
    const attention::Explanation e = attention::explain(story.t, story.cell);
    story.set("computed", e.computed);
    story.new_paragraph();
    story.say(e.form == attention::Form::given ? "overridden.given" : "overridden.computed");
}

} // namespace

Narration Texts::narrate(const Subject& subject) const {
    Story story(*this, subject);
    switch (subject.stage) {
    case StageId::input:
        tell_input(story);
        break;
    case StageId::project:
        tell_project(story);
        break;
    case StageId::scores:
        tell_scores(story);
        break;
    case StageId::scale:
        tell_scale(story);
        break;
    case StageId::mask:
        tell_mask(story);
        break;
    case StageId::softmax:
        tell_softmax(story);
        break;
    case StageId::dropout:
        tell_dropout(story);
        break;
    case StageId::weighted_sum:
        tell_weighted_sum(story);
        break;
    case StageId::concatenate:
        tell_concatenate(story);
        break;
    case StageId::output:
        tell_output(story);
        break;
    }
    tell_override(story);
    return story.narration();
}

} // namespace narration
