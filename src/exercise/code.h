#pragma once
// The learner's code, stage by stage, as long as the comment lines of the starting file are still in it.

#include "exercise/level.h"

#include <string>
#include <string_view>
#include <vector>

namespace exercise {

struct CodeLine {
    std::string text;  ///< without the function's own indentation
    std::string stage; ///< whose section it is in; empty: none
};

/// The lines of a file's sections: from the first comment "# scores, shape …" or "// scores, …" to the last
/// line before what the function returns, comments and empty lines left out. Empty where there is no such
/// comment.
std::vector<CodeLine> sections_of(std::string_view text, const Level& level);

} // namespace exercise
