#pragma once
// Grapheme clusters, what a reader sees as one character (Unicode annex 29).

#include "tokens/characters.h"

#include <utf8proc.h>

#include <cstddef>
#include <span>

namespace tokens {

/// More characters than any cluster of a real text has: what is done with one may take a time that grows with
/// its square.
inline constexpr std::size_t longest_cluster = 1000;

/// Calls use(cluster), a std::span, for each cluster of the text; those that are too long come in parts.
template <class Use>
void each_cluster(const Characters& characters, const Use& use) {
    utf8proc_int32_t state = 0;
    const auto code = [&](std::size_t i) { return static_cast<utf8proc_int32_t>(characters[i].code); };
    for (std::size_t begin = 0; begin < characters.size();) {
        std::size_t end = begin + 1;
        while (end < characters.size() &&
               !utf8proc_grapheme_break_stateful(code(end - 1), code(end), &state) &&
               end - begin < longest_cluster)
            ++end;
        use(std::span(characters).subspan(begin, end - begin));
        begin = end;
    }
}

} // namespace tokens
