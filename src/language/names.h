#pragma once
// The names of the rows and columns of every matrix of a pass.

#include "attention/quantity.h"

#include <string>
#include <vector>

namespace language {

struct Names {
    std::vector<std::string> queries;   ///< (n) the query words
    std::vector<std::string> keys;      ///< (m) the key words: the same words in self-attention
    std::vector<std::string> model;     ///< (d_model) features: "living" …; "1", "2" … if without meaning
    std::vector<std::string> position;  ///< (d_model) columns of the positions; empty: as in `model`
    std::vector<std::string> key_width; ///< (d_k) what a query asks for and a key offers
    std::vector<std::string> value_width; ///< (d_v) what a value carries
    /// (d_out) the output dimensions; empty without W_O, where they are named like the concatenated heads.
    std::vector<std::string> output;
    base::Index heads = 1;

    /// The name of entry `index` along an axis; its 1-based number if it has none. Along several concatenated
    /// heads the name is prefixed with the head: "head 2: living".
    std::string along(attention::Axis axis, base::Index index) const;
    /// The names of a quantity's rows and columns, in the form of along(); columns of concatenated heads in a
    /// shorter one: "2·living".
    std::string row(attention::Quantity quantity, base::Index index) const;
    std::string column(attention::Quantity quantity, base::Index index) const;
};

/// The words as names, cut to 200 characters with "…", since nothing can show more.
std::vector<std::string> word_names(const std::vector<std::string>& words);

/// "1", "2", … for dimensions without a meaning.
std::vector<std::string> numbered(base::Index count);

} // namespace language
