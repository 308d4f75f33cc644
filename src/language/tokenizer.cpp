#include "language/tokenizer.h"

#include "base/text.h"

#include <utf8proc.h>

#include <algorithm>
#include <cassert>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <utility>

namespace language {

using base::InputError;

namespace {

using CodePoint = utf8proc_int32_t;

/// A grapheme cluster, what a reader sees as one character: a base and everything that combines with it.
struct Cluster {
    CodePoint base;
    std::string_view text;
};

enum class Kind { letter, sign, digit, joiner, mark, invisible, space }; ///< sign: a token by itself

const utf8proc_uint8_t* bytes(std::string_view text) {
    return reinterpret_cast<const utf8proc_uint8_t*>(text.data());
}

/// Reads the code point at `offset` and advances `offset` past it.
CodePoint next_code_point(std::string_view text, std::size_t& offset, const std::string& where) {
    CodePoint code = 0;
    const auto left = static_cast<utf8proc_ssize_t>(text.size() - offset);
    const auto length = utf8proc_iterate(bytes(text) + offset, left, &code);
    if (length <= 0) {
        char byte[8];
        std::snprintf(byte, sizeof byte, "0x%02X", static_cast<unsigned char>(text[offset]));
        throw InputError(where, "byte " + std::to_string(offset + 1) + " (" + byte + ") is not valid UTF-8",
                         "save the text as UTF-8");
    }
    offset += static_cast<std::size_t>(length);
    return code;
}

std::vector<Cluster> split_clusters(std::string_view text, const std::string& where) {
    std::vector<Cluster> clusters;
    utf8proc_int32_t state = 0;
    CodePoint previous = 0;
    for (std::size_t offset = 0; offset < text.size();) {
        const std::size_t begin = offset;
        const CodePoint code = next_code_point(text, offset, where);
        if (begin == 0 || utf8proc_grapheme_break_stateful(previous, code, &state))
            clusters.push_back({code, text.substr(begin, 0)});
        auto& cluster = clusters.back().text;
        cluster =
            std::string_view(cluster.data(), offset - static_cast<std::size_t>(cluster.data() - text.data()));
        previous = code;
    }
    return clusters;
}

/// Chinese characters and Japanese kana: the blocks of scripts without spaces between words.
bool is_han_or_kana(CodePoint code) {
    constexpr std::pair<CodePoint, CodePoint> blocks[] = {
        {0x2E80, 0x2FDF},   // radicals
        {0x3005, 0x3007},   // 々〆〇
        {0x3021, 0x3029},   // numerals
        {0x3031, 0x303C},   // repetition marks
        {0x3041, 0x30FA},   // kana
        {0x30FC, 0x30FF},   // ー and kana ligatures; 30FB is the middle dot, a mark
        {0x31F0, 0x31FF},   // small kana
        {0x3400, 0x4DBF},   // Chinese characters, extension A
        {0x4E00, 0x9FFF},   // Chinese characters
        {0xF900, 0xFAFF},   // compatibility forms
        {0xFF66, 0xFF9F},   // half-width kana
        {0x1B000, 0x1B16F}, // historic kana
        {0x20000, 0x3FFFF}, // Chinese characters, all later extensions
    };
    if (code < blocks[0].first) return false; // as nearly every letter of other scripts
    return std::ranges::any_of(
        blocks, [code](const auto& block) { return block.first <= code && code <= block.second; });
}

/// Default_Ignorable in Unicode: soft hyphens, marks of direction, joiners, byte order marks.
bool is_invisible(CodePoint code) {
    return utf8proc_get_property(code)->ignorable != 0;
}

Kind kind_of(CodePoint code) {
    constexpr CodePoint zero_width_space = 0x200B; // invisible, but separates words
    if (code == zero_width_space) return Kind::space;
    if (is_invisible(code)) return Kind::invisible;
    constexpr CodePoint joiners[] = {'\'',   '-',    0x2010, 0x2011, 0x2019, // hyphens, apostrophe
                                     0x05BE, 0x05F3, 0x05F4}; // Hebrew maqaf, geresh, gershayim
    if (std::ranges::find(joiners, code) != std::end(joiners)) return Kind::joiner;
    if (is_han_or_kana(code)) return Kind::sign;
    switch (utf8proc_category(code)) {
    case UTF8PROC_CATEGORY_ZS:
    case UTF8PROC_CATEGORY_ZL:
    case UTF8PROC_CATEGORY_ZP:
    case UTF8PROC_CATEGORY_CC:
        return Kind::space;
    case UTF8PROC_CATEGORY_ND:
    case UTF8PROC_CATEGORY_NL:
    case UTF8PROC_CATEGORY_NO:
        return Kind::digit;
    case UTF8PROC_CATEGORY_LU:
    case UTF8PROC_CATEGORY_LL:
    case UTF8PROC_CATEGORY_LT:
    case UTF8PROC_CATEGORY_LM:
    case UTF8PROC_CATEGORY_LO:
    case UTF8PROC_CATEGORY_MN:
    case UTF8PROC_CATEGORY_MC:
    case UTF8PROC_CATEGORY_ME:
        return Kind::letter;
    default:
        return Kind::mark;
    }
}

bool is_word(Kind kind) {
    return kind == Kind::letter || kind == Kind::digit;
}

/// True if the cluster at `i` joins the parts on either side into one word: didn't, well-known, 3.5.
bool joins(const std::vector<Cluster>& clusters, std::size_t i) {
    if (i == 0 || i + 1 == clusters.size()) return false;
    const Kind before = kind_of(clusters[i - 1].base), after = kind_of(clusters[i + 1].base);
    if (clusters[i].base == '.' || clusters[i].base == ',')
        return before == Kind::digit && after == Kind::digit;
    return kind_of(clusters[i].base) == Kind::joiner && is_word(before) && is_word(after);
}

bool is_apostrophe(CodePoint code) {
    return code == '\'' || code == 0x2019;
}

bool starts_word(const std::vector<Cluster>& clusters, std::size_t i) {
    return i < clusters.size() && is_word(kind_of(clusters[i].base));
}

/// True for a letter before which French elides a vowel: a vowel, with or without an accent, or an h.
bool is_vowel_or_h(const Cluster& cluster) {
    const std::string folded = fold_case(cluster.text);
    utf8proc_int32_t parts[4] = {};
    int last_class = 0;
    CodePoint code = 0;
    utf8proc_iterate(bytes(folded), static_cast<utf8proc_ssize_t>(folded.size()), &code);
    (void)utf8proc_decompose_char(code, parts, std::size(parts), UTF8PROC_DECOMPOSE, &last_class);
    constexpr CodePoint vowels[] = {'a', 'e', 'i', 'o', 'u', 'y', 'h', 0xE6, 0x153}; // æ, œ
    return std::ranges::find(vowels, parts[0]) != std::end(vowels);
}

/// True if the cluster at `i` is the apostrophe of an elided French word, written apart: n' attend. Only
/// before a vowel, which rules out quotations and other languages.
bool elides(const std::vector<Cluster>& clusters, std::size_t i) {
    constexpr std::string_view elided = "cdjlmnstCDJLMNST";
    if (!is_apostrophe(clusters[i].base) || i == 0) return false;
    const bool is_one_letter = i == 1 || kind_of(clusters[i - 2].base) == Kind::space;
    return is_one_letter && clusters[i - 1].text.size() == 1 &&
           elided.find(clusters[i - 1].text) != std::string_view::npos && starts_word(clusters, i + 2) &&
           kind_of(clusters[i + 1].base) == Kind::space && is_vowel_or_h(clusters[i + 2]);
}

/// True if an English 'n' begins at `i`, an “and” between two words: rock 'n' roll.
bool is_shortened_and(const std::vector<Cluster>& clusters, std::size_t i) {
    const auto is_space = [&](std::size_t at) { return kind_of(clusters[at].base) == Kind::space; };
    const bool opens = is_apostrophe(clusters[i].base) || clusters[i].base == 0x2018;
    return opens && i > 1 && i + 4 < clusters.size() && is_space(i - 1) &&
           is_word(kind_of(clusters[i - 2].base)) &&
           (clusters[i + 1].text == "n" || clusters[i + 1].text == "N") &&
           is_apostrophe(clusters[i + 2].base) && is_space(i + 3) && starts_word(clusters, i + 4);
}

/// The cluster without invisible characters where these have no effect: in scripts whose letters never join.
/// (Variation selectors stay: they choose how a sign looks.)
std::string visible_part(const Cluster& cluster) {
    constexpr CodePoint first_joining = 0x0590, first_selector = 0xFE00, last_selector = 0xFE0F;
    if (cluster.base >= first_joining || cluster.text.size() == 1) return std::string(cluster.text);
    std::string part;
    for (std::size_t at = 0; at < cluster.text.size();) {
        const std::size_t begin = at;
        const CodePoint code = next_code_point(cluster.text, at, "");
        const bool selects = code >= first_selector && code <= last_selector;
        if (selects || !is_invisible(code)) part += cluster.text.substr(begin, at - begin);
    }
    return part;
}

} // namespace

std::vector<std::string> tokenize(std::string_view text, const std::string& where) {
    auto clusters = split_clusters(text, where);
    std::erase_if(clusters, [](const Cluster& each) { return kind_of(each.base) == Kind::invisible; });
    std::vector<std::string> tokens;
    bool in_word = false;
    for (std::size_t i = 0; i < clusters.size(); ++i) {
        const Kind kind = kind_of(clusters[i].base);
        if (kind == Kind::space) {
            in_word = false;
        } else if (in_word && (is_word(kind) || joins(clusters, i))) {
            tokens.back() += visible_part(clusters[i]);
        } else if (in_word && elides(clusters, i)) {
            tokens.back() += clusters[i].text;
            in_word = false;
        } else if (is_shortened_and(clusters, i)) {
            tokens.emplace_back();
            for (const std::size_t end = i + 2; i <= end; ++i)
                tokens.back() += clusters[i].text;
            --i;
        } else {
            tokens.push_back(visible_part(clusters[i]));
            in_word = is_word(kind);
        }
    }
    if (tokens.empty()) throw NoWord(where, "there is no word in it", "type at least one word");
    if (tokens.size() > static_cast<std::size_t>(max_tokens))
        throw InputError(where,
                         std::to_string(tokens.size()) + " words and marks are too many: at most " +
                             std::to_string(max_tokens) + " fit",
                         "shorten the text; the matrices grow with the square of its length");
    return tokens;
}

bool is_split_by_character(std::string_view text) {
    if (std::ranges::all_of(text, base::is_ascii)) return false;
    return std::ranges::any_of(split_clusters(text, "sentence"),
                               [](const Cluster& cluster) { return is_han_or_kana(cluster.base); });
}

bool has_letter(std::string_view token) {
    return std::ranges::any_of(split_clusters(token, "token"), [](const Cluster& cluster) {
        const Kind kind = kind_of(cluster.base);
        return kind == Kind::letter || kind == Kind::sign;
    });
}

std::string fold_case(std::string_view word) {
    utf8proc_uint8_t* mapped = nullptr;
    const auto options = static_cast<utf8proc_option_t>(UTF8PROC_CASEFOLD | UTF8PROC_STABLE |
                                                        UTF8PROC_COMPOSE | UTF8PROC_IGNORE);
    const auto length =
        utf8proc_map(bytes(word), static_cast<utf8proc_ssize_t>(word.size()), &mapped, options);
    const std::unique_ptr<utf8proc_uint8_t, decltype(&std::free)> owner(mapped, &std::free);
    assert(length >= 0 && "words come from tokenize, which lets only valid UTF-8 pass");
    std::string folded;
    if (length > 0) folded.assign(reinterpret_cast<const char*>(mapped), static_cast<std::size_t>(length));
    constexpr std::string_view curly = "’";
    for (auto at = folded.find(curly); at != std::string::npos; at = folded.find(curly, at))
        folded.replace(at, curly.size(), "'");
    return folded;
}

} // namespace language
