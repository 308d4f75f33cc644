#pragma once
// What was set by hand follows the word or the dimension that it was set for, and goes with it.

#include "workbench/document.h"

namespace workbench {

/// `next` is `before` with other words: overrides, the drawn mask and the rows of words move along with their
/// words (alignment.h), and the padding stays within the keys. Weight matrices know no words: their overrides
/// stay. Between self- and cross-attention nothing follows the keys. Throws InputError as words_of does.
void follow_words(Document& next, const Document& before);

/// `next` is `before` with other weights, in `heads` heads. The same sizes with another seed keep every
/// override. Otherwise the dimensions mean something else, and only the overrides of scores and weights, in
/// heads that are still there, stay.
void follow_dimensions(Document& next, const Document& before, attention::Index heads);

} // namespace workbench
