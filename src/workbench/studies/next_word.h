#pragma once
// The words that a writing model may put next, as a person is offered them.

#include "workbench/studies/story.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace workbench {

struct NextWord {
    struct Candidate {
        base::Index id = 0;
        std::string word;
        std::string text;      ///< what the text goes on with
        float probability = 0; ///< as the model gives it
        bool breaks = false;   ///< what the text has settled; never behind a first break
        bool ends = false;     ///< the text: it is no word
    };
    std::vector<Candidate> best;             ///< the most probable first
    std::optional<std::size_t> written = {}; ///< the one that stands there already; none: nothing does
    bool after_break = false;                ///< the text is no story any more: nobody knows what breaks it
};

/// The place of the first word that breaks what the words before it have settled; empty if none does. What a
/// story would have gone on to say is not known behind it.
std::optional<std::size_t> first_break(const TrainedReading& reading, const language::StoryGrammar& grammar);

/// After the story's row: `count` of the most probable words; the last of them gives way to the word that
/// stands there already if it is none of these. The model must write such stories, and the story be asked
/// there.
NextWord next_word(const Story& story, const TrainedReading& reading, const language::StoryGrammar& grammar,
                   std::size_t count);

/// How long the last word takes, in milliseconds: with all words read again, and with keys and values kept.
/// The shortest of three measurements each.
struct WritingTimes {
    double whole = 0, cached = 0;
};
WritingTimes writing_times(const TrainedReading& reading);
/// What both cost, in multiply-adds (base/study.h).
double next_word_cost(const TrainedReading& reading);

} // namespace workbench
