#pragma once
// The pieces of a sentence: numbers, words and lists, signs that suit rounded numbers, labels of matrices.

#include "attention/stage.h"
#include "attention/trace.h"
#include "narration/narration.h"

#include <string>

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

    /// True if the queries are words, false if they are numbered rows.
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

/// Replaces "=" by "≈" where the equation does not hold for the numbers as written: "1 ÷ 3 ≈ 0.33",
/// "√8 ≈ 2.83".
void mark_rounded(Paragraph& paragraph);

// How a matrix is labelled in this pass: "Z_h", "÷ √d_k", "each row adds up to 1".

/// The symbol of `quantity` in this pass: a head's output is Z_h, or Z where it is the layer's output.
std::string symbol_in(const attention::Trace& t, attention::Quantity quantity);

/// The same in the markup of drawing/figures/formula.h, in the colour of its family: "\k{K}^{\rm{T}}".
std::string symbol_formula(const attention::Trace& t, attention::Quantity quantity, bool transposed = false);

/// What a stage computes, as this pass does, in the same markup: "S = Q Kᵀ". `product` is one of the stage's.
std::string stage_formula(const attention::Trace& t, attention::StageId stage, std::size_t product);

/// The short formula of a stage for the rail, as this pass computes it: "QKᵀ", "÷ √d_k", "÷ 2.45".
std::string formula_of(const Texts& texts, const attention::Trace& t, const attention::Stage& stage);

/// The name of the text beside the symbol of `quantity` ("means.scaled"), or of a variant
/// ("means.scaled_unchanged") where the usual text would be false in this pass (nothing is divided, nothing
/// hidden, weights set by hand). `named`: dimensions have meanings, so a query asks for something.
std::string meaning_of(const attention::Trace& t, attention::Quantity quantity, bool named = true);

/// The same for the caption of a stage's result: "caption.scores", "caption.scores_cosine". `product` is one
/// of the stage's.
std::string caption_of(const attention::Trace& t, const attention::Stage& stage, std::size_t product = 0);

// One line about a row of weights.

/// "“it” reads most from “cat”: 0.63", "“it” reads evenly from 8 keys: 0.13 each". weights: the row (m) of
/// query `row`; texts labs.read.
std::string most_read(const Texts& texts, const language::Names& names, const base::RowVector& weights,
                      base::Index row);

} // namespace narration
