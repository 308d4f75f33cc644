#pragma once
// What a person has answered so far, and what must not stand on the screen until then.

#include "lesson/prediction.h"

#include <map>
#include <set>
#include <string>

namespace lesson {

enum class AnswerState { open, right, revealed };

struct Answer {
    AnswerState state = AnswerState::open;
    std::set<std::size_t> wrong = {}; ///< choices that were tried
};

/// Kept for as long as the program runs.
struct Answers {
    bool asking = true;                  ///< false: no questions, please
    std::map<std::string, Answer> given; ///< by Prediction::id

    Answer to(const Prediction& prediction) const;
    void guess(const Prediction& prediction, std::size_t choice);
    void reveal(const Prediction& prediction);
    void ask_again(const Prediction& prediction);
};

/// What is hidden at a stage: what its own question asks for while that is open, and what later stages make
/// of the marked cell, for which the questions ahead will ask. Nothing when no questions are wanted.
Clues hidden_now(const std::optional<Prediction>& question, const Answers& answers, attention::StageId stage);

} // namespace lesson
