#pragma once
// How a matrix is labelled in this pass: "Z_h", "÷ √d_k", "each row adds up to 1".

#include "attention/stage.h"
#include "attention/trace.h"
#include "narration/narration.h"

#include <string>

namespace narration {

/// The symbol of `quantity` in this pass: the output of one head is Z_h, or Z if it is the layer's output.
std::string symbol_in(const attention::Trace& t, attention::Quantity quantity);

/// The short formula of a stage for the rail, as this pass computes it: "QKᵀ", "÷ √d_k", "÷ 2.45".
std::string formula_of(const Texts& texts, const attention::Trace& t, const attention::Stage& stage);

/// The name of the text beside the symbol of `quantity` ("means.scaled"), or of a variant
/// ("means.scaled_unchanged") where the usual text would be false in this pass (nothing is divided, nothing
/// hidden, weights set by hand). `named`: dimensions have meanings, so that a query asks for something.
std::string meaning_of(const attention::Trace& t, attention::Quantity quantity, bool named = true);

/// The same for the caption of a stage's result: "caption.scores", "caption.scores_cosine".
std::string caption_of(const attention::Trace& t, const attention::Stage& stage);

} // namespace narration
