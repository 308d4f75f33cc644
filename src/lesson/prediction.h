#pragma once
// "Predict – before you go on": a question about the next stage whose answer the trace knows.

#include "lesson/narration.h"

#include <optional>

namespace lesson {

struct Prediction {
    Paragraph question;
    std::vector<std::string> choices; ///< two to four words or numbers
    std::size_t answer = 0;           ///< index of the right one
    Paragraph because;                ///< the explanation once a choice is made, with the numbers
};

/// A question for the stage and row of the subject; nothing where none makes sense (one word, all equal, a
/// masked row, the last stage). The choices stand in an order that depends only on the subject.
std::optional<Prediction> predict(const Texts& texts, const Subject& subject);

} // namespace lesson
