#include "narration/story.h"

#include <algorithm>
#include <cassert>
#include <iterator>

namespace narration {

// In tell_input.cpp, tell_scores.cpp and tell_weights.cpp.
void tell_input(Story& story);
void tell_project(Story& story);
void tell_scores(Story& story);
void tell_scale(Story& story);
void tell_mask(Story& story);
void tell_softmax(Story& story);
void tell_dropout(Story& story);
void tell_weighted_sum(Story& story);
void tell_concatenate(Story& story);
void tell_output(Story& story);

namespace {

using attention::StageId;

/// What is told at a stage.
struct Teller {
    StageId stage;
    void (*tell)(Story& story);
};
constexpr Teller tellers[] = {
    {StageId::input, tell_input},
    {StageId::project, tell_project},
    {StageId::scores, tell_scores},
    {StageId::scale, tell_scale},
    {StageId::mask, tell_mask},
    {StageId::softmax, tell_softmax},
    {StageId::dropout, tell_dropout},
    {StageId::weighted_sum, tell_weighted_sum},
    {StageId::concatenate, tell_concatenate},
    {StageId::output, tell_output},
};

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
    const auto told = std::ranges::find(tellers, subject.stage, &Teller::stage);
    assert(told != std::end(tellers) && "every stage has its teller");
    told->tell(story);
    tell_override(story);
    return story.narration();
}

} // namespace narration
