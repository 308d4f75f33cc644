#pragma once
// What was chosen in a document besides its words, without computing it: for a list of documents.

#include "workbench/in_force.h"

#include <vector>

namespace workbench {

/// The weights that were trained or drawn at random, and whatever differs from the defaults, with the texts
/// of in_force(). A trained model whose file is gone is named by its id.
std::vector<Fact> chosen_in(const Document& document, const Library& library);

} // namespace workbench
