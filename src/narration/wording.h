#pragma once
// Numbers, words and lists as they appear within a sentence.

#include "attention/trace.h"
#include "narration/markup.h"
#include "narration/narration.h"

namespace narration {

/// Two decimals, "−" for negative numbers, "−∞"; small numbers get up to four decimals: "7.98", "0.0042".
std::string decimal(float value);
/// Without trailing zeros: "2", "2.83", "−1.5".
std::string short_number(float value);

Paragraph toned(std::string text, Tone tone = Tone::plain);
Paragraph number(float value); ///< decimal(value), toned as a number
Paragraph number(base::Index value);

/// Names the rows of the pass and the dimensions of its matrices.
class Wording {
public:
    Wording(const Texts& texts, const language::Names& names);

    /// True if the queries are words, false if they are rows without a word.
    bool words() const { return query_words_; }
    /// The word, in quotes if it is punctuation: "cat", "“.”", "the (word 5)" if it occurs more than once,
    /// "row 3".
    Paragraph query(base::Index row) const;
    Paragraph key(base::Index row, Tone tone = Tone::key) const;

    /// A dimension as a noun phrase: "a living thing", "water"; "number 3" if it has no name.
    std::string noun(const std::string& name) const;

    /// "a, b and c".
    Paragraph listed(const std::vector<Paragraph>& parts) const;
    /// "1 key", "10 keys": from the texts count.NOUN.one and count.NOUN.many.
    std::string counted(base::Index count, const std::string& noun) const;

private:
    Paragraph label(const std::vector<std::string>& tokens, base::Index row, bool is_word, Tone tone) const;

    const Texts& texts_;
    const language::Names& names_;
    bool query_words_, key_words_;
};

} // namespace narration
