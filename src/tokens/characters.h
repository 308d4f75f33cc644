#pragma once
// The text on its way through a tokenizer: characters, each with the bytes of the input that it stands for.
// Normalizing may replace, add and remove characters; whatever comes out of it still knows where it came
// from.

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace tokens {

/// A character, that is, a code point, and the bytes [begin, end) of the input that became it. Bytes are
/// empty for one that was put in, such as the space that some tokenizers begin each text with.
struct Character {
    char32_t code = 0;
    std::uint32_t begin = 0, end = 0;
    /// Nothing has changed it: each of its bytes in UTF-8 is one of these, if they are as many.
    bool is_typed = true;
};
using Characters = std::vector<Character>;

/// The longest text in bytes, several times the longest that any model reads; each of them takes 16 here.
inline constexpr std::size_t longest_text = 64'000'000;

/// The characters of UTF-8 text. What is not UTF-8 becomes U+FFFD, one for each longest part that could begin
/// a character, as in Python's errors="replace" and in browsers (Unicode, chapter 3.9, table 3-8), so that
/// the reference tokenizers, which take text and not bytes, answer the same. Throws InputError for more than
/// longest_text bytes.
Characters characters_of(std::string_view utf8);

void append_utf8(std::string& text, char32_t code);
std::string utf8_of(std::span<const Character> characters);
/// The number of bytes of a character in UTF-8.
std::size_t utf8_size(char32_t code);

/// Calls use(byte, begin, end) for each byte of a character in UTF-8 and the bytes of the input that it
/// stands for: its own, or all of the character's where normalizing has changed these.
template <class Use>
void each_byte(const Character& character, const Use& use) {
    std::string bytes;
    append_utf8(bytes, character.code);
    const bool is_as_typed = character.is_typed && character.end - character.begin == bytes.size();
    for (std::uint32_t i = 0; i < bytes.size(); ++i)
        use(static_cast<unsigned char>(bytes[i]), is_as_typed ? character.begin + i : character.begin,
            is_as_typed ? character.begin + i + 1 : character.end);
}

// Classes of Unicode, as far as tokenizers ask for them.

/// White_Space: spaces, tabs, ends of lines and paragraphs.
bool is_white_space(char32_t code);
/// Letters, marks, numbers, and what joins them in identifiers such as _: \w.
bool is_word_character(char32_t code);
/// Nd, Nl, No: digits, and also ², ½, Ⅷ.
bool is_number(char32_t code);
/// Punctuation as BERT counts it: Unicode's, and all of ASCII that is neither letter, digit nor white space
/// ($, +, ~ …).
bool is_punctuation(char32_t code);
/// Mn, Mc, Me: whatever is added to a letter.
bool is_mark(char32_t code);
/// Of them those without a width of their own (Mn), such as combining accents.
bool is_accent(char32_t code);
/// What cannot be seen: control characters (without \t, \n and \r, which are white space), those that
/// direct how others are shown, and those for private use.
bool is_control(char32_t code);
/// Chinese characters, as BERT counts them: the blocks of CJK ideographs, without kana and Hangul.
bool is_chinese(char32_t code);

} // namespace tokens
