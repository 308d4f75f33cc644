#pragma once
// The arrays that a listing is given, written out in its language.

#include "attention/trace.h"

#include <map>
#include <string>
#include <vector>

namespace lesson {

/// One array: its name is that of the tensor files.
struct GivenArray {
    enum class Kind { matrix, row, matrices, flags, flags_row, many_flags };

    std::string name;
    Kind kind = Kind::matrix;
    std::vector<attention::Matrix> parts; ///< one, or one a head; flags are 0 and 1
};

/// All that the pass was given, in the order of the program: x, memory, positions, weights, masks, what
/// dropout kept.
std::vector<GivenArray> arrays_given(const attention::Trace& t);

/// How many numbers they hold.
attention::Index numbers_in(const std::vector<GivenArray>& arrays);

/// A statement that makes the array with these numbers. `words`: how the language writes arrays
/// (listings.toml).
std::string statement_of(const GivenArray& array, const std::map<std::string, std::string>& words);

/// A statement that makes random numbers of the same shape; weights are divided so that sums stay of size 1.
std::string random_statement_of(const GivenArray& array, const std::map<std::string, std::string>& words);

/// The shortest digits that give the same float: exact in every language.
std::string exact(float number);
/// The same as a literal of the language's floats: "2.45", "2.0f".
std::string float_literal(float number, const std::map<std::string, std::string>& words);

} // namespace lesson
