#pragma once
// Where the words of a sentence look when a trained model has read it: in its last layer, all heads together.

#include "workbench/document/library.h"

#include <memory>
#include <string>
#include <vector>

namespace workbench {

struct LastLook {
    std::vector<std::string> words;              ///< (n)
    base::Index query = 0;                       ///< the word that the question is about …
    std::string answer;                          ///< … and what the model takes it for
    std::shared_ptr<const base::Matrix> weights; ///< (n, n) the mean of the layer's heads: rows sum to 1

    base::Index strongest_key(base::Index word) const; ///< the one with the largest weight
};

/// By the document's own model, which must read one sentence. Throws InputError as read() does.
LastLook last_look(const Compared& shown, const Library& library);

/// The first word in which two sentences differ; the number of words of the shorter one if none does.
base::Index exchanged_word(const LastLook& one, const LastLook& other);

} // namespace workbench
