#pragma once
// Attention that a hand can do: small whole numbers for a few words, drawn so that whoever calculates with
// what is printed gets what is printed.

#include "attention/trace.h"
#include "workbench/document/pass.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace worksheet {

using base::Index;

/// At most so many words on a sheet: every one more is a dot product more.
inline constexpr Index most_words = 6;

/// What the sums are about: words, and who may read whom.
struct Sentence {
    std::vector<std::string> queries, keys; ///< the same words in self-attention
    base::BoolMatrix allowed = {};          ///< (n, m) true: may read; 0 rows: everyone reads everyone
    bool cross = false;
    Index row = 0;      ///< the query that is asked
    bool scaled = true; ///< scores are divided by √d_k
    // What the document has and the sheet has not:
    Index words = 0, source_words = 0; ///< how many there were of each, where some are left out; else 0
    bool several_heads = false, other_score = false;

    Index n() const { return static_cast<Index>(queries.size()); }
    Index m() const { return static_cast<Index>(keys.size()); }
    bool may_read(Index query, Index key) const { return allowed.rows() == 0 || allowed(query, key); }
};

/// The words of a document, prepared, with its mask; of a long sentence `most_words` around the query,
/// without punctuation. `query`: the word that asks; empty: the last of them that may read at least two.
/// Throws InputError: fewer than two words, no query that may read two keys.
Sentence sentence_of(const workbench::Prepared& prepared, std::optional<Index> query = {});

/// The lowest power of e in the sheet's table: scores of the asked row are no further below its largest.
inline constexpr float lowest_power = -6;

/// How many decimals what is written has. What is given is whole.
struct Decimals {
    int scaled = 1, exponentials = 3, weights = 2, output = 1;
};

/// The sums of one sheet. Every number on it is one of the trace, which has one head: d_model 3, d_k 4, so
/// that √d_k = 2, d_v 3.
struct Sums {
    Sentence sentence;
    attention::Trace trace;
    Decimals decimals = {};

    const attention::HeadTrace& head() const { return trace.heads.front(); }
};

/// The sums for a seed: the same words and the same seed give the same numbers. Sheets of a class differ in
/// `sheet`.
Sums draw_sums(const Sentence& sentence, std::uint32_t seed, std::uint32_t sheet);

/// The number as it is written: rounded half away from zero.
double rounded(double number, int decimals);

/// The row that is asked as a hand computes it, each step from what the one before has written down.
struct ByHand {
    Eigen::RowVectorXd query;                          ///< (d_k)
    Eigen::RowVectorXd scores, scaled;                 ///< (m)
    Eigen::RowVectorXd shifted, exponentials, weights; ///< (m) −∞ and 0 where forbidden
    double sum = 0;                                    ///< of the exponentials
    Eigen::RowVectorXd output;                         ///< (d_v)
};
ByHand by_hand(const Sums& sums);

/// True if every number that the hand writes down is that of the trace, rounded.
bool comes_out(const Sums& sums);

} // namespace worksheet
