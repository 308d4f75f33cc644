#pragma once
// Changes made by hand follow the word or dimension they were made for, and are dropped with it.

#include "workbench/document.h"

namespace workbench {

/// `next` is `before` with other words: overrides, the drawn mask and the rows of words move along with their
/// words (alignment.h), and the padding stays within the keys. Overrides of weight matrices, which do not
/// depend on words, stay. When self-attention becomes cross-attention or vice versa, nothing follows the
/// keys. Throws InputError as words_of() does.
void follow_words(Document& next, const Document& before);

/// `next` is `before` with words a and b of the sentence, or of the source, swapped: what was changed by hand
/// moves with them. Neither document is numeric.
void follow_swap(Document& next, const Document& before, base::Index a, base::Index b, bool in_memory);

/// `next` is `before` with other weights, whose layers have so many `heads`. If only the seed has changed, or
/// the layer shown of a trained model, all overrides stay. Otherwise the dimensions mean something else, and
/// only overrides of scores and weights stay, in heads that still exist.
void follow_dimensions(Document& next, const Document& before, const std::vector<base::Index>& heads);

} // namespace workbench
