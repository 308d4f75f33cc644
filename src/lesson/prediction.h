#pragma once
// "Predict": a question about the next stage whose answer the trace knows, and what would give it away.

#include "lesson/narration.h"

#include <optional>

namespace lesson {

/// What on the screen can give an answer away.
struct Clues {
    bool shapes = false;  ///< the sizes of what later stages make
    bool code = false;    ///< the lines of later stages
    bool formula = false; ///< the whole formula
    bool later = false;   ///< what later stages make of the marked cell: sentences, and the preset's note

    bool operator==(const Clues&) const = default;
};

struct Prediction {
    std::string id; ///< tells it from every other question
    Clues hides;    ///< while it is open
    Paragraph question;
    std::vector<std::string> choices; ///< two to four words or numbers
    std::size_t answer = 0;           ///< index of the right one
    Paragraph because;                ///< the explanation once a choice is made, with the numbers
};

/// A question for the stage and row of the subject; nothing where none makes sense (one word, equal scores, a
/// masked row, the last stage). The order of the choices depends on the subject alone.
std::optional<Prediction> predict(const Texts& texts, const Subject& subject);

} // namespace lesson
