#include "narration/story.h"

#include <algorithm>
#include <array>
#include <cassert>

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

constexpr std::array table_of_tellers{
    Teller{StageId::input, tell_input},
    Teller{StageId::project, tell_project},
    Teller{StageId::scores, tell_scores},
    Teller{StageId::scale, tell_scale},
    Teller{StageId::mask, tell_mask},
    Teller{StageId::softmax, tell_softmax},
    Teller{StageId::dropout, tell_dropout},
    Teller{StageId::weighted_sum, tell_weighted_sum},
    Teller{StageId::concatenate, tell_concatenate},
    Teller{StageId::output, tell_output},
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

std::span<const Teller> tellers() {
    return table_of_tellers;
}

Narration narrate(const Texts& texts, const Subject& subject, std::span<const Teller> table) {
    Story story(texts, subject);
    const auto told = std::ranges::find(table, subject.stage, &Teller::stage);
    assert(told != table.end() && "every stage has its teller");
    told->tell(story);
    tell_override(story);
    return story.narration();
}

Narration Texts::narrate(const Subject& subject) const {
    return narration::narrate(*this, subject);
}

} // namespace narration
