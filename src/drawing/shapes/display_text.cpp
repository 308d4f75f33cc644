#include "drawing/shapes/display_text.h"

#include "base/text.h"

#include <algorithm>
#include <cstdio>
#include <fribidi.h>
#include <iterator>
#include <optional>
#include <utf8proc.h>
#include <vector>

namespace drawing {

namespace {

// Scripts.

constexpr std::string_view core = "fonts-noto-core", cjk = "fonts-noto-cjk";

constexpr Script other{"other", core}, hebrew{"hebrew", core}, arabic{"arabic", core},
    syriac{"syriac", core, true}, indic{"indic", core, true}, southeast{"southeast", core, true},
    east{"east", cjk}, jamo{"east", cjk, true}, emoji{"emoji", "fonts-noto-color-emoji", true},
    beyond{"beyond", core, true};

/// Code points from `first` up to the next entry's.
struct Block {
    char32_t first;
    const Script& script;
};
constexpr Block blocks[] = {
    {0x0000, other},  {0x0590, hebrew},    {0x0600, arabic}, {0x0700, syriac},    {0x0750, arabic},
    {0x0780, syriac}, {0x0870, arabic},    {0x0900, indic},  {0x0E00, southeast}, // Thai to Burmese
    {0x10A0, other},  {0x1100, jamo},      {0x1200, other},  {0x1700, southeast}, // Tagalog, Khmer, Mongolian
    {0x18B0, other},  {0x1900, southeast}, {0x1C80, other},  {0x1CC0, indic},     {0x1D00, other},
    {0x2E80, east},   {0xA000, other},     {0xA800, indic},  {0xA960, jamo},      {0xA980, southeast},
    {0xAB00, other},  {0xAC00, east},      {0xD7B0, jamo},   {0xD800, other},     {0xF900, east},
    {0xFB00, other},  {0xFB1D, hebrew},    {0xFB50, arabic}, {0xFE00, other},     {0xFE30, east},
    {0xFE50, other},  {0xFE70, arabic},    {0xFF00, east},   {0xFFF0, other},     {0x10000, beyond},
    {0x1F000, emoji}, {0x1FB00, beyond},
};

} // namespace

const Script& script_of(char32_t letter) {
    const auto* after =
        std::ranges::upper_bound(blocks, letter, {}, [](const Block& block) { return block.first; });
    return std::prev(after)->script;
}

bool can_be_drawn(char32_t letter) {
    return letter <= 0xFFFF && !script_of(letter).needs_shaping;
}

namespace {

// Visual order.

bool is_ascii(std::string_view text) {
    return std::ranges::all_of(text, base::is_ascii);
}

/// Empty when the bytes are not UTF-8.
std::optional<std::u32string> code_points(std::string_view utf8) {
    std::u32string letters;
    const auto* bytes = reinterpret_cast<const utf8proc_uint8_t*>(utf8.data());
    for (auto left = static_cast<utf8proc_ssize_t>(utf8.size()); left > 0;) {
        utf8proc_int32_t letter = 0;
        const auto length = utf8proc_iterate(bytes, left, &letter);
        if (length <= 0) return std::nullopt;
        letters += static_cast<char32_t>(letter);
        bytes += length;
        left -= length;
    }
    return letters;
}

FriBidiCharType type_of(char32_t letter) {
    return fribidi_get_bidi_type(letter);
}

bool is_right_to_left(char32_t letter) {
    return letter >= 0x0590 && FRIBIDI_IS_RTL(type_of(letter)) && FRIBIDI_IS_LETTER(type_of(letter));
}

/// Joiners, direction marks, variation selectors, the soft hyphen.
bool is_invisible(char32_t letter) {
    return letter == 0xAD || letter == 0x61C || (letter >= 0x200B && letter <= 0x200F) ||
           (letter >= 0x202A && letter <= 0x202E) || (letter >= 0x2060 && letter <= 0x2069) ||
           (letter >= 0xFE00 && letter <= 0xFE0F) || letter == 0xFEFF;
}

/// An arrow points from its left to its right, whatever the direction of the words.
bool is_arrow(char32_t letter) {
    return letter == U'←' || letter == U'→';
}

/// The quotation marks that the program's own sentences put around words of either direction.
bool is_quotation_mark(char32_t letter) {
    return letter == U'“' || letter == U'”';
}

/// Visual order, with Arabic letters joined.
std::u32string visual(const std::u32string& logical) {
    constexpr FriBidiChar left_to_right_mark = 0x200E;
    const bool has_latin = std::ranges::any_of(
        logical, [](char32_t letter) { return type_of(letter) == FRIBIDI_TYPE_LTR || is_arrow(letter); });
    FriBidiParType direction = has_latin ? FRIBIDI_PAR_LTR : FRIBIDI_PAR_RTL;
    std::vector<FriBidiChar> from;
    for (const char32_t letter : logical) {
        const bool keeps_its_place = is_arrow(letter) || (has_latin && is_quotation_mark(letter));
        if (keeps_its_place) from.push_back(left_to_right_mark);
        from.push_back(letter);
        if (keeps_its_place) from.push_back(left_to_right_mark);
    }
    std::vector<FriBidiChar> to(from.size() + 1);
    if (!fribidi_log2vis(from.data(), static_cast<FriBidiStrIndex>(from.size()), &direction, to.data(),
                         nullptr, nullptr, nullptr))
        return logical; // out of memory
    return {to.begin(), to.end() - 1};
}

void append_number(std::string& text, char32_t letter) {
    char number[16];
    std::snprintf(number, sizeof number, "U+%04X", static_cast<unsigned>(letter));
    text += number;
}

} // namespace

void append_letter(std::string& utf8, char32_t letter) {
    utf8proc_uint8_t bytes[4];
    const auto length = utf8proc_encode_char(static_cast<utf8proc_int32_t>(letter), bytes);
    utf8.append(reinterpret_cast<const char*>(bytes), static_cast<std::size_t>(length));
}

std::string_view display_text(std::string_view utf8, const GlyphOf& glyph, std::string& room) {
    if (is_ascii(utf8)) return utf8;
    auto letters = code_points(utf8);
    if (!letters) return utf8;
    const bool turned = std::ranges::any_of(*letters, is_right_to_left);
    if (turned) letters = visual(*letters);

    bool changed = turned, after_number = false;
    room.clear();
    for (const char32_t letter : *letters) {
        if (is_invisible(letter)) {
            changed = true;
            continue;
        }
        const Glyph there = letter < 0x80 ? Glyph::there : glyph(letter);
        changed |= there != Glyph::there;
        if (there == Glyph::there) {
            append_letter(room, letter);
        } else if (there == Glyph::awaited) {
            room += ' ';
        } else {
            if (after_number) room += ' ';
            append_number(room, letter);
        }
        after_number = there == Glyph::missing;
    }
    return changed ? std::string_view(room) : utf8;
}

bool has_right_to_left(std::string_view utf8) {
    if (is_ascii(utf8)) return false;
    const auto letters = code_points(utf8);
    return letters && std::ranges::any_of(*letters, is_right_to_left);
}

} // namespace drawing
