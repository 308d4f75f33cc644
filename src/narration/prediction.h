#pragma once
// "Predict": a question about the next stage, answered from the trace, and what would give the answer away.

#include "narration/narration.h"

#include <optional>

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
    std::vector<std::string> choices; ///< two to four words or numbers
    std::size_t answer = 0;           ///< index of the right one
    Paragraph because;                ///< the explanation with the numbers, shown once a choice is made
};

/// A question about row `query` (0 to n − 1) at the stage of the subject, whose marked cell may lie in the
/// row of a key; empty where none makes sense (one word, equal scores, a masked row, the last stage). The
/// order of the choices depends only on the subject and the query.
std::optional<Prediction> predict(const Texts& texts, const Subject& subject, base::Index query);

} // namespace narration
