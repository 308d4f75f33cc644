#pragma once
// A regular expression of a tokenizer's file, by PCRE2. The reference uses Oniguruma; in what tokenizers are
// written with (classes of Unicode, alternatives, look-ahead) both mean the same.

#include "tokens/characters.h"

#include <cstddef>
#include <functional>
#include <memory>
#include <span>
#include <string>

namespace tokens {

class Pattern {
public:
    /// Throws InputError{where, …} for what is not a regular expression.
    Pattern(const std::string& expression, std::string where);
    /// Matches the text itself, whatever signs are in it.
    static Pattern of_literal(const std::string& text, std::string where);

    /// Calls use(begin, end, matches) for each match and for what is between two of them, in the order of the
    /// text; none of them is empty. Throws InputError where a match would take too long.
    void each_part(std::span<const Character> text,
                   const std::function<void(std::size_t, std::size_t, bool)>& use) const;

private:
    Pattern(const std::string& expression, std::string where, bool is_literal);

    std::string where_;
    std::shared_ptr<const void> compiled_; ///< a pcre2_code; only pattern.cpp sees PCRE2
};

} // namespace tokens
