#pragma once
// "Predict": questions about the next stage, answered from the trace; the user's answers; and what must stay
// hidden until they are given.

#include "narration/narration.h"

#include <map>
#include <optional>
#include <set>
#include <string>

namespace narration {

/// What on screen can give an answer away.
struct Clues {
    bool shapes = false;  ///< the sizes of later results
    bool code = false;    ///< the lines of later stages
    bool formula = false; ///< the whole formula
    bool later = false;   ///< what later stages compute from the marked cell: sentences, the preset's note

    bool operator==(const Clues&) const = default;
};

struct Prediction {
    std::string id; ///< unique among all questions
    Clues hides;    ///< while it is open
    Paragraph question;
    std::vector<std::string> choices;           ///< two to four words or numbers
    std::size_t answer = 0;                     ///< index of the right one
    std::optional<attention::Cell> covers = {}; ///< the number that would give it away, of the stage's result
    Paragraph because; ///< the explanation with the numbers, shown once a choice is made
};

/// A question about row `query` (0 to n − 1) at the stage of the subject, whose marked cell may lie in the
/// row of a key. Empty where none makes sense (one word, equal scores, a masked row, the last stage). The
/// order of the choices depends only on the subject and the query.
std::optional<Prediction> predict(const Texts& texts, const Subject& subject, base::Index query);

// The answers.

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

    /// How many questions are answered or revealed, and how many of them were right at the first attempt.
    struct Score {
        long right_at_once = 0, done = 0;
    };
    Score score() const;
};

/// What is hidden at a stage: whatever gives away its own question while that is open, and before softmax
/// what later stages compute from the marked cell, which later questions will ask about.
Clues hidden_now(const std::optional<Prediction>& question, const Answers& answers, attention::StageId stage);

} // namespace narration
