#pragma once
// Splitting the text into words. A model then splits each of them into pieces, so that no piece reaches from
// one word into the next.

#include "tokens/characters.h"
#include "tokens/pattern.h"

#include <cstddef>
#include <functional>
#include <string>
#include <vector>

namespace tokens {

/// The characters [begin, end) of a text.
struct Word {
    std::size_t begin = 0, end = 0;
};

/// A text and its words, in their order and none of them empty. What is between two of them has been left
/// out.
struct Words {
    Characters characters;
    std::vector<Word> words;
};

/// Splits the words further, and may change the characters.
using Splitter = std::function<void(Words&)>;

/// What becomes of the separators, the places at which words are split.
enum class Separators {
    left_out,
    apart,        ///< each is a word of its own
    apart_joined, ///< those side by side are one word
    with_word_before,
    with_word_after,
};

/// One splitter after the other.
Splitter in_turn(std::vector<Splitter> splitters);
/// Splits where the pattern matches or, inverted, where it does not.
Splitter split_at(Pattern pattern, Separators separators, bool inverted);
/// Splits at each character of a class.
Splitter split_at(std::function<bool(char32_t)> is_separator, Separators separators);
/// Numbers apart from what is no number.
Splitter split_numbers(bool each_digit);
/// BERT's: at white space, which is left out, and at punctuation, each mark a word.
Splitter split_as_bert();
/// Words (letters, marks, numbers, _) and runs of signs; white space is left out: \w+|[^\w\s]+.
Splitter split_words_and_signs();

struct ByteLevel {
    /// A space is put before each word that begins with none: "Hello" is then the same piece everywhere.
    bool begins_with_space = true;
    /// Words are found by GPT-2's pattern; otherwise they stay as they are.
    bool by_gpt2_pattern = true;
};
/// GPT-2's: words with the space before them, contractions, numbers, signs and white space; then bytes as
/// letters (byte_letters.h). Source: Radford et al. 2019.
Splitter split_as_gpt2(const ByteLevel& options);

struct MetaSpace {
    char32_t space = U'\u2581'; ///< ▁
    /// Where a space is put before what begins with none: nowhere, at the beginning of the input, before each
    /// word.
    enum class Begin { never, text, each };
    Begin begin = Begin::each;
    /// Each space begins a word; otherwise words stay as they are.
    bool splits = true;
};
/// SentencePiece's: a visible sign for each space.
Splitter mark_spaces(const MetaSpace& options);

} // namespace tokens
