#include "drawing/script.h"

#include <algorithm>
#include <iterator>

namespace drawing {
namespace {

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

} // namespace drawing
