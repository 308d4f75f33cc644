#pragma once
// The user's answers so far, and what must stay hidden until a question is answered.

#include "narration/prediction.h"

#include <map>
#include <set>
#include <string>

namespace narration {

enum class AnswerState { open, right, revealed };

struct Answer {
    AnswerState state = AnswerState::open;
    std::set<std::size_t> wrong = {}; ///< wrong choices tried so far
};

/// Kept until the program exits.
struct Answers {
    std::map<std::string, Answer> given; ///< by Prediction::id

    Answer to(const Prediction& prediction) const;
    void guess(const Prediction& prediction, std::size_t choice);
    void reveal(const Prediction& prediction);
    void ask_again(const Prediction& prediction);

    /// Of the questions answered or revealed, those answered rightly at the first attempt.
    struct Score {
        long right_at_once = 0, done = 0;
    };
    Score score() const;
};

/// What is hidden at a stage: whatever gives away its own question while that is open, and what later stages
/// compute from the marked cell, which later questions will ask about.
Clues hidden_now(const std::optional<Prediction>& question, const Answers& answers, attention::StageId stage);

} // namespace narration
