#pragma once
// The titles and sentences of the Heads view, chosen by the numbers. Texts are in assets/texts/heads.toml.

#include "narration/narration.h"

#include <span>

namespace narration {

/// "Head 1 looks from “it” to “cat”", "… to “cat” and “tired”", "… to itself", "… evenly over 4 words": what
/// row `row` of the head's weights shows. Without a full stop.
std::string head_title(const Texts& texts, const language::Names& names, const attention::Trace& t,
                       base::Index head, base::Index row);

/// What the output loses without some heads.
struct HeadLoss {
    std::span<const base::Index> off;
    bool supposed = false;           ///< hypothetical: all heads are on
    const base::ColumnVector* moved; ///< (n): how far each row of the output moves
    float distance = 0, size = 0;    ///< of the whole output: how far it moves, and how large it is
};

/// "Head 3 is switched off. The output changes by 34 %, most at “sat” (0.55) and “because” (0.50)."
Paragraph tell_head_loss(const Texts& texts, const language::Names& names, base::Index heads,
                         const HeadLoss& loss);

/// "head 3", "heads 1 and 3", "heads 1, 2, 3 and 13 more", capitalised at the start of a sentence.
std::string heads_listed(const Texts& texts, std::span<const base::Index> heads, bool capital);

/// "four"; digits from thirteen on.
std::string counted_in_words(const Texts& texts, base::Index count);
/// "Four heads, one layer"; of heads that share their keys "Four heads, two key heads".
std::string heads_counted(const Texts& texts, base::Index heads, base::Index key_heads = 0);

} // namespace narration
