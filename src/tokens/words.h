#pragma once
// Splitting the text into words before a model splits these into pieces, which never reach across two of
// them.

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

/// A text and its words: not empty, in order, side by side or with something between them that belongs to
/// none.
struct Words {
    Characters characters;
    std::vector<Word> words;
};

/// Splits the words further, and may change the characters.
using Splitter = std::function<void(Words&)>;

/// What becomes of that at which words are split.
enum class Separators {
    left_out,
    apart, ///< words of their own
    with_word_before,
    with_word_after,
    apart_joined, ///< apart, and those side by side are one
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
    bool begins_with_space =
        true; ///< put before a word that does not begin with one, so that "Hello" is what it is elsewhere
    bool by_gpt2_pattern = true; ///< or the words are as they come
};
/// GPT-2's: words with the space before them, contractions, numbers, signs and white space; then bytes as
/// letters (byte_letters.h). Source: Radford et al. 2019.
Splitter split_as_gpt2(const ByteLevel& options);

struct MetaSpace {
    char32_t space = U'\u2581'; ///< ▁
    enum class Begin {
        never,
        text,
        each
    } begin = Begin::each; ///< where one is put before words that begin with none
    bool splits = true;    ///< before each
};
/// SentencePiece's: a visible sign for each space.
Splitter mark_spaces(const MetaSpace& options);

} // namespace tokens
