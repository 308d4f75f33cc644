#pragma once
// What to call the rows and columns of every matrix of a pass.

#include "attention/explain.h"

#include <string>
#include <vector>

namespace language {

struct Names {
    std::vector<std::string> queries; ///< (n) the query words
    std::vector<std::string> keys;    ///< (m) the key words: the same words in self-attention
    std::vector<std::string> model; ///< (d_model) features: "living" …; "1", "2" … where they have no meaning
    std::vector<std::string> position;    ///< (d_model) of the positions that are added; empty: as in `model`
    std::vector<std::string> key_width;   ///< (d_k) what a query asks for and a key matches
    std::vector<std::string> value_width; ///< (d_v) what a value carries
    std::vector<std::string>
        output; ///< (d_out) what W_O makes of it; empty without W_O: named like the concatenated heads
    attention::Index heads = 1;

    /// The name of entry `index` along an axis of an explanation; its number, counted from 1, where it has
    /// none. Along several concatenated heads the head stands before the value's name: "head 2: living".
    std::string along(attention::Axis axis, attention::Index index) const;
    /// The names of a quantity's rows and columns, as `along` gives them.
    std::string row(attention::Quantity quantity, attention::Index index) const;
    std::string column(attention::Quantity quantity, attention::Index index) const;
};

/// Words as names: those of more than 200 characters end in "…" there, since nothing can show more.
std::vector<std::string> word_names(const std::vector<std::string>& words);

/// "1", "2", … for dimensions without a meaning.
std::vector<std::string> numbered(attention::Index count);

} // namespace language
