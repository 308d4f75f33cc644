#pragma once
// The code listings of a pass (Texts::listings): its input arrays, written out in the listing's language.

#include "attention/trace.h"

#include <map>
#include <string>
#include <vector>

namespace narration {

/// One array, named as in the tensor files.
struct GivenArray {
    enum class Kind { matrix, row, matrices, flags, flags_row, many_flags };

    std::string name;
    Kind kind = Kind::matrix;
    std::vector<base::Matrix> parts; ///< one, or one per head; flags are 0 and 1
};

/// All inputs of the pass, in the order of the program: x, memory, positions, weights, masks, and which
/// weights dropout kept.
std::vector<GivenArray> arrays_given(const attention::Trace& t);

/// The total number of entries.
base::Index numbers_in(const std::vector<GivenArray>& arrays);

/// A statement that creates the array with these numbers. `words`: how the language writes arrays
/// (listings.toml).
std::string statement_of(const GivenArray& array, const std::map<std::string, std::string>& words);

/// A statement that creates random numbers of the same shape; weights are scaled to keep sums of order 1.
std::string random_statement_of(const GivenArray& array, const std::map<std::string, std::string>& words);

/// A number as a float literal of the language: "2.45", "2.0f".
std::string float_literal(float number, const std::map<std::string, std::string>& words);

} // namespace narration
