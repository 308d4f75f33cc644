#include "tokens/characters.h"

#include "base/input_error.h"
#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <array>
#include <utility>

namespace tokens {

namespace {

constexpr char32_t replacement_character = 0xFFFD;

/// How many bytes at `at`, where no well-formed character begins, could begin one: at least 1.
std::size_t ill_formed_size(std::string_view text, std::size_t at) {
    for (const std::size_t size : {std::size_t{3}, std::size_t{2}}) {
        if (at + size > text.size()) continue;
        std::array<char, 4> completed = {'\x80', '\x80', '\x80', '\x80'}; // as it might have gone on
        std::ranges::copy(text.substr(at, size), completed.begin());
        if (base::well_formed_size({completed.data(), completed.size()}, 0) > size) return size;
    }
    return 1;
}

/// The code of a well-formed character of `size` bytes.
char32_t decoded(std::string_view text, std::size_t at, std::size_t size) {
    const auto byte = [&](std::size_t i) { return static_cast<unsigned char>(text[at + i]); };
    if (size == 1) return byte(0);
    char32_t code = byte(0) & (0xFFU >> (size + 1));
    for (std::size_t i = 1; i < size; ++i)
        code = code << 6U | (byte(i) & 0x3FU);
    return code;
}

utf8proc_category_t category(char32_t code) {
    return utf8proc_category(static_cast<utf8proc_int32_t>(code));
}

bool is_between(utf8proc_category_t each, utf8proc_category_t first, utf8proc_category_t last) {
    return first <= each && each <= last;
}

} // namespace

Characters characters_of(std::string_view utf8) {
    if (utf8.size() > longest_text)
        throw base::InputError("text", "it is " + std::to_string(utf8.size()) + " bytes long",
                               "at most " + std::to_string(longest_text) + " bytes are split into tokens");
    Characters characters;
    characters.reserve(utf8.size());
    for (std::size_t at = 0; at < utf8.size();) {
        const std::size_t size = base::well_formed_size(utf8, at);
        const std::size_t next = at + (size > 0 ? size : ill_formed_size(utf8, at));
        characters.push_back({size > 0 ? decoded(utf8, at, size) : replacement_character,
                              static_cast<std::uint32_t>(at), static_cast<std::uint32_t>(next)});
        at = next;
    }
    return characters;
}

std::size_t utf8_size(char32_t code) {
    return code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
}

void append_utf8(std::string& text, char32_t code) {
    if (code < 0x80) {
        text += static_cast<char>(code);
        return;
    }
    const std::size_t size = utf8_size(code);
    const unsigned length_bits = (0xF00U >> size) & 0xFFU; // 110…, 1110…, 11110…
    text += static_cast<char>(length_bits | code >> (6 * (size - 1)));
    for (std::size_t i = size - 1; i > 0; --i)
        text += static_cast<char>(0x80U | ((code >> (6 * (i - 1))) & 0x3FU));
}

std::string utf8_of(std::span<const Character> characters) {
    std::string text;
    text.reserve(characters.size());
    for (const Character& character : characters)
        append_utf8(text, character.code);
    return text;
}

bool is_white_space(char32_t code) {
    if (code < 0x80) return code == ' ' || (code >= '\t' && code <= '\r');
    return code == 0x85 || is_between(category(code), UTF8PROC_CATEGORY_ZS, UTF8PROC_CATEGORY_ZP);
}

bool is_word_character(char32_t code) {
    constexpr std::pair<char32_t, char32_t> circled_letters = {0x24B6, 0x24E9}; // signs, but alphabetic
    if (circled_letters.first <= code && code <= circled_letters.second) return true;
    const auto each = category(code);
    return is_between(each, UTF8PROC_CATEGORY_LU, UTF8PROC_CATEGORY_NL) || each == UTF8PROC_CATEGORY_PC;
}

bool is_number(char32_t code) {
    return is_between(category(code), UTF8PROC_CATEGORY_ND, UTF8PROC_CATEGORY_NO);
}

bool is_punctuation(char32_t code) {
    if (code < 0x80) return code > ' ' && code < 0x7F && !is_number(code) && (code | 0x20U) - 'a' > 25;
    return is_between(category(code), UTF8PROC_CATEGORY_PC, UTF8PROC_CATEGORY_PO);
}

bool is_mark(char32_t code) {
    return is_between(category(code), UTF8PROC_CATEGORY_MN, UTF8PROC_CATEGORY_ME);
}

bool is_accent(char32_t code) {
    return category(code) == UTF8PROC_CATEGORY_MN;
}

bool is_control(char32_t code) {
    if (code == '\t' || code == '\n' || code == '\r') return false;
    const auto each = category(code);
    return is_between(each, UTF8PROC_CATEGORY_CC, UTF8PROC_CATEGORY_CO);
}

bool is_chinese(char32_t code) {
    constexpr std::pair<char32_t, char32_t> blocks[] = {
        {0x3400, 0x4DBF},   {0x4E00, 0x9FFF},   {0xF900, 0xFAFF},   {0x20000, 0x2A6DF},
        {0x2A700, 0x2B73F}, {0x2B740, 0x2B81F}, {0x2B920, 0x2CEAF}, {0x2F800, 0x2FA1F},
    };
    return std::ranges::any_of(
        blocks, [code](const auto& block) { return block.first <= code && code <= block.second; });
}

} // namespace tokens
