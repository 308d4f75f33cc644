#pragma once
// What the cells of a matrix are, in a few words: "the same, smaller", "each row adds up to 1".

#include "attention/stage.h"
#include "attention/trace.h"

#include <string>

namespace lesson {

/// The name of the text beside the symbol of `quantity` ("means.scaled"). Where the usual words would be
/// false in this pass (nothing is divided, nothing hidden, weights set by hand), that of others
/// ("means.scaled_unchanged").
std::string meaning_of(const attention::Trace& t, attention::Quantity quantity);

/// The same for the line under the result of a stage: "caption.scores", "caption.scores_cosine".
std::string caption_of(const attention::Trace& t, const attention::Stage& stage);

} // namespace lesson
